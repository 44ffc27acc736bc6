package command

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

const statusLong = `Show the state of the meshes: the problems by cause, the manager and its leader, the
Meshes with their addresses and certificates, the Services by state, their
MeshServices, and the Services whose EndpointSlices Meshwork writes.

There are no problems only if each Service that opts in has none according to
"kubectl meshwork explain". Services without Pods and Services that do not opt in
have none.

Without -n, the status covers all namespaces or, if you are not allowed to list
their Services, the namespace of the current context.`

func (o *options) status() *cobra.Command {
	var all, watching bool
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
			return o.runStatus(command, manager, all, watching)
		},
	}
	flags := command.Flags()
	flags.BoolVarP(&all, "all-namespaces", "A", false, "Cover all namespaces, even if -n is given.")
	flags.BoolVarP(&watching, "watch", "w", false, watchUsage)
	bindManager(flags, &manager)
	return command
}

func bindManager(flags *pflag.FlagSet, manager *collect.Manager) {
	flags.StringVar(&manager.Namespace, "manager-namespace", "meshwork-system", "Namespace of the manager and its Lease.")
	flags.StringVar(&manager.Lease, "lease", "meshwork", "The manager's --leader-elect-resource-name.")
}

func (o *options) runStatus(command *cobra.Command, manager collect.Manager, all, watching bool) error {
	if err := o.validateOutput(); err != nil {
		return err
	}
	scope, err := o.statusScope(command, all)
	if err != nil {
		return err
	}
	return o.show(command.Context(), watching, view{scope: scope, manager: manager, build: func(ctx context.Context, reader client.Reader) (result, error) {
		cluster, err := collect.Cluster(ctx, reader, scope, manager, o.settings, o.now())
		if err != nil {
			return nil, err
		}
		return status.Of(o.settings, cluster), nil
	}})
}

// statusScope is all namespaces unless one is given. It falls back to one namespace if the
// user is not allowed to list the Services of all, and has not asked for all.
func (o *options) statusScope(command *cobra.Command, all bool) (string, error) {
	switch {
	case all:
		return "", nil
	case command.Flags().Changed("namespace"):
		return o.namespace()
	}
	reader, err := o.connect()
	if err != nil {
		return "", err
	}
	if err := reader.List(command.Context(), &corev1.ServiceList{}, client.Limit(1)); apierrors.IsForbidden(err) {
		return o.namespace()
	}
	return "", nil // the status reports other errors
}
