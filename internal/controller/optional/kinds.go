package optional

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
)

// missingKinds returns the kinds that the API server does not serve.
func missingKinds(ctx context.Context, api discovery.ServerResourcesInterfaceWithContext, kinds []schema.GroupVersionKind) ([]schema.GroupVersionKind, error) {
	served := map[schema.GroupVersion][]metav1.APIResource{}
	var missing []schema.GroupVersionKind
	for _, kind := range kinds {
		group := kind.GroupVersion()
		if _, asked := served[group]; !asked {
			list, err := api.ServerResourcesForGroupVersionWithContext(ctx, group.String())
			if err != nil && !apierrors.IsNotFound(err) {
				return nil, fmt.Errorf("listing the resources of %s: %w", group, err)
			}
			served[group] = nil
			if err == nil {
				served[group] = list.APIResources
			}
		}
		if !slices.ContainsFunc(served[group], func(resource metav1.APIResource) bool { return resource.Kind == kind.Kind }) {
			missing = append(missing, kind)
		}
	}
	return missing, nil
}
