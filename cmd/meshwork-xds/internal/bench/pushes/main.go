// Command pushes measures the time until a change of readiness, or of the weights or a backend of a
// route, reaches clients of meshwork-xds: from before the object is written to a real API server until a
// client has it.
// It also shows the memory of the server, and the time until all clients have all endpoints again
// after the server was killed and started again.
//
// No Pods exist, and no controller runs: the program writes the slices itself.
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
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

type sizes struct {
	load.Size
	routes int
}

func main() {
	size := sizes{}
	size.Bind(flag.CommandLine)
	flag.IntVar(&size.routes, "routes", 100, "Services with a route")
	flag.Parse()
	log.SetLogger(logr.Discard())

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, size)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pushes:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, size sizes) (err error) {
	kubernetes, err := cluster.Start(ctx, cluster.Options{CRDDirectories: append(kit.CRDs(), kit.GatewayAPI()...)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kubernetes.Stop()) }()
	kubeconfig := filepath.Join(kubernetes.LogDir(), "servers.kubeconfig")
	if err := kubernetes.WriteKubeconfig(kubeconfig); err != nil {
		return err
	}
	config := kubernetes.Config()
	config.QPS = -1
	objects, err := client.New(config, client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return err
	}
	world, err := newWorld(ctx, objects, size)
	if err != nil {
		return err
	}
	fmt.Printf("%d Services of %d Pods, %d with a route, %d streams of %d names, %d changes\n\n",
		size.Services, size.Pods, size.routes, size.Streams, size.Names, size.Flips)
	fmt.Println("| change | write → client has it, p50 / p99 | after the write has returned, p50 / p99 |\n| --- | --- | --- |")
	return measure(ctx, kubernetes, kubeconfig, world, size)
}

// flipInterval leaves the server idle between two changes.
const flipInterval = 250 * time.Millisecond

func measure(ctx context.Context, kubernetes *cluster.Cluster, kubeconfig string, world *world, size sizes) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	address, err := cluster.FreeAddress()
	if err != nil {
		return err
	}
	server := program(kubeconfig, address, size)
	process, err := kubernetes.StartProgram(server)
	if err != nil {
		return err
	}
	clients, err := connect(ctx, address, world, size.Size)
	if err != nil {
		return err
	}
	defer func() { _ = clients.close() }()
	for _, change := range []change{
		{"readiness of a Pod", size.Services, world.flip, resource.Assignment, world.ready},
		{"weights of a route", size.routes, world.split, resource.Route, world.canary},
		{"a new backend of a route", size.routes, world.replace, resource.Route, world.canary},
	} {
		if err := change.measure(ctx, clients, size.Flips); err != nil {
			return err
		}
	}
	memory, err := load.ResidentMemory(process.PID())
	if err != nil {
		return err
	}
	outage, process, err := restart(ctx, kubernetes, server, process, clients, size.Streams)
	if err != nil {
		return err
	}
	fmt.Printf("\nResident memory %d MiB. Killed and started again, all streams have all after %v.\n", memory>>20, outage.Round(10*time.Millisecond))
	return process.Stop()
}

// change is a change of a Service, of which clients receive a resource with another value.
type change struct {
	name     string
	services int
	write    func(ctx context.Context, service int) error
	kind     resource.Kind
	value    func(service int) int
}

// measure prints the time until a client has a change.
func (c change) measure(ctx context.Context, clients *clients, times int) error {
	var whole, rest []time.Duration
	for i := range times {
		service := i % c.services
		begin := time.Now()
		if err := c.write(ctx, service); err != nil {
			return err
		}
		written := time.Now()
		at, err := clients.wait(ctx, c.kind, load.NameOf(service), c.value(service))
		if err != nil {
			return err
		}
		whole = append(whole, at.Sub(begin))
		rest = append(rest, max(0, at.Sub(written)))
		time.Sleep(flipInterval)
	}
	fmt.Printf("| %s | %s | %s |\n", c.name, load.Percentiles(whole), load.Percentiles(rest))
	return nil
}

// program returns the server, at the address that clients connect to.
func program(kubeconfig, address string, size sizes) cluster.Program {
	return cluster.Program{Name: "meshwork-xds", Path: kit.Path("bin", "meshwork-xds"), Args: []string{
		"--kubeconfig=" + kubeconfig, "--bind-address=0", "--insecure-bind-address=" + address,
		"--metrics-bind-address=0", "--health-probe-bind-address=0", "--subscriptions-bind-address=0",
		fmt.Sprintf("--max-streams-per-client=%d", 2*size.Streams), // the streams of a killed server count for a while
	}}
}

// restart kills the server and starts it again. It returns the time until all clients have all
// endpoints from the new process.
func restart(
	ctx context.Context, kubernetes *cluster.Cluster, program cluster.Program, process *cluster.Process, clients *clients, streams int,
) (time.Duration, *cluster.Process, error) {
	if err := clients.waitSynced(ctx, streams); err != nil {
		return 0, nil, err
	}
	begin := time.Now()
	if err := process.Kill(); err != nil {
		return 0, nil, err
	}
	if err := clients.waitSynced(ctx, 0); err != nil {
		return 0, nil, err
	}
	following, err := kubernetes.StartProgram(program)
	if err != nil {
		return 0, nil, err
	}
	err = clients.waitSynced(ctx, streams)
	return time.Since(begin), following, err
}
