// Package clientset adapts client-go's clientset for package endpointslice.
package clientset

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// From adapts a client of client-go: From(kubeClient.DiscoveryV1()).
func From(slices discoveryclient.EndpointSlicesGetter) endpointslice.Client {
	return client{slices}
}

type client struct {
	slices discoveryclient.EndpointSlicesGetter
}

func (c client) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.slices.EndpointSlices(slice.Namespace).Create(ctx, slice, metav1.CreateOptions{})
}

func (c client) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.slices.EndpointSlices(slice.Namespace).Update(ctx, slice, metav1.UpdateOptions{})
}

func (c client) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	return c.slices.EndpointSlices(slice.Namespace).Delete(ctx, slice.Name, metav1.DeleteOptions{Preconditions: &preconditions})
}
