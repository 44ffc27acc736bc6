// Package endpointslicemirroring is the controller that writes the EndpointSlices of
// delegated Services without a selector from their Endpoints.
package endpointslicemirroring

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/controllerruntime"
	slicemetrics "github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
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
	manager  string
	memory   *handover.Memory
	retries  pace.Retries
	slices   *endpointslice.Reconciler
	keeper   *handover.Keeper
	reporter handover.Reporter
}

// Options are the dependencies and settings of the controller.
type Options struct {
	controller.Dependencies
	// ControllerName is the value of the label that delegates a Service (KEP-4770).
	ControllerName string
	// HandoverTimeout is the longest time that a handover may take.
	HandoverTimeout time.Duration
	// Intervals pace the syncs of a Service.
	Intervals pace.Intervals
}

// New returns the controller, or an error that names the missing options.
func New(options Options) (*Reconciler, error) {
	if err := errors.Join(
		options.Validate(),
		controller.Require("ControllerName", options.ControllerName != ""),
	); err != nil {
		return nil, err
	}
	remembered, retries := memory.New[handover.State](), pace.NewRetries()
	counts, handovers := slicemetrics.New("meshwork_endpoint_slice_mirroring_controller"), handover.NewMetrics(Name, remembered)
	r := &Reconciler{
		Options:  options,
		manager:  delegation.MirroringManager(options.ControllerName),
		memory:   remembered,
		retries:  retries,
		keeper:   handover.NewKeeper(options.ControllerName, handover.MirroringKey{Controller: options.ControllerName}, options.Dependencies, handovers),
		reporter: handover.NewReporter(options.Dependencies, retries),
	}
	slices, err := endpointslice.New(handover.NewSliceClient(controllerruntime.NewClient(options.Client), remembered, options.Clock), endpointslice.Config{
		ControllerName: r.manager,
		OwnerKind:      corev1.SchemeGroupVersion.WithKind("Endpoints"),
		AdoptOrphans:   true,
		Metrics:        counts,
	})
	if err != nil {
		return nil, err
	}
	r.slices = slices
	return r, metrics.Register(options.Metrics, counts, handovers, events.NewCollector(Name, handover.Records(remembered)))
}

// +kubebuilder:rbac:groups="",resources=services,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=endpoints,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups="",resources=endpoints/finalizers,verbs=update
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch;create;update;delete

// Reconcile syncs the mirrored EndpointSlices of one Service.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	state := r.memory.Of(request.NamespacedName)
	if wait := state.Start(r.Clock.Now(), r.Intervals, r.retries.NumRequeues(request)); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	seen, err := r.read(ctx, request.NamespacedName)
	if err != nil {
		return reconcile.Result{}, err
	}
	if !seen.concerned {
		return r.leave(request, seen.service != nil), nil
	}
	findings, untilNext, err := r.sync(ctx, seen, state)
	return r.reporter.Report(ctx, request, seen.service, state, findings, untilNext, err)
}

// leave drops a Service that the controller has nothing to do with any more.
func (r *Reconciler) leave(request reconcile.Request, exists bool) reconcile.Result {
	r.retries.Reset(request)
	r.slices.Forget(request.NamespacedName)
	return reconcile.Result{RequeueAfter: handover.Leave(r.memory, request.NamespacedName, exists, r.Clock.Now())}
}

// SetupWithManager registers the controller. At the start, all Services and Endpoints
// are enqueued.
func (r *Reconciler) SetupWithManager(_ context.Context, mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.OnUpdate(watches.ServiceChanged))).
		WatchesMetadata(&corev1.Endpoints{}, r.enqueueForEndpoints()).
		Watches(&discoveryv1.EndpointSlice{}, watches.EnqueueServices(r.serviceOfSlice),
			builder.WithPredicates(watches.Drift(r.manager, r.slices))).
		WithOptions(r.ControllerOptions(r.retries)).
		Complete(r)
}
