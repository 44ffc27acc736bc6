package command

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
)

const bootstrapLong = `Print the bootstrap of a gRPC client: JSON with the address of Meshwork's xDS
server, and with the credentials by which the client and the server authenticate
each other. The client then reaches a Service as
xds:///<service>.<namespace>:<port>.

Write it to a file and set GRPC_XDS_BOOTSTRAP to its path, or put it into
GRPC_XDS_BOOTSTRAP_CONFIG. The paths in it are those on the machine, or in the
container, that the client runs on. The command reads none of them, and does not
connect to a cluster.

A client presents one of:
  --token     the token of a ServiceAccount, for the audience meshwork.dev/xds.
              grpc-go also needs GRPC_EXPERIMENTAL_XDS_BOOTSTRAP_CALL_CREDS=true.
  --cert      a client certificate
  --insecure  nothing, without TLS, if the server has its plaintext port open

With --mtls, the client also has a certificate of its mesh, with which it calls
Services that require mutual TLS. With --pod, gRPC servers of the process find their
configuration, and serve with mutual TLS if a Service of the Pod requires it.`

const bootstrapExample = `  kubectl meshwork bootstrap > bootstrap.json
  kubectl meshwork bootstrap --cert --cert-file client.crt --key-file client.key
  kubectl meshwork bootstrap --insecure --server 127.0.0.1:18080
  kubectl meshwork bootstrap --mtls --pod shop/web-0`

// Where the xDS server is, after its Service's name.
const (
	xdsService      = "meshwork-xds.meshwork-system.svc"
	xdsPort         = 18000
	xdsInsecurePort = 18080
)

// bootstrapFlags are the flags of the command bootstrap.
type bootstrapFlags struct {
	client                    xdsbootstrap.Client
	token, cert, insecureOnly bool
	mtls                      bool
	mesh                      xdsbootstrap.MeshFiles
	pod                       string
}

