package handover

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// SliceClient does not repeat a write of a slice that the API server has just refused. Other
// slices of the Service, and other content of the same slice, are written as usual. It is used
// within the syncs of a controller only.
type SliceClient struct {
	inner  endpointslice.Client
	memory *Memory
	clock  clock.PassiveClock
}

// NewSliceClient returns a SliceClient of a controller with the Memory.
func NewSliceClient(inner endpointslice.Client, memory *Memory, clock clock.PassiveClock) SliceClient {
	return SliceClient{inner, memory, clock}
}

// Create implements endpointslice.Client.
func (c SliceClient) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	refusals, content := c.refusals(slice), contentOf(slice)
	if refused := refusals.Recent("create", content, c.clock.Now()); refused != nil {
		return nil, refused
	}
	created, err := c.inner.Create(ctx, slice)
	return created, refusals.Record("create", content, err, c.clock.Now())
}

// Update implements endpointslice.Client.
func (c SliceClient) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	refusals, name, content := c.refusals(slice), "update "+slice.Name, contentOf(slice)
	if refused := refusals.Recent(name, content, c.clock.Now()); refused != nil {
		return nil, refused
	}
	updated, err := c.inner.Update(ctx, slice)
	return updated, refusals.Record(name, content, err, c.clock.Now())
}

// Delete implements endpointslice.Client.
func (c SliceClient) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	refusals, name := c.refusals(slice), "delete "+slice.Name
	if refused := refusals.Recent(name, slice.UID, c.clock.Now()); refused != nil {
		return refused
	}
	return refusals.Record(name, slice.UID, c.inner.Delete(ctx, slice, preconditions), c.clock.Now())
}

func (c SliceClient) refusals(slice *discoveryv1.EndpointSlice) *write.Refusals {
	return &c.memory.Of(serviceOf(slice)).Refusals
}

// Outcome returns the findings of the library's result, and the error of a sync that has to wait
// for the cache.
func Outcome(result endpointslice.Result, err error) ([]finding.Finding, error) {
	findings := make([]finding.Finding, len(result.Findings))
	for i, found := range result.Findings {
		findings[i] = finding.Finding(found)
	}
	if err == nil && result.Stale {
		err = write.ErrStale
	}
	return findings, err
}

func serviceOf(slice *discoveryv1.EndpointSlice) types.NamespacedName {
	return types.NamespacedName{Namespace: slice.Namespace, Name: slice.Labels[discoveryv1.LabelServiceName]}
}

// contentOf returns a slice without its version and the time of its trigger.
func contentOf(slice *discoveryv1.EndpointSlice) discoveryv1.EndpointSlice {
	return discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			UID: slice.UID, Labels: slice.Labels, Annotations: withoutTriggerTime(slice.Annotations), OwnerReferences: slice.OwnerReferences,
		},
		AddressType: slice.AddressType, Endpoints: slice.Endpoints, Ports: slice.Ports,
	}
}

// withoutTriggerTime returns the annotations without the one that changes with every Pod,
// nil if there are no others.
func withoutTriggerTime(annotations map[string]string) map[string]string {
	others := maps.Clone(annotations)
	delete(others, corev1.EndpointsLastChangeTriggerTime)
	if len(others) == 0 {
		return nil
	}
	return others
}

// Families returns the families that have endpoints.
func Families(desired []endpointslice.Group) sets.Set[discoveryv1.AddressType] {
	families := sets.New[discoveryv1.AddressType]()
	for i := range desired {
		if len(desired[i].Endpoints) > 0 {
			families.Insert(desired[i].AddressType)
		}
	}
	return families
}

// Backends returns the backends of the endpoints that a controller will publish.
func Backends(desired []endpointslice.Group) delegation.Backends {
	backends := delegation.Backends{}
	for _, want := range desired {
		backends.Add(want.AddressType, want.Ports, want.Endpoints)
	}
	return backends
}
