package resource_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	rbacv3 "github.com/envoyproxy/go-control-plane/envoy/config/rbac/v3"
	rbacfilterv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/rbac/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	tlsv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/transport_sockets/tls/v3"
	matcherv3 "github.com/envoyproxy/go-control-plane/envoy/type/matcher/v3"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

const (
	// webServer listens at the target port of checkout.
	webServer   = "meshwork.dev/server/shop/web/0.0.0.0:8080"
	adminServer = "meshwork.dev/server/shop/web/[::]:9090"
)

// serverView is a Service with the endpoint web, in a Mesh with certificates.
func serverView(name string, port int32, annotations ...string) resource.View {
	view := resourcetest.View(types.NamespacedName{Namespace: "shop", Name: name})
	view.Mesh = resourcetest.MeshWithCertificates
	view.Certificate = resourcetest.Certificates("shop", "web")
	view.Slices = []*discoveryv1.EndpointSlice{resourcetest.Slice(view.Key, "1", discoveryv1.AddressTypeIPv4, port, at("web", "10.0.0.1", "x", notReady))}
	for i := 0; i < len(annotations); i += 2 {
		view.Service.Annotations[annotations[i]] = annotations[i+1]
	}
	return view
}

func inMesh(mesh func(string) *v1alpha1.Mesh, view resource.View) resource.View {
	view.Mesh = mesh
	return view
}

// serverListener returns a server's listener, with certificates or without.
func serverListener(t *testing.T, name string, client resource.Client, views ...resource.View) *listenerv3.Listener {
	t.Helper()
	server, found := resource.PodServerOf(name)
	if !found {
		t.Fatalf("%s names no server", name)
	}
	var services []*resource.Service
	for _, view := range views {
		services = append(services, resource.NewService(view))
	}
	message, found := server.Build(server.Protection(services), false).Message(client).(*listenerv3.Listener)
	if !found {
		t.Fatalf("%s has no listener", name)
	}
	return message
}

var withCertificates = resource.Client{HasCertificates: true}

