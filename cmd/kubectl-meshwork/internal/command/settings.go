package command

import (
	"github.com/spf13/pflag"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// bindSettings binds the flags that the plugin shares with the manager, with the
// manager's defaults.
func bindSettings(flags *pflag.FlagSet, settings *snapshot.Settings) {
	flags.StringVar(&settings.Zone, "zone", "default", "The manager's --zone.")
	flags.StringVar(&settings.ClusterDomain, "cluster-domain", "cluster.local", "The manager's --cluster-domain.")
	flags.StringVar(&settings.EndpointController, "endpoint-controller-name", "endpointslice-controller.meshwork.dev",
		"The manager's --endpoint-controller-name.")
	flags.StringVar(&settings.LoadBalancerClass, "load-balancer-class", v1alpha1.DefaultLoadBalancerClass,
		"The manager's --load-balancer-class.")
}
