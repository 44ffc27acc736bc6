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
	var missing []schema.GroupVersionKind
	for _, kind := range kinds {
		isServed, err := serves(ctx, api, kind)
		if err != nil {
			return nil, fmt.Errorf("looking for %s in the API: %w", kind.GroupKind(), err)
		}
		if !isServed {
			missing = append(missing, kind)
		}
	}
	return missing, nil
}

func serves(ctx context.Context, api discovery.ServerResourcesInterfaceWithContext, kind schema.GroupVersionKind) (bool, error) {
	list, err := api.ServerResourcesForGroupVersionWithContext(ctx, kind.GroupVersion().String())
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(list.APIResources, func(resource metav1.APIResource) bool { return resource.Kind == kind.Kind }), nil
}