func (o *options) bootstrap() *cobra.Command {
	flags := &bootstrapFlags{}
	command := &cobra.Command{
		Use:               "bootstrap [--token | --cert | --insecure]",
		Short:             "Print the xDS bootstrap of a gRPC client",
		Long:              bootstrapLong,
		Example:           bootstrapExample,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(command *cobra.Command, _ []string) error {
			return o.runBootstrap(command.Flags(), flags)
		},
	}
	flags.bind(command.Flags())
	for _, name := range []string{"server", "node-id", "node-name", "locality-zone", "refresh-interval", "pod"} {
		_ = command.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return command
}

func (f *bootstrapFlags) bind(flags *pflag.FlagSet) {
	flags.BoolVar(&f.token, "token", false, "Present the token of a ServiceAccount. This is the default.")
	flags.BoolVar(&f.cert, "cert", false, "Present a client certificate.")
	flags.BoolVar(&f.insecureOnly, "insecure", false, "Connect without TLS, and present nothing.")

	flags.StringVar(&f.client.Server, "server", "",
		fmt.Sprintf("URI of the xDS server. (default %s.<cluster domain>:%d, with --insecure port %d)", xdsService, xdsPort, xdsInsecurePort))
	files := &f.client.Files
	flags.StringVar(&files.CA, "ca-file", "/var/run/meshwork-xds/ca.crt", "File with the CA certificates of the xDS server.")
	flags.StringVar(&files.Token, "token-file", "/var/run/meshwork-xds/token", "File with the token.")
	flags.StringVar(&files.Certificate, "cert-file", "/var/run/meshwork-xds/tls.crt", "File with the client certificate.")
	flags.StringVar(&files.PrivateKey, "key-file", "/var/run/meshwork-xds/tls.key", "File with the private key of the client certificate.")
	flags.DurationVar(&files.RefreshInterval, "refresh-interval", 10*time.Minute, "How often the client reads the certificate files.")

	flags.BoolVar(&f.mtls, "mtls", false, "Use a certificate of the mesh for calls, on both sides.")
	flags.StringVar(&f.mesh.Certificate, "mesh-cert-file", "/var/run/meshwork-xds/mesh.crt",
		"File with the certificate of the mesh. The key must be in the same directory.")
	flags.StringVar(&f.mesh.PrivateKey, "mesh-key-file", "/var/run/meshwork-xds/mesh.key", "File with the private key of the certificate of the mesh.")
	flags.StringVar(&f.mesh.Roots, "mesh-ca-file", "/var/run/meshwork-xds/mesh-roots.crt", "File with the root certificates of the mesh.")
	flags.StringVar(&f.pod, "pod", "", "Pod of the process, as <namespace>/<name>, if it has gRPC servers that are configured by xDS.")

	node := &f.client.Node
	flags.StringVar(&node.ID, "node-id", "", "ID of the client in the logs of the xDS server. (default --pod, or else the host name)")
	flags.StringVar(&node.Name, "node-name", "",
		"Kubernetes Node that the client runs on. Endpoints are chosen by its zone. The xDS server reads the Node of a Pod from its token.")
	flags.StringVar(&node.Zone, "locality-zone", "", "Zone that the client runs in, instead of the zone of its Node.")
}

func (o *options) runBootstrap(given *pflag.FlagSet, flags *bootstrapFlags) error {
	if o.output != "" && o.output != "json" {
		return usagef("a bootstrap is JSON: --output %q is not supported", o.output)
	}
	client, err := flags.complete(given, o.settings.ClusterDomain, o.hostname)
	if err != nil {
		return err
	}
	written, err := client.JSON()
	if err != nil {
		return err
	}
	_, err = o.streams.Out.Write(written)
	return err
}

// complete returns the client that the flags describe, with defaults for the other fields.
func (f *bootstrapFlags) complete(given *pflag.FlagSet, clusterDomain string, hostname func() (string, error)) (xdsbootstrap.Client, error) {
	client := f.client
	var err error
	if client.Credentials, err = f.credentials(given); err != nil {
		return client, err
	}
	if client.Server == "" {
		port := xdsPort
		if client.Credentials == xdsbootstrap.Insecure {
			port = xdsInsecurePort
		}
		client.Server = fmt.Sprintf("%s.%s:%d", xdsService, clusterDomain, port)
	}
	if client.Files.RefreshInterval <= 0 {
		return client, usagef("--refresh-interval must be positive, but is %s", client.Files.RefreshInterval)
	}
	if err := f.completeMesh(given, &client); err != nil {
		return client, err
	}
	if client.Node.ID == "" {
		client.Node.ID = f.pod
	}
	if client.Node.ID == "" {
		if client.Node.ID, err = hostname(); err != nil {
			return client, fmt.Errorf("finding the host name, which --node-id sets: %w", err)
		}
	}
	return client, nil
}

// completeMesh adds the fields about the Pod and its certificate.
func (f *bootstrapFlags) completeMesh(given *pflag.FlagSet, client *xdsbootstrap.Client) error {
	if f.mtls {
		client.Mesh = &f.mesh
	}
	for _, name := range []string{"mesh-cert-file", "mesh-key-file", "mesh-ca-file"} {
		if given.Changed(name) && !f.mtls {
			return usagef("--%s has no effect without --mtls", name)
		}
	}
	if filepath.Dir(f.mesh.Certificate) != filepath.Dir(f.mesh.PrivateKey) {
		return usagef("--mesh-cert-file and --mesh-key-file must be in one directory")
	}
	if f.pod == "" {
		return nil
	}
	namespace, name, _ := strings.Cut(f.pod, "/")
	if len(validation.IsDNS1123Label(namespace))+len(validation.IsDNS1123Subdomain(name)) > 0 {
		return usagef("--pod must be <namespace>/<name>, but is %q", f.pod)
	}
	client.Pod = types.NamespacedName{Namespace: namespace, Name: name}
	return nil
}

// credentials refuses flags that contradict each other.
func (f *bootstrapFlags) credentials(given *pflag.FlagSet) (xdsbootstrap.Credentials, error) {
	chosen, mode, modes := xdsbootstrap.Token, "--token", 0
	for _, each := range []struct {
		flag        string
		set         bool
		credentials xdsbootstrap.Credentials
	}{
		{"--token", f.token, xdsbootstrap.Token}, {"--cert", f.cert, xdsbootstrap.Certificate}, {"--insecure", f.insecureOnly, xdsbootstrap.Insecure},
	} {
		if each.set {
			chosen, mode = each.credentials, each.flag
			modes++
		}
	}
	if modes > 1 {
		return chosen, usagef("use only one of --token, --cert and --insecure")
	}
	without := map[xdsbootstrap.Credentials][]string{
		xdsbootstrap.Token:       {"cert-file", "key-file"},
		xdsbootstrap.Certificate: {"token-file"},
		xdsbootstrap.Insecure:    {"ca-file", "token-file", "cert-file", "key-file", "refresh-interval"},
	}
	for _, name := range without[chosen] {
		if given.Changed(name) {
			return chosen, usagef("--%s has no effect with %s", name, mode)
		}
	}
	return chosen, nil
}
