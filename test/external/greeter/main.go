// Command greeter is a sample of a gRPC server and of its client, which finds the server by
// the name of its Service, with xDS and without a proxy:
//
//	greeter serve                        plays the Pods of the image example/greeter
//	greeter listen 0.0.0.0:8080          is the server of one Pod
//	greeter call xds:///greeter.hello:80 calls them
//
// Calls use mutual TLS if xDS configures it, and then both sides know each other's identity. The
// servers are configured by xDS too: with --xds, by the bootstrap in the environment, or with
// --bootstrap, by a file in which $(MESHWORK_POD_NAMESPACE) and $(MESHWORK_POD_NAME) stand for
// the Pod that is played. A client plays a Pod with --as.
//
// The Pods of a demonstration cluster do not run, and have addresses that lead nowhere. In
// their place, the server listens on loopback addresses: 127.112.0.5 stands for 10.112.0.5.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const usage = `Usage:
  greeter serve [--kubeconfig FILE] [--bootstrap FILE] [--volumes DIRECTORY]
  greeter listen [--xds] ADDRESS
  greeter call [--every DURATION] [--count N] [--as NAMESPACE/POD --bootstrap FILE] TARGET
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "greeter:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("nothing to do\n%s", usage)
	}
	flags := flag.NewFlagSet("greeter", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", os.Getenv("KUBECONFIG"), "the cluster whose Pods to play")
	bootstrap := flags.String("bootstrap", os.Getenv("GREETER_BOOTSTRAP"), "bootstrap of the Pods that are played; the servers of those with a certificate are configured by xDS")
	volumes := flags.String("volumes", "", "where to write the volumes of Pods with a certificate, in the place of their kubelets")
	as := flags.String("as", "", "Pod whose certificate to use")
	isXDS := flags.Bool("xds", false, "let xDS configure the server")
	every := flags.Duration("every", 100*time.Millisecond, "time between two calls")
	count := flags.Int("count", 0, "number of calls; 0 calls until it is interrupted")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch {
	case args[0] == "serve" && flags.NArg() == 0:
		return serve(ctx, *kubeconfig, *bootstrap, *volumes)
	case args[0] == "listen" && flags.NArg() == 1:
		return listen(ctx, flags.Arg(0), *isXDS)
	case args[0] == "call" && flags.NArg() == 1:
		return call(ctx, flags.Arg(0), *as, *bootstrap, *every, *count)
	}
	return fmt.Errorf("unknown command %q\n%s", args[0], usage)
}
