package resource_test

import (
	"fmt"
	"strings"
	"testing"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	tlsv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/transport_sockets/tls/v3"
	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

func TestStrictServices(t *testing.T) {
	g := NewWithT(t)
	view := serverView("checkout", 8080, v1alpha1.MTLSModeAnnotation, "Strict")
	accepted := func(view resource.View, name string) []string {
		built := resource.Build(resource.Cluster, name, domain, resource.NewService(view))
		message, _ := built.Message(withCertificates).(*clusterv3.Cluster)
		return acceptedBy(g, message)
	}
	g.Expect(accepted(view, "checkout.shop:80")).To(Equal([]string{resourcetest.Identity("shop", "web")}))

	record := view.Certificate("web")
	view.Certificate = func(pod string) *v1alpha1.MeshCertificate {
		found := record.DeepCopy()
		found.Spec.PodUID, found.Spec.Identity = types.UID(pod), resourcetest.Identity("shop", strings.TrimSuffix(pod, "-2"))
		switch pod {
		case "other-mesh":
			found.Spec.Mesh = "other"
		case "earlier":
			found.Spec.PodUID = "of an earlier Pod"
		case "none":
			return nil
		}
		return found
	}
	view.Slices = nil
	behind(discoveryv1.AddressTypeIPv4, at("web", "10.0.0.1", "x"), at("web-2", "10.0.0.2", "x", notReady), at("job", "10.0.0.3", "x", named("job")),
		at("other-mesh", "10.0.0.4", "x"), at("earlier", "10.0.0.5", "x"), at("none", "10.0.0.6", "x"))(&view)
	g.Expect(accepted(view, "checkout.shop:80")).To(Equal([]string{resourcetest.Identity("shop", "job"), resourcetest.Identity("shop", "web")}))
	g.Expect(accepted(view, "job.checkout.shop:80")).To(Equal([]string{resourcetest.Identity("shop", "job")}), "the Pod with the hostname only")
}

// TestClientsWithoutCertificates shows that they get the reason, in each kind of resource.
func TestClientsWithoutCertificates(t *testing.T) {
	g := NewWithT(t)
	view := serverView("checkout", 8080, v1alpha1.MTLSModeAnnotation, "Strict")
	const why = "Service shop/checkout requires mutual TLS, and this client has no certificate: its bootstrap has no certificate provider"
	_, route := listener(t, view, "checkout.shop:80")
	g.Expect(clusterOf(route)).To(Equal("meshwork: " + why))
	service := resource.NewService(view)
	built := resource.Build(resource.Cluster, "checkout.shop:80", domain, service)
	g.Expect(serviceNameOf(built, resource.Client{})).To(Equal("meshwork: " + why))
	g.Expect(built.For(withCertificates).Missing).To(BeEmpty())
	g.Expect(built.Variant(resource.Client{})).NotTo(Equal(built.Variant(withCertificates)))
	g.Expect(described(assignment(t, view, "checkout.shop:80", resource.Client{}))).To(BeEmpty())

	permissive := resource.Build(resource.Cluster, "checkout.shop:80", domain, resource.NewService(serverView("checkout", 8080)))
	g.Expect(permissive.Variant(resource.Client{})).To(Equal(permissive.Variant(withCertificates)), "they share what is not about TLS")
}

// acceptedBy returns the identities that a cluster accepts, and nil without TLS.
func acceptedBy(g Gomega, cluster *clusterv3.Cluster) []string {
	if cluster.GetTransportSocket() == nil {
		return nil
	}
	context := &tlsv3.UpstreamTlsContext{}
	g.Expect(cluster.GetTransportSocket().GetTypedConfig().UnmarshalTo(context)).To(Succeed())
	checkProvider(g, context.GetCommonTlsContext())
	var identities []string
	for _, matcher := range context.GetCommonTlsContext().GetValidationContext().GetMatchSubjectAltNames() { //nolint:staticcheck // gRPC reads it
		identities = append(identities, matcher.GetExact())
	}
	return identities
}

// TestStrictServicesHaveNoPlaintext builds all resources of random Services. All are valid, and
// none makes a client or server of a strict Service use plaintext.
func TestStrictServicesHaveNoPlaintext(t *testing.T) {
	g, random := NewWithT(t), newRandom(t)
	for range 2000 {
		view := random.Served(checkoutKey)
		isStrict := applyRandomPosture(random, &view)
		service := resource.NewService(view)
		for _, client := range []resource.Client{{}, withCertificates, {IsGo: true}, {IsJS: true}, {IsJS: true, HasCertificates: true}} {
			for _, kind := range resource.Kinds {
				message := resource.Build(kind, "checkout.shop:80", domain, service).Message(client)
				if message == nil {
					continue
				}
				g.Expect(message.(interface{ ValidateAll() error }).ValidateAll()).To(Succeed())
				cluster, ok := message.(*clusterv3.Cluster)
				leadsNowhere := strings.HasPrefix(cluster.GetEdsClusterConfig().GetServiceName(), "meshwork: ")
				if ok && isStrict && !leadsNowhere {
					g.Expect(acceptedBy(g, cluster)).NotTo(BeEmpty())
					g.Expect(client.HasCertificates).To(BeTrue())
				}
			}
			described := describedServer(g, serverOfPod1, serverListener(t, serverOfPod1, client, view))
			g.Expect(strings.HasPrefix(described, "refusing: ")).To(Equal(client.IsJS && described != "plaintext"))
			isClosed := strings.HasPrefix(described, "closed: ") || strings.HasPrefix(described, "refusing: ")
			g.Expect(described == "plaintext").To(Equal(!isStrict && !isClosed))
		}
	}
}

var serverOfPod1 = fmt.Sprintf("meshwork.dev/server/shop/pod-1/0.0.0.0:%d", resourcetest.UsualPort)

func applyRandomPosture(random resourcetest.Random, view *resource.View) (isStrict bool) {
	meshes := []func(string) *v1alpha1.Mesh{noMesh, resourcetest.AnyMesh, resourcetest.MeshWithCertificates, resourcetest.StrictMesh}
	mesh := random.IntN(len(meshes))
	view.Mesh = meshes[mesh]
	isStrict = mesh == 3
	if random.IntN(3) == 0 {
		view.Service.Annotations[v1alpha1.MTLSModeAnnotation] = "Strict"
		isStrict = true
	}
	if random.IntN(3) == 0 {
		view.Service.Annotations[v1alpha1.AllowedCallersAnnotation] = []string{"", "a/b", "a/*,b/c", "?"}[random.IntN(4)]
		isStrict = true
	}
	if random.IntN(3) > 0 {
		view.Certificate = resourcetest.Certificates("shop", "web")
	}
	return isStrict
}
