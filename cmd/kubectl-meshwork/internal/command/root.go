// Package command is the command line of kubectl meshwork.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Exit codes.
const (
	exitOK        = 0
	exitError     = 1
	exitUsage     = 2
	exitUnhealthy = 3
	exitUnknown   = 4
)

const long = `Explain why Services are or are not in a mesh, and show the state of the mesh.

The commands only read. You must be allowed to read the Service; the output names
everything else that you are not allowed to read.

Exit codes:
  0  the Service is in a mesh and has everything it requests; no problems found
  1  an error, such as a Service that does not exist
  2  wrong arguments or flags
  3  the Service is not in a mesh, or problems were found
  4  unknown: you are not allowed to read objects that decide, and the others show
     no problem

For shell completion, see "kubectl meshwork completion --help". It also needs a script
kubectl_complete-meshwork in your PATH that runs kubectl-meshwork __complete "$@".`

// options are common to all commands.
type options struct {
	pluginVersion string
	streams       genericiooptions.IOStreams
	kubeconfig    *kubeconfig
	settings      snapshot.Settings
	output        string
	noColor       bool
	// forceColor is set while output for a terminal is printed into a buffer.
	forceColor bool
	// width is the width of the terminal while output is printed into a buffer, and otherwise 0.
	width int
	// connect returns a client. Tests replace it.
	connect func() (client.WithWatch, error)
	// transportToXDS returns a transport to an xDS server's Pod. Tests replace it.
	transportToXDS func(pod types.NamespacedName) (http.RoundTripper, error)
	now            func() time.Time
	hostname       func() (string, error)
}

// Errors of commands that have printed a result.
var (
	// errUnhealthy means that there are problems.
	errUnhealthy = errors.New("problems found")
	// errUnknown means that not everything could be read that decides.
	errUnknown = errors.New("problems unknown")
)

// usageError is a mistake in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Run runs the command of the version and returns its exit code.
func Run(ctx context.Context, streams genericiooptions.IOStreams, version string, args []string) int {
	o := &options{pluginVersion: version, streams: streams, kubeconfig: newKubeconfig(), now: time.Now, hostname: os.Hostname}
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
	case errors.Is(err, errUnknown):
		return exitUnknown
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
		Args: func(command *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(command, args[0])
			}
			return nil
		},
		PersistentPreRun: func(*cobra.Command, []string) { o.settings.KubectlFlags = o.kubeconfig.kubectlFlags() },
		RunE:             func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	o.kubeconfig.addFlags(flags)
	flags.StringVarP(&o.output, "output", "o", "", "Output format: json, yaml, wide or, for lists of Services, name.")
	flags.BoolVar(&o.noColor, "no-color", false, "Print without color. This is the default if NO_COLOR is set or the output is not a terminal.")
	bindSettings(flags, &o.settings)
	_ = root.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"json", "name", "wide", "yaml"}, cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("namespace", o.completeNamespaces)
	_ = root.RegisterFlagCompletionFunc("context", o.completeContexts)
	bindVerbosity(flags)
	root.AddCommand(o.bootstrap(), o.changes(), o.explain(), o.status(), o.tree(), o.ui(), o.version())
	return root
}

// unknownCommand names the commands that the user may have meant.
func unknownCommand(root *cobra.Command, name string) error {
	root.SuggestionsMinimumDistance = 2
	similar := root.SuggestionsFor(name)
	if len(similar) == 0 {
		return usagef("unknown command %q", name)
	}
	return usagef("unknown command %q: did you mean %s?", name, strings.Join(similar, " or "))
}

// bindVerbosity adds the flag -v, which logs requests to the API server from level 6.
func bindVerbosity(flags *pflag.FlagSet) {
	var klogFlags flag.FlagSet
	klog.InitFlags(&klogFlags)
	verbosity := pflag.PFlagFromGoFlag(klogFlags.Lookup("v"))
	verbosity.Usage = "Level of the log: 6 has each request to the API server."
	flags.AddFlag(verbosity)
}
