// Package command is the command line of kubectl meshwork.
package command

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Exit codes.
const (
	exitOK        = 0
	exitError     = 1
	exitUsage     = 2
	exitUnhealthy = 3
)

const long = `Explain why Services are or are not in a mesh, and show the state of the mesh.

The commands only read. You must be allowed to read the Service; the output names
everything else that you are not allowed to read.

Exit codes:
  0  the Service is in a mesh and has everything it requests; no problems found
  1  an error, such as a Service that does not exist
  2  wrong arguments or flags
  3  the Service is not in a mesh, or problems were found

For shell completion, see "kubectl meshwork completion --help". It also needs a script
kubectl_complete-meshwork in your PATH that runs kubectl-meshwork __complete "$@".`

// options are common to all commands.
type options struct {
	streams    genericiooptions.IOStreams
	kubeconfig *kubeconfig
	settings   snapshot.Settings
	output     string
	noColor    bool
	// forceColor is set while output for a terminal is printed into a buffer.
	forceColor bool
	// connect returns a client. Tests replace it.
	connect func() (client.WithWatch, error)
	// transportToXDS returns a transport to an xDS server's Pod. Tests replace it.
	transportToXDS func(pod types.NamespacedName) (http.RoundTripper, error)
	now            func() time.Time
	hostname       func() (string, error)
}

// errUnhealthy ends a command that has printed the problems it found.
var errUnhealthy = errors.New("problems found")

// usageError is a mistake in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Run runs the command and returns its exit code.
func Run(ctx context.Context, streams genericiooptions.IOStreams, args []string) int {
	o := &options{streams: streams, kubeconfig: newKubeconfig(), now: time.Now, hostname: os.Hostname}
	o.connect, o.transportToXDS = o.connectToCluster, o.forwardToXDS
	return o.run(ctx, args)
}

func (o *options) run(ctx context.Context, args []string) int {
	root := o.root()
	root.SetArgs(args)
	root.SetIn(o.streams.In)
	root.SetOut(o.streams.Out)
	root.SetErr(o.streams.ErrOut)
	err := root.ExecuteContext(ctx)
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUnhealthy):
		return exitUnhealthy
	case errors.As(err, &usage):
		_, _ = fmt.Fprintf(o.streams.ErrOut, "error: %s\nSee 'kubectl meshwork --help'.\n", err)
		return exitUsage
	}
	_, _ = fmt.Fprintf(o.streams.ErrOut, "error: %s\n", err)
	return exitError
}

func noArguments(command *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, but got %q", command.Name(), args[0])
	}
	return nil
}

func (o *options) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "kubectl-meshwork",
		Short:         "Explain why Services are or are not in a mesh, and show the state of the mesh",
		Long:          long,
		SilenceErrors: true,
		SilenceUsage:  true,
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: "kubectl meshwork"},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q", args[0])
			}
			return nil
		},
		RunE: func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	o.kubeconfig.addFlags(flags)
	flags.StringVarP(&o.output, "output", "o", "", "Output format: json, yaml or wide.")
	flags.BoolVar(&o.noColor, "no-color", false, "Print without color. This is the default if NO_COLOR is set or the output is not a terminal.")
	bindSettings(flags, &o.settings)
	_ = root.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"json", "yaml", "wide"}, cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("namespace", o.completeNamespaces)
	root.AddCommand(o.bootstrap(), o.explain(), o.status(), o.tree(), o.ui())
	return root
}
