// Package command is the command line of kubectl meshwork.
package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericclioptions"
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

const long = `Say why Services are, or are not, in a mesh, and how the mesh is.

Nothing is changed. You need to be allowed to read the Service; whatever else
you may not read is said in the output.

Exit codes:
  0  the Service is in a mesh and has all that it asks for; all is well
  1  an error, such as a Service that does not exist
  2  wrong arguments or flags
  3  the Service is in no mesh, or something is not well

Completion of names: see "kubectl meshwork completion --help", and put a file
kubectl_complete-meshwork into your PATH that runs kubectl-meshwork __complete "$@".`

// options are what all commands have.
type options struct {
	streams     genericiooptions.IOStreams
	configFlags *genericclioptions.ConfigFlags
	settings    snapshot.Settings
	output      string
	noColor     bool
	// forceColor is set while a terminal is drawn by way of a buffer.
	forceColor bool
	// connect returns a client, which the tests replace.
	connect func() (client.WithWatch, error)
	now     func() time.Time
}

// errUnhealthy ends a command that has said what is not well.
var errUnhealthy = errors.New("something is not well")

// usageError is one of whoever typed the command.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Run runs the command and returns its exit code.
func Run(ctx context.Context, streams genericiooptions.IOStreams, args []string) int {
	o := &options{streams: streams, configFlags: genericclioptions.NewConfigFlags(true), now: time.Now}
	o.configFlags.CacheDir = nil // nothing is cached
	o.connect = o.connectToCluster
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

func (o *options) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "kubectl-meshwork",
		Short:         "Say why Services are, or are not, in a mesh, and how the mesh is",
		Long:          long,
		SilenceErrors: true,
		SilenceUsage:  true,
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: "kubectl meshwork"},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("there is no command %q", args[0])
			}
			return nil
		},
		RunE: func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	o.configFlags.AddFlags(flags)
	flags.StringVarP(&o.output, "output", "o", "", "Output format: json, yaml or wide.")
	flags.BoolVar(&o.noColor, "no-color", false, "Print without color, as when NO_COLOR is set or the output is no terminal.")
	bindSettings(flags, &o.settings)
	_ = root.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"json", "yaml", "wide"}, cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("namespace", o.completeNamespaces)
	root.AddCommand(o.explain(), o.status(), o.tree())
	return root
}
