package kit

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

const (
	// XDSServiceAccount is the ServiceAccount of the xDS server.
	XDSServiceAccount = "meshwork-xds"
	// XDSServerName is in the certificate of the xDS server.
	XDSServerName = "meshwork-xds.meshwork-system.svc"
)

// XDS is a process of the xDS server, with the configuration of its clients.
type XDS struct {
	*cluster.Process
	// Address is the address for clients, which connect with TLS.
	Address string
	// CertificateFlags name the files with the certificates of the server, and of the authority of its clients.
	CertificateFlags []string
	// SubscriptionsAddress serves the list of clients and their subscriptions.
	SubscriptionsAddress string
	// Client is a client with a certificate.
	Client xdsbootstrap.Client
	// Bootstrap is the file with its bootstrap, for the variable GRPC_XDS_BOOTSTRAP.
	Bootstrap string
	start     func() (*cluster.Process, error)
}

// StartAgain starts the server at the same addresses, after it has ended.
func (x *XDS) StartAgain() (err error) {
	x.Process, err = x.start()
	return err
}

// StartXDS starts the xDS server's binary outside a cluster, with the rights of its
// ServiceAccount, as inside. The process ends with the cluster.
func StartXDS(ctx context.Context, kubernetes *cluster.Cluster, flags ...string) (*XDS, error) {
	return StartXDSIn(ctx, kubernetes, filepath.Join(kubernetes.LogDir(), "xds"), flags...)
}

// StartXDSIn starts a server with its own directory for the certificates of a new authority. Clients
// keep certificates in memory, by their paths.
func StartXDSIn(ctx context.Context, kubernetes *cluster.Cluster, directory string, flags ...string) (*XDS, error) {
	kubeconfig := filepath.Join(kubernetes.LogDir(), "xds.kubeconfig")
	if err := kubernetes.ServiceAccountKubeconfig(ctx, SystemNamespace, XDSServiceAccount, kubeconfig); err != nil {
		return nil, err
	}
	address, err := cluster.FreeAddress()
	if err != nil {
		return nil, err
	}
	started, err := PrepareXDS(directory, address)
	if err != nil {
		return nil, err
	}
	if started.SubscriptionsAddress, err = cluster.FreeAddress(); err != nil {
		return nil, err
	}
	args := slices.Concat(started.CertificateFlags, []string{
		"--kubeconfig=" + kubeconfig,
		"--bind-address=" + started.Address,
		"--subscriptions-bind-address=" + started.SubscriptionsAddress,
		"--metrics-bind-address=0",
		"--health-probe-bind-address=0",
	}, flags)
	started.start = func() (*cluster.Process, error) {
		return kubernetes.StartProcess("meshwork-xds", Path("bin", "meshwork-xds"), args...)
	}
	if err := started.StartAgain(); err != nil {
		return nil, err
	}
	return started, nil
}

// PrepareXDS issues the certificates of a server with an address, and of its clients, and does not
// start the server.
func PrepareXDS(directory, address string) (*XDS, error) {
	directory, err := filepath.Abs(directory)
	if err != nil {
		return nil, err
	}
	server, client := filepath.Join(directory, "server"), filepath.Join(directory, "client")
	if err := issueXDSCertificates(server, client); err != nil {
		return nil, err
	}
	prepared := &XDS{
		Address: address, Client: clientOf(address, client), Bootstrap: filepath.Join(directory, "bootstrap.json"),
		CertificateFlags: []string{
			"--tls-cert-file=" + filepath.Join(server, certificateFile),
			"--tls-private-key-file=" + filepath.Join(server, keyFile),
			"--client-ca-file=" + filepath.Join(server, caFile),
		},
	}
	return prepared, writeBootstrap(prepared.Bootstrap, prepared.Client)
}

// Greeter is a process that plays the Pods of the image example/greeter.
type Greeter struct {
	*cluster.Process
	// Bootstrap is the file with the bootstrap of a Pod with a certificate, for the variable
	// GREETER_BOOTSTRAP.
	Bootstrap string
}

// StartGreeter starts a process that plays the Pods of the image example/greeter, and the
// kubelets of Pods with certificates, with the rights of an administrator. It ends with the
// cluster. The variable GREETER_NETWORK separates it from the greeters of other clusters: see
// cluster.LoopbackNetwork.
func StartGreeter(kubernetes *cluster.Cluster, server *XDS) (*Greeter, error) {
	kubeconfig := filepath.Join(kubernetes.LogDir(), "greeter.kubeconfig")
	if err := kubernetes.WriteKubeconfig(kubeconfig); err != nil {
		return nil, err
	}
	volumes, err := filepath.Abs(filepath.Join(kubernetes.LogDir(), "volumes"))
	if err != nil {
		return nil, err
	}
	started := &Greeter{Bootstrap: filepath.Join(filepath.Dir(server.Bootstrap), "pod-bootstrap.json")}
	if err := writeBootstrap(started.Bootstrap, podOf(server.Client, volumes)); err != nil {
		return nil, err
	}
	started.Process, err = kubernetes.StartProcess("greeter", Path("bin", "greeter"), "serve",
		"--kubeconfig="+kubeconfig, "--bootstrap="+started.Bootstrap, "--volumes="+volumes)
	return started, err
}

// podOf returns the client configuration of a Pod whose certificate config/xds-injection
// mounts.
func podOf(known xdsbootstrap.Client, volumes string) xdsbootstrap.Client {
	const namespace, name = "$(MESHWORK_POD_NAMESPACE)", "$(MESHWORK_POD_NAME)"
	directory := filepath.Join(volumes, namespace, name, "meshwork-xds")
	known.Node.ID = namespace + "/" + name
	known.Pod = types.NamespacedName{Namespace: namespace, Name: name}
	known.Mesh = &xdsbootstrap.MeshFiles{
		Certificate: filepath.Join(directory, "mesh.crt"), PrivateKey: filepath.Join(directory, "mesh.key"), Roots: filepath.Join(directory, "mesh-roots.crt"),
	}
	return known
}

// issueXDSCertificates writes the certificates of the server and a client.
func issueXDSCertificates(server, client string) error {
	authority, err := NewAuthority("meshwork-xds")
	if err != nil {
		return err
	}
	if err := authority.Issue(server, "meshwork-xds", XDSServerName); err != nil {
		return err
	}
	return authority.Issue(client, "greeter")
}

// clientOf returns the configuration of a client with the certificate in the directory.
func clientOf(address, directory string) xdsbootstrap.Client {
	return xdsbootstrap.Client{
		Server: address, Credentials: xdsbootstrap.Certificate, Node: xdsbootstrap.Node{ID: "greeter"},
		Files: xdsbootstrap.Files{
			CA: filepath.Join(directory, caFile), Certificate: filepath.Join(directory, certificateFile),
			PrivateKey: filepath.Join(directory, keyFile), RefreshInterval: time.Minute,
		},
	}
}

func writeBootstrap(path string, client xdsbootstrap.Client) error {
	content, err := client.JSON()
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}
