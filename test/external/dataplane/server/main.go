// Command server is the one test program of the data plane: `server` answers requests
// with the name of its Pod and the local address, and `client` sends them.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
)

func main() {
	if len(os.Args) < 2 {
		usage()
	}
	run, found := map[string]func(context.Context, []string) error{"server": runServer, "client": runClient}[os.Args[1]]
	if !found {
		usage()
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	err := run(ctx, os.Args[2:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: server|client [flags]; -h lists the flags")
	os.Exit(2)
}

// flushInterval bounds the delay of the output.
const flushInterval = 50 * time.Millisecond

// runClient prints one record per request, as a line of JSON.
func runClient(ctx context.Context, args []string) error {
	client := traffic.Client{}
	flags := flag.NewFlagSet("client", flag.ExitOnError)
	flags.StringVar(&client.Network, "network", "tcp", "tcp, udp or http")
	flags.StringVar(&client.Target, "target", "", "the address and port to connect to")
	flags.Float64Var(&client.Rate, "rate", 1, "requests per second")
	flags.IntVar(&client.Count, "count", 0, "the number of requests; 0 is no limit")
	flags.DurationVar(&client.Timeout, "timeout", traffic.DefaultTimeout, "the longest time for one request")
	_ = flags.Parse(args) // exits on an error

	output := bufio.NewWriterSize(os.Stdout, 1<<16)
	lines := json.NewEncoder(output)
	var flushed time.Time
	err := client.Run(ctx, func(record traffic.Record) {
		// A failure to write stays until the last Flush.
		_ = lines.Encode(record)
		if time.Since(flushed) > flushInterval {
			_, flushed = output.Flush(), time.Now()
		}
	})
	if err != nil {
		return err
	}
	return output.Flush()
}
