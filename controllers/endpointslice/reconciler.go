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
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

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
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "endpointslice"

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{cache.SlicesByService}

// Reconciler writes the EndpointSlices of the Services that are delegated to it and
// have a selector, from their Pods.
type Reconciler struct {
	Options
	slices    *endpointslice.Reconciler
	tracker   *endpointslice.Tracker
	handovers *handover.Runner
	backoff   *throttle.SyncBackoff
	// topology is nil when topology hints are off.
	topology     *nodeTopology
	triggerTimes *triggerTimes

	services cache.ServiceLister
	pods     cache.PodLister
	nodes    cache.NodeLister
}

// Options are the parts and settings of the controller.
type Options struct {
	parts.Shared
	// ControllerName is the value of the label that delegates a Service (KEP-4770),
	// and of the label endpointslice.kubernetes.io/managed-by.
	ControllerName string
	// MaxEndpointsPerSlice is the most endpoints in one slice.
	MaxEndpointsPerSlice int32
	// HandoverTimeout is the longest time that a handover may take.
	HandoverTimeout time.Duration
	// BatchPeriod is how long a change of a Pod waits for further changes.
	BatchPeriod time.Duration
	// TopologyAwareHints and Compaction are feature gates.
	TopologyAwareHints, Compaction bool
}

// New returns the controller, or an error that names what is missing in the options.
func New(options Options) (*Reconciler, error) {
	if err := errors.Join(
		options.Validate(),
		parts.Require("ControllerName", options.ControllerName != ""),
		parts.Require("MaxEndpointsPerSlice", options.MaxEndpointsPerSlice > 0),
	); err != nil {
		return nil, err
	}
	reporter := events.NewReporter(Name, handover.EventAction, options.APIReader, options.Client, options.Clock)
	r := &Reconciler{
		Options:      options,
		tracker:      endpointslice.NewTracker(),
		handovers:    handover.NewRunner(Name, options.HandoverTimeout, reporter, options.Clock),
		backoff:      throttle.NewSyncBackoff(options.Clock),
		triggerTimes: newTriggerTimes(),
	}
	counts := slicemetrics.New("meshwork_endpoint_slice_controller")
	sliceOptions := []endpointslice.Option{
		endpointslice.WithMaxEndpointsPerSlice(options.MaxEndpointsPerSlice),
		endpointslice.WithPlaceholder(true),
		endpointslice.WithOwnershipEnforced(true),
		endpointslice.WithTrafficDistribution(true),
		endpointslice.WithCompaction(options.Compaction),
		endpointslice.WithMetrics(counts),
		endpointslice.WithStaleCacheGuard(r.tracker),
	}
	if options.TopologyAwareHints {
		r.topology = newNodeTopology()
		sliceOptions = append(sliceOptions, endpointslice.WithTopologyCache(r.topology.cache))
	}
	r.slices = endpointslice.NewReconciler(r.handovers.SliceWriter(runtimeclient.From(options.Client)), options.ControllerName, sliceOptions...)
	if err := metrics.Register(options.Metrics, counts, r.handovers, reporter); err != nil {
		return nil, err
	}
	return r, nil
}

// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups="",resources=services/finalizers,verbs=update
// +kubebuilder:rbac:groups="",resources=pods;nodes,verbs=list;watch
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch;create;update;delete

// Reconcile syncs the EndpointSlices of one Service.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	name := request.NamespacedName
	seen, err := r.read(ctx, name)
	if err != nil {
		return reconcile.Result{}, err
	}
	if seen.phase == delegation.Foreign {
		r.forget(name)
		return reconcile.Result{}, nil
	}
	steps := r.newPodSync(seen)
	return r.backoff.Sync(name, steps.isUrgent, func() (reconcile.Result, error) {
		return r.handovers.Run(ctx, name, seen.service, steps)
	})
}

// observed is the state of a Service at the start of a sync.
type observed struct {
	service *corev1.Service
	phase   delegation.Phase
	// ours and others are its slices, by their manager.
	ours, others []*discoveryv1.EndpointSlice
}

func (r *Reconciler) read(ctx context.Context, name types.NamespacedName) (observed, error) {
	service := &corev1.Service{}
	if err := r.Client.Get(ctx, name, service, client.UnsafeDisableDeepCopy); err != nil {
		return observed{phase: delegation.Foreign}, client.IgnoreNotFound(err)
	}
	ours, others, err := cache.SlicesBy(ctx, r.Client, name, r.ControllerName)
	seen := observed{service: service, ours: ours, others: others}
	traces := len(ours) > 0 || delegation.HasKeyOf(service, r.ControllerName)
	seen.phase = delegation.PhaseOf(delegation.IsTo(service, r.ControllerName), delegation.HasPods(service), traces)
	return seen, err
}

// forget drops a Service that the controller has nothing to do with any more.
func (r *Reconciler) forget(name types.NamespacedName) {
	r.handovers.Forget(name)
	r.backoff.Forget(name)
	r.slices.Forget(name)
	r.triggerTimes.forget(name)
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
		Watches(&corev1.Pod{}, watches.EnqueueServicesAfter(r.BatchPeriod, r.servicesOfPod),
			builder.WithPredicates(watches.AfterStart, watches.OnUpdate(cache.EndpointChanged))).
		Watches(&corev1.Node{}, watches.EnqueueServices(r.servicesOfNode),
			builder.WithPredicates(watches.AfterStart, watches.OnUpdate(cache.NodeChanged))).
		Watches(&discoveryv1.EndpointSlice{}, watches.EnqueueServices(r.serviceOfSlice),
			builder.WithPredicates(watches.AfterStart, watches.Drift(r.ControllerName, r.tracker))).
		WithOptions(r.ControllerOptions(r.backoff.RateLimiter())).
		Complete(r)
}

func (r *Reconciler) openListers(ctx context.Context, mgr manager.Manager) error {
	var servicesErr, podsErr, nodesErr error
	r.services, servicesErr = cache.NewServiceLister(ctx, mgr.GetCache())
	r.pods, podsErr = cache.NewPodLister(ctx, mgr.GetCache())
	r.nodes, nodesErr = cache.NewNodeLister(ctx, mgr.GetCache())
	return errors.Join(servicesErr, podsErr, nodesErr)
}
