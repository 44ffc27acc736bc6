// Command run shows Meshwork at work: it starts an embedded Kubernetes (or uses
// the one of -kubeconfig), runs the manager there as its own ServiceAccount,
// applies the samples, waits until they are as expected and prints them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/samples"
)

func main() {
	// controller-runtime has a -kubeconfig of its own in the global flags.
	flags := flag.NewFlagSet("run", flag.ExitOnError)
	once := flags.Bool("once", false, "end after the tables")
	kubeconfig := flags.String("kubeconfig", "", "use this cluster in place of the embedded one")
	binary := flags.String("manager", filepath.Join("bin", "meshwork"), "the manager's binary")
	_ = flags.Parse(os.Args[1:]) // exits on an error

	log.SetLogger(logr.Discard()) // the steps report their errors
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *kubeconfig, *binary, *once)
	cancel()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\n✗ %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, kubeconfig, binary string, once bool) (err error) {
	kubernetes, err := startCluster(ctx, kubeconfig)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kubernetes.Stop()) }()
	if err := refuseUsed(ctx, kubernetes); err != nil {
		return err
	}

	manager, err := startManager(ctx, kubernetes, binary)
	if err != nil {
		return err
	}
	if err := applySamples(ctx, kubernetes, manager); err != nil {
		return err
	}
	xds, greeter, err := startXDS(ctx, kubernetes)
	if err != nil {
		return err
	}
	if err := printTables(ctx, kubernetes); err != nil {
		return err
	}
	if kubeconfig == "" { // in another cluster, the Pods of the sample do not run
		if err := showMutualTLS(ctx, kubernetes, greeter); err != nil {
			return err
		}
	}
	if once {
		return nil
	}
	return stay(ctx, kubernetes, kubeconfig, xds, greeter)
}

func startCluster(ctx context.Context, kubeconfig string) (kubernetes *cluster.Cluster, err error) {
	logs := filepath.Join("bin", "run")
	if kubeconfig != "" {
		fmt.Printf("Using the cluster of %s\n", kubeconfig)
		return cluster.Connect(kubeconfig, logs)
	}
	err = step("Starting etcd, kube-apiserver, kube-controller-manager, kube-scheduler and kwok", func() error {
		kubernetes, err = cluster.Start(ctx, cluster.Options{
			ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 3, LogDir: logs,
			CRDDirectories: append(kit.CRDs(), kit.GatewayAPI()...),
		})
		return err
	})
	return kubernetes, err
}

// refuseUsed returns an error if the cluster has the Mesh that the samples would change.
func refuseUsed(ctx context.Context, kubernetes *cluster.Cluster) error {
	api, err := client.New(kubernetes.Config(), client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return err
	}
	err = api.Get(ctx, client.ObjectKey{Name: v1alpha1.DefaultMesh}, &v1alpha1.Mesh{})
	switch {
	case err == nil:
		return fmt.Errorf("the cluster has a Mesh %s, which the samples would change: use another cluster", v1alpha1.DefaultMesh)
	case apierrors.IsNotFound(err), meta.IsNoMatchError(err):
		return nil
	default:
		return fmt.Errorf("looking for a Mesh %s: %w", v1alpha1.DefaultMesh, err)
	}
}

// startManager installs the CRDs and RBAC and starts the manager outside the cluster, with the
// rights that it has inside.
func startManager(ctx context.Context, kubernetes *cluster.Cluster, binary string) (manager *kit.Manager, err error) {
	err = step("Installing the CRDs and RBAC", func() error {
		_, err := kubernetes.Kubectl(ctx, "apply", "-k", filepath.Join("config", "local"))
		return err
	})
	if err != nil {
		return nil, err
	}
	err = step("Starting Meshwork as ServiceAccount "+kit.SystemNamespace+"/"+kit.ServiceAccount, func() error {
		manager, err = kit.StartManager(ctx, kubernetes, kit.ManagerOptions{Binary: binary, LeaderElection: true})
		return err
	})
	return manager, err
}

// trustPropagation is short: the default would make a rotation take ten minutes.
const trustPropagation = "--trust-propagation-period=15s"

