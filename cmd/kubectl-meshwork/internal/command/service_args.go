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
)

// serviceResourceNames are the names by which the commands accept the kind Service.
var serviceResourceNames = []string{"service", "services", "svc"}

// serviceArgs accepts "service NAME" or "service/NAME".
func serviceArgs(_ *cobra.Command, args []string) error {
	_, err := serviceName(args)
	return err
}

func serviceName(args []string) (string, error) {
	joined := strings.Join(args, "/")
	kind, name, found := strings.Cut(joined, "/")
	switch {
	case !found || name == "" || strings.Contains(name, "/"):
		return "", usagef("name one Service, as service NAME or service/NAME")
	case !slices.Contains(serviceResourceNames, kind):
		return "", usagef("unsupported kind %q: use service", kind)
	}
	return name, nil
}

func (o *options) serviceKey(args []string) (types.NamespacedName, error) {
	name, err := serviceName(args)
	if err != nil {
		return types.NamespacedName{}, err
	}
	namespace, err := o.namespace()
	return types.NamespacedName{Namespace: namespace, Name: name}, err
}

func (o *options) completeService(command *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	kind, part, slashed := strings.Cut(typed, "/")
	switch {
	case len(args) == 1 && slices.Contains(serviceResourceNames, args[0]):
		return o.completeNames(command, "", typed)
	case len(args) > 0:
		return nil, cobra.ShellCompDirectiveNoFileComp
	case slashed && slices.Contains(serviceResourceNames, kind):
		return o.completeNames(command, kind+"/", part)
	}
	return []string{"service"}, cobra.ShellCompDirectiveNoFileComp
}

func (o *options) completeNames(command *cobra.Command, prefix, typed string) ([]string, cobra.ShellCompDirective) {
	namespace, err := o.namespace()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return o.completeFrom(command, &corev1.ServiceList{}, prefix, typed, client.InNamespace(namespace))
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
