// Package endpointslice is the controller that writes the EndpointSlices of delegated
// Services from their Pods.
package endpointslice

import (
	"context"
	"errors"
	"fmt"
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
const Name = "endpointslice"

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{cache.SlicesByService}

// Reconciler writes the EndpointSlices of the Services that are delegated to it and
// have a selector, from their Pods.
type Reconciler struct {
	Options
	memory   *handover.Memory
	retries  pace.Retries
	slices   *endpointslice.Reconciler
	keeper   *handover.Keeper
	reporter handover.Reporter
	// topology is nil when topology hints are off.
	topology *nodeTopology

	services cache.ServiceLister
	pods     cache.PodLister
	nodes    cache.NodeLister
}

// Options are the dependencies and settings of the controller.
type Options struct {
	controller.Dependencies
	// ControllerName is the value of the label that delegates a Service (KEP-4770),
	// and of the label endpointslice.kubernetes.io/managed-by.
	ControllerName string
	// MaxEndpointsPerSlice is the most endpoints in one slice.
	MaxEndpointsPerSlice int32
	// HandoverTimeout is the longest time that a handover may take.
	HandoverTimeout time.Duration
	// Intervals pace the syncs of a Service.
	Intervals pace.Intervals
	// TopologyAwareHints and Compaction are feature gates.
	TopologyAwareHints, Compaction bool
}

// New returns the controller, or an error that names the missing options.
func New(options Options) (*Reconciler, error) {
	if err := errors.Join(
		options.Validate(),
		controller.Require("ControllerName", options.ControllerName != ""),
		controller.Require("MaxEndpointsPerSlice", options.MaxEndpointsPerSlice > 0),
	); err != nil {
		return nil, err
	}
	remembered, retries := memory.New[handover.State](), pace.NewRetries()
	counts, handovers := slicemetrics.New("meshwork_endpoint_slice_controller"), handover.NewMetrics(Name, remembered)
	r := &Reconciler{
		Options:  options,
		memory:   remembered,
		retries:  retries,
		keeper:   handover.NewKeeper(options.ControllerName, handover.SelectorKey{Controller: options.ControllerName}, options.Dependencies, handovers),
		reporter: handover.NewReporter(options.Dependencies, retries),
	}
	if options.TopologyAwareHints {
		r.topology = newNodeTopology()
	}
	slices, err := endpointslice.New(handover.NewSliceClient(controllerruntime.NewClient(options.Client), remembered, options.Clock), endpointslice.Config{
		ControllerName:       options.ControllerName,
		OwnerKind:            corev1.SchemeGroupVersion.WithKind("Service"),
		MaxEndpointsPerSlice: options.MaxEndpointsPerSlice,
		Placeholder:          true,
		DisableCompaction:    !options.Compaction,
		Metrics:              counts,
	})
	if err != nil {
		return nil, err
	}
	r.slices = slices
	return r, metrics.Register(options.Metrics, counts, handovers, events.NewCollector(Name, handover.Records(remembered)))
}

// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups="",resources=services/finalizers,verbs=update
// +kubebuilder:rbac:groups="",resources=pods;nodes,verbs=list;watch
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch;create;update;delete

// Reconcile syncs the EndpointSlices of one Service.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	state := r.memory.Of(request.NamespacedName)
	if wait := state.Start(r.Clock.Now(), r.Intervals, r.retries.NumRequeues(request)); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	seen, err := r.read(ctx, request.NamespacedName)
	if err != nil {
		return reconcile.Result{}, err
	}
	if seen.view.Phase == delegation.Foreign {
		return r.leave(request, seen.service != nil), nil
	}
	findings, untilNext, err := r.sync(ctx, seen, state)
	return r.reporter.Report(ctx, request, seen.service, state, findings, untilNext, err)
}

// leave drops a Service that the controller has nothing to do with any more.
func (r *Reconciler) leave(request reconcile.Request, exists bool) reconcile.Result {
	r.retries.Reset(request)
	r.slices.Forget(request.NamespacedName)
	r.topology.forget(request.NamespacedName)
	return reconcile.Result{RequeueAfter: handover.Leave(r.memory, request.NamespacedName, exists, r.Clock.Now())}
}

// SetupWithManager registers the controller. At the start, the watch on Services
// enqueues all of them, so the other watches skip their initial list.
func (r *Reconciler) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	if err := r.openListers(ctx, mgr); err != nil {
		return fmt.Errorf("opening the cache: %w", err)
	}
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.OnUpdate(watches.ServiceChanged))).
		Watches(&corev1.Pod{}, r.enqueueForPod(),
			builder.WithPredicates(watches.AfterStart, watches.OnUpdate(cache.EndpointChanged))).
		Watches(&corev1.Node{}, r.enqueueForNode(),
			builder.WithPredicates(watches.AfterStart, watches.OnUpdate(cache.NodeChanged))).
		Watches(&discoveryv1.EndpointSlice{}, watches.EnqueueServices(r.serviceOfSlice),
			builder.WithPredicates(watches.AfterStart, watches.Drift(r.ControllerName, r.slices))).
		WithOptions(r.ControllerOptions(r.retries)).
		Complete(r)
}

func (r *Reconciler) openListers(ctx context.Context, mgr manager.Manager) error {
	var servicesErr, podsErr, nodesErr error
	r.services, servicesErr = cache.NewServiceLister(ctx, mgr.GetCache())
	r.pods, podsErr = cache.NewPodLister(ctx, mgr.GetCache())
	r.nodes, nodesErr = cache.NewNodeLister(ctx, mgr.GetCache())
	return errors.Join(servicesErr, podsErr, nodesErr)
}
