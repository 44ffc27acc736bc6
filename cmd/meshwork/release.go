package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/meshwork-dev/meshwork/controllers/release"
)

const releaseUsage = `meshwork release removes what the manager has written, so that you can uninstall it:
Services are handed back to Kubernetes' own controllers without a gap, addresses are
released and MeshServices are deleted. What users have written stays: Meshes, labels and
annotations. Use the flags of the manager. The command ends when nothing is left.

Usage:
  meshwork release [flags]

Flags:
`

// bindRelease adds the flags of release to the manager's, and changes defaults:
// it serves no endpoints, and runs only while no manager does.
func (o *options) bindRelease(flags *pflag.FlagSet) {
	flags.Usage = func() { fmt.Print(releaseUsage, flags.FlagUsages()) }
	// A manager that runs at the same time would undo the release.
	for name, value := range map[string]string{"metrics-bind-address": "0", "health-probe-bind-address": "0", "leader-elect": "true"} {
		flag := flags.Lookup(name)
		flag.DefValue = value
		_ = flag.Value.Set(flag.DefValue) // each flag accepts its value
	}
	flags.StringVar(&o.release.Deployment.Name, "deployment", "",
		"Deployment of the manager, in the namespace --leader-elect-resource-namespace. It is scaled to zero first.")
	flags.StringSliceVar(&o.release.PolicyBindings, "policy-bindings", nil,
		"MutatingAdmissionPolicyBindings to delete first, because their policies would keep Services delegated.")
	flags.DurationVar(&o.release.Timeout, "timeout", 5*time.Minute, "How long the release may take. Kubernetes' own controller takes over about 20 Services per second.")
}

func (o *options) validateRelease() error {
	if o.release.Timeout <= 0 {
		return fmt.Errorf("--timeout %s must be positive", o.release.Timeout)
	}
	if o.release.Deployment.Name != "" && o.leaderElectNamespace == "" {
		return errors.New("--deployment needs --leader-elect-resource-namespace, the namespace of the Deployment")
	}
	return nil
}

func releaseOptions(options *options) release.Options {
	release := options.release
	release.Deployment.Namespace = options.leaderElectNamespace
	release.Manager, release.Controllers = managerOptions(options), options.controllers
	release.Controllers.VIPCooldownPeriod = 0 // it gives no address to another Service
	return release
}