// startXDS starts the signer, the xDS server, and the greeter, which plays the Pods of
// docs/xds.md and docs/identity.md.
func startXDS(ctx context.Context, kubernetes *cluster.Cluster) (xds *kit.XDS, greeter *kit.Greeter, err error) {
	err = step("Starting the signer as ServiceAccount "+kit.SystemNamespace+"/"+kit.SignerServiceAccount, func() error {
		if _, err := kubernetes.Kubectl(ctx, "apply", "-k", filepath.Join("config", "local-signer")); err != nil {
			return err
		}
		_, err := kit.StartSigner(ctx, kubernetes, kit.ManagerOptions{Flags: []string{trustPropagation}})
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	err = step("Starting the xDS server as ServiceAccount "+kit.SystemNamespace+"/"+kit.XDSServiceAccount, func() error {
		if _, err := kubernetes.Kubectl(ctx, "apply", "-k", filepath.Join("config", "local-xds")); err != nil {
			return err
		}
		xds, err = kit.StartXDS(ctx, kubernetes)
		if err != nil {
			return err
		}
		greeter, err = kit.StartGreeter(kubernetes, xds)
		return err
	})
	return xds, greeter, err
}

// samplesTimeout is generous: a real cluster has to pull images.
const samplesTimeout = 2 * time.Minute

func applySamples(ctx context.Context, kubernetes *cluster.Cluster, manager *kit.Manager) error {
	api, err := client.New(kubernetes.Config(), client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return err
	}
	return step("Applying config/samples and waiting for their MeshServices", func() error {
		if _, err := kubernetes.Kubectl(ctx, "apply", "-k", filepath.Join("config", "samples")); err != nil {
			return err
		}
		var unexpected error
		err := wait.PollUntilContextTimeout(ctx, 200*time.Millisecond, samplesTimeout, true, func(context.Context) (bool, error) {
			unexpected = samples.Check(ctx, api) // not bounded by the timeout, which would hide the reason
			select {
			case <-manager.Done():
				return false, fmt.Errorf("the manager ended (%w): see %s", manager.Err(), manager.LogPath())
			default:
				return unexpected == nil, nil
			}
		})
		if wait.Interrupted(err) {
			return fmt.Errorf("the samples are not as expected:\n%w\nThe manager's log is %s", unexpected, manager.LogPath())
		}
		return err
	})
}

// stay keeps everything running until it is interrupted.
func stay(ctx context.Context, kubernetes *cluster.Cluster, kubeconfig string, xds *kit.XDS, greeter *kit.Greeter) error {
	if kubeconfig == "" {
		kubeconfig = filepath.Join(kubernetes.LogDir(), "kubeconfig")
		if err := kubernetes.WriteKubeconfig(kubeconfig); err != nil {
			return err
		}
	}
	absolute, err := filepath.Abs(kubeconfig)
	if err != nil {
		return err
	}
	assets, _ := cluster.Assets()
	fmt.Printf("\nTo reach the cluster from another terminal (the logs are in %s):\n\n", kubernetes.LogDir())
	fmt.Printf("  export KUBECONFIG=%s\n  export PATH=%s:%s:$PATH\n", absolute, kit.Path("bin"), assets)
	fmt.Printf("\nTo see it in the browser, run there:\n\n  kubectl meshwork ui\n")
	fmt.Printf("\nTo call Services by gRPC from there, see docs/xds.md and docs/identity.md:\n\n")
	fmt.Printf("  export GRPC_XDS_BOOTSTRAP=%s\n  export XDS_SUBSCRIPTIONS=%s\n", xds.Bootstrap, xds.SubscriptionsAddress)
	fmt.Printf("  export GREETER_BOOTSTRAP=%s\n\nPress Ctrl-C to end it.\n", greeter.Bootstrap)

	for _, process := range kubernetes.Processes() {
		go func() {
			<-process.Done()
			if ctx.Err() == nil {
				fmt.Fprintf(os.Stderr, "\n%s ended: see %s\n", process.Name(), process.LogPath())
			}
		}()
	}
	<-ctx.Done()
	fmt.Println("\nEnding what was started …")
	return nil
}
