package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	tlsv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/transport_sockets/tls/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

const meshCertificate = `
apiVersion: meshwork.dev/v1alpha1
kind: MeshCertificate
metadata: {name: %[1]s, namespace: shop}
spec:
  podUID: %[2]s
  mesh: default
  identity: spiffe://default/ns/shop/sa/%[4]s
  certificates:
  - {serialNumber: "1", backend: ca, root: "%[3]s", notBefore: "2026-01-01T00:00:00Z", notAfter: "2027-01-01T00:00:00Z"}
`

// followsCertificates writes MeshCertificates in place of the signer.
func (e *environment) followsCertificates(t *testing.T) {
	g := NewWithT(t)
	e.kubectl(t, "patch", "mesh", "default", "--type=merge", "-p",
		`{"spec": {"mtls": {"enabledBackend": "ca", "backends": [{"name": "ca", "generated": {}}]}}}`)
	pods := strings.Fields(e.kubectl(t, "get", "pods", "-n", "shop", "-l", "app=web", "-o", `jsonpath={range .items[*]}{.metadata.name} {.metadata.uid}{"\n"}{end}`))
	g.Expect(pods).To(HaveLen(4))
	cluster, server := &clusterv3.Cluster{}, &listenerv3.Listener{}
	e.subscribe(t, resource.Cluster, "web.shop:80", cluster, func() bool { return cluster.GetTransportSocket() == nil })
	name := xdsbootstrap.ServerListenerPrefix + "shop/" + pods[0] + "/0.0.0.0:8080"
	e.subscribe(t, resource.Listener, name, server, func() bool { return server.GetDefaultFilterChain().GetTransportSocket() == nil })

	e.kubectl(t, "annotate", "service", "web", "-n", "shop", "meshwork.dev/mtls-mode=Strict")
	e.subscribe(t, resource.Listener, name, server, func() bool { return server.GetDefaultFilterChain().GetTransportSocket() != nil })
	write := func(pod int, account string) {
		_, err := e.cluster.KubectlInput(t.Context(),
			[]byte(fmt.Sprintf(meshCertificate, pods[pod], pods[pod+1], strings.Repeat("0", 64), account)), "apply", "-f", "-")
		g.Expect(err).NotTo(HaveOccurred())
	}
	accepts := func(identities ...string) {
		e.subscribe(t, resource.Cluster, "web.shop:80", cluster, func() bool {
			return fmt.Sprint(acceptedBy(g, cluster)) == fmt.Sprint(identities)
		})
	}
	write(0, "web")
	accepts("spiffe://default/ns/shop/sa/web")
	write(2, "other")
	accepts("spiffe://default/ns/shop/sa/other", "spiffe://default/ns/shop/sa/web")
	e.kubectl(t, "delete", "meshcertificate", pods[0], "-n", "shop")
	accepts("spiffe://default/ns/shop/sa/other")
	e.kubectl(t, "annotate", "service", "web", "-n", "shop", "meshwork.dev/mtls-mode-")
	accepts()
}

// subscribe subscribes to a resource, as a client with certificates, until it is as expected.
func (e *environment) subscribe(t *testing.T, kind resource.Kind, name string, into proto.Message, isExpected func() bool) {
	t.Helper()
	g := NewWithT(t)
	stream := e.stream(t, e.token(t, clientauth.Audience))
	request := &discoveryv3.DiscoveryRequest{TypeUrl: kind.TypeURL(), ResourceNames: []string{name}, Node: &corev3.Node{
		Id: "e2e", UserAgentName: "e2e", Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{
			xdsbootstrap.CertificatesKey: structpb.NewStringValue("true"),
		}},
	}}
	for {
		g.Expect(stream.Send(request)).To(Succeed())
		response, err := stream.Recv()
		g.Expect(err).NotTo(HaveOccurred())
		if len(response.GetResources()) > 0 {
			g.Expect(response.GetResources()[0].UnmarshalTo(into)).To(Succeed())
			if isExpected() {
				return
			}
		}
		request.VersionInfo, request.ResponseNonce = response.GetVersionInfo(), response.GetNonce()
	}
}

func acceptedBy(g Gomega, cluster *clusterv3.Cluster) []string {
	if cluster.GetTransportSocket() == nil {
		return nil
	}
	context := &tlsv3.UpstreamTlsContext{}
	g.Expect(cluster.GetTransportSocket().GetTypedConfig().UnmarshalTo(context)).To(Succeed())
	var identities []string
	for _, matcher := range context.GetCommonTlsContext().GetValidationContext().GetMatchSubjectAltNames() { //nolint:staticcheck // gRPC reads it
		identities = append(identities, matcher.GetExact())
	}
	return identities
}
