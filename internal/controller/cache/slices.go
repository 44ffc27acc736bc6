package cache

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// Slices returns the EndpointSlices of a Service. They are the cache's own, and
// must not be changed.
func Slices(ctx context.Context, reader client.Reader, service types.NamespacedName) ([]*discoveryv1.EndpointSlice, error) {
	var list discoveryv1.EndpointSliceList
	err := reader.List(ctx, &list, client.InNamespace(service.Namespace),
		client.MatchingFields{serviceIndex: service.Name}, client.UnsafeDisableDeepCopy)
	return Pointers(list.Items), err
}

// SlicesBy returns the EndpointSlices of a Service that the manager manages, and the slices of others.
func SlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) (ours, others []*discoveryv1.EndpointSlice, err error) {
	all, err := Slices(ctx, reader, service)
	ours, others = delegation.SplitSlices(all, service.Name, manager)
	return ours, others, err
}

// HasSlicesBy reports whether a Service has EndpointSlices that the manager manages and that are not
// being deleted. If the cache cannot be read, it may have.
func HasSlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) bool {
	ours, _, err := SlicesBy(ctx, reader, service, manager)
	return delegation.HasLasting(ours) || err != nil
}
