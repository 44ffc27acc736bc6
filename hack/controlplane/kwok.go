package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"
	kwokconfig "sigs.k8s.io/kwok/pkg/config"
	kwok "sigs.k8s.io/kwok/pkg/kwok/cmd"
	kwoklog "sigs.k8s.io/kwok/pkg/log"
)

func init() { programs["kwok"] = runKwok }

// runKwok reads the flags twice, as kwok does: --config and --v come first, because the
// configuration has the defaults of the others.
func runKwok() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	// Without the flags of Kubernetes' programs: its --version is no boolean.
	pflag.CommandLine = pflag.NewFlagSet("kwok", pflag.ContinueOnError)
	global := pflag.NewFlagSet("global", pflag.ContinueOnError)
	global.ParseErrorsAllowlist.UnknownFlags = true
	ctx, logger := kwoklog.InitFlags(ctx, global)
	ctx, err := kwokconfig.InitFlags(ctx, global)
	if err != nil {
		logger.Error("Reading the configuration", "err", err)
		return 1
	}

	command := kwok.NewCommand(ctx)
	command.PersistentFlags().AddFlagSet(global)
	if err := command.ExecuteContext(ctx); err != nil {
		logger.Error("Running kwok", "err", err)
		return 1
	}
	return 0
}
