package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"go.uber.org/zap/zapcore"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/component-base/featuregate"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/controllers/features"
	"github.com/meshwork-dev/meshwork/controllers/release"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

type options struct {
	controllers            controllers.Options
	metricsBindAddress     string
	healthProbeBindAddress string
	pprofBindAddress       string
	leaderElect            bool
	leaderElectNamespace   string
	leaderElectName        string
	logging                zap.Options
	features               featuregate.MutableFeatureGate
	showVersion            bool
	// releasing tells that the command is release, which has flags of its own.
	releasing bool
	release   release.Options
}

const usage = `meshwork turns every meshed Service into a MeshService and keeps its status true,
writes the EndpointSlices of the Services that are delegated to it, and gives Services
of its load-balancer class addresses of their Mesh.

Usage:
  meshwork [flags]          run the manager
  meshwork release [flags]  take back what the manager has written, before it is uninstalled

Flags:
`

func parseOptions(args []string) (*options, error) {
	o := &options{features: features.New()}
	o.controllers.Features = o.features
	flags := pflag.NewFlagSet("meshwork", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() { fmt.Print(usage, flags.FlagUsages()) }
	o.bind(flags)
	if len(args) > 0 && args[0] == "release" {
		o.releasing, args = true, args[1:]
		o.bindRelease(flags)
	}

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
		"Controllers to run: * is all, name adds one, *,-name leaves one out. There are: "+strings.Join(controllers.Names(), ", ")+".")
	flags.StringVar(&o.controllers.EndpointControllerName, "endpoint-controller-name", "endpointslice-controller.meshwork.dev",
		"Value of the label service.kubernetes.io/endpoint-controller-name of the Services whose EndpointSlices this manager writes.")
	flags.Int32Var(&o.controllers.MaxEndpointsPerSlice, "max-endpoints-per-slice", endpointslice.DefaultMaxEndpointsPerSlice,
		fmt.Sprintf("Most endpoints of Pods in one EndpointSlice, 1 to %d.", endpointslice.MaxEndpointsPerSliceLimit))
	flags.DurationVar(&o.controllers.EndpointUpdatesBatchPeriod, "endpoint-updates-batch-period", 0,
		"How long a change of a Pod waits for others before the EndpointSlices are written. Under sustained change they are written in growing intervals anyway.")
	flags.DurationVar(&o.controllers.HandoverTimeout, "handover-timeout", 30*time.Second,
		"How long the EndpointSlices of a Service that was taken away from this manager stay, while those of its new controller lack ready endpoints.")
	flags.StringVar(&settings.LoadBalancerClass, "load-balancer-class", v1alpha1.DefaultLoadBalancerClass,
		"Class (spec.loadBalancerClass) of the Services of type LoadBalancer that get addresses of their Mesh.")
	flags.DurationVar(&o.controllers.StatusSyncPeriod, "status-sync-period", time.Second,
		"Least time between two status writes of one object. The first change after a quiet time is written at once.")
	flags.IntVar(&o.controllers.ConcurrentServiceSyncs, "concurrent-service-syncs", 8,
		"Services that each controller works on at a time.")
	flags.BoolVar(&o.leaderElect, "leader-elect", false,
		"Elect a leader, so that of several managers one works at a time.")
	flags.StringVar(&o.leaderElectNamespace, "leader-elect-resource-namespace", "",
		"Namespace of the leader election's Lease. The manager's own when it runs in the cluster.")
	flags.StringVar(&o.leaderElectName, "leader-elect-resource-name", "meshwork",
		"Name of the leader election's Lease. Managers that work side by side, for different controllers or names, need one each.")
	flags.StringVar(&o.metricsBindAddress, "metrics-bind-address", ":8443",
		"Address of the metrics, served over HTTPS to clients that may get the path /metrics. 0 is off.")
	flags.StringVar(&o.healthProbeBindAddress, "health-probe-bind-address", ":8081",
		"Address of /healthz and /readyz. 0 is off.")
	flags.StringVar(&o.pprofBindAddress, "pprof-bind-address", "0",
		"Address of /debug/pprof, for profiles of the manager. 0 is off; keep it on the loopback interface.")
	o.features.AddFlag(flags)
	flags.BoolVar(&o.showVersion, "version", false, "Print the version and exit.")

	goFlags := flag.NewFlagSet("", flag.ContinueOnError)
	if kubeconfig := flag.Lookup("kubeconfig"); kubeconfig != nil {
		goFlags.Var(kubeconfig.Value, kubeconfig.Name,
			"Path of a kubeconfig. Not needed in the cluster; else $KUBECONFIG or ~/.kube/config.")
	}
	// An error says what is wrong and with what; where in the code it was met, few want to know.
	o.logging.StacktraceLevel = zapcore.PanicLevel
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
	// As the API server validates spec.loadBalancerClass.
	if problems := validation.IsQualifiedName(settings.LoadBalancerClass); len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--load-balancer-class %q: %s", settings.LoadBalancerClass, strings.Join(problems, "; ")))
	}
	if err := o.validateDelegation(); err != nil {
		errs = append(errs, err)
	}
	if o.controllers.StatusSyncPeriod < 0 {
		errs = append(errs, fmt.Errorf("--status-sync-period %s must not be negative", o.controllers.StatusSyncPeriod))
	}
	if o.controllers.ConcurrentServiceSyncs < 1 {
		errs = append(errs, fmt.Errorf("--concurrent-service-syncs %d must be at least 1", o.controllers.ConcurrentServiceSyncs))
	}
	errs = append(errs, controllers.ValidateEnabled(o.controllers.Enabled))
	if o.releasing {
		errs = append(errs, o.validateRelease())
	}
	return utilerrors.NewAggregate(errs)
}

func (o *options) validateDelegation() error {
	var errs []error
	c := &o.controllers
	// The longer of the two names has to be a label value as well.
	if problems := validation.IsValidLabelValue(delegation.MirroringManager(c.EndpointControllerName)); c.EndpointControllerName == "" || len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--endpoint-controller-name %q must be a label value that is not empty, even with %q before it: %s",
			c.EndpointControllerName, delegation.MirroringManager(""), strings.Join(problems, "; ")))
	}
	if c.MaxEndpointsPerSlice < 1 || c.MaxEndpointsPerSlice > endpointslice.MaxEndpointsPerSliceLimit {
		errs = append(errs, fmt.Errorf("--max-endpoints-per-slice %d must be from 1 to %d", c.MaxEndpointsPerSlice, endpointslice.MaxEndpointsPerSliceLimit))
	}
	if c.EndpointUpdatesBatchPeriod < 0 {
		errs = append(errs, fmt.Errorf("--endpoint-updates-batch-period %s must not be negative", c.EndpointUpdatesBatchPeriod))
	}
	if c.HandoverTimeout < 0 {
		errs = append(errs, fmt.Errorf("--handover-timeout %s must not be negative", c.HandoverTimeout))
	}
	return utilerrors.NewAggregate(errs)
}
