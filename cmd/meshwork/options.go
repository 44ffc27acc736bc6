package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/component-base/featuregate"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/controllers/release"
	"github.com/meshwork-dev/meshwork/internal/commandline"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/features"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
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
	// releasing is true for the command release, which has more flags.
	releasing bool
	release   release.Options
}

const usage = `meshwork derives a MeshService from every Service in a mesh and keeps its status up to date,
writes the EndpointSlices of the Services that are delegated to it, and assigns addresses of
their Mesh to the Services of its load-balancer class. As the signer, which runs separately with
--controllers=certificateauthority,podcertificate, it issues the certificates of meshes.

Usage:
  meshwork [flags]          run the manager
  meshwork release [flags]  remove what the manager has written, before you uninstall it

Flags:
`

func parseOptions(args []string) (*options, error) {
	o := &options{features: features.New()}
	o.controllers.Features = o.features
	flags := commandline.New("meshwork", usage)
	o.bind(flags)
	if len(args) > 0 && args[0] == "release" {
		o.releasing, args = true, args[1:]
		o.bindRelease(flags)
	}

	if err := commandline.Parse(flags, args); err != nil {
		return nil, err
	}
	if err := o.validate(); err != nil {
		return nil, err
	}
	return o, nil
}

func (o *options) bind(flags *pflag.FlagSet) {
	settings := &o.controllers.Settings
	flags.StringVar(&settings.Zone, "zone", "default",
		"Zone of this cluster: the value of the tag meshwork.dev/zone in the selectors of MeshServices.")
	flags.StringVar(&settings.ClusterDomain, "cluster-domain", "cluster.local",
		"DNS domain of the cluster: the suffix of the hostnames of MeshServices.")
	flags.StringSliceVar(&o.controllers.Enabled, "controllers", []string{"*"},
		fmt.Sprintf("Controllers to run. * runs all except %s and %s, which belong to the signer. A name adds a controller, and -name after * disables it. All controllers: %s.",
			controllers.CertificateAuthority, controllers.PodCertificate, strings.Join(controllers.Names(), ", ")))
	flags.StringVar(&o.controllers.SignerNamespace, "signer-namespace", ownNamespace(),
		"Namespace of the Secrets with the certificate authorities of Meshes, for the signer. Defaults to the manager's own namespace when it runs in the cluster.")
	flags.DurationVar(&o.controllers.TrustPropagationPeriod, "trust-propagation-period", 5*time.Minute,
		"How long a change of the trusted roots takes to reach all Pods, for the signer. A new CA backend signs after this time, and an old root is removed this long after its last certificate was replaced.")
	flags.StringVar(&o.controllers.EndpointControllerName, "endpoint-controller-name", "endpointslice-controller.meshwork.dev",
		"Name of this manager in the label service.kubernetes.io/endpoint-controller-name. It writes the EndpointSlices of the Services with that label.")
	flags.Int32Var(&o.controllers.MaxEndpointsPerSlice, "max-endpoints-per-slice", endpointslice.DefaultMaxEndpointsPerSlice,
		fmt.Sprintf("Maximum number of endpoints in one EndpointSlice of Pods, from 1 to %d.", endpointslice.MaxEndpointsPerSliceLimit))
	flags.DurationVar(&o.controllers.EndpointIntervals.Usual, "endpoint-updates-batch-period", pace.DefaultIntervals.Usual,
		"Minimum time between two writes of the EndpointSlices of a Service. The first change after a period without changes is written immediately.")
	flags.DurationVar(&o.controllers.EndpointIntervals.BadNews, "endpoint-removals-batch-period", pace.DefaultIntervals.BadNews,
		"The same while an endpoint that clients use is to be removed, if it is shorter.")
	flags.DurationVar(&o.controllers.HandoverTimeout, "handover-timeout", 30*time.Second,
		"Maximum time to keep the EndpointSlices of a Service that was handed to another controller, while that controller's slices lack some of the ready endpoints.")
	flags.StringVar(&settings.LoadBalancerClass, "load-balancer-class", v1alpha1.DefaultLoadBalancerClass,
		"Load-balancer class (spec.loadBalancerClass) that this manager serves: Services of the class get addresses of their Mesh.")
	flags.DurationVar(&o.controllers.VIPCooldownPeriod, "vip-cooldown-period", vip.DefaultCooldownPeriod,
		"How long an address that a Service has released waits before another Service gets it. Until kube-proxy has synced on every Node, connections to the address may still go to the Pods of the former Service.")
	flags.DurationVar(&o.controllers.StatusSyncPeriod, "status-sync-period", time.Second,
		"Minimum time between two status writes of one object. The first change after a period without changes is written immediately.")
	flags.IntVar(&o.controllers.ConcurrentServiceSyncs, "concurrent-service-syncs", 8,
		"Number of objects that each controller syncs concurrently: Services, or requests for certificates. Meshes are synced one by one.")
	flags.BoolVar(&o.leaderElect, "leader-elect", false,
		"Elect a leader, so that only one of several managers is active.")
	flags.StringVar(&o.leaderElectNamespace, "leader-elect-resource-namespace", "",
		"Namespace of the Lease for leader election. Defaults to the manager's own namespace when it runs in the cluster.")
	flags.StringVar(&o.leaderElectName, "leader-elect-resource-name", "meshwork",
		"Name of the Lease for leader election. Managers that run side by side, with other controllers or names, need different Leases.")
	flags.StringVar(&o.metricsBindAddress, "metrics-bind-address", ":8443",
		"Address of the metrics endpoint. It serves HTTPS to clients that are authorized to get /metrics. 0 turns it off.")
	flags.StringVar(&o.healthProbeBindAddress, "health-probe-bind-address", ":8081",
		"Address of /healthz and /readyz, which succeeds once the caches of all controllers are filled. 0 turns them off.")
	flags.StringVar(&o.pprofBindAddress, "pprof-bind-address", "0",
		"Address of /debug/pprof, for profiling the manager. 0 turns it off. Use a loopback address only.")
	o.features.AddFlag(flags)
	flags.BoolVar(&o.showVersion, "version", false, "Print the version and exit.")
	commandline.AddProcessFlags(flags, &o.logging)
}

