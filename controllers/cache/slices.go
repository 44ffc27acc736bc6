package cache

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// readSlices returns the slices of a Service, the cache's own.
func ReadSlices(ctx context.Context, reader client.Reader, service types.NamespacedName) ([]*discoveryv1.EndpointSlice, error) {
	var list discoveryv1.EndpointSliceList
	err := reader.List(ctx, &list, client.InNamespace(service.Namespace),
		client.MatchingFields{sliceServiceIndex: service.Name}, client.UnsafeDisableDeepCopy)
	return Pointers(list.Items), err
}

// readSlicesBy returns the slices of a Service that the manager manages, and those of others.
func ReadSlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) (ours, others []*discoveryv1.EndpointSlice, err error) {
	all, err := ReadSlices(ctx, reader, service)
	for _, slice := range all {
		if slice.Labels[discoveryv1.LabelManagedBy] == manager {
			ours = append(ours, slice)
		} else {
			others = append(others, slice)
		}
	}
	return ours, others, err
}

// hasSlicesBy tells whether a Service has slices that the manager manages. When
// the cache cannot be read it is better to look.
func HasSlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) bool {
	ours, _, err := ReadSlicesBy(ctx, reader, service, manager)
	return len(ours) > 0 || err != nil
}
