package differential

import (
	"context"
	"fmt"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/mirroring"
)

const (
	// ourMirror is the manager of the slices that our reconciler makes from
	// Endpoints, upstreamMirror the manager of kube-controller-manager's slices.
	ourMirror      = "mirroring.example.com"
	upstreamMirror = "endpointslicemirroring-controller.k8s.io"

	// mirroredAddresses is the number of addresses of each subset that Kubernetes mirrors by
	// default.
	mirroredAddresses = 1000
)

// mirror is our reconciler as a mirroring controller would use it.
type mirror struct {
	reconciler *endpointslice.Reconciler
	writes     *writeCounter
}

func newMirror(client endpointslice.Client) *mirror {
	writes := &writeCounter{Client: client}
	reconciler, err := endpointslice.New(writes, endpointslice.Config{
		ControllerName:    ourMirror,
		OwnerKind:         corev1.SchemeGroupVersion.WithKind("Endpoints"),
		AdoptOrphans:      true,
		DisableCompaction: true,
	})
	if err != nil {
		panic(err)
	}
	return &mirror{reconciler, writes}
}

// sync reconciles the slices of Endpoints, and returns the number of its writes.
func (m *mirror) sync(ctx context.Context, endpoints *corev1.Endpoints, existing []*discoveryv1.EndpointSlice) (int, error) {
	given, givenSlices := endpoints.DeepCopy(), deepCopies(existing)
	m.writes.count = 0
	sync := mirroring.NewSync(endpoints, mirroredAddresses)
	sync.Existing = existing
	_, err := m.reconciler.Reconcile(ctx, sync)
	untouched := reflect.DeepEqual(endpoints, given) && reflect.DeepEqual(existing, givenSlices)
	if err == nil && !untouched {
		err = fmt.Errorf("our reconciler has changed what it was given for Endpoints %s", endpoints.Name)
	}
	return m.writes.count, err
}

func deepCopies(list []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	var copies []*discoveryv1.EndpointSlice
	for _, slice := range list {
		copies = append(copies, slice.DeepCopy())
	}
	return copies
}

// writeCounter counts the writes of a reconciler.
type writeCounter struct {
	endpointslice.Client
	count int
}

func (c *writeCounter) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	c.count++
	return c.Client.Create(ctx, slice)
}

func (c *writeCounter) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	c.count++
	return c.Client.Update(ctx, slice)
}

func (c *writeCounter) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	c.count++
	return c.Client.Delete(ctx, slice, preconditions)
}
