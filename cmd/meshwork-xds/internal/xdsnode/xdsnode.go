// Package xdsnode reads the properties of a client from its xDS node.
package xdsnode

import (
	"cmp"
	"strings"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// The user agents of grpc-go and grpc-js.
const (
	goAgent = "gRPC Go"
	jsAgent = "gRPC Node Pure JS"
)

// namespaceKey is the key of a client's namespace, in the metadata of a reduced node. Clients cannot
// set it.
const namespaceKey = "meshwork.dev/namespace"

// ClientOf returns the properties of a client. Without a zone in the node, the client is in the
// zone of its Kubernetes Node.
func ClientOf(node *corev3.Node, zoneOf func(node string) string) resource.Client {
	client := resource.Client{IsGo: node.GetUserAgentName() == goAgent, IsJS: node.GetUserAgentName() == jsAgent}
	client.HasCertificates = node.GetMetadata().GetFields()[xdsbootstrap.CertificatesKey].GetStringValue() == "true"
	client.Node = node.GetMetadata().GetFields()[xdsbootstrap.NodeNameKey].GetStringValue()
	client.Namespace = node.GetMetadata().GetFields()[namespaceKey].GetStringValue()
	client.Zone = node.GetLocality().GetZone()
	if client.Zone == "" && client.Node != "" {
		client.Zone = zoneOf(client.Node)
	}
	return client
}

// Authenticated has the properties of a client that its token or its certificate proves.
type Authenticated struct {
	// Node is the Kubernetes Node of the client's Pod, or "".
	Node string
	// Namespace is the namespace of the client's ServiceAccount, or "".
	Namespace string
}

// Reduce returns a node with only the fields that this package reads. Authenticated properties override
// the client's claims. Without an authenticated namespace, the one in the ID, <namespace>/<pod>, counts:
// it only decides on the routes of this client.
func Reduce(node *corev3.Node, authenticated Authenticated) *corev3.Node {
	reduced := &corev3.Node{
		Id: node.GetId(), Locality: node.GetLocality(), UserAgentName: node.GetUserAgentName(),
		Metadata: reduceMetadata(node, authenticated),
	}
	if version := node.GetUserAgentVersion(); version != "" {
		reduced.UserAgentVersionType = &corev3.Node_UserAgentVersion{UserAgentVersion: version}
	}
	return reduced
}

func reduceMetadata(node *corev3.Node, authenticated Authenticated) *structpb.Struct {
	fields := node.GetMetadata().GetFields()
	needed := map[string]*structpb.Value{}
	for key, text := range map[string]string{
		xdsbootstrap.CertificatesKey: fields[xdsbootstrap.CertificatesKey].GetStringValue(),
		xdsbootstrap.NodeNameKey:     cmp.Or(authenticated.Node, fields[xdsbootstrap.NodeNameKey].GetStringValue()),
		namespaceKey:                 cmp.Or(authenticated.Namespace, namespaceOf(node.GetId())),
	} {
		if text != "" {
			needed[key] = structpb.NewStringValue(text)
		}
	}
	if len(needed) == 0 {
		return nil
	}
	return &structpb.Struct{Fields: needed}
}

func namespaceOf(id string) string {
	namespace, _, found := strings.Cut(id, "/")
	if !found {
		return ""
	}
	return namespace
}

// IsGRPC reports whether the client is gRPC, in any language.
func IsGRPC(node *corev3.Node) bool {
	return strings.HasPrefix(strings.ToLower(node.GetUserAgentName()), "grpc")
}

// Agent returns the client's program and its version.
func Agent(node *corev3.Node) string {
	return strings.TrimSpace(node.GetUserAgentName() + " " + node.GetUserAgentVersion())
}
