package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
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
	var services corev1.ServiceList
	namespace, err := o.namespace()
	if err != nil || !o.listForCompletion(command, &services, client.InNamespace(namespace)) {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for i := range services.Items {
		if name := services.Items[i].Name; strings.HasPrefix(name, typed) {
			names = append(names, prefix+name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (o *options) completeNamespaces(command *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var namespaces corev1.NamespaceList
	if !o.listForCompletion(command, &namespaces) {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for i := range namespaces.Items {
		if name := namespaces.Items[i].Name; strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (o *options) listForCompletion(command *cobra.Command, list client.ObjectList, options ...client.ListOption) bool {
	reader, err := o.connect()
	return err == nil && reader.List(command.Context(), list, options...) == nil
}
