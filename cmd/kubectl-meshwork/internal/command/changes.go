package command

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/changes"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
)

const changesLong = `List the latest changes in the meshes, the last one at the end: Services that joined a
mesh, changes of the conditions of Meshes and MeshServices, and the events of Meshwork,
such as handovers.

Meshwork repeats the event of a problem every hour while the problem lasts, so the
problem may be older than its event. The cluster does not record Services that left a mesh or were deleted, and an API
server keeps events for an hour by default. "kubectl meshwork ui" shows every change
from its start on.

Without -n, the list covers all namespaces or, if you are not allowed to list their
Services, the namespace of the current context.`

func (o *options) changes() *cobra.Command {
	var all bool
	var period time.Duration
	command := &cobra.Command{
		Use:   "changes",
		Short: "List the latest changes in the meshes",
		Long:  changesLong,
		Example: `  kubectl meshwork changes
  kubectl meshwork changes -n shop --since=10m`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(command *cobra.Command, _ []string) error {
			return o.runChanges(command, period, all)
		},
	}
	flags := command.Flags()
	flags.BoolVarP(&all, "all-namespaces", "A", false, "Cover all namespaces, even if -n is given.")
	flags.DurationVar(&period, "since", time.Hour, "Period of the changes, up to now.")
	return command
}

func (o *options) runChanges(command *cobra.Command, period time.Duration, all bool) error {
	if err := o.validateOutput(); err != nil {
		return err
	}
	if period <= 0 {
		return usagef("--since %s must be positive", period)
	}
	scope, err := o.statusScope(command, all)
	if err != nil {
		return err
	}
	return o.show(command.Context(), false, view{scope: scope, build: func(ctx context.Context, reader client.Reader) (result, error) {
		cluster, err := collect.Changes(ctx, reader, scope, o.now())
		if err != nil {
			return nil, err
		}
		return changes.Of(cluster, o.now().Add(-period)), nil
	}})
}
