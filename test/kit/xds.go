package kit

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/meshwork-dev/meshwork/test/cluster"
)

// XDSServiceAccount is the ServiceAccount of the xDS server.
const XDSServiceAccount = "meshwork-xds"

// XDS is a process of the xDS server, and what its clients need.
type XDS struct {
	*cluster.Process
	// Address is where clients connect with TLS.
	Address string
	// SubscriptionsAddress tells who subscribes to what.
	SubscriptionsAddress string
	// Bootstrap is the file that a client finds by the variable GRPC_XDS_BOOTSTRAP. It
	// identifies the client by a certificate.
	Bootstrap string
}

// StartXDS starts the xDS server's binary outside a cluster, with the rights that it has
// inside: those of its ServiceAccount. The process ends with the cluster.
func StartXDS(ctx context.Context, kubernetes *cluster.Cluster, flags ...string) (*XDS, error) {
	directory, err := filepath.Abs(filepath.Join(kubernetes.LogDir(), "xds"))
	if err != nil {
		return nil, err
	}
	kubeconfig := filepath.Join(kubernetes.LogDir(), "xds.kubeconfig")
	if err := kubernetes.ServiceAccountKubeconfig(ctx, SystemNamespace, XDSServiceAccount, kubeconfig); err != nil {
		return nil, err
	}
	if err := issueXDSCertificates(directory); err != nil {
		return nil, err
	}
	started := &XDS{Bootstrap: filepath.Join(directory, "bootstrap.json")}
	if started.Address, err = cluster.FreeAddress(); err != nil {
		return nil, err
	}
	if started.SubscriptionsAddress, err = cluster.FreeAddress(); err != nil {
		return nil, err
	}
	if err := writeBootstrap(started.Bootstrap, started.Address, directory); err != nil {
		return nil, err
	}
	started.Process, err = kubernetes.StartProcess("meshwork-xds", Path("bin", "meshwork-xds"), append([]string{
		"--kubeconfig=" + kubeconfig,
		"--bind-address=" + started.Address,
		"--tls-cert-file=" + filepath.Join(directory, "server", "tls.crt"),
		"--tls-private-key-file=" + filepath.Join(directory, "server", "tls.key"),
		"--client-ca-file=" + filepath.Join(directory, "ca.crt"),
		"--subscriptions-bind-address=" + started.SubscriptionsAddress,
		"--metrics-bind-address=0",
		"--health-probe-bind-address=0",
	}, flags...)...)
	return started, err
}

// StartGreeter starts what plays the Pods of the image example/greeter, with the rights of
// an administrator. The process ends with the cluster.
func StartGreeter(kubernetes *cluster.Cluster) (*cluster.Process, error) {
	kubeconfig := filepath.Join(kubernetes.LogDir(), "greeter.kubeconfig")
	if err := kubernetes.WriteKubeconfig(kubeconfig); err != nil {
		return nil, err
	}
	return kubernetes.StartProcess("greeter", Path("bin", "greeter"), "serve", "--kubeconfig="+kubeconfig)
}

func issueXDSCertificates(directory string) error {
	authority, err := NewAuthority("meshwork-xds")
	if err != nil {
		return err
	}
	if err := authority.Issue(filepath.Join(directory, "server"), "meshwork-xds"); err != nil {
		return err
	}
	if err := authority.Issue(filepath.Join(directory, "client"), "greeter"); err != nil {
		return err
	}
	return authority.Write(filepath.Join(directory, "ca.crt"))
}

// writeBootstrap writes what a gRPC client needs to know of the server
// (https://github.com/grpc/proposal/blob/master/A65-xds-mtls-creds-in-bootstrap.md).
func writeBootstrap(path, address, directory string) error {
	type object = map[string]any
	content, err := json.MarshalIndent(object{
		"xds_servers": []object{{
			"server_uri": address,
			"channel_creds": []object{{"type": "tls", "config": object{
				"ca_certificate_file": filepath.Join(directory, "ca.crt"),
				"certificate_file":    filepath.Join(directory, "client", "tls.crt"),
				"private_key_file":    filepath.Join(directory, "client", "tls.key"),
			}}},
			"server_features": []string{"xds_v3"},
		}},
		"node": object{"id": "greeter"},
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(content, '\n'), 0o600)
}
