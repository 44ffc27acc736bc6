// Command bench measures the xDS server: the time until a change reaches clients, the number of
// messages, and the costs of a change, a stream and a route. It prints a table in Markdown.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
)

type sizes struct {
	load.Size
	memoryStreams, routes int
}

func main() {
	size := sizes{}
	size.Bind(flag.CommandLine)
	flag.IntVar(&size.memoryStreams, "memory-streams", 10000, "streams whose memory is measured")
	flag.IntVar(&size.routes, "routes", 1000, "Services with a route")
	serve := flag.String("serve", "", "only serve, at this address: bench starts itself so, to measure the memory")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, size, *serve)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, size sizes, serveAt string) error {
	if serveAt != "" {
		return serveAlone(ctx, size, serveAt)
	}
	fmt.Printf("%d Services of %d Pods, %d streams of %d names\n\n| measure | peer | meshwork-xds |\n| --- | --- | --- |\n",
		size.Services, size.Pods, size.Streams, size.Names)
	for _, measure := range []func(context.Context, sizes) error{measureFlips, measureCosts, measureRoutes, measureRestart, measureMemory} {
		if err := measure(ctx, size); err != nil {
			return err
		}
	}
	return nil
}

func row(measure, peer, ours string) { fmt.Printf("| %s | %s | %s |\n", measure, peer, ours) }
