package endpointslice

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"
)

// Client performs the writes of a [Reconciler]. An implementation must not change the
// slice that it receives, because the slice shares memory with the cache.
//
// [FromClientset] adapts client-go's clientset. Package runtimeclient adapts
// controller-runtime's client.
type Client interface {
	// Create returns the created slice, with its name.
	Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error)
	// Update returns the updated slice. It returns a conflict error if the resource
	// version of the slice is outdated.
	Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error)
	// Delete deletes the slice with the preconditions.
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
