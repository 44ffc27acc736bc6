package clients_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

func TestMutualTLS(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	mesh.expose(strictly(), mesh.startServer("a", mesh.issue("checkout")), mesh.startServer("b", mesh.issue("checkout")))
	client := mesh.open(mesh.issue("cart"))
	g.Eventually(client.caller, patience).Should(Equal(resourcetest.Identity("shop", "cart")))
	g.Eventually(answering(client, 12), patience).Should(Equal(map[string]int{"a": 6, "b": 6}))
}

// Clients in other languages present their certificates, and refuse servers of another
// ServiceAccount.
func TestMutualTLSInOtherLanguages(t *testing.T) {
	t.Parallel()
	for implementation, open := range map[string]func(t *testing.T, name, bootstrap string) *program{grpcJS: openJSWith, core: openCoreWith} {
		t.Run(implementation, func(t *testing.T) {
			t.Parallel()
			g, mesh := NewWithT(t), newMesh(t)
			own, imposter := mesh.startServer("a", mesh.issue("checkout")), mesh.startServer("b", mesh.issue("wish"))
			mesh.expose(service("checkout"), own)
			allowed := open(t, "checkout.shop:80", string(mesh.bootstrap("client", mesh.issue("cart"))))
			g.Eventually(answering(allowed, 1), patience).Should(HaveKey("a"))
			mesh.expose(allowing("shop/cart"), own)
			g.Eventually(answering(allowed, 1), patience).Should(HaveKey("a"), "with TLS")
			other := open(t, "checkout.shop:80", string(mesh.bootstrap("other", mesh.issue("wish"))))
			g.Eventually(func() codes.Code { return status.Code(calling(other)()) }, patience).Should(Equal(codes.PermissionDenied))
			without := open(t, "checkout.shop:80", string(mesh.bootstrap("without", files{})))
			g.Eventually(calling(without), patience).Should(MatchError(ContainSubstring("this client has no certificate")))

			mesh.expose(allowing("shop/cart"), imposter)
			g.Eventually(func() codes.Code { return status.Code(calling(allowed)()) }, patience).Should(Equal(codes.Unavailable))
			g.Expect(imposter.calls.Load()).To(BeZero())
			mesh.expose(service("checkout"), own)
			g.Eventually(answering(allowed, 1), patience).Should(HaveKey("a"), "without TLS again")
		})
	}
}

// Servers with C-core are protected as those with grpc-go are. Those with grpc-js serve only
// without TLS, and not while a Service is strict.
func TestServersInOtherLanguages(t *testing.T) {
	t.Parallel()
	for implementation, start := range map[string]func(m *mesh, at *pod, of files){grpcJS: (*mesh).startJS, core: (*mesh).startCore} {
		t.Run(implementation, func(t *testing.T) {
			t.Parallel()
			g, mesh := NewWithT(t), newMesh(t)
			server := placeOf(t, "a")
			start(mesh, server, mesh.issue("checkout"))
			mesh.expose(service("checkout"), server)
			plaintext := dial(t, server)
			g.Eventually(calling(plaintext), patience).Should(Succeed())

			mesh.expose(allowing("shop/cart"), server)
			g.Eventually(calling(plaintext), patience).ShouldNot(Succeed())
			cart, wish := mesh.open(mesh.issue("cart")), mesh.open(mesh.issue("wish"))
			if implementation == grpcJS {
				g.Consistently(calling(cart), "500ms").ShouldNot(Succeed())
			} else {
				g.Eventually(answering(cart, 1), patience).Should(HaveKey("a"))
				g.Expect(status.Code(calling(wish)())).To(Equal(codes.PermissionDenied))
			}
			g.Expect(calling(plaintext)()).NotTo(Succeed())
			mesh.expose(service("checkout"), server)
			g.Eventually(calling(plaintext), patience).Should(Succeed(), "without TLS again")
			g.Eventually(calling(wish), patience).Should(Succeed())
		})
	}
}

