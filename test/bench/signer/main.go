// Command signerbench measures the signer on a real API server: the certificates that it
// issues per second, and the cost of each.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func main() {
	flags := flag.NewFlagSet("signerbench", flag.ExitOnError)
	pods := flags.Int("pods", 10_000, "number of Pods that request a certificate at the same time")
	single := flags.Int("single", 200, "number of Pods that request one after the other")
	_ = flags.Parse(os.Args[1:]) // exits on an error

	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *pods, *single)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "signerbench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, pods, single int) (err error) {
	kubernetes, err := cluster.Start(ctx, cluster.Options{CRDDirectories: kit.CRDs(), LogDir: filepath.Join("bin", "run-signerbench")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kubernetes.Stop()) }()
	for _, name := range []string{"local", "local-signer"} {
		if _, err := kubernetes.Kubectl(ctx, "apply", "-k", filepath.Join("config", name)); err != nil {
			return err
		}
	}
	config := kubernetes.Config()
	config.QPS = -1
	api, err := client.NewWithWatch(config, client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return err
	}
	w := &world{api: api}
	if err := w.create(ctx, pods+single); err != nil {
		return err
	}
	if err := w.request(ctx, 0, pods); err != nil {
		return err
	}
	return w.measure(ctx, kubernetes, pods, single)
}

// measure starts the signer when the first requests wait, and goes on when they are
// issued.
func (w *world) measure(ctx context.Context, kubernetes *cluster.Cluster, pods, single int) error {
	begin := time.Now()
	signer, err := kit.StartSigner(ctx, kubernetes, kit.ManagerOptions{})
	if err != nil {
		return err
	}
	if err := w.untilIssued(ctx, pods); err != nil {
		return err
	}
	took := time.Since(begin)
	usage, err := cluster.UsageOf(signer.PID())
	if err != nil {
		return err
	}
	fmt.Println("| measure | |")
	fmt.Println("| --- | --- |")
	row := func(what, format string, args ...any) {
		fmt.Printf("| %s | %s |\n", what, fmt.Sprintf(format, args...))
	}
	row(fmt.Sprintf("%d certificates that were requested while the signer was down", pods), "%.1f s from its start", took.Seconds())
	row("certificates a second", "%.0f", float64(pods)/took.Seconds())
	row("CPU of the signer, each", "%.2f ms", usage.CPUSeconds*1000/float64(pods))
	row("peak memory of the signer", "%d MiB", usage.PeakMemoryBytes>>20)
	waits, err := w.oneByOne(ctx, pods, single)
	if err != nil {
		return err
	}
	row("request → certificate, one at a time, p50 / p99", "%.1f / %.1f ms", milliseconds(waits, 50), milliseconds(waits, 99))
	return nil
}
