// Command echo plays the image echo-advanced of the Gateway API's conformance tests: a server
// that answers with the request and the name of its Pod, and a client that prints the answers
// as the tests parse them.
//
//	echo --port=8080 --grpc=7070
//	echo client http://echo/path --method=GET -H version:two
//	echo client grpc://echo:7070 --count=500
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == "client" {
		client, err := newClient(args[1:])
		if err != nil {
			return err
		}
		return client.run(ctx, os.Stdout)
	}
	server, err := newServer(args)
	if err != nil {
		return err
	}
	return server.run(ctx)
}