func TestServers(t *testing.T) {
	strict, callers := v1alpha1.MTLSModeAnnotation, v1alpha1.AllowedCallersAnnotation
	const everybody, cart, inStore = "spiffe://default/*", "spiffe://default/ns/shop/sa/cart", "spiffe://default/ns/store/sa/*"
	for _, test := range []struct {
		name   string
		server string
		views  []resource.View
		// without describes the listener of a server without certificates, or is "plaintext".
		with, without string
	}{
		{name: "in no slice", server: webServer, with: "closed: Pod shop/web is in no EndpointSlice of a Service"},
		{name: "in the slices of another Pod", server: "meshwork.dev/server/shop/cart/0.0.0.0:8080",
			views: []resource.View{serverView("checkout", 8080)}, with: "closed: Pod shop/cart is in no EndpointSlice of a Service"},
		{name: "a Pod with the same name in another namespace", server: "meshwork.dev/server/store/web/0.0.0.0:8080",
			views: []resource.View{serverView("checkout", 8080)}, with: "closed: Pod store/web is in no EndpointSlice of a Service"},
		{name: "a permissive Mesh", server: webServer, views: []resource.View{serverView("checkout", 8080)}, with: "plaintext"},
		{name: "no mesh", server: webServer, views: []resource.View{optedOut(serverView("checkout", 8080))}, with: "plaintext"},
		{name: "a Mesh that does not exist", server: webServer, views: []resource.View{inMesh(noMesh, serverView("checkout", 8080))},
			with: "closed: Service shop/checkout is in Mesh default, which does not exist or does not select its namespace: whether it requires mutual TLS is not known"},
		{name: "a namespace that is not known", server: webServer, views: []resource.View{inMesh(resourcetest.StrictMesh, inheriting(serverView("checkout", 8080)))},
			with: "closed: Service shop/checkout is in namespace shop, which is not known yet: whether it requires mutual TLS is not known"},
		{name: "a namespace that is not known, of a Service that names its Mesh", server: webServer,
			views: []resource.View{serverView("checkout", 8080)}, with: "plaintext"},
		{name: "a namespace that is not known, of a Service that is ignored", server: webServer,
			views: []resource.View{ignored(inheriting(serverView("checkout", 8080)))}, with: "plaintext"},
		{name: "a namespace that is not known, of one of two Services", server: webServer,
			views: []resource.View{serverView("checkout", 8080), inheriting(serverView("web", 8080))},
			with:  "closed: Service shop/web is in namespace shop, which is not known yet: whether it requires mutual TLS is not known"},
		{name: "a namespace in a strict Mesh", server: webServer,
			views: []resource.View{inMesh(resourcetest.StrictMesh, inNamespace(v1alpha1.SidecarInjectionLabel, "true", serverView("checkout", 8080)))}, with: everybody, without: "*"},
		{name: "a Mesh that does not select the namespace", server: webServer, views: []resource.View{inMesh(selectingOthers, serverView("checkout", 8080))},
			with: "closed: Service shop/checkout is in Mesh default, which does not exist or does not select its namespace: whether it requires mutual TLS is not known"},
		{name: "a strict Mesh", server: webServer, views: []resource.View{inMesh(resourcetest.StrictMesh, serverView("checkout", 8080))},
			with: everybody, without: "closed: Service shop/checkout requires mutual TLS, and this server has no certificate: its bootstrap has no certificate provider"},
		{name: "a strict Service", server: webServer, views: []resource.View{serverView("checkout", 8080, strict, "Strict")},
			with: everybody, without: "closed: Service shop/checkout requires mutual TLS, and this server has no certificate: its bootstrap has no certificate provider"},
		{name: "a strict Service in no mesh", server: webServer, views: []resource.View{optedOut(serverView("checkout", 8080, strict, "Strict"))},
			with: "closed: Service shop/checkout requires mutual TLS, but is in no mesh"},
		{name: "a strict Service in a Mesh without certificates", server: webServer,
			views: []resource.View{inMesh(resourcetest.AnyMesh, serverView("checkout", 8080, callers, "shop/cart"))},
			with:  "closed: Service shop/checkout requires mutual TLS, but Mesh default issues no certificates"},
		{name: "allowed callers", server: webServer, views: []resource.View{serverView("checkout", 8080, callers, "store/*,shop/cart")}, with: cart + " " + inStore,
			without: "closed: Service shop/checkout requires mutual TLS, and this server has no certificate: its bootstrap has no certificate provider"},
		{name: "nobody is allowed", server: webServer, views: []resource.View{serverView("checkout", 8080, callers, "")}, with: "nobody", without: "*"},
		{name: "the same Pod behind a permissive Service", server: webServer,
			views: []resource.View{serverView("checkout", 8080, strict, "Strict"), serverView("web", 8080)}, with: everybody, without: "*"},
		{name: "a Service without the annotation does not add callers", server: webServer,
			views: []resource.View{serverView("checkout", 8080, callers, "shop/cart"), serverView("headless", 8080, strict, "Strict")}, with: cart, without: "*"},
		{name: "the callers of two Services", server: webServer,
			views: []resource.View{serverView("checkout", 8080, callers, "shop/cart"), serverView("web", 8080, callers, "store/*,shop/cart")}, with: cart + " " + inStore, without: "*"},
		{name: "another port of the Pod is strict", server: webServer,
			views: []resource.View{serverView("checkout", 8080), serverView("admin", 9090, strict, "Strict")}, with: "plaintext"},
		{name: "the strict one of two ports", server: adminServer,
			views: []resource.View{serverView("checkout", 8080), serverView("admin", 9090, callers, "shop/cart")}, with: cart, without: "*"},
		{name: "a port of no Service", server: "meshwork.dev/server/shop/web/0.0.0.0:7070",
			views: []resource.View{serverView("checkout", 8080), serverView("admin", 9090, strict, "Strict")},
			with:  "closed: no Service of Pod shop/web has the target port 7070"},
		{name: "the Service with the port no longer selects the Pod", server: webServer, views: []resource.View{serverView("admin", 9090)},
			with: "closed: no Service of Pod shop/web has the target port 8080"},
		{name: "a Service without ports", server: webServer, views: []resource.View{withoutPorts(serverView("headless", 0, strict, "Strict"))},
			with: everybody, without: "*"},
		{name: "a Service without ports beside one with ports", server: webServer,
			views: []resource.View{withoutPorts(serverView("headless", 0)), serverView("admin", 9090)},
			with:  "closed: no Service of Pod shop/web has the target port 8080"},
		{name: "a strict Service without ports beside one with the port", server: webServer,
			views: []resource.View{withoutPorts(serverView("headless", 0, strict, "Strict")), serverView("checkout", 8080)}, with: everybody, without: "*"},
		{name: "only a Service without ports still selects the Pod", server: webServer, views: []resource.View{withoutPorts(serverView("headless", 0))},
			with: "plaintext"},
		{name: "a Service whose named target port the Pod lacks", server: webServer, views: []resource.View{withoutSlicePorts(serverView("admin", 9090))},
			with: "closed: no Service of Pod shop/web has the target port 8080"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			g.Expect(describedServer(g, test.server, serverListener(t, test.server, withCertificates, test.views...))).To(Equal(test.with))
			without := describedServer(g, test.server, serverListener(t, test.server, resource.Client{}, test.views...))
			switch test.without {
			case "": // the same
				g.Expect(without).To(Equal(test.with))
			case "*":
				g.Expect(without).To(ContainSubstring("this server has no certificate"))
			default:
				g.Expect(without).To(Equal(test.without))
			}
		})
	}
}

