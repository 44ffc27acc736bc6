// Command bench measures the xDS server: how fast a change reaches clients, how many
// messages it takes, and what a change and a stream cost. It prints a table in Markdown.
//
// Services are in memory, and clients connect over loopback, so that neither the API server
// nor a network counts.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

type sizes struct {
	services, pods, streams, names, flips, memoryStreams int
}

func main() {
	size := sizes{}
	flag.IntVar(&size.services, "services", 10000, "Services")
	flag.IntVar(&size.pods, "pods", 15, "Pods of each Service")
	flag.IntVar(&size.streams, "streams", 1000, "streams of clients")
	flag.IntVar(&size.names, "names", 10, "Services that each stream subscribes to")
	flag.IntVar(&size.flips, "flips", 500, "changes of a Pod's readiness")
	flag.IntVar(&size.memoryStreams, "memory-streams", 10000, "streams whose memory is measured")
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
		size.services, size.pods, size.streams, size.names)
	for _, measure := range []func(context.Context, sizes) error{measureFlips, measureCost, measureRestart, measureMemory} {
		if err := measure(ctx, size); err != nil {
			return err
		}
	}
	return nil
}

func row(measure, peer, ours string) { fmt.Printf("| %s | %s | %s |\n", measure, peer, ours) }
