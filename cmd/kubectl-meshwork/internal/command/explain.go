package command

import (
	"github.com/spf13/cobra"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
)

const explainLong = `Explain, rule by rule, why a Service is or is not in a mesh, which MeshServices
it should have and whether they exist, which controller writes its
EndpointSlices, why it has or does not have an address of the mesh, and how to
change that.`

func (o *options) explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain (service NAME | service/NAME)",
		Short: "Explain why a Service is or is not in a mesh",
		Long:  explainLong,
		Example: `  kubectl meshwork explain service web -n shop
  kubectl meshwork explain svc/web -o json`,
		Args:              serviceArgs,
		ValidArgsFunction: o.completeService,
		RunE:              o.runExplain,
	}
}

func (o *options) runExplain(command *cobra.Command, args []string) error {
	if err := o.validateOutput(); err != nil {
		return err
	}
	name, err := o.serviceKey(args)
	if err != nil {
		return err
	}
	reader, err := o.connect()
	if err != nil {
		return err
	}
	snap, err := collect.Service(command.Context(), reader, name)
	if err != nil {
		return err
	}
	return o.finish(explain.Explain(o.settings, snap))
}
