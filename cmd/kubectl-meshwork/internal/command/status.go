package command

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

const statusLong = `Show the state of the meshes: the manager and its leader, the Meshes with their
addresses, the MeshServices that are online, offline, missing or in conflict,
and the Services whose EndpointSlices Meshwork writes.

Without -n, the status covers all namespaces or, if you are not allowed to list
their Services, the namespace of the current context.`

func (o *options) status() *cobra.Command {
	var all bool
	manager := collect.Manager{}
	command := &cobra.Command{
		Use:   "status",
		Short: "Show the state of the meshes",
		Long:  statusLong,
		Example: `  kubectl meshwork status
  kubectl meshwork status -n shop`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(command *cobra.Command, _ []string) error {
			return o.runStatus(command, manager, all || !command.Flags().Changed("namespace"))
		},
	}
	flags := command.Flags()
	flags.BoolVarP(&all, "all-namespaces", "A", false, "Cover all namespaces, even if -n is given.")
	bindManager(flags, &manager)
	return command
}

func bindManager(flags *pflag.FlagSet, manager *collect.Manager) {
	flags.StringVar(&manager.Namespace, "manager-namespace", "meshwork-system", "Namespace of the manager and its Lease.")
	flags.StringVar(&manager.Lease, "lease", "meshwork", "The manager's --leader-elect-resource-name.")
}

func (o *options) runStatus(command *cobra.Command, manager collect.Manager, everywhere bool) error {
	if err := o.validateOutput(); err != nil {
		return err
	}
	cluster, err := o.collectCluster(command, manager, everywhere)
	if err != nil {
		return err
	}
	return o.finish(status.Of(o.settings, cluster))
}

// collectCluster falls back to one namespace if the user is not allowed to list the
// Services of all namespaces.
func (o *options) collectCluster(command *cobra.Command, manager collect.Manager, everywhere bool) (*snapshot.Cluster, error) {
	reader, err := o.connect()
	if err != nil {
		return nil, err
	}
	if everywhere {
		cluster, err := collect.Cluster(command.Context(), reader, "", manager, o.now())
		if err != nil || !cluster.Unread.Forbids(snapshot.Services) {
			return cluster, err
		}
	}
	scope, err := o.namespace()
	if err != nil {
		return nil, err
	}
	return collect.Cluster(command.Context(), reader, scope, manager, o.now())
}
