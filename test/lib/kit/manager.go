package kit

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// ManagerOptions describes a manager process. Its zero value is a manager without
// leader election that serves neither metrics nor probes.
type ManagerOptions struct {
	// Name is the name of the process and of its log: "meshwork" by default.
	Name string
	// Binary is the manager's binary: bin/meshwork by default.
	Binary string
	// Kubeconfig is the manager's access to the cluster. By default it is written to
	// manager.kubeconfig beside the logs, with the rights of the ServiceAccount that
	// config/local installs.
	Kubeconfig string
	// LeaderElection makes the manager wait for the Lease.
	LeaderElection bool
	// Metrics and Probes are served on loopback addresses that nothing else uses.
	Metrics, Probes bool
	// Flags are added; of a flag given twice, this one counts.
	Flags []string
}

// Manager is a manager process.
type Manager struct {
	*cluster.Process
	// MetricsAddress and ProbesAddress are "0" if they are not served.
	MetricsAddress, ProbesAddress string
}

// StartManager starts the manager's binary outside a cluster, with the rights of its
// ServiceAccount, as inside. The process ends with the cluster.
func StartManager(ctx context.Context, kubernetes *cluster.Cluster, options ManagerOptions) (*Manager, error) {
	name := cmp.Or(options.Name, "meshwork")
	kubeconfig := options.Kubeconfig
	if kubeconfig == "" {
		kubeconfig = filepath.Join(kubernetes.LogDir(), "manager.kubeconfig")
		if err := kubernetes.ServiceAccountKubeconfig(ctx, SystemNamespace, ServiceAccount, kubeconfig); err != nil {
			return nil, err
		}
	}
	manager := &Manager{}
	var err error
	if manager.MetricsAddress, err = bindAddress(options.Metrics); err != nil {
		return nil, err
	}
	if manager.ProbesAddress, err = bindAddress(options.Probes); err != nil {
		return nil, err
	}
	flags := []string{
		"--kubeconfig=" + kubeconfig,
		"--metrics-bind-address=" + manager.MetricsAddress,
		"--health-probe-bind-address=" + manager.ProbesAddress,
	}
	if options.LeaderElection {
		flags = append(flags, "--leader-elect", "--leader-elect-resource-namespace="+SystemNamespace)
	}
	binary := options.Binary
	if binary == "" {
		binary = Path("bin", "meshwork")
	}
	manager.Process, err = kubernetes.StartProcess(name, binary, append(flags, options.Flags...)...)
	return manager, err
}

// bindAddress returns a free address, or "0" if none is served.
func bindAddress(served bool) (string, error) {
	if !served {
		return "0", nil
	}
	return cluster.FreeAddress()
}
