package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/meshwork-dev/meshwork/controllers/release"
)

const releaseUsage = `meshwork release takes back what the manager has written, so that it can be uninstalled:
Services are handed back to Kubernetes' own controllers without a gap, addresses are
freed and MeshServices deleted. What users wrote stays: Meshes, labels and annotations.
Give it the flags of the manager; it ends when nothing is left.

Usage:
  meshwork release [flags]

Flags:
`

// bindRelease adds the flags of release to those of the manager, some of which
// have other defaults: it serves nothing, and works only when nobody else does.
func (o *options) bindRelease(flags *pflag.FlagSet) {
	flags.Usage = func() { fmt.Print(releaseUsage, flags.FlagUsages()) }
	// Two at work would undo what the other does.
	for name, value := range map[string]string{"metrics-bind-address": "0", "health-probe-bind-address": "0", "leader-elect": "true"} {
		flag := flags.Lookup(name)
		flag.DefValue = value
		_ = flag.Value.Set(flag.DefValue) // each flag takes its value
	}
	flags.StringVar(&o.release.Deployment.Name, "deployment", "",
		"Deployment of the manager, in the namespace of --leader-elect-resource-namespace. It is scaled to zero first.")
	flags.StringSliceVar(&o.release.PolicyBindings, "policy-bindings", nil,
		"MutatingAdmissionPolicyBindings to delete first, since their policies would keep Services delegated.")
	flags.DurationVar(&o.release.Timeout, "timeout", 5*time.Minute, "How long the release may take. Kubernetes' own controller takes over some 20 Services a second.")
}

func (o *options) validateRelease() error {
	if o.release.Timeout <= 0 {
		return fmt.Errorf("--timeout %s must be positive", o.release.Timeout)
	}
	if o.release.Deployment.Name != "" && o.leaderElectNamespace == "" {
		return errors.New("--deployment needs --leader-elect-resource-namespace: it is looked for there")
	}
	return nil
}

func releaseOptions(options *options) release.Options {
	release := options.release
	release.Deployment.Namespace = options.leaderElectNamespace
	release.Manager, release.Controllers = managerOptions(options), options.controllers
	return release
}
