package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"

	"github.com/meshwork-dev/meshwork/controllers"
)

type options struct {
	controllers            controllers.Options
	metricsBindAddress     string
	healthProbeBindAddress string
	leaderElect            bool
	leaderElectNamespace   string
	logging                zap.Options
	showVersion            bool
}

const usage = `meshwork turns every meshed Service into a MeshService and keeps its status true.

Usage:
  meshwork [flags]

Flags:
`

func parseOptions(args []string) (*options, error) {
	o := &options{}
	flags := pflag.NewFlagSet("meshwork", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() { fmt.Print(usage, flags.FlagUsages()) }
	o.bind(flags)

	if err := flags.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			os.Exit(0)
		}
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q: see --help", flags.Arg(0))
	}
	if err := o.validate(); err != nil {
		return nil, err
	}
	return o, nil
}

func (o *options) bind(flags *pflag.FlagSet) {
	settings := &o.controllers.Settings
	flags.StringVar(&settings.Zone, "zone", "default",
		"Zone of this cluster. It is the tag meshwork.dev/zone of every selector.")
	flags.StringVar(&settings.ClusterDomain, "cluster-domain", "cluster.local",
		"Domain of the cluster's DNS, with which the hostnames of MeshServices end.")
	flags.StringSliceVar(&o.controllers.Enabled, "controllers", []string{"*"},
		"Controllers to run: * is all, name adds one, -name leaves one out. There are: "+strings.Join(controllers.Names(), ", ")+".")
	flags.DurationVar(&o.controllers.StatusSyncPeriod, "status-sync-period", time.Second,
		"Least time between two status writes of one object. The first change after a quiet time is written at once.")
	flags.IntVar(&o.controllers.ConcurrentServiceSyncs, "concurrent-service-syncs", 8,
		"Services that are worked on at a time.")
	flags.BoolVar(&o.leaderElect, "leader-elect", false,
		"Elect a leader, so that of several managers one works at a time.")
	flags.StringVar(&o.leaderElectNamespace, "leader-elect-resource-namespace", "",
		"Namespace of the leader election's Lease. The manager's own when it runs in the cluster.")
	flags.StringVar(&o.metricsBindAddress, "metrics-bind-address", ":8443",
		"Address of the metrics, served over HTTPS to clients that may get the path /metrics. 0 is off.")
	flags.StringVar(&o.healthProbeBindAddress, "health-probe-bind-address", ":8081",
		"Address of /healthz and /readyz. 0 is off.")
	flags.BoolVar(&o.showVersion, "version", false, "Print the version and exit.")

	goFlags := flag.NewFlagSet("", flag.ContinueOnError)
	if kubeconfig := flag.Lookup("kubeconfig"); kubeconfig != nil {
		goFlags.Var(kubeconfig.Value, kubeconfig.Name,
			"Path of a kubeconfig. Not needed in the cluster; else $KUBECONFIG or ~/.kube/config.")
	}
	o.logging.BindFlags(goFlags)
	flags.AddGoFlagSet(goFlags)
}

func (o *options) validate() error {
	var errs []error
	settings := o.controllers.Settings
	if problems := validation.IsValidLabelValue(settings.Zone); settings.Zone == "" || len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--zone %q must be a label value that is not empty: %s", settings.Zone, strings.Join(problems, "; ")))
	}
	if problems := validation.IsDNS1123Subdomain(settings.ClusterDomain); len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--cluster-domain %q: %s", settings.ClusterDomain, strings.Join(problems, "; ")))
	}
	if o.controllers.StatusSyncPeriod < 0 {
		errs = append(errs, fmt.Errorf("--status-sync-period %s must not be negative", o.controllers.StatusSyncPeriod))
	}
	if o.controllers.ConcurrentServiceSyncs < 1 {
		errs = append(errs, fmt.Errorf("--concurrent-service-syncs %d must be at least 1", o.controllers.ConcurrentServiceSyncs))
	}
	errs = append(errs, controllers.ValidateEnabled(o.controllers.Enabled))
	return utilerrors.NewAggregate(errs)
}
