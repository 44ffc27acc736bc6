package controllers

import (
	"context"

	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers/features"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/runtimeclient"
)

func setupMeshService(ctx context.Context, mgr manager.Manager, options Options) error {
	events, counts := newEvents(mgr, actionDerive), newMeshServiceCounts()
	statuses := newStatusMetrics("MeshService", clock.RealClock{})
	if err := register(options.Metrics, newFindingCollector(MeshService, events), counts, statuses); err != nil {
		return err
	}
	if err := counts.watch(ctx, mgr.GetCache()); err != nil {
		return err
	}
	return (&MeshServiceReconciler{
		Client:          mgr.GetClient(),
		Settings:        options.Settings,
		Events:          events,
		Statuses:        NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:           clock.RealClock{},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
		statusMetrics:   statuses,
	}).SetupWithManager(ctx, mgr)
}

func setupMesh(_ context.Context, mgr manager.Manager, options Options) error {
	statuses := newStatusMetrics("Mesh", clock.RealClock{})
	if err := register(options.Metrics, statuses); err != nil {
		return err
	}
	return (&MeshReconciler{
		Client:        mgr.GetClient(),
		Statuses:      NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:         clock.RealClock{},
		statusMetrics: statuses,
	}).SetupWithManager(mgr)
}

func setupEndpointSlice(ctx context.Context, mgr manager.Manager, options Options) error {
	counts := metrics.New("meshwork_endpoint_slice_controller")
	handovers := NewHandovers(EndpointSlice, options.HandoverTimeout, clock.RealClock{})
	events, tracker := newEvents(mgr, actionWriteSlices), endpointslice.NewTracker()
	if err := register(options.Metrics, counts, handovers, newFindingCollector(EndpointSlice, events)); err != nil {
		return err
	}
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
		APIReader:       mgr.GetAPIReader(),
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
	handovers := NewHandovers(EndpointSliceMirroring, options.HandoverTimeout, clock.RealClock{})
	events, tracker := newEvents(mgr, actionWriteSlices), endpointslice.NewTracker()
	if err := register(options.Metrics, counts, handovers, newFindingCollector(EndpointSliceMirroring, events)); err != nil {
		return err
	}
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
	events, statuses := newEvents(mgr, actionAssignVIPs), newStatusMetrics("Service", clock.RealClock{})
	if err := register(options.Metrics, newVIPCollector(addresses), failures, newFindingCollector(LoadBalancer, events), statuses); err != nil {
		return err
	}
	return (&LoadBalancerReconciler{
		Client:          mgr.GetClient(),
		APIReader:       mgr.GetAPIReader(),
		Class:           options.Settings.LoadBalancerClass,
		Events:          events,
		Clock:           clock.RealClock{},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
		addresses:       addresses,
		failures:        failures,
		statusMetrics:   statuses,
	}).SetupWithManager(mgr)
}

func newEvents(mgr manager.Manager, action string) *EventReporter {
	return NewEventReporter(mgr.GetAPIReader(), mgr.GetClient(), clock.RealClock{}, action)
}
