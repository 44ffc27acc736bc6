package endpointslice

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"
)

// Client does the three writes that a [Reconciler] needs. An implementation must
// not change the slice that it is given, which shares memory with the caches.
//
// [FromClientset] adapts client-go's clientset, and package runtimeclient
// controller-runtime's client.
type Client interface {
	// Create returns the slice as it was created, with its name.
	Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error)
	// Update returns the slice as it was written. It fails with a conflict when
	// the slice is no longer at its resource version.
	Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error)
	// Delete deletes the slice under the preconditions.
	Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error
}

// FromClientset adapts a client of client-go: FromClientset(clientset.DiscoveryV1()).
func FromClientset(slices discoveryclient.EndpointSlicesGetter) Client {
	return clientsetClient{slices}
}

type clientsetClient struct {
	slices discoveryclient.EndpointSlicesGetter
}

func (c clientsetClient) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.slices.EndpointSlices(slice.Namespace).Create(ctx, slice, metav1.CreateOptions{})
}

func (c clientsetClient) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.slices.EndpointSlices(slice.Namespace).Update(ctx, slice, metav1.UpdateOptions{})
}

func (c clientsetClient) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	return c.slices.EndpointSlices(slice.Namespace).Delete(ctx, slice.Name, metav1.DeleteOptions{Preconditions: &preconditions})
}
