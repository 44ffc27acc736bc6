package command

import (
	"github.com/spf13/cobra"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

const statusLong = `Say how the meshes are: the manager and its leader, the Meshes with their
addresses, the MeshServices that are online, offline, missing or in conflict,
and the Services whose EndpointSlices Meshwork writes.

Without -n it looks at all namespaces or, if you may not list their Services,
at that of the current context.`

func (o *options) status() *cobra.Command {
	var all bool
	manager := collect.Manager{}
	command := &cobra.Command{
		Use:   "status",
		Short: "Say how the meshes are",
		Long:  statusLong,
		Example: `  kubectl meshwork status
  kubectl meshwork status -n shop`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("status takes no argument, such as %q", args[0])
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(command *cobra.Command, _ []string) error {
			return o.runStatus(command, manager, all || !command.Flags().Changed("namespace"))
		},
	}
	flags := command.Flags()
	flags.BoolVarP(&all, "all-namespaces", "A", false, "Look at all namespaces, also when -n is given.")
	flags.StringVar(&manager.Namespace, "manager-namespace", "meshwork-system", "Namespace of the manager and its Lease.")
	flags.StringVar(&manager.Lease, "lease", "meshwork", "The manager's --leader-elect-resource-name.")
	return command
}

func (o *options) runStatus(command *cobra.Command, manager collect.Manager, everywhere bool) error {
	if err := o.validateOutput(); err != nil {
		return err
	}
	cluster, err := o.collectCluster(command, manager, everywhere)
	if err != nil {
		return err
	}
	summary := status.Of(o.settings, cluster, o.now())
	if err := o.print(summary); err != nil {
		return err
	}
	if !summary.Healthy() {
		return errUnhealthy
	}
	return nil
}

// collectCluster falls back to one namespace for those who may not see them all.
func (o *options) collectCluster(command *cobra.Command, manager collect.Manager, everywhere bool) (*snapshot.Cluster, error) {
	reader, err := o.connect()
	if err != nil {
		return nil, err
	}
	if everywhere {
		cluster, err := collect.Cluster(command.Context(), reader, "", manager)
		if err != nil || !cluster.Unread.Forbids(snapshot.Services) {
			return cluster, err
		}
	}
	scope, err := o.namespace()
	if err != nil {
		return nil, err
	}
	return collect.Cluster(command.Context(), reader, scope, manager)
}
