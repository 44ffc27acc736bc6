package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// versions has the versions of the plugin and of the manager.
type versions struct {
	Plugin string `json:"plugin"`
	// Images are the manager's images. There are none if they could not be read.
	Images []string `json:"images,omitempty"`
	Error  string   `json:"error,omitempty"`
}

func (o *options) version() *cobra.Command {
	manager := collect.Manager{}
	clientOnly := false
	command := &cobra.Command{
		Use:               "version",
		Short:             "Print the versions of the plugin and of the manager",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := o.validateOutput(); err != nil {
				return err
			}
			found := &versions{Plugin: o.pluginVersion}
			if !clientOnly {
				found.addImages(command.Context(), o.connect, manager.Namespace)
			}
			return o.finish(found)
		},
	}
	command.Flags().BoolVar(&clientOnly, "client", false, "Print only the version of the plugin, without connecting to a cluster.")
	bindManager(command.Flags(), &manager)
	return command
}

func (v *versions) addImages(ctx context.Context, connect func() (client.WithWatch, error), namespace string) {
	reader, err := connect()
	var deployments appsv1.DeploymentList
	if err == nil {
		err = reader.List(ctx, &deployments, collect.ManagerLabels, client.InNamespace(namespace))
	}
	if err != nil {
		v.Error = err.Error()
		return
	}
	for i := range deployments.Items {
		for _, container := range deployments.Items[i].Spec.Template.Spec.Containers {
			v.Images = append(v.Images, container.Image)
		}
	}
}

// Outcome is always ResultOK: a cluster without a manager is no problem here.
func (v *versions) Outcome() explain.Result { return explain.ResultOK }

// Print prints the versions for people.
func (v *versions) Print(p *terminal.Printer, _ bool) {
	p.Line("Plugin:  %s", v.Plugin)
	switch {
	case v.Error != "":
		p.Line("Manager: unknown: %s", v.Error)
	case len(v.Images) == 0:
		p.Line("Manager: not found in the cluster")
	default:
		p.Line("Manager: %s", strings.Join(v.Images, ", "))
	}
}