func TestStrictMesh(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	view := mesh.expose(service("checkout"), mesh.startServer("a", mesh.issue("checkout")))
	client := mesh.open(mesh.issue("cart"))
	g.Eventually(client.caller, patience).Should(Equal("plaintext"), "while the Mesh is permissive")
	view.Mesh = resourcetest.StrictMesh
	mesh.set(view)
	g.Eventually(client.caller, patience).Should(Equal(resourcetest.Identity("shop", "cart")))
}

// Each stranger is refused, by the client or by the server.
func TestStrangers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		// server and client change the certificate of one side.
		server, client func(m *mesh, of files)
		without        bool
		code           codes.Code
		refused        string
	}{
		{name: "client without a certificate", without: true,
			code: codes.Unavailable, refused: "this client has no certificate"},
		{name: "client with a certificate of another authority", client: func(m *mesh, of files) { m.issueBy(newAuthority(m.t, "other"), of, "cart") },
			code: codes.Unavailable, refused: "tls: certificate required"},
		{name: "client with a certificate of an authority with the same name", client: func(m *mesh, of files) { m.issueBy(newAuthority(m.t, "mesh"), of, "cart") },
			code: codes.Unavailable, refused: "remote error: tls: "},
		{name: "client with an expired certificate", client: func(m *mesh, of files) { m.issueExpired(of, "cart") },
			code: codes.Unavailable, refused: "expired certificate"},
		{name: "client of another trust domain", client: func(m *mesh, of files) { m.ca.issue("spiffe://other/ns/shop/sa/cart", of) },
			code: codes.PermissionDenied, refused: "did not match an allow policy"},
		{name: "server with a certificate of another authority", server: func(m *mesh, of files) { m.issueBy(newAuthority(m.t, "other"), of, "checkout") },
			code: codes.Unavailable, refused: "certificate signed by unknown authority"},
		{name: "server with an expired certificate", server: func(m *mesh, of files) { m.issueExpired(of, "checkout") },
			code: codes.Unavailable, refused: "certificate has expired"},
		{name: "server of another ServiceAccount", server: func(m *mesh, of files) { m.ca.issue(resourcetest.Identity("shop", "wish"), of) },
			code: codes.Unavailable, refused: "do not match any of the accepted SANs"},
		{name: "server with the same ServiceAccount in another namespace",
			server: func(m *mesh, of files) { m.ca.issue(resourcetest.Identity("store", "checkout"), of) },
			code:   codes.Unavailable, refused: "do not match any of the accepted SANs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g, mesh := NewWithT(t), newMesh(t)
			ofServer, ofClient := mesh.issue("checkout"), mesh.issue("cart")
			if test.server != nil {
				test.server(mesh, ofServer)
			}
			if test.client != nil {
				test.client(mesh, ofClient)
			}
			if test.without {
				ofClient = files{}
			}
			mesh.expose(strictly(), mesh.startServer("a", ofServer))
			client := mesh.open(ofClient)
			g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring(test.refused)))
			g.Expect(status.Code(calling(client)())).To(Equal(test.code))
		})
	}
}

func (m *mesh) issueBy(ca *authority, to files, account string) {
	m.issueTo(ca, to, kit.Certificate{Name: resourcetest.Identity("shop", account), Roots: []*kit.Authority{m.ca.Authority}})
}

func (m *mesh) issueExpired(to files, account string) {
	m.issueTo(m.ca, to, kit.Certificate{Name: resourcetest.Identity("shop", account), Lifetime: -time.Minute})
}

func (m *mesh) issueTo(ca *authority, to files, of kit.Certificate) {
	if err := ca.IssueTo(to.directory, of); err != nil {
		m.t.Fatal(err)
	}
}

