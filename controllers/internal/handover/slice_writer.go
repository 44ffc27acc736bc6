package handover

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// SliceWriter returns a client that does not repeat a write of a slice that the API server
// has just refused. Other slices of the Service, and other content of the same slice, are
// written as ever.
func (r *Runner) SliceWriter(inner endpointslice.Client) endpointslice.Client {
	return sliceWriter{inner, r.refusals}
}

type sliceWriter struct {
	inner    endpointslice.Client
	refusals *write.Refusals
}

func (w sliceWriter) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (created *discoveryv1.EndpointSlice, err error) {
	err = w.refusals.Write(serviceOf(slice), "create", contentOf(slice), func() error {
		created, err = w.inner.Create(ctx, slice)
		return err
	})
	return created, err
}

func (w sliceWriter) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (updated *discoveryv1.EndpointSlice, err error) {
	err = w.refusals.Write(serviceOf(slice), "update "+slice.Name, contentOf(slice), func() error {
		updated, err = w.inner.Update(ctx, slice)
		return err
	})
	return updated, err
}

func (w sliceWriter) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	return w.refusals.Write(serviceOf(slice), "delete "+slice.Name, slice.UID, func() error {
		return w.inner.Delete(ctx, slice, preconditions)
	})
}

func serviceOf(slice *discoveryv1.EndpointSlice) types.NamespacedName {
	return types.NamespacedName{Namespace: slice.Namespace, Name: slice.Labels[discoveryv1.LabelServiceName]}
}

// contentOf returns a slice without its version and the time of its trigger.
func contentOf(slice *discoveryv1.EndpointSlice) discoveryv1.EndpointSlice {
	return discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			UID: slice.UID, Labels: slice.Labels, Annotations: WithoutTriggerTime(slice.Annotations), OwnerReferences: slice.OwnerReferences,
		},
		AddressType: slice.AddressType, Endpoints: slice.Endpoints, Ports: slice.Ports,
	}
}

// WithoutTriggerTime returns the annotations without the one that changes with every Pod,
// nil if there are no others.
func WithoutTriggerTime(annotations map[string]string) map[string]string {
	others := maps.Clone(annotations)
	delete(others, corev1.EndpointsLastChangeTriggerTime)
	if len(others) == 0 {
		return nil
	}
	return others
}
