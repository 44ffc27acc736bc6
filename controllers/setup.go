package controllers

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/controllers/features"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/runtimeclient"
)

func setupMeshService(_ context.Context, mgr manager.Manager, options Options) error {
	return (&MeshServiceReconciler{
		Client:          mgr.GetClient(),
		Settings:        options.Settings,
		Events:          newEvents(mgr, actionDerive),
		Statuses:        NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:           clock.RealClock{},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
	}).SetupWithManager(mgr)
}

func setupMesh(_ context.Context, mgr manager.Manager, options Options) error {
	return (&MeshReconciler{
		Client:   mgr.GetClient(),
		Statuses: NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:    clock.RealClock{},
	}).SetupWithManager(mgr)
}

func setupEndpointSlice(ctx context.Context, mgr manager.Manager, options Options) error {
	counts := metrics.New("meshwork_endpoint_slice_controller")
	handovers := NewHandovers(endpointSliceController, options.HandoverTimeout, clock.RealClock{})
	if err := register(options.Metrics, counts, handovers); err != nil {
		return err
	}
	events, tracker := newEvents(mgr, actionWriteSlices), endpointslice.NewTracker()
	reconcilerOptions := []endpointslice.Option{
		endpointslice.WithMaxEndpointsPerSlice(options.MaxEndpointsPerSlice),
		endpointslice.WithPlaceholder(true),
		endpointslice.WithOwnershipEnforced(true),
		endpointslice.WithTrafficDistribution(true),
		endpointslice.WithCompaction(options.Features.Enabled(features.EndpointSliceCompaction)),
		endpointslice.WithMetrics(counts),
		endpointslice.WithStaleCacheGuard(tracker),
		endpointslice.WithEventRecorder(serviceEvents{reporter: events, reader: mgr.GetClient()}),
	}
	var topology *nodeTopology
	if options.Features.Enabled(features.TopologyAwareHints) {
		topology = newNodeTopology()
		reconcilerOptions = append(reconcilerOptions, endpointslice.WithTopologyCache(topology.cache))
	}
	return (&EndpointSliceReconciler{
		Client:          mgr.GetClient(),
		ControllerName:  options.EndpointControllerName,
		Slices:          endpointslice.NewReconciler(runtimeclient.From(mgr.GetClient()), options.EndpointControllerName, reconcilerOptions...),
		Tracker:         tracker,
		DelegatedPasses: DelegatedPasses{Handovers: handovers, Pace: NewPace(clock.RealClock{}), Events: events},
		Topology:        topology,
		BatchPeriod:     options.EndpointUpdatesBatchPeriod,
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
	}).SetupWithManager(ctx, mgr)
}

func setupMirroring(_ context.Context, mgr manager.Manager, options Options) error {
	counts := metrics.New("meshwork_endpoint_slice_mirroring_controller")
	handovers := NewHandovers(mirroringController, options.HandoverTimeout, clock.RealClock{})
	if err := register(options.Metrics, counts, handovers); err != nil {
		return err
	}
	events, tracker := newEvents(mgr, actionWriteSlices), endpointslice.NewTracker()
	return (&MirroringReconciler{
		Client:         mgr.GetClient(),
		APIReader:      mgr.GetAPIReader(),
		ControllerName: options.EndpointControllerName,
		Slices: endpointslice.NewReconciler(runtimeclient.From(mgr.GetClient()), delegation.MirroringManager(options.EndpointControllerName),
			endpointslice.WithMetrics(counts),
			endpointslice.WithStaleCacheGuard(tracker),
			endpointslice.WithEventRecorder(serviceEvents{reporter: events, reader: mgr.GetClient()})),
		Tracker:         tracker,
		DelegatedPasses: DelegatedPasses{Handovers: handovers, Pace: NewPace(clock.RealClock{}), Events: events},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
	}).SetupWithManager(mgr)
}

func setupLoadBalancer(_ context.Context, mgr manager.Manager, options Options) error {
	addresses, failures := newVirtualIPs(), newAllocationFailures()
	if err := register(options.Metrics, vipCollector{addresses}, failures); err != nil {
		return err
	}
	return (&LoadBalancerReconciler{
		Client:          mgr.GetClient(),
		APIReader:       mgr.GetAPIReader(),
		Class:           options.Settings.LoadBalancerClass,
		Events:          newEvents(mgr, actionAssignVIPs),
		Clock:           clock.RealClock{},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
		addresses:       addresses,
		failures:        failures,
	}).SetupWithManager(mgr)
}

// retries bounds the time between two attempts: the usual quarter of an hour is
// too long for whoever has just mended a role or a policy.
func retries() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](5*time.Millisecond, 30*time.Second)
}

func newEvents(mgr manager.Manager, action string) *EventReporter {
	return NewEventReporter(mgr.GetAPIReader(), mgr.GetClient(), clock.RealClock{}, action)
}

func register(registerer prometheus.Registerer, collectors ...prometheus.Collector) error {
	for _, collector := range collectors {
		if err := registerer.Register(collector); err != nil {
			return fmt.Errorf("metrics: %w", err)
		}
	}
	return nil
}
