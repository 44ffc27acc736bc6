// Command bench measures kubectl meshwork ui with a real browser and a real API server: the
// times until it shows the Services and their changes, and its CPU time and memory.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// options are the flags.
type options struct {
	services, namespaces, pods, large int
	clusterIPs, allPods               bool
	samples, changes                  int
	churn                             time.Duration
}

func main() {
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	o := options{}
	flags.IntVar(&o.services, "services", 10_000, "number of Services")
	flags.IntVar(&o.namespaces, "namespaces", 20, "number of namespaces")
	flags.IntVar(&o.pods, "pods-per-service", 15, "number of endpoints of each Service")
	flags.IntVar(&o.large, "large", 250, "number of endpoints of the Service whose page is measured")
	flags.BoolVar(&o.clusterIPs, "cluster-ips", false, "give all Services a cluster IP, of which the API server takes the longer to find one the more there are")
	flags.BoolVar(&o.allPods, "all-pods", false, "create the Pods of all namespaces, not only of the one that is looked at")
	flags.IntVar(&o.samples, "samples", 200, "number of changes whose way to the screen is measured, on each page")
	flags.IntVar(&o.changes, "changes", 50, "number of other changes a second")
	minutes := flags.Int("minutes", 30, "minutes of changes during which memory is measured")
	_ = flags.Parse(os.Args[1:]) // exits on an error
	o.churn = time.Duration(*minutes) * time.Minute

	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, o)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	logs := kit.Path("bin", "run-uibench")
	if err := os.RemoveAll(logs); err != nil {
		return err
	}
	kubernetes, err := cluster.Start(ctx, cluster.Options{CRDDirectories: kit.CRDs(), LogDir: logs})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kubernetes.Stop()) }()
	config := kubernetes.Config()
	config.QPS = -1
	api, err := client.New(config, client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return err
	}
	w := newWorld(api, o)
	if err := w.create(ctx); err != nil {
		return err
	}
	t, err := openTab(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	b := &bench{options: o, cluster: kubernetes, world: w, tab: t}
	err = b.measure(ctx)
	b.figures.print(os.Stdout) // the figures so far, if a phase failed
	return err
}

// progress prints the current step.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, args...))
}