// Clients that do not use the xDS server, or ignore its TLS settings, are refused too.
func TestPlaintextIsRefused(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	server := mesh.startServer("a", mesh.issue("checkout"))
	mesh.expose(strictly(), server)
	g.Eventually(calling(mesh.open(mesh.issue("cart"))), patience).Should(Succeed())
	ignoring := openGoSecured(t, "checkout.shop:80", string(mesh.bootstrap("client", mesh.issue("cart"))), insecure.NewCredentials())
	g.Expect(status.Code(calling(ignoring)())).To(Equal(codes.Unavailable))
	g.Expect(server.calls.Load()).To(BeNumerically("==", 1))
}

func TestAllowedCallers(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	server := mesh.startServer("a", mesh.issue("checkout"))
	mesh.expose(allowing("shop/cart"), server)
	cart, wish := mesh.open(mesh.issue("cart")), mesh.open(mesh.issue("wish"))
	denied := func(c client) func() codes.Code { return func() codes.Code { return status.Code(calling(c)()) } }

	g.Eventually(calling(cart), patience).Should(Succeed())
	g.Expect(denied(wish)()).To(Equal(codes.PermissionDenied))
	mesh.expose(allowing("shop/*"), server)
	g.Eventually(calling(wish), patience).Should(Succeed())
	mesh.expose(allowing("shop/wish, store/*"), server)
	g.Eventually(denied(cart), patience).Should(Equal(codes.PermissionDenied))
	g.Expect(calling(wish)()).To(Succeed())
	mesh.expose(allowing("shop wish"), server)
	g.Eventually(denied(wish), patience).Should(Equal(codes.PermissionDenied), "nobody is allowed")
	mesh.expose(strictly(), server)
	g.Eventually(calling(cart), patience).Should(Succeed())
	g.Eventually(calling(wish), patience).Should(Succeed())
}

// A server never serves without TLS before it knows its Services.
func TestServerWaitsForItsService(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	server := mesh.startServer("a", mesh.issue("checkout"))
	plaintext := dial(t, server)
	g.Consistently(calling(plaintext), "500ms").ShouldNot(Succeed())
	mesh.expose(service("checkout"), server.unready())
	g.Eventually(calling(plaintext), patience).Should(Succeed(), "a Pod that is not ready is an endpoint")
	mesh.expose(strictly(), server)
	g.Eventually(calling(plaintext), patience).ShouldNot(Succeed())
	mesh.remove(checkout)
	g.Consistently(calling(plaintext), "500ms").ShouldNot(Succeed())
	mesh.expose(service("checkout"), server)
	g.Eventually(calling(plaintext), patience).Should(Succeed())
}

// A server that would refuse its listener would go on without TLS.
func TestServerWithoutCertificates(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	server := mesh.startServer("a", files{})
	mesh.expose(service("checkout"), server)
	plaintext := dial(t, server)
	g.Eventually(calling(plaintext), patience).Should(Succeed())
	mesh.expose(strictly(), server)
	g.Eventually(calling(plaintext), patience).ShouldNot(Succeed())
	g.Consistently(calling(plaintext), "500ms").ShouldNot(Succeed())
}

func TestPodsWithoutCertificates(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	server := mesh.startServer("a", mesh.issue("checkout"))
	view := mesh.expose(strictly(), server)
	known := view.Certificate
	view.Certificate = nil
	mesh.set(view)
	client := mesh.open(mesh.issue("cart"))
	g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring(
		"Service shop/checkout requires mutual TLS, but no Pod of it has a certificate of Mesh default")))
	view.Certificate = known
	mesh.set(view)
	g.Eventually(calling(client), patience).Should(Succeed())
	view.Mesh = resourcetest.AnyMesh
	mesh.set(view)
	g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring("but Mesh default issues no certificates")))
}

