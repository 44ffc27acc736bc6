package cache

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Slices returns the EndpointSlices of a Service. They are the cache's own, and
// must not be changed.
func Slices(ctx context.Context, reader client.Reader, service types.NamespacedName) ([]*discoveryv1.EndpointSlice, error) {
	var list discoveryv1.EndpointSliceList
	err := reader.List(ctx, &list, client.InNamespace(service.Namespace),
		client.MatchingFields{serviceIndex: service.Name}, client.UnsafeDisableDeepCopy)
	return Pointers(list.Items), err
}

// SlicesBy returns the EndpointSlices of a Service that the manager manages, without those that are
// being deleted, and the slices of others. A slice that another object of the manager controls is one
// of the others: a client has changed its label kubernetes.io/service-name.
func SlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) (ours, others []*discoveryv1.EndpointSlice, err error) {
	all, err := Slices(ctx, reader, service)
	for _, slice := range all {
		switch {
		case slice.Labels[discoveryv1.LabelManagedBy] != manager || !mayControl(service.Name, slice):
			others = append(others, slice)
		case slice.DeletionTimestamp == nil:
			ours = append(ours, slice)
		}
	}
	return ours, others, err
}

// mayControl reports whether a Service, or its Endpoints, which have the same name, may control a slice.
func mayControl(name string, slice *discoveryv1.EndpointSlice) bool {
	controller := metav1.GetControllerOfNoCopy(slice)
	return controller == nil || controller.Name == name
}

// HasSlicesBy reports whether a Service has EndpointSlices that the manager manages.
// If the cache cannot be read, it may have.
func HasSlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) bool {
	ours, _, err := SlicesBy(ctx, reader, service, manager)
	return len(ours) > 0 || err != nil
}
