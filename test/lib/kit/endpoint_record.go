package kit

import (
	"context"
	"fmt"
	"strings"
	"sync"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// EndpointRecord records the endpoints in the EndpointSlices of one Service over time,
// change by change. It finds gaps: moments at which a front of the Service that had a
// ready endpoint has none.
type EndpointRecord struct {
	service types.NamespacedName
	stop    context.CancelFunc

	mutex     sync.Mutex
	published Published
	managers  sets.Set[string]
	served    sets.Set[Front]
	problems  []string
	history   []string
}

// RecordEndpoints records the endpoints of a Service from now on, until Stop.
func RecordEndpoints(ctx context.Context, api client.WithWatch, service types.NamespacedName) (*EndpointRecord, error) {
	// The record may outlive the spec that begins it.
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	r := newEndpointRecord(service)
	r.stop = stop
	err := Follow(following, api, &discoveryv1.EndpointSliceList{}, r.record,
		client.InNamespace(service.Namespace), client.MatchingLabels{discoveryv1.LabelServiceName: service.Name})
	if err != nil {
		stop()
		return nil, err
	}
	return r, nil
}

func newEndpointRecord(service types.NamespacedName) *EndpointRecord {
	return &EndpointRecord{service: service, stop: func() {}, published: Published{}, managers: sets.New[string](), served: sets.New[Front]()}
}

// Stop ends the recording. The record stays.
func (r *EndpointRecord) Stop() { r.stop() }

func (r *EndpointRecord) record(event watch.Event) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	slice, isSlice := event.Object.(*discoveryv1.EndpointSlice)
	if !isSlice {
		r.problems = append(r.problems, fmt.Sprintf("the watch failed, so changes may be missing: %v", event.Object))
		return
	}
	r.published.Apply(event.Type, slice)
	r.managers.Insert(r.published.Managers()...)
	change := fmt.Sprintf("%s %s of %s at version %s: ready are %v",
		event.Type, slice.Name, slice.Labels[discoveryv1.LabelManagedBy], slice.ResourceVersion, r.published.ReadyAddresses())
	r.history = append(r.history, change)
	ready := r.published.Ready()
	for front := range r.served {
		if len(ready[front]) == 0 {
			r.problems = append(r.problems, fmt.Sprintf("no %s endpoint of port %q is ready after: %s", front.Family, front.Port, change))
		}
	}
	for front, backends := range ready {
		if len(backends) > 0 {
			r.served.Insert(front)
		}
	}
}

// ReadyAddresses returns the addresses that are ready now.
func (r *EndpointRecord) ReadyAddresses() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.published.ReadyAddresses()
}

// Managers returns the controllers whose slices have endpoints now.
func (r *EndpointRecord) Managers() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.published.Managers()
}

// AllManagers returns the controllers whose slices had endpoints at any time.
func (r *EndpointRecord) AllManagers() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return sets.List(r.managers)
}

// Gaps describes the gaps so far. It also reports a Service that never had a
// ready endpoint, and a record with changes missing.
func (r *EndpointRecord) Gaps() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.served) == 0 {
		return append([]string{"no endpoint was ever ready"}, r.problems...)
	}
	return r.problems
}

// String lists all changes, for the message of a failure.
func (r *EndpointRecord) String() string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return fmt.Sprintf("the EndpointSlices of Service %s:\n%s", r.service, strings.Join(r.history, "\n"))
}
