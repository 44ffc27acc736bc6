package endpointslice

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Client performs the writes of a [Reconciler]. An implementation must not change the
// slice that it receives, because the slice shares memory with the cache.
//
// Package clientset adapts client-go's clientset. Package controllerruntime adapts
// controller-runtime's client. Package endpointslicetest has one for tests.
type Client interface {
	// Create returns the created slice, with its name.
	Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error)
	// Update returns the updated slice. It returns a conflict error if the resource
	// version of the slice is outdated.
	Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error)
	// Delete deletes the slice with the preconditions.
	Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error
}
