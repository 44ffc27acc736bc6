package controllers

import (
	"context"

	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	endpointslicecontroller "github.com/meshwork-dev/meshwork/controllers/endpointslice"
	"github.com/meshwork-dev/meshwork/controllers/endpointslicemirroring"
	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/controllers/features"
	"github.com/meshwork-dev/meshwork/controllers/handover"
	"github.com/meshwork-dev/meshwork/controllers/loadbalancer"
	"github.com/meshwork-dev/meshwork/controllers/mesh"
	"github.com/meshwork-dev/meshwork/controllers/meshservice"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	slicemetrics "github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/runtimeclient"
)

func setupMeshService(ctx context.Context, mgr manager.Manager, options Options) error {
	reporter, counts := newEvents(mgr, events.ActionDerive), meshservice.NewMeshServiceCounts()
	statuses := statussync.NewStatusMetrics("MeshService", clock.RealClock{})
	if err := metrics.Register(options.Metrics, events.NewFindingCollector(MeshService, reporter), counts, statuses); err != nil {
		return err
	}
	if err := counts.Watch(ctx, mgr.GetCache()); err != nil {
		return err
	}
	return (&meshservice.MeshServiceReconciler{
		Client:          mgr.GetClient(),
		Settings:        options.Settings,
		Events:          reporter,
		Statuses:        statussync.NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:           clock.RealClock{},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
		StatusMetrics:   statuses,
	}).SetupWithManager(ctx, mgr)
}

func setupMesh(_ context.Context, mgr manager.Manager, options Options) error {
	statuses := statussync.NewStatusMetrics("Mesh", clock.RealClock{})
	if err := metrics.Register(options.Metrics, statuses); err != nil {
		return err
	}
	return (&mesh.MeshReconciler{
		Client:        mgr.GetClient(),
		Statuses:      statussync.NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:         clock.RealClock{},
		StatusMetrics: statuses,
	}).SetupWithManager(mgr)
}

func setupEndpointSlice(ctx context.Context, mgr manager.Manager, options Options) error {
	counts := slicemetrics.New("meshwork_endpoint_slice_controller")
	handovers := handover.NewHandovers(EndpointSlice, options.HandoverTimeout, clock.RealClock{})
	reporter, tracker := newEvents(mgr, events.ActionWriteSlices), endpointslice.NewTracker()
	if err := metrics.Register(options.Metrics, counts, handovers, events.NewFindingCollector(EndpointSlice, reporter)); err != nil {
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
		endpointslice.WithEventRecorder(events.ServiceEvents{Reporter: reporter, Reader: mgr.GetClient()}),
	}
	var topology *endpointslicecontroller.NodeTopology
	if options.Features.Enabled(features.TopologyAwareHints) {
		topology = endpointslicecontroller.NewNodeTopology()
		reconcilerOptions = append(reconcilerOptions, endpointslice.WithTopologyCache(topology.Cache))
	}
	return (&endpointslicecontroller.EndpointSliceReconciler{
		Client:          mgr.GetClient(),
		APIReader:       mgr.GetAPIReader(),
		ControllerName:  options.EndpointControllerName,
		Slices:          endpointslice.NewReconciler(runtimeclient.From(mgr.GetClient()), options.EndpointControllerName, reconcilerOptions...),
		Tracker:         tracker,
		DelegatedPasses: handover.DelegatedPasses{Handovers: handovers, Pace: throttle.NewPace(clock.RealClock{}), Events: reporter},
		Topology:        topology,
		BatchPeriod:     options.EndpointUpdatesBatchPeriod,
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
	}).SetupWithManager(ctx, mgr)
}

func setupMirroring(_ context.Context, mgr manager.Manager, options Options) error {
	counts := slicemetrics.New("meshwork_endpoint_slice_mirroring_controller")
	handovers := handover.NewHandovers(EndpointSliceMirroring, options.HandoverTimeout, clock.RealClock{})
	reporter, tracker := newEvents(mgr, events.ActionWriteSlices), endpointslice.NewTracker()
	if err := metrics.Register(options.Metrics, counts, handovers, events.NewFindingCollector(EndpointSliceMirroring, reporter)); err != nil {
		return err
	}
	return (&endpointslicemirroring.MirroringReconciler{
		Client:         mgr.GetClient(),
		APIReader:      mgr.GetAPIReader(),
		ControllerName: options.EndpointControllerName,
		Slices: endpointslice.NewReconciler(runtimeclient.From(mgr.GetClient()), delegation.MirroringManager(options.EndpointControllerName),
			endpointslice.WithMetrics(counts),
			endpointslice.WithStaleCacheGuard(tracker),
			endpointslice.WithEventRecorder(events.ServiceEvents{Reporter: reporter, Reader: mgr.GetClient()})),
		Tracker:         tracker,
		DelegatedPasses: handover.DelegatedPasses{Handovers: handovers, Pace: throttle.NewPace(clock.RealClock{}), Events: reporter},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
	}).SetupWithManager(mgr)
}

func setupLoadBalancer(_ context.Context, mgr manager.Manager, options Options) error {
	addresses, failures := loadbalancer.NewVirtualIPs(), loadbalancer.NewAllocationFailures()
	reporter, statuses := newEvents(mgr, events.ActionAssignVIPs), statussync.NewStatusMetrics("Service", clock.RealClock{})
	if err := metrics.Register(options.Metrics, loadbalancer.NewVIPCollector(addresses), failures, events.NewFindingCollector(LoadBalancer, reporter), statuses); err != nil {
		return err
	}
	return (&loadbalancer.LoadBalancerReconciler{
		Client:          mgr.GetClient(),
		APIReader:       mgr.GetAPIReader(),
		Class:           options.Settings.LoadBalancerClass,
		Events:          reporter,
		Clock:           clock.RealClock{},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
		Addresses:       addresses,
		Failures:        failures,
		StatusMetrics:   statuses,
	}).SetupWithManager(mgr)
}

func newEvents(mgr manager.Manager, action string) *events.EventReporter {
	return events.NewEventReporter(mgr.GetAPIReader(), mgr.GetClient(), clock.RealClock{}, action)
}
