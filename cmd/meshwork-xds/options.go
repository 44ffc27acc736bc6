package main

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/spf13/pflag"
	"google.golang.org/grpc/credentials"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/commandline"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

type options struct {
	server                   server.Options
	files                    server.Files
	metricsBindAddress       string
	healthProbeBindAddress   string
	pprofBindAddress         string
	subscriptionsBindAddress string
	auditDeniedCalls         bool
	logging                  zap.Options
	showVersion              bool
}

const usage = `meshwork-xds serves the MeshServices of a cluster by xDS. gRPC clients reach them by name,
without a proxy: xds:///<service>.<namespace>:<port>. It only reads from the cluster.

A client presents a certificate, or the token of a ServiceAccount for the audience
` + clientauth.Audience + `.

Usage:
  meshwork-xds [flags]

Flags:
`

func parseOptions(args []string) (*options, error) {
	o := &options{}
	flags := commandline.New("meshwork-xds", usage)
	o.bind(flags)
	if err := commandline.Parse(flags, args); err != nil {
		return nil, err
	}
	if err := o.validate(); err != nil {
		return nil, err
	}
	if o.server.Address == "0" {
		o.server.Address = ""
	}
	if o.server.InsecureAddress == "0" {
		o.server.InsecureAddress = ""
	}
	return o, nil
}

func (o *options) bind(flags *pflag.FlagSet) {
	flags.StringVar(&o.server.Address, "bind-address", ":18000",
		"Address at which clients connect with TLS. 0 turns it off.")
	flags.StringVar(&o.files.Certificate, "tls-cert-file", "/var/run/meshwork-xds/tls/tls.crt",
		"File with the certificate of the server, followed by its intermediates. It is read again when it changes.")
	flags.StringVar(&o.files.Key, "tls-private-key-file", "/var/run/meshwork-xds/tls/tls.key",
		"File with the private key of the server.")
	flags.StringVar(&o.files.ClientCA, "client-ca-file", "",
		"File with the CA certificates that verify client certificates. Without it, clients need tokens. It is read again when it changes.")
	flags.StringVar(&o.files.MeshRoots, "mesh-ca-file", "",
		"File with the roots of all Meshes, from the ClusterTrustBundles of the signer "+v1alpha1.SignerName+". The user of a client with a certificate of a mesh is its SPIFFE ID. The file may be missing. It is read again when it changes.")
	flags.StringVar(&o.server.InsecureAddress, "insecure-bind-address", "0",
		"Address at which clients connect without TLS and without an identity, for clients that support neither TLS nor tokens. Whoever reaches it learns the endpoints of every Service that they can name. 0 turns it off.")
	flags.StringVar(&o.server.ClusterDomain, "cluster-domain", "cluster.local",
		"DNS domain of the cluster, which names of Services may end in.")
	flags.BoolVar(&o.auditDeniedCalls, "audit-denied-calls", false,
		"Make the servers of the mesh print a line of JSON to their standard output for each call that they deny, with the method and the caller's identity. Servers with grpc-go 1.57 or newer do so.")
	flags.IntVar(&o.server.MaxStreamsPerClient, "max-streams-per-client", 1000,
		"Maximum number of streams that one user may have open from one IP address. All users of one IP address may have as many streams and connections as the greatest of this number, a tenth of --max-streams, and 100. Fewer if more than half of --max-streams is in use.")
	flags.IntVar(&o.server.MaxStreams, "max-streams", 10000,
		"Maximum number of streams that all clients together may have open, and of connections to each address of the server. One namespace can use two thirds.")
	flags.IntVar(&o.server.MaxSubscriptionsPerStream, "max-subscriptions-per-stream", 10000,
		"Maximum number of names of one type that one stream may subscribe to.")
	flags.IntVar(&o.server.MaxSubscriptionsPerClient, "max-subscriptions-per-client", 50000,
		"Maximum number of names that one user may subscribe to from one IP address, in all streams and types together. All users of one IP address may have this number, or a tenth of --max-subscriptions if it is greater. Fewer if more than half of --max-subscriptions is in use.")
	flags.IntVar(&o.server.MaxSubscriptions, "max-subscriptions", 200000,
		"Maximum number of names that all clients together may subscribe to, in all streams and types. With more, give the server more memory.")
	flags.DurationVar(&o.server.MaxConnectionAge, "max-connection-age", 30*time.Minute,
		"How long a connection lasts, give or take a tenth. Its client then reconnects, and is authenticated again.")
	flags.DurationVar(&o.server.DrainTimeout, "drain-timeout", 5*time.Second,
		"How long it takes to disconnect all clients at shutdown. Each is disconnected at a random time.")
	flags.StringVar(&o.metricsBindAddress, "metrics-bind-address", ":8443",
		"Address of the metrics endpoint. It serves HTTPS to clients that are authorized to get /metrics. 0 turns it off.")
	flags.StringVar(&o.healthProbeBindAddress, "health-probe-bind-address", ":8081",
		"Address of /healthz and /readyz. 0 turns them off.")
	flags.StringVar(&o.subscriptionsBindAddress, "subscriptions-bind-address", "127.0.0.1:18001",
		"Loopback address of /subscriptions, which kubectl meshwork explain reads through a forwarded port. 0 turns it off.")
	flags.StringVar(&o.pprofBindAddress, "pprof-bind-address", "0",
		"Address of /debug/pprof, for profiling the server. 0 turns it off. Use a loopback address only.")
	flags.BoolVar(&o.showVersion, "version", false, "Print the version and exit.")
	commandline.AddProcessFlags(flags, &o.logging)
}

