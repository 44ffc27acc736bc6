package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

func (o *options) serviceKey(args []string) (types.NamespacedName, error) {
	name, err := serviceName(args)
	if err != nil {
		return types.NamespacedName{}, err
	}
	namespace, err := o.namespace()
	return types.NamespacedName{Namespace: namespace, Name: name}, err
}

func (o *options) completeService(command *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	return o.completeTarget(command, args, typed, kindService)
}

// completeTarget completes a kind, and the names of its objects.
func (o *options) completeTarget(command *cobra.Command, args []string, typed string, kinds ...string) ([]string, cobra.ShellCompDirective) {
	resource, part, slashed := strings.Cut(typed, "/")
	prefix := resource + "/"
	switch {
	case slashed:
	case len(args) == 0:
		return kinds, cobra.ShellCompDirectiveNoFileComp
	case strings.Contains(args[0], "/") || len(args) > 1 && len(kinds) == 1:
		return nil, cobra.ShellCompDirectiveNoFileComp
	default:
		resource, part, prefix = args[0], typed, ""
	}
	kind, err := kindOf(resource, kinds)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return o.completeNames(command, listOf(kind), prefix, part)
}

func listOf(kind string) client.ObjectList {
	switch kind {
	case kindPod:
		return &corev1.PodList{}
	case kindMeshService:
		return &v1alpha1.MeshServiceList{}
	}
	return &corev1.ServiceList{}
}

func (o *options) completeNames(command *cobra.Command, list client.ObjectList, prefix, typed string) ([]string, cobra.ShellCompDirective) {
	namespace, err := o.namespace()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return o.completeFrom(command, list, prefix, typed, client.InNamespace(namespace))
}

func (o *options) completeNamespaces(command *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return o.completeFrom(command, &corev1.NamespaceList{}, "", typed)
}

// completeFrom completes the name of an object in the list.
func (o *options) completeFrom(
	command *cobra.Command, list client.ObjectList, prefix, typed string, options ...client.ListOption,
) ([]string, cobra.ShellCompDirective) {
	reader, err := o.connect()
	if err != nil || reader.List(command.Context(), list, options...) != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	_ = meta.EachListItem(list, func(item runtime.Object) error { // it returns the error of the function
		if object, ok := item.(client.Object); ok && strings.HasPrefix(object.GetName(), typed) {
			names = append(names, prefix+object.GetName())
		}
		return nil
	})
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeContexts completes the name of a context of the kubeconfig.
func (o *options) completeContexts(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	raw, err := o.kubeconfig.loader().RawConfig()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for name := range raw.Contexts {
		if strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, cobra.ShellCompDirectiveNoFileComp
}
