// Package endpointslicemirroring is the controller that writes the EndpointSlices of
// delegated Services without a selector from their Endpoints.
package endpointslicemirroring

import (
	"context"
	"errors"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/parts"
	"github.com/meshwork-dev/meshwork/internal/controller/throttle"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	slicemetrics "github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/runtimeclient"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "endpointslicemirroring"

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{cache.SlicesByService}

// Reconciler writes the EndpointSlices of the Services that are delegated to it and
// have no selector, from the Endpoints of the same name, by the rules of
// https://kubernetes.io/docs/concepts/services-networking/service/#endpointslice-mirroring.
//
// Only the metadata of Endpoints is cached: in most clusters nearly all Endpoints
// belong to Services with a selector, and change with every Pod. Those that are
// mirrored are read from the API server at each sync.
type Reconciler struct {
	Options
	// manager is the value of the label endpointslice.kubernetes.io/managed-by.
	manager   string
	slices    *endpointslice.Reconciler
	tracker   *endpointslice.Tracker
	handovers *handover.Runner
	backoff   *throttle.SyncBackoff
}

// Options are the parts and settings of the controller.
type Options struct {
	parts.Shared
	// ControllerName is the value of the label that delegates a Service (KEP-4770).
	ControllerName string
	// HandoverTimeout is the longest time that a handover may take.
	HandoverTimeout time.Duration
}

// New returns the controller, or an error that names what is missing in the options.
func New(options Options) (*Reconciler, error) {
	if err := errors.Join(
		options.Validate(),
		parts.Require("ControllerName", options.ControllerName != ""),
	); err != nil {
		return nil, err
	}
	reporter := events.NewReporter(Name, handover.EventAction, options.APIReader, options.Client, options.Clock)
	counts := slicemetrics.New("meshwork_endpoint_slice_mirroring_controller")
	r := &Reconciler{
		Options:   options,
		manager:   delegation.MirroringManager(options.ControllerName),
		tracker:   endpointslice.NewTracker(),
		handovers: handover.NewRunner(Name, options.HandoverTimeout, reporter, options.Clock),
		backoff:   throttle.NewSyncBackoff(options.Clock),
	}
	r.slices = endpointslice.NewReconciler(r.handovers.SliceWriter(runtimeclient.From(options.Client)), r.manager,
		endpointslice.WithMetrics(counts),
		endpointslice.WithStaleCacheGuard(r.tracker))
	if err := metrics.Register(options.Metrics, counts, r.handovers, reporter); err != nil {
		return nil, err
	}
	return r, nil
}

// +kubebuilder:rbac:groups="",resources=services,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=endpoints,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups="",resources=endpoints/finalizers,verbs=update
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch;create;update;delete

// Reconcile syncs the mirrored EndpointSlices of one Service.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	seen, err := r.read(ctx, request.NamespacedName)
	if err != nil {
		return reconcile.Result{}, err
	}
	if !seen.delegated && !seen.traces {
		r.forget(seen.name)
		return reconcile.Result{}, nil
	}
	// The Endpoints are read when they are needed first: to write the slices, or to find out
	// whether that is urgent.
	read := sync.OnceValue(func() error { return r.readEndpoints(ctx, &seen) })
	isUrgent := func() bool { return read() == nil && seen.isUrgent() }
	return r.backoff.Sync(seen.name, isUrgent, func() (reconcile.Result, error) {
		if err := read(); err != nil {
			return reconcile.Result{}, err
		}
		return r.mirror(ctx, seen)
	})
}

func (r *Reconciler) mirror(ctx context.Context, seen observed) (reconcile.Result, error) {
	mayMirror := seen.suits && seen.endpoints != nil && delegation.MayMirror(seen.endpoints)
	phase := delegation.PhaseOf(seen.delegated, mayMirror, seen.traces)
	if phase == delegation.Foreign {
		r.slices.Forget(seen.name)
		return r.handovers.Skip(ctx, seen.name, seen.service, seen.skipped()), nil
	}
	return r.handovers.Run(ctx, seen.name, seen.service, &endpointsSync{Reconciler: r, seen: seen, phase: phase})
}

