package endpointslice

import (
	"context"
	"errors"
	"time"

	"github.com/go-logr/logr"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/kubernetes/scheme"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Reconciler reconciles the EndpointSlices of owners (KEP-4770). It is safe for
// concurrent use with different owners.
type Reconciler struct {
	client   Client
	settings Settings
	scheme   *runtime.Scheme
	metrics  *metrics.Metrics
	tracker  *Tracker
	memory   *memory
}

// NewReconciler returns a Reconciler. The label endpointslice.kubernetes.io/managed-by of
// its slices is the controller's name, which distinguishes them from slices of other
// managers. The name must be unique in the cluster and a valid label value, such as
// endpointslice-controller.example.com.
func NewReconciler(client Client, controllerName string, options ...Option) *Reconciler {
	r := &Reconciler{
		client:   client,
		settings: Settings{ControllerName: controllerName, MaxEndpointsPerSlice: DefaultMaxEndpointsPerSlice},
		scheme:   scheme.Scheme,
		memory:   newMemory(),
	}
	for _, option := range options {
		option(r)
	}
	return r
}

// Reconcile compares the desired endpoints with the existing slices, and creates,
// updates and deletes slices to match.
//
//   - ctx carries the logger (logr.FromContext) and cancels the writes.
//   - owner becomes the owner of the slices. It determines their namespace and the
//     prefix of their names. While the owner is being deleted, its slices are kept up
//     to date, but no slice is created.
//   - existing are the slices that this controller manages for the owner, usually read
//     from a cache by the labels endpointslice.kubernetes.io/managed-by and
//     kubernetes.io/service-name. They are not changed. They must be as the API server
//     returned them, because the reconciler identifies the content of a slice by its UID
//     and resource version.
//   - supportedAddressTypes are the address types of the owner. Slices of other types
//     are deleted.
//   - trafficDistribution is the spec.trafficDistribution of a Service, or nil.
//   - setLabelsAnnotations may be nil. Then labels and annotations are not changed,
//     except managed-by and service-name. The latter is the owner's name, which must
//     then be a valid label value.
//   - triggerTime is written to the annotation
//     endpoints.kubernetes.io/last-change-trigger-time of all slices that are written. The
//     zero time removes the annotation.
//
// The findings are in [Changes]. Record an event on the owner for each one that the
// previous sync did not return. Their texts change rarely, so that they can be compared.
// They are valid if there is an error too, except for [ErrStaleCache].
//
// A failed write does not prevent the others, but the endpoints that it should have added to
// a slice stay in the slices that have them. The error is [ErrStaleCache] if existing is out of
// date. This is not a failure: a later event enqueues the owner.
func (r *Reconciler) Reconcile(
	ctx context.Context,
	owner Object,
	desired []*EndpointPortAddressType,
	existing []*discoveryv1.EndpointSlice,
	supportedAddressTypes sets.Set[discoveryv1.AddressType],
	trafficDistribution *string,
	setLabelsAnnotations SetEndpointSliceLabelsAnnotations,
	triggerTime time.Time,
) ([]finding.Finding, error) {
	start := time.Now()
	findings, err := r.reconcile(ctx, Request{
		Owner:                 owner,
		Desired:               desired,
		Existing:              existing,
		SupportedAddressTypes: supportedAddressTypes,
		TrafficDistribution:   trafficDistribution,
		SetLabelsAnnotations:  setLabelsAnnotations,
		TriggerTime:           triggerTime,
	}, owner)
	r.metrics.ObserveSync(syncResult(err), time.Since(start))
	return findings, err
}

func (r *Reconciler) reconcile(ctx context.Context, request Request, owner Object) ([]finding.Finding, error) {
	kind, err := kindOf(owner, r.scheme)
	if err != nil {
		return nil, err
	}
	request.OwnerKind = kind
	if r.tracker != nil && r.tracker.stale(nameOf(owner), request.Existing) {
		return nil, ErrStaleCache
	}
	changes := plan(logr.FromContextOrDiscard(ctx), r.settings, request, r.memory)
	err = r.write(ctx, owner, request.Existing, &changes)
	r.measure(request, &changes)
	return changes.Findings, err
}

// Forget drops everything that is stored about a deleted owner: its share of the metrics,
// its topology hints, and the state of its slices.
func (r *Reconciler) Forget(owner types.NamespacedName) {
	r.metrics.ForgetOwner(owner)
	r.memory.finishSync(owner, nil)
	if r.tracker != nil {
		r.tracker.Forget(owner)
	}
	if cache := r.settings.TopologyCache; cache != nil {
		cache.RemoveHints(owner.String(), discoveryv1.AddressTypeIPv4)
		cache.RemoveHints(owner.String(), discoveryv1.AddressTypeIPv6)
	}
}

// ControllerName returns the value of the label endpointslice.kubernetes.io/managed-by.
func (r *Reconciler) ControllerName() string { return r.settings.ControllerName }

func syncResult(err error) string {
	switch {
	case err == nil:
		return metrics.ResultSuccess
	case errors.Is(err, ErrStaleCache):
		return metrics.ResultStale
	default:
		return metrics.ResultError
	}
}

// measure updates the metrics after planning.
func (r *Reconciler) measure(request Request, changes *Changes) {
	if r.metrics == nil {
		return
	}
	distribution := ""
	if value := trafficDistribution(r.settings, request); value != nil {
		distribution = *value
	}
	skipped := 0
	for _, want := range request.Desired {
		skipped += len(want.Skipped)
	}
	r.metrics.ObservePlan(nameOf(request.Owner), metrics.Plan{
		EndpointsDesired:    changes.Endpoints.Desired,
		EndpointsAdded:      changes.Endpoints.Added,
		EndpointsUpdated:    changes.Endpoints.Updated,
		EndpointsRemoved:    changes.Endpoints.Removed,
		AddressesSkipped:    skipped,
		Slices:              len(changes.Create) + len(changes.Update) + len(changes.Unchanged),
		SlicesDesired:       changes.Ideal,
		SlicesChanged:       len(changes.Create) + len(changes.Update) + len(changes.Delete),
		TopologyAware:       hintSourceOf(r.settings, request) == hintsFromTopology,
		TrafficDistribution: distribution,
	})
}
