// Package runtimeclient lets package endpointslice write with a client of
// controller-runtime. It is a package of its own, so that users of client-go
// need not build controller-runtime.
package runtimeclient

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// From adapts a client of controller-runtime: From(manager.GetClient()).
func From(writer client.Writer) endpointslice.Client {
	return adapter{writer}
}

type adapter struct {
	writer client.Writer
}

// Create writes a copy: the client decodes the answer into what it is given,
// through the pointers that the slice shares with the caches.
func (a adapter) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	created := slice.DeepCopy()
	return created, a.writer.Create(ctx, created)
}

// Update writes a copy, as Create does.
func (a adapter) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	updated := slice.DeepCopy()
	return updated, a.writer.Update(ctx, updated)
}

func (a adapter) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	return a.writer.Delete(ctx, slice, client.Preconditions(preconditions))
}