func (o *options) validate() error {
	var errs []error
	settings := o.controllers.Settings
	if problems := validation.IsValidLabelValue(settings.Zone); settings.Zone == "" || len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--zone %q must be a non-empty label value: %s", settings.Zone, strings.Join(problems, "; ")))
	}
	if problems := validation.IsDNS1123Subdomain(settings.ClusterDomain); len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--cluster-domain %q: %s", settings.ClusterDomain, strings.Join(problems, "; ")))
	}
	// The same validation as of spec.loadBalancerClass.
	if problems := validation.IsQualifiedName(settings.LoadBalancerClass); len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--load-balancer-class %q: %s", settings.LoadBalancerClass, strings.Join(problems, "; ")))
	}
	if err := o.validateDelegation(); err != nil {
		errs = append(errs, err)
	}
	if o.controllers.StatusSyncPeriod < 0 {
		errs = append(errs, fmt.Errorf("--status-sync-period %s must not be negative", o.controllers.StatusSyncPeriod))
	}
	if o.controllers.VIPCooldownPeriod < 0 {
		errs = append(errs, fmt.Errorf("--vip-cooldown-period %s must not be negative", o.controllers.VIPCooldownPeriod))
	}
	if o.controllers.ConcurrentServiceSyncs < 1 {
		errs = append(errs, fmt.Errorf("--concurrent-service-syncs %d must be at least 1", o.controllers.ConcurrentServiceSyncs))
	}
	errs = append(errs, controllers.ValidateEnabled(o.controllers.Enabled), o.validateSigner())
	if o.releasing {
		errs = append(errs, o.validateRelease())
	}
	return errors.Join(errs...)
}

func (o *options) validateSigner() error {
	if o.controllers.TrustPropagationPeriod < 0 {
		return fmt.Errorf("--trust-propagation-period %s must not be negative", o.controllers.TrustPropagationPeriod)
	}
	if !o.controllers.RunsSigner() {
		return nil
	}
	if problems := validation.IsDNS1123Label(o.controllers.SignerNamespace); len(problems) > 0 {
		return fmt.Errorf("--signer-namespace %q: %s", o.controllers.SignerNamespace, strings.Join(problems, "; "))
	}
	if level := o.logging.Level; level != nil && level.Enabled(-bodyVerbosity) {
		return fmt.Errorf("--zap-log-level must be at most %d for the signer: the log would have the bodies of requests, and so the private keys of CAs", bodyVerbosity-1)
	}
	return nil
}

// bodyVerbosity is from which verbosity on client-go logs the bodies of requests and
// responses.
const bodyVerbosity = 8

// ownNamespace returns the namespace of the Pod that the manager runs in, or "".
func ownNamespace() string {
	namespace, err := os.ReadFile("/var/run/secrets/kubernetes.io/serviceaccount/namespace")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(namespace))
}

func (o *options) validateDelegation() error {
	var errs []error
	c := &o.controllers
	// The longer of the two names must be a label value as well.
	if problems := validation.IsValidLabelValue(delegation.MirroringManager(c.EndpointControllerName)); c.EndpointControllerName == "" || len(problems) > 0 {
		errs = append(errs, fmt.Errorf("--endpoint-controller-name %q must be a non-empty label value, also with the prefix %q: %s",
			c.EndpointControllerName, delegation.MirroringManager(""), strings.Join(problems, "; ")))
	}
	if c.MaxEndpointsPerSlice < 1 || c.MaxEndpointsPerSlice > endpointslice.MaxEndpointsPerSliceLimit {
		errs = append(errs, fmt.Errorf("--max-endpoints-per-slice %d must be between 1 and %d", c.MaxEndpointsPerSlice, endpointslice.MaxEndpointsPerSliceLimit))
	}
	if c.EndpointIntervals.Usual < 0 {
		errs = append(errs, fmt.Errorf("--endpoint-updates-batch-period %s must not be negative", c.EndpointIntervals.Usual))
	}
	if c.EndpointIntervals.BadNews < 0 {
		errs = append(errs, fmt.Errorf("--endpoint-removals-batch-period %s must not be negative", c.EndpointIntervals.BadNews))
	}
	if c.HandoverTimeout < 0 {
		errs = append(errs, fmt.Errorf("--handover-timeout %s must not be negative", c.HandoverTimeout))
	}
	return errors.Join(errs...)
}
