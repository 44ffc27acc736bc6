// Package commandline is the common part of the command lines of Meshwork's servers.
package commandline

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/spf13/pflag"
	"go.uber.org/zap/zapcore"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
)

// New returns flags that are shown in the order in which they are added, below the usage.
func New(name, usage string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() { fmt.Print(usage, flags.FlagUsages()) }
	return flags
}

// AddProcessFlags adds the flags for the kubeconfig and the log.
func AddProcessFlags(flags *pflag.FlagSet, logging *zap.Options) {
	goFlags := flag.NewFlagSet("", flag.ContinueOnError)
	if kubeconfig := flag.Lookup("kubeconfig"); kubeconfig != nil { // of controller-runtime
		goFlags.Var(kubeconfig.Value, kubeconfig.Name,
			"Path of a kubeconfig. Not needed in a cluster. Defaults to $KUBECONFIG, then ~/.kube/config.")
	}
	// Errors name the object and the cause. Few readers need the stack trace.
	logging.StacktraceLevel = zapcore.PanicLevel
	logging.BindFlags(goFlags)
	flags.AddGoFlagSet(goFlags)
}

// Parse parses the arguments, which must all be flags. It ends the process after --help.
func Parse(flags *pflag.FlagSet, args []string) error {
	if err := flags.Parse(args); errors.Is(err, pflag.ErrHelp) {
		os.Exit(0)
	} else if err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: see --help", flags.Arg(0))
	}
	return nil
}
