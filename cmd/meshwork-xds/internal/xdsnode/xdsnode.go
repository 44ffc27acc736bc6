// Package xdsnode reads the properties of a client from its xDS node.
package xdsnode

import (
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

// ClientOf returns the properties of a client. Without a zone in the node, the client is in the
// zone of its Kubernetes Node.
func ClientOf(node *corev3.Node, zoneOf func(node string) string) resource.Client {
	client := resource.Client{IsGo: node.GetUserAgentName() == goAgent, IsJS: node.GetUserAgentName() == jsAgent}
	client.HasCertificates = node.GetMetadata().GetFields()[xdsbootstrap.CertificatesKey].GetStringValue() == "true"
	client.Node = node.GetMetadata().GetFields()[xdsbootstrap.NodeNameKey].GetStringValue()
	client.Zone = node.GetLocality().GetZone()
	if client.Zone == "" && client.Node != "" {
		client.Zone = zoneOf(client.Node)
	}
	return client
}

// Reduce returns a node with only the fields that this package reads. If nodeName is set, it
// overrides the Kubernetes Node in the client's metadata.
func Reduce(node *corev3.Node, nodeName string) *corev3.Node {
	reduced := &corev3.Node{
		Id: node.GetId(), Locality: node.GetLocality(), UserAgentName: node.GetUserAgentName(),
		Metadata: reduceMetadata(node.GetMetadata(), nodeName),
	}
	if version := node.GetUserAgentVersion(); version != "" {
		reduced.UserAgentVersionType = &corev3.Node_UserAgentVersion{UserAgentVersion: version}
	}
	return reduced
}

func reduceMetadata(metadata *structpb.Struct, nodeName string) *structpb.Struct {
	needed := map[string]*structpb.Value{}
	for _, key := range []string{xdsbootstrap.NodeNameKey, xdsbootstrap.CertificatesKey} {
		if text := metadata.GetFields()[key].GetStringValue(); text != "" {
			needed[key] = structpb.NewStringValue(text)
		}
	}
	if nodeName != "" {
		needed[xdsbootstrap.NodeNameKey] = structpb.NewStringValue(nodeName)
	}
	if len(needed) == 0 {
		return nil
	}
	return &structpb.Struct{Fields: needed}
}

// IsGRPC reports whether the client is gRPC, in any language.
func IsGRPC(node *corev3.Node) bool {
	return strings.HasPrefix(strings.ToLower(node.GetUserAgentName()), "grpc")
}

// Agent returns the client's program and its version.
func Agent(node *corev3.Node) string {
	return strings.TrimSpace(node.GetUserAgentName() + " " + node.GetUserAgentVersion())
}