func (o *options) validate() error {
	var errs []error
	if o.server.Address == "0" && o.server.InsecureAddress == "0" {
		errs = append(errs, errors.New("--bind-address and --insecure-bind-address are both off: clients need one"))
	}
	if messages := validation.IsDNS1123Subdomain(o.server.ClusterDomain); len(messages) > 0 {
		errs = append(errs, fmt.Errorf("--cluster-domain %q is not a valid domain: %s", o.server.ClusterDomain, messages[0]))
	}
	if host, _, err := net.SplitHostPort(o.subscriptionsBindAddress); o.subscriptionsBindAddress != "0" &&
		(err != nil || !isLoopback(host)) {
		errs = append(errs, fmt.Errorf("--subscriptions-bind-address %q is not a loopback address with a port", o.subscriptionsBindAddress))
	}
	for _, limit := range []struct {
		flag  string
		value int
	}{
		{"--max-streams-per-client", o.server.MaxStreamsPerClient},
		{"--max-streams", o.server.MaxStreams},
		{"--max-subscriptions-per-stream", o.server.MaxSubscriptionsPerStream},
		{"--max-subscriptions-per-client", o.server.MaxSubscriptionsPerClient},
		{"--max-subscriptions", o.server.MaxSubscriptions},
	} {
		if limit.value < 1 {
			errs = append(errs, fmt.Errorf("%s must be at least 1", limit.flag))
		}
	}
	if o.server.MaxConnectionAge < time.Second {
		errs = append(errs, errors.New("--max-connection-age must be at least 1s"))
	}
	if o.server.DrainTimeout < 0 {
		errs = append(errs, errors.New("--drain-timeout must not be negative"))
	}
	return errors.Join(errs...)
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	address := net.ParseIP(host)
	return address != nil && address.IsLoopback()
}

func (o *options) cache() xdscache.Options {
	return xdscache.Options{ClusterDomain: o.server.ClusterDomain, AuditDeniedCalls: o.auditDeniedCalls}
}

func (o *options) credentials() (credentials.TransportCredentials, error) {
	if o.server.Address == "" {
		return nil, nil
	}
	return server.Credentials(o.files, o.server.Log)
}

func addProbes(mgr manager.Manager, xds *server.Server) error {
	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	return mgr.AddReadyzCheck("serving", xds.Check)
}
