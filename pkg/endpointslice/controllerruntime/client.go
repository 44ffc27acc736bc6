package controllerruntime

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// NewClient adapts a client for package endpointslice: NewClient(manager.GetClient()).
func NewClient(writer client.Writer) endpointslice.Client {
	return adapter{writer}
}

type adapter struct {
	writer client.Writer
}

// Create writes a copy, because the client decodes the response into the object, through
// pointers that the slice shares with the cache.
func (a adapter) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	created := slice.DeepCopy()
	return created, a.writer.Create(ctx, created)
}

// Update writes a copy, for the same reason as Create.
func (a adapter) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	updated := slice.DeepCopy()
	return updated, a.writer.Update(ctx, updated)
}

func (a adapter) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	return a.writer.Delete(ctx, slice, client.Preconditions(preconditions))
}
