package clients_test

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

// secureClients open clients that use TLS if the xDS server requires it.
var secureClients = map[string]func(t *testing.T, name, bootstrap string) client{
	grpcGo: func(t *testing.T, name, bootstrap string) client {
		return openGoSecured(t, name, bootstrap, clientCredentials(t))
	},
	core:   func(t *testing.T, name, bootstrap string) client { return openCoreWith(t, name, bootstrap) },
	grpcJS: func(t *testing.T, name, bootstrap string) client { return openJSWith(t, name, bootstrap) },
}

// secureServers start servers that use TLS if the xDS server requires it. Servers with grpc-js
// cannot.
var secureServers = map[string]func(m *mesh, of files) *pod{
	grpcGo: func(m *mesh, of files) *pod { return m.startServer("a", of) },
	core: func(m *mesh, of files) *pod {
		at := placeOf(m.t, "a")
		m.startCore(at, of)
		return at
	},
}

// A company's CA has signed the CA of the mesh. All libraries accept the root that the signer
// publishes, also of peers that still have the company's root from an earlier version, and
// accept nothing that another CA of the company signs.
func TestCAThatACompanyHasSigned(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name                     string
		clientIsOld, serverIsOld bool
		clientIsOther            bool
	}{
		{name: "both have the root of the mesh"},
		{name: "the client has the company's root", clientIsOld: true},
		{name: "the server has the company's root", serverIsOld: true},
		{name: "the client is of another CA of the company", clientIsOther: true},
	} {
		for server, start := range secureServers {
			for client, open := range secureClients {
				t.Run(test.name+"/"+client+" to "+server, func(t *testing.T) {
					t.Parallel()
					g, mesh := NewWithT(t), newMesh(t)
					company := mesh.ca
					mesh.ca = company.signCA("mesh-ca")
					rootOf := func(isOld bool) []*kit.Authority {
						if isOld {
							return authorities([]*authority{company})
						}
						return authorities([]*authority{mesh.ca.published()})
					}
					ofServer, ofClient, signer := newFiles(t), newFiles(t), mesh.ca
					mesh.issueTo(mesh.ca, ofServer, kit.Certificate{Name: resourcetest.Identity("shop", "checkout"), Roots: rootOf(test.serverIsOld)})
					if test.clientIsOther {
						signer = company.signCA("other")
					}
					mesh.issueTo(signer, ofClient, kit.Certificate{Name: resourcetest.Identity("shop", "cart"), Roots: rootOf(test.clientIsOld)})
					serving := start(mesh, ofServer)
					mesh.expose(strictly(), serving)
					known := newFiles(t)
					mesh.issueTo(mesh.ca, known, kit.Certificate{Name: resourcetest.Identity("shop", "cart"), Roots: rootOf(test.clientIsOld)})
					g.Eventually(calling(mesh.open(known)), patience).Should(Succeed(), "the server is ready")

					caller := open(t, "checkout.shop:80", string(mesh.bootstrap("client", ofClient)))
					if test.clientIsOther {
						g.Expect(status.Code(calling(caller)())).To(Equal(codes.Unavailable))
						return
					}
					g.Eventually(calling(caller), patience).Should(Succeed())
				})
			}
		}
	}
}

// No client accepts a server whose certificate another CA of the company has signed.
func TestServerOfAnotherCAOfTheCompany(t *testing.T) {
	t.Parallel()
	for client, open := range secureClients {
		t.Run(client, func(t *testing.T) {
			t.Parallel()
			g, mesh := NewWithT(t), newMesh(t)
			company := mesh.ca
			mesh.ca = company.signCA("mesh-ca")
			roots := authorities([]*authority{mesh.ca.published()})
			ofServer, ofOther, ofClient := newFiles(t), newFiles(t), newFiles(t)
			mesh.issueTo(mesh.ca, ofServer, kit.Certificate{Name: resourcetest.Identity("shop", "checkout"), Roots: roots})
			mesh.issueTo(company.signCA("other"), ofOther, kit.Certificate{Name: resourcetest.Identity("shop", "checkout"), Roots: roots})
			mesh.issueTo(mesh.ca, ofClient, kit.Certificate{Name: resourcetest.Identity("shop", "cart"), Roots: roots})
			known, other := mesh.startServer("a", ofServer), mesh.startServer("b", ofOther)
			mesh.expose(strictly(), known)
			caller := open(t, "checkout.shop:80", string(mesh.bootstrap("client", ofClient)))
			g.Eventually(calling(caller), patience).Should(Succeed())
			mesh.expose(strictly(), other)
			g.Eventually(func() codes.Code { return status.Code(calling(caller)()) }, patience).Should(Equal(codes.Unavailable))
			g.Expect(other.calls.Load()).To(BeZero())
		})
	}
}

// signCA returns a CA whose certificate the authority has signed.
func (a *authority) signCA(name string) *authority {
	a.t.Helper()
	signed, err := a.NewIntermediate(name)
	if err != nil {
		a.t.Fatal(err)
	}
	return &authority{signed, a.t}
}

// published returns the root that the signer publishes for the CA, as an authority.
func (a *authority) published() *authority {
	a.t.Helper()
	secret, err := a.Secret("meshwork-system", "mesh-ca")
	if err != nil {
		a.t.Fatal(err)
	}
	parsed, problem := identity.ParseAuthority(secret, identity.Domains{Trust: "default", Cluster: "cluster.local"}, time.Now())
	if problem != nil {
		a.t.Fatal(problem.Message)
	}
	secret.Data[corev1.TLSCertKey] = []byte(identity.EncodeCertificates(parsed.Root()))
	root, err := kit.AuthorityFrom(secret)
	if err != nil {
		a.t.Fatal(err)
	}
	return &authority{root, a.t}
}
