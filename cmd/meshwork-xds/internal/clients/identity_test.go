package clients_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
)

func TestClientsWithCertificates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, refused string }{
		{name: "cart"},
		{name: "spiffe://cluster.local/ns/shop/sa/cart"},
		{name: "system:admin", refused: "has neither the SPIFFE ID of a ServiceAccount nor a common name that is a user"},
		{name: "", refused: "has neither the SPIFFE ID"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, world, ca := NewWithT(t), newWorld(), newAuthority(t, "ca")
			world.set(viewOf(service("checkout"), start(t, "a")))
			ofServer, ofClient := newFiles(t), newFiles(t)
			ca.issue("server", ofServer)
			ca.issue(test.name, ofClient)
			plane := world.serve(t, secured(t, ofServer))
			client := openGoWith(t, "checkout.shop:80", secureBootstrap(t, plane.secureAddress, ofClient, ""))
			if test.refused == "" {
				g.Eventually(calling(client), patience).Should(Succeed())
				return
			}
			g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring(test.refused)))
			g.Expect(plane.metric("meshwork_xds_rejected_streams_total")).To(BeNumerically(">", 0))
		})
	}
}

// The roots of the meshes arrive after the server has started, and are read again. A certificate of
// a client CA still stands for a ServiceAccount.
func TestClientsWithCertificatesOfAMesh(t *testing.T) {
	t.Parallel()
	g, world, ca, mesh := NewWithT(t), newWorld(), newAuthority(t, "ca"), newAuthority(t, "mesh")
	world.set(viewOf(service("checkout"), start(t, "a")))
	ofServer, ofClient := newFiles(t), newFiles(t)
	ca.issue("server", ofServer)
	mesh.issueTrusting(resourcetest.Identity("shop", "cart"), ofClient, ca)
	roots := newFiles(t)
	plane := world.serve(t, securedBy(t, server.Files{
		Certificate: ofServer.certificate, Key: ofServer.key, ClientCA: ofServer.authority, MeshRoots: roots.authority,
	}))
	open := func() client {
		return openGoWith(t, "checkout.shop:80", secureBootstrap(t, plane.secureAddress, ofClient, ""))
	}
	g.Expect(calling(open())()).NotTo(Succeed())
	trust(t, []*authority{newAuthority(t, "other"), mesh}, roots)
	// A connection keeps the identity that it began with.
	g.Eventually(func() error { return calling(open())() }, patience, "1s").Should(Succeed())
	g.Expect(userOf(t, plane.secureAddress, ofClient)).To(ContainSubstring("spiffe://default/ns/shop/sa/cart asks for all resources"))

	known := newFiles(t)
	ca.issue(resourcetest.Identity("shop", "cart"), known)
	g.Expect(userOf(t, plane.secureAddress, known)).To(ContainSubstring("system:serviceaccount:shop:cart asks for all resources"))
}

// userOf asks for everything, and returns the error, which names the user.
func userOf(t *testing.T, address string, of files) string {
	channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(credentialsOf(t, of)))
	if err != nil {
		t.Fatal(err)
	}
	defer channel.Close()
	stream, err := discoveryv3.NewAggregatedDiscoveryServiceClient(channel).StreamAggregatedResources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&discoveryv3.DiscoveryRequest{TypeUrl: resource.Cluster.TypeURL(), ResourceNames: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	_, err = stream.Recv()
	return fmt.Sprint(err)
}

// The server reads from the token on which Node, and so in which zone, the client is.
func TestClientsWithTokens(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, token, refused string }{
		{name: "valid", token: cartToken},
		{name: "invalid", token: cartToken + "x", refused: "the token is not valid for the audience meshwork.dev/xds"},
		{name: "none", refused: "present a client certificate, or the token of a ServiceAccount"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, world, ca := NewWithT(t), newWorld(), newAuthority(t, "ca")
			pods := startPods(t, 2)
			pods[0].hints, pods[1].hints = []string{zoneOfNode("elsewhere")}, []string{zoneOfNode("worker")}
			world.set(viewOf(service("checkout"), pods...))
			ofServer := newFiles(t)
			ca.issue("server", ofServer)
			plane := world.serve(t, secured(t, ofServer))
			credentials := ""
			if test.token != "" {
				file := filepath.Join(t.TempDir(), "token")
				g.Expect(os.WriteFile(file, []byte(test.token), 0o600)).To(Succeed())
				credentials = fmt.Sprintf(`, "call_creds": [{"type": "jwt_token_file", "config": {"jwt_token_file": %q}}]`, file)
			}
			bootstrap := secureBootstrap(t, plane.secureAddress, files{authority: ofServer.authority}, credentials)
			client := openGoProgram(t, "checkout.shop:80", bootstrap, "GRPC_EXPERIMENTAL_XDS_BOOTSTRAP_CALL_CREDS=true")
			if test.refused == "" {
				g.Eventually(answering(client, 4), patience).Should(Equal(map[string]int{"b": 4}), "the token tells the zone")
				return
			}
			g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring(test.refused)))
		})
	}
}

// The server, the client and the authority get new certificates. Nothing of the old
// authority is trusted afterwards.
func TestCertificatesAreRenewed(t *testing.T) {
	t.Parallel()
	g, world, ca := NewWithT(t), newWorld(), newAuthority(t, "old")
	pods := startPods(t, 2)
	world.set(viewOf(service("checkout"), pods[0]))
	ofServer, ofClient := newFiles(t), newFiles(t)
	ca.issue("server", ofServer)
	ca.issue("cart", ofClient)
	plane := world.serve(t, secured(t, ofServer))
	between := forward(t, plane.secureAddress)
	client := openGoWith(t, "checkout.shop:80", secureBootstrap(t, between.address, ofClient, ""))
	g.Expect(calling(client)()).To(Succeed())
	calls := begin(t, client)

	ca = newAuthority(t, "new")
	ca.issue("server", ofServer)
	ca.issue("cart", ofClient)
	g.Eventually(func() string { return issuerOf(plane.secureAddress) }, patience).Should(Equal("new"))
	between.cut()
	world.set(viewOf(service("checkout"), pods...))
	g.Eventually(pods[1].calls.Load, patience).Should(BeNumerically(">", 0))
	g.Expect(calls.failures()).To(BeEmpty())
}

// issuerOf returns the issuer of a server's certificate, or the error of the connection.
func issuerOf(address string) string {
	return read(address, func(of *x509.Certificate) string { return of.Issuer.CommonName })
}

func serialOf(address string) string {
	return read(address, func(of *x509.Certificate) string { return of.SerialNumber.String() })
}

func read(address string, what func(*x509.Certificate) string) string {
	connection, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // it reads the certificate only
	if err != nil {
		return err.Error()
	}
	defer connection.Close()
	return what(connection.ConnectionState().PeerCertificates[0])
}