// observed is the state of a Service at the start of a sync.
type observed struct {
	name types.NamespacedName
	// service and endpoints are nil if they do not exist.
	service   *corev1.Service
	endpoints *corev1.Endpoints
	// suits is whether Endpoints can be mirrored for the Service, delegated whether
	// that is also this controller's task, and traces whether it has done so.
	suits, delegated, traces bool
	// ours and others are its slices, by their manager.
	ours, others []*discoveryv1.EndpointSlice
	// desired are the endpoints of the Endpoints.
	desired      []*endpointslice.EndpointPortAddressType
	addressTypes sets.Set[discoveryv1.AddressType]
}

func (r *Reconciler) read(ctx context.Context, name types.NamespacedName) (observed, error) {
	lookup := cache.NewLookup(ctx, r.Client)
	seen := observed{name: name, service: cache.Find[corev1.Service](lookup, name)}
	metadata := cache.EndpointsMetadata()
	err := client.IgnoreNotFound(r.Client.Get(ctx, name, metadata))
	if err := utilerrors.NewAggregate([]error{lookup.Err(), err}); err != nil {
		return seen, err
	}
	if seen.ours, seen.others, err = cache.SlicesBy(ctx, r.Client, name, r.manager); err != nil {
		return seen, err
	}
	seen.suits = seen.service != nil && delegation.CanMirror(seen.service)
	seen.delegated = seen.suits && delegation.IsTo(seen.service, r.ControllerName)
	seen.traces = len(seen.ours) > 0 || metadata.Annotations[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName
	return seen, nil
}

// readEndpoints reads the Endpoints from the API server, and computes what is desired.
func (r *Reconciler) readEndpoints(ctx context.Context, seen *observed) error {
	endpoints := &corev1.Endpoints{}
	if err := r.APIReader.Get(ctx, seen.name, endpoints); err != nil {
		return client.IgnoreNotFound(err)
	}
	seen.endpoints = endpoints
	seen.desired, seen.addressTypes = endpointslice.DesiredEndpointSlicesFromEndpoints(endpoints, maxEndpointsPerSubset)
	return nil
}

// isUrgent reports whether clients lose connections until the slices are written.
func (o observed) isUrgent() bool { return endpointslice.IsUrgentChange(o.desired, o.ours) }

// skipped reports that the Endpoints of a delegated Service are not mirrored, and why.
func (o observed) skipped() []finding.Finding {
	if !o.delegated || o.endpoints == nil {
		return nil
	}
	return []finding.Finding{finding.Notice(v1alpha1.ReasonMirroringSkipped,
		"the Service has no selector, and its Endpoints are not mirrored because they have the label %s: \"true\" or the annotation %s",
		discoveryv1.LabelSkipMirror, resourcelock.LeaderElectionRecordAnnotationKey)}
}

// forget drops a Service that the controller has nothing to do with any more.
func (r *Reconciler) forget(name types.NamespacedName) {
	r.handovers.Forget(name)
	r.backoff.Forget(name)
	r.slices.Forget(name)
}

// SetupWithManager registers the controller. At the start, all Services and Endpoints
// are enqueued.
func (r *Reconciler) SetupWithManager(_ context.Context, mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.OnUpdate(watches.ServiceChanged))).
		WatchesMetadata(&corev1.Endpoints{}, watches.EnqueueServices(r.serviceOfEndpoints)).
		Watches(&discoveryv1.EndpointSlice{}, watches.EnqueueServices(r.serviceOfSlice),
			builder.WithPredicates(watches.Drift(r.manager, r.tracker))).
		WithOptions(r.ControllerOptions(r.backoff.RateLimiter())).
		Complete(r)
}
