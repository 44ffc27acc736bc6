package command

import (
	"context"

	"github.com/spf13/cobra"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/tree"
)

const treeLong = `Show the objects behind a Service: its routes with their rules and backends, its
MeshServices and addresses, its EndpointSlices and their managers, and the Pods in them. The tree marks Pods that
two managers publish, and EndpointSlices with endpoints whose manager should not
publish any.`

func (o *options) tree() *cobra.Command {
	var watching bool
	command := &cobra.Command{
		Use:   "tree (service NAME | service/NAME)",
		Short: "Show the objects behind a Service",
		Long:  treeLong,
		Example: `  kubectl meshwork tree service web -n shop
  kubectl meshwork tree svc/web --watch`,
		Args:              oneService,
		ValidArgsFunction: o.completeService,
		RunE: func(command *cobra.Command, args []string) error {
			return o.runTree(command.Context(), args, watching)
		},
	}
	command.Flags().BoolVarP(&watching, "watch", "w", false, watchUsage)
	return command
}

func (o *options) runTree(ctx context.Context, args []string, watching bool) error {
	if o.output == "wide" {
		return usagef("tree has no --output wide: it always shows everything")
	}
	if err := o.validateOutput(); err != nil {
		return err
	}
	name, err := o.serviceKey(args)
	if err != nil {
		return err
	}
	return o.show(ctx, watching, view{scope: name.Namespace, build: func(ctx context.Context, reader client.Reader) (result, error) {
		snap, err := collect.Service(ctx, reader, name, o.now())
		if err != nil {
			return nil, err
		}
		return tree.Of(o.settings, snap, explain.Explain(o.settings, snap).Verdict), nil
	}})
}
