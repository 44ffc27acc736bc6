package clients_test

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	xdscredentials "google.golang.org/grpc/credentials/xds"
	"google.golang.org/grpc/xds"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

// mesh is a world whose Mesh default issues certificates. Its gRPC servers and clients are
// configured by xDS.
type mesh struct {
	*world
	t     *testing.T
	plane *controlPlane
	ca    *authority
	// features are additional features of the server in bootstraps.
	features []string
}

func newMesh(t *testing.T) *mesh {
	world := newWorld()
	return &mesh{world: world, t: t, plane: world.serve(t), ca: newAuthority(t, "mesh")}
}

// strictly is a Service that needs mutual TLS, though its Mesh is permissive.
func strictly(annotations ...string) *corev1.Service {
	return service("checkout", append(annotations, v1alpha1.MTLSModeAnnotation, "Strict")...)
}

// allowing is a Service that only these callers may call.
func allowing(callers string) *corev1.Service {
	return service("checkout", v1alpha1.AllowedCallersAnnotation, callers)
}

// expose sets a Service, whose Pods have a certificate of the ServiceAccount shop/checkout on
// record.
func (m *mesh) expose(service *corev1.Service, pods ...*pod) resource.View {
	view := m.viewOf(service, pods...)
	m.set(view)
	return view
}

func (m *mesh) viewOf(service *corev1.Service, pods ...*pod) resource.View {
	view := viewOf(service, pods...)
	view.Mesh = resourcetest.MeshWithCertificates
	view.Certificate = resourcetest.Certificates("shop", "checkout")
	return view
}

// exposeAs is expose for another strict Service.
func (m *mesh) exposeAs(name string, pods ...*pod) {
	m.expose(service(name, v1alpha1.MTLSModeAnnotation, "Strict"), pods...)
}

// issue returns the files of a Pod with a certificate of the mesh.
func (m *mesh) issue(account string) files {
	issued := newFiles(m.t)
	m.ca.issue(resourcetest.Identity("shop", account), issued)
	return issued
}

// bootstrap returns the bootstrap of a Pod in the namespace shop. Without files, it has no
// certificate.
func (m *mesh) bootstrap(pod string, of files) []byte {
	key := types.NamespacedName{Namespace: "shop", Name: pod}
	client := xdsbootstrap.Client{
		Server: m.plane.address, Credentials: xdsbootstrap.Insecure, Node: xdsbootstrap.Node{ID: key.String()}, Pod: key,
	}
	if of.certificate != "" {
		client.Mesh = &xdsbootstrap.MeshFiles{Certificate: of.certificate, PrivateKey: of.key, Roots: of.authority}
	}
	content, err := client.JSON()
	if err != nil {
		m.t.Fatal(err)
	}
	text := strings.Replace(string(content), `"refresh_interval": "10s"`, `"refresh_interval": "0.1s"`, 1)
	for _, feature := range m.features {
		text = strings.Replace(text, `"server_features": [`, fmt.Sprintf(`"server_features": [%q,`, feature), 1)
	}
	return []byte(text)
}

// startServer starts a Pod whose server is configured by xDS.
func (m *mesh) startServer(name string, of files) *pod {
	m.t.Helper()
	return startWith(m.t, name, ipv4Loopback, m.newServer(name, of))
}

// startGo starts such a server at the place of a Pod.
func (m *mesh) startGo(at *pod, of files) {
	m.t.Helper()
	at.serve(m.t, listen(m.t, at.endpointAddress()), m.newServer(at.name, of))
}

func (m *mesh) newServer(name string, of files) grpcServer {
	m.t.Helper()
	credentials, err := xdscredentials.NewServerCredentials(xdscredentials.ServerOptions{FallbackCreds: insecure.NewCredentials()})
	if err != nil {
		m.t.Fatal(err)
	}
	quiet := xds.ServingModeCallback(func(net.Addr, xds.ServingModeChangeArgs) {})
	server, err := xds.NewGRPCServer(grpc.Creds(credentials), quiet, xds.BootstrapContentsForTesting(m.bootstrap(name, of)))
	if err != nil {
		m.t.Fatal(err)
	}
	return server
}

// placeOf returns the address at which a program will listen in place of a Pod.
func placeOf(t *testing.T, name string) *pod {
	return newPod(name, netip.MustParseAddrPort(freeAddress(t)))
}

// open returns a client of shop/checkout.
func (m *mesh) open(of files) goClient { return m.openTo("checkout.shop:80", of) }

func (m *mesh) openTo(name string, of files) goClient {
	m.t.Helper()
	return openGoSecured(m.t, name, string(m.bootstrap("client", of)), clientCredentials(m.t))
}

// clientCredentials returns credentials that use TLS if the xDS server requires it.
func clientCredentials(t *testing.T) credentials.TransportCredentials {
	of, err := xdscredentials.NewClientCredentials(xdscredentials.ClientOptions{FallbackCreds: insecure.NewCredentials()})
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// trust replaces the roots of the owners of the files.
func trust(t *testing.T, roots []*authority, owners ...files) {
	for _, owner := range owners {
		if err := kit.WriteRoots(owner.directory, authorities(roots)...); err != nil {
			t.Fatal(err)
		}
	}
}

func authorities(of []*authority) []*kit.Authority {
	var all []*kit.Authority
	for _, each := range of {
		all = append(all, each.Authority)
	}
	return all
}

// dial returns a client of a Pod that knows no xDS.
func dial(t *testing.T, to *pod) goClient {
	channel, err := grpc.NewClient(to.endpointAddress(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = channel.Close() })
	return goClient{channel}
}

// endpointAddress is the address at which the Pod listens.
func (p *pod) endpointAddress() string {
	return net.JoinHostPort(p.addresses[0], strconv.Itoa(int(p.port)))
}