// gRPC cannot accept TLS and plaintext at one port. While the mode changes, calls wait until
// both sides know it; some may fail, and retries help.
func TestModeChangesUnderLoad(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	retries := []string{v1alpha1.RetriesAnnotation, "4"}
	pods := []*pod{mesh.startServer("a", mesh.issue("checkout")), mesh.startServer("b", mesh.issue("checkout"))}
	mesh.expose(service("checkout", retries...), pods...)
	client := mesh.open(mesh.issue("cart"))
	g.Eventually(client.caller, patience).Should(Equal("plaintext"))

	calls := begin(t, client)
	for range 5 {
		mesh.expose(strictly(retries...), pods...)
		g.Eventually(client.caller, patience).Should(Equal(resourcetest.Identity("shop", "cart")))
		mesh.expose(service("checkout", retries...), pods...)
		g.Eventually(client.caller, patience).Should(Equal("plaintext"))
	}
	failures := calls.failures()
	t.Logf("%d of %d calls failed while the mode changed 10 times", len(failures), calls.calls.Load())
	for _, failure := range failures {
		t.Log(failure)
	}
}

// While calls go on, the certificates of both sides are replaced, and then the authority: its
// root is trusted first, then it signs, then the old root is removed.
func TestCertificatesOfTheMeshAreReplaced(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	old, next := mesh.ca, newAuthority(t, "next")
	ofServer, ofClient := mesh.issue("checkout"), mesh.issue("cart")
	server := mesh.startServer("a", ofServer)
	mesh.expose(strictly(), server)
	client := mesh.open(ofClient)
	g.Eventually(calling(client), patience).Should(Succeed())
	calls := begin(t, client)

	replace := func(ca *authority, roots ...*authority) {
		mesh.issueTo(ca, ofServer, kit.Certificate{Name: resourcetest.Identity("shop", "checkout"), Roots: authorities(roots)})
		mesh.issueTo(ca, ofClient, kit.Certificate{Name: resourcetest.Identity("shop", "cart"), Roots: authorities(roots)})
	}
	// A new listener makes the server close its connections, so that the next handshake uses the
	// present files. Each one differs from the one before, even if the server has not received that
	// yet.
	services := []*corev1.Service{strictly(v1alpha1.AllowedCallersAnnotation, "shop/*"), strictly()}
	reconnect := func() {
		mesh.expose(services[0], server)
		slices.Reverse(services)
	}
	serial := serialOf(server.endpointAddress())
	replace(old, old)
	g.Eventually(func() string { return serialOf(server.endpointAddress()) }, patience).ShouldNot(Equal(serial))
	reconnect()

	withNext := newFiles(t)
	mesh.issueTo(next, withNext, kit.Certificate{Name: resourcetest.Identity("shop", "checkout"), Roots: authorities([]*authority{old, next})})
	mesh.exposeAs("probe", mesh.startServer("probe", withNext))
	trust(t, []*authority{old, next}, ofServer, ofClient)
	g.Eventually(calling(mesh.openTo("probe.shop:80", ofClient)), patience).Should(Succeed(), "clients trust the new root")
	g.Eventually(calling(mesh.open(withNext)), patience).Should(Succeed(), "servers trust the new root")
	replace(next, old, next)
	g.Eventually(func() string { return issuerOf(server.endpointAddress()) }, patience).Should(Equal("next"))
	g.Eventually(func() string {
		reconnect()
		return client.issuer()
	}, patience).Should(Equal("next"))

	withOld := mesh.issue("checkout")
	trust(t, []*authority{old, next}, withOld)
	trust(t, []*authority{next}, ofServer, ofClient)
	g.Eventually(func() error { return calling(mesh.open(withOld))() }, patience).ShouldNot(Succeed(), "the old root is not trusted any more")
	reconnect()
	before := calls.calls.Load()
	g.Eventually(calls.calls.Load, patience).Should(BeNumerically(">", before+200))
	g.Expect(calls.failures()).To(BeEmpty())
	t.Logf("%d calls", calls.calls.Load())
}

// issuer returns the issuer of the client's certificate in the server's answer.
func (c goClient) issuer() string {
	header, err := c.headerOf(request{})
	if err != nil {
		return err.Error()
	}
	return strings.Join(header.Get(issuerHeader), "")
}
