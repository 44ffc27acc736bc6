// Command kubectl-meshwork is a kubectl plugin that explains why Services are or
// are not in a mesh, and shows the state of the mesh.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"k8s.io/cli-runtime/pkg/genericiooptions"
	_ "k8s.io/client-go/plugin/pkg/client/auth"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/command"
)

// version is set by the linker.
var version = "dev"

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	streams := genericiooptions.IOStreams{In: os.Stdin, Out: os.Stdout, ErrOut: os.Stderr}
	return command.Run(ctx, streams, version, os.Args[1:])
}
