package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

const explainLong = `Explain, rule by rule, why a Service is or is not in a mesh, which MeshServices
it should have and whether they exist, whether its Pods can be called, which
controller writes its EndpointSlices, why it has or does not have an address of the
mesh, how routes of the Gateway API share its calls among backends, and how to
change that.

"explain services" prints a line for each Service, the worst first. "explain pod/NAME"
shows the Services of a Pod, and "explain meshservice/NAME" the Service that it is
derived from. With -f, the Services in a manifest are explained as if they were
applied.

If Meshwork's xDS server runs in the namespace --xds-namespace, the output for one
Service also lists the clients that subscribe to it, and what they refuse. For this,
you must be allowed to list the Pods of this namespace, and to forward ports of
the Pods of the xDS server.`

// explainFlags are the flags of the explain command.
type explainFlags struct {
	xds      xdsFlags
	all      bool
	watching bool
	selector string
	filename string
}

func (o *options) explain() *cobra.Command {
	var flags explainFlags
	command := &cobra.Command{
		Use:   "explain (services | KIND NAME... | KIND/NAME... | -f FILE)",
		Short: "Explain why Services are or are not in a mesh",
		Long:  explainLong,
		Example: `  kubectl meshwork explain service web -n shop
  kubectl meshwork explain services -A
  kubectl meshwork explain pod/web-0 msvc/web
  kubectl meshwork explain -f service.yaml
  kubectl meshwork explain svc/web --xds-address 127.0.0.1:18001`,
		ValidArgsFunction: func(command *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return o.completeTarget(command, args, typed, kindService, kindPod, kindMeshService)
		},
		RunE: func(command *cobra.Command, args []string) error { return o.runExplain(command, args, flags) },
	}
	command.Flags().BoolVarP(&flags.all, "all-namespaces", "A", false, "List the Services of all namespaces.")
	command.Flags().StringVarP(&flags.selector, "selector", "l", "", "List only the Services with these labels.")
	command.Flags().StringVarP(&flags.filename, "filename", "f", "", "Explain the Services in this file, or in the standard input if it is \"-\".")
	command.Flags().BoolVarP(&flags.watching, "watch", "w", false, watchUsage)
	_ = command.MarkFlagFilename("filename", "yaml", "yml", "json")
	bindXDS(command, &flags.xds)
	return command
}

func (o *options) runExplain(command *cobra.Command, args []string, flags explainFlags) error {
	if err := flags.xds.validate(); err != nil {
		return err
	}
	explained, err := o.explanation(args, flags)
	if err != nil {
		return err
	}
	return o.show(command.Context(), flags.watching, explained)
}

// explanation returns the view of the requested objects.
func (o *options) explanation(args []string, flags explainFlags) (view, error) {
	if flags.filename != "" {
		return o.explainFile(args, flags)
	}
	kinds := []string{kindService, kindPod, kindMeshService}
	targets, err := parseTargets(args, kinds...)
	switch {
	case len(args) == 0:
		return view{}, usagef("name what to explain: services for all Services, or %s", forms(kinds))
	case err != nil:
		return view{}, err
	case len(targets) == 0:
		return o.explainList(flags)
	case flags.all || flags.selector != "":
		return view{}, usagef("--all-namespaces and --selector are for `explain services`")
	}
	if err := o.validateOutput(); err != nil {
		return view{}, err
	}
	namespace, err := o.namespace()
	if err != nil {
		return view{}, err
	}
	return view{scope: namespace, build: func(ctx context.Context, reader client.Reader) (result, error) {
		var found results
		for _, target := range targets {
			explained, err := o.explainTarget(ctx, reader, namespace, target, flags.xds)
			if err != nil {
				return nil, err
			}
			found = append(found, explained)
		}
		return found.orOne(), nil
	}}, nil
}

func (o *options) explainList(flags explainFlags) (view, error) {
	selector, err := labels.Parse(flags.selector)
	if err != nil {
		return view{}, usagef("--selector: %s", err)
	}
	if err := o.validateOutput("name"); err != nil {
		return view{}, err
	}
	scope := ""
	if !flags.all {
		if scope, err = o.namespace(); err != nil {
			return view{}, err
		}
	}
	return view{scope: scope, build: func(ctx context.Context, reader client.Reader) (result, error) {
		cluster, err := collect.Services(ctx, reader, scope, o.settings, o.now())
		if err != nil {
			return nil, err
		}
		snapshots := slices.DeleteFunc(cluster.ServiceSnapshots(), func(snap *snapshot.Service) bool {
			return !selector.Matches(labels.Set(snap.Service.Labels))
		})
		return explain.ListOf(o.settings, snapshots, cluster.Unread, flags.all), nil
	}}, nil
}

func (o *options) explainTarget(ctx context.Context, reader client.Reader, namespace string, target target, xds xdsFlags) (result, error) {
	name := types.NamespacedName{Namespace: namespace, Name: target.name}
	switch target.kind {
	case kindPod:
		pod := &corev1.Pod{}
		if err := reader.Get(ctx, name, pod); err != nil {
			return nil, fmt.Errorf("reading Pod %s: %w", name, err)
		}
		cluster, err := collect.Services(ctx, reader, namespace, o.settings, o.now())
		if err != nil {
			return nil, err
		}
		snapshots := cluster.ServiceSnapshots()
		for i, snap := range snapshots {
			if !explain.Concerns(snap, pod) {
				continue
			}
			if snapshots[i], err = collect.Around(ctx, reader, snap.Service, o.now()); err != nil { // with its Pods and requests
				return nil, err
			}
			cluster.Unread = cluster.Unread.With(snapshots[i].Unread)
		}
		return explain.PodOf(o.settings, pod, snapshots, cluster.Unread), nil
	case kindMeshService:
		meshService := &v1alpha1.MeshService{}
		if err := reader.Get(ctx, name, meshService); err != nil {
			return nil, fmt.Errorf("reading MeshService %s: %w", name, err)
		}
		if name.Name = meshservice.DerivedFrom(meshService); name.Name == "" {
			return nil, fmt.Errorf("MeshService %s/%s is not derived from a Service, so Meshwork leaves it alone", namespace, target.name)
		}
	}
	snap, err := collect.Service(ctx, reader, name, o.now())
	if err != nil {
		return nil, err
	}
	o.addXDS(ctx, reader, snap, xds)
	return explain.Explain(o.settings, snap), nil
}