// withoutPorts returns the view of a headless Service without ports.
func withoutPorts(view resource.View) resource.View {
	view.Service.Spec.Ports = nil
	return withoutSlicePorts(view)
}

func withoutSlicePorts(view resource.View) resource.View {
	for _, slice := range view.Slices {
		slice.Ports = nil
	}
	return view
}

// optedOut returns the view of a Service that is in no mesh.
func optedOut(view resource.View) resource.View {
	view = inheriting(view)
	view.Namespace = &corev1.Namespace{}
	return view
}

// inheriting returns the view of a Service that is in the Mesh of its namespace, which is not known.
func inheriting(view resource.View) resource.View {
	view.Service = view.Service.DeepCopy()
	view.Service.Labels, view.Namespace = nil, nil
	return view
}

// inNamespace returns the view of a Service in a namespace with the label.
func inNamespace(key, value string, view resource.View) resource.View {
	view = inheriting(view)
	view.Namespace = &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{key: value}}}
	return view
}

func ignored(view resource.View) resource.View {
	view.Service.Annotations[v1alpha1.IgnoreKey] = "true"
	return view
}

// selectingOthers returns a Mesh that does not select the namespace of the Services.
func selectingOthers(name string) *v1alpha1.Mesh {
	mesh := resourcetest.MeshWithCertificates(name).DeepCopy()
	mesh.Spec.NamespaceSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"team": "others"}}
	return mesh
}

// Clients get no endpoints of a Service in a namespace that its Mesh does not select, even
// while its MeshService still exists.
func TestNamespacesThatTheMeshDoesNotSelect(t *testing.T) {
	g := NewWithT(t)
	view := inMesh(selectingOthers, checkout(behind("IPv4", at("a", "10.0.0.1", "x"))))
	view.Namespace = &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop"}}
	_, route := listener(t, view, "checkout.shop:80")
	g.Expect(route.VirtualHosts[0].Routes[0].GetRoute().GetCluster()).To(ContainSubstring("does not select namespace shop"))
	view.Namespace.Labels = map[string]string{"team": "others"}
	_, route = listener(t, view, "checkout.shop:80")
	g.Expect(route.VirtualHosts[0].Routes[0].GetRoute().GetCluster()).NotTo(ContainSubstring("meshwork: "))
}

func TestServersWithGRPCJS(t *testing.T) {
	g := NewWithT(t)
	js := resource.Client{IsJS: true, HasCertificates: true}
	listener := serverListener(t, webServer, js, serverView("checkout", 8080))
	g.Expect(describedServer(g, webServer, listener)).To(Equal("plaintext"))
	listener = serverListener(t, webServer, js, serverView("checkout", 8080, v1alpha1.MTLSModeAnnotation, "Strict"))
	g.Expect(describedServer(g, webServer, listener)).To(Equal("refusing: Service shop/checkout requires mutual TLS, and servers with grpc-js do not support it"))
	js.HasCertificates = false
	listener = serverListener(t, webServer, js, serverView("checkout", 8080, v1alpha1.MTLSModeAnnotation, "Strict"))
	g.Expect(describedServer(g, webServer, listener)).To(HavePrefix("refusing: Service shop/checkout requires mutual TLS, and this server has no certificate"))
	g.Expect(describedServer(g, webServer, serverListener(t, webServer, js))).To(Equal("refusing: Pod shop/web is in no EndpointSlice of a Service"))
}

func noMesh(string) *v1alpha1.Mesh { return nil }

// describedServer returns "plaintext", the allowed callers, or "closed" or "refusing" with the
// reason, and checks the rest.
func describedServer(g Gomega, name string, listener *listenerv3.Listener) string {
	g.Expect(listener.ValidateAll()).To(Succeed())
	g.Expect(listener.GetName()).To(Equal(name))
	address := listener.GetAddress().GetSocketAddress()
	g.Expect(name).To(HaveSuffix(fmt.Sprintf("%s:%d", strings.NewReplacer("::", "[::]").Replace(address.GetAddress()), address.GetPortValue())))
	chain := listener.GetDefaultFilterChain()
	if chain == nil {
		g.Expect(listener.GetFilterChains()).To(HaveLen(1))
		chain = listener.GetFilterChains()[0]
	}
	manager := &hcmv3.HttpConnectionManager{}
	g.Expect(chain.GetFilters()[0].GetTypedConfig().UnmarshalTo(manager)).To(Succeed())
	g.Expect(manager.ValidateAll()).To(Succeed())
	route := manager.GetRouteConfig().GetVirtualHosts()[0].GetRoutes()[0]
	if why, isRefusal := strings.CutPrefix(route.GetRoute().GetCluster(), "meshwork: "); isRefusal {
		if listener.GetDefaultFilterChain() != nil {
			return "refusing: " + why
		}
		for _, prefixes := range [][]*corev3.CidrRange{chain.GetFilterChainMatch().GetPrefixRanges(), chain.GetFilterChainMatch().GetSourcePrefixRanges()} {
			g.Expect(prefixes).To(HaveLen(1))
			g.Expect(prefixes[0].GetAddressPrefix()).To(Equal("255.255.255.255"))
			g.Expect(prefixes[0].GetPrefixLen().GetValue()).To(BeEquivalentTo(32))
		}
		return "closed: " + why
	}
	g.Expect(listener.GetDefaultFilterChain()).NotTo(BeNil())
	g.Expect(route.GetNonForwardingAction()).NotTo(BeNil())
	filters := manager.GetHttpFilters()
	g.Expect(filters[len(filters)-1].GetName()).To(Equal("envoy.filters.http.router"))
	socket := chain.GetTransportSocket()
	if socket == nil {
		g.Expect(filters).To(HaveLen(1))
		return "plaintext"
	}
	context := &tlsv3.DownstreamTlsContext{}
	g.Expect(socket.GetTypedConfig().UnmarshalTo(context)).To(Succeed())
	g.Expect(context.ValidateAll()).To(Succeed())
	g.Expect(context.GetRequireClientCertificate().GetValue()).To(BeTrue())
	checkProvider(g, context.GetCommonTlsContext())
	g.Expect(filters).To(HaveLen(2))
	return describedCallers(g, filters[0])
}

func checkProvider(g Gomega, common *tlsv3.CommonTlsContext) {
	g.Expect(common.GetTlsCertificateProviderInstance().GetInstanceName()).To(Equal("meshwork"))
	g.Expect(common.GetValidationContext().GetCaCertificateProviderInstance().GetInstanceName()).To(Equal("meshwork"))
}

func describedCallers(g Gomega, filter *hcmv3.HttpFilter) string {
	rules := &rbacfilterv3.RBAC{}
	g.Expect(filter.GetTypedConfig().UnmarshalTo(rules)).To(Succeed())
	g.Expect(rules.ValidateAll()).To(Succeed())
	g.Expect(rules.GetRules().GetAction()).To(Equal(rbacv3.RBAC_ALLOW))
	g.Expect(rules.GetRules().GetPolicies()).To(HaveLen(1))
	var callers []string
	for _, principal := range rules.GetRules().GetPolicies()["callers"].GetPrincipals() {
		name := principal.GetAuthenticated().GetPrincipalName()
		switch pattern := name.GetMatchPattern().(type) {
		case *matcherv3.StringMatcher_Exact:
			callers = append(callers, pattern.Exact)
		case *matcherv3.StringMatcher_Prefix:
			callers = append(callers, pattern.Prefix+"*")
		default:
			g.Expect(principal.GetNotId().GetAny()).To(BeTrue())
			callers = append(callers, "nobody")
		}
	}
	return strings.Join(callers, " ")
}

// FuzzPodServerOf parses names that servers make up. Those that name a server have a valid
// listener at the address that they name.
func FuzzPodServerOf(f *testing.F) {
	for _, name := range []string{
		webServer, adminServer, "meshwork.dev/server/", "meshwork.dev/server/a/b/c", "meshwork.dev/server/a/b/1.2.3.4:0", "meshwork.dev/server/a/b/:80",
		"meshwork.dev/server/a/b/[fe80::1%25eth0]:80", "meshwork.dev/server/a/b/[fe80::1%\xff]:80", "meshwork.dev/server/a/b/1.2.3.4:080", "meshwork.dev/server/a//1.2.3.4:80", "meshwork.dev/server/shop/web/x/1.2.3.4:80",
	} {
		f.Add(name)
	}
	services := []*resource.Service{resource.NewService(serverView("checkout", 8080, v1alpha1.MTLSModeAnnotation, "Strict"))}
	f.Fuzz(func(t *testing.T, name string) {
		server, found := resource.PodServerOf(name)
		if !found {
			return
		}
		if !slices.Equal(strings.SplitN(name, "/", 5)[2:4], []string{server.Pod.Namespace, server.Pod.Name}) {
			t.Errorf("%q is for the Pod %v", name, server.Pod)
		}
		server.Pod = types.NamespacedName{Namespace: "shop", Name: "web"}
		message, ok := server.Build(server.Protection(services), false).Message(withCertificates).(*listenerv3.Listener)
		if !ok {
			t.Fatalf("%q has no listener", name)
		}
		if err := message.ValidateAll(); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := resource.Encode(resource.Listener, message); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	})
}
