// Package loadbalancer is the controller that gives the Services of a load-balancer
// class addresses of their Mesh (KEP-1959).
package loadbalancer

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/status"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "loadbalancer"

// eventAction is the action of the controller's events.
const eventAction = "AssignVirtualIPs"

// Reconciler serves a load-balancer class: Services of the class get addresses of
// their Mesh. docs/loadbalancer.md describes the protocol that keeps an address from
// being assigned twice.
type Reconciler struct {
	Options
	memory             *memory.Memory[state]
	addresses          *virtualIPs
	recordingMeshes    sync.Mutex
	events             *events.Reporter
	allocationFailures *prometheus.CounterVec
	statusMetrics      *status.Recorder
	// givenBack receives an event when an address is free again that was never claimed.
	givenBack chan event.GenericEvent
}

// state is the memory of one Service.
type state struct {
	refusals write.Refusals
	// statuses put off the writes that move no address.
	statuses status.Writes
	// contest has the writes of the same status in a row.
	contest contest.Writes[contest.Fingerprint]
	// foreign are the conditions that other managers have set.
	foreign conditions
	// pending and events are read by the collectors of the metrics too.
	pending status.Pending
	events  events.Record
}

// Options are the dependencies and settings of the controller.
type Options struct {
	controller.Dependencies
	// Class is the load-balancer class that the controller serves.
	Class string
	// StatusSyncPeriod is the least time between two status writes of one Service that
	// move no address.
	StatusSyncPeriod time.Duration
	// VIPCooldownPeriod is the time for which no other Service gets a released address.
	VIPCooldownPeriod time.Duration
}

// New returns the controller, or an error that names the missing options.
func New(options Options) (*Reconciler, error) {
	if err := errors.Join(options.Validate(), controller.Require("Class", options.Class != "")); err != nil {
		return nil, err
	}
	remembered := memory.New[state]()
	r := &Reconciler{
		Options:            options,
		memory:             remembered,
		addresses:          newVirtualIPs(options.VIPCooldownPeriod, options.Clock),
		events:             events.NewReporter(eventAction, options.APIReader, options.Client, options.Clock),
		allocationFailures: newAllocationFailures(),
		statusMetrics:      status.NewRecorder("Service", memory.Each(remembered, func(s *state) *status.Pending { return &s.pending }), options.Clock),
		givenBack:          make(chan event.GenericEvent, 1),
	}
	findings := events.NewCollector(Name, memory.Each(remembered, func(s *state) *events.Record { return &s.events }))
	return r, metrics.Register(options.Metrics, newPoolCollector(r.addresses), r.allocationFailures, findings, r.statusMetrics)
}

// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=services/status,verbs=update;patch
// +kubebuilder:rbac:groups="",resources=namespaces,verbs=list;watch
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=virtualips,verbs=get;list;watch;create;patch;delete

// Reconcile assigns addresses to one Service, or releases them. The order makes it
// safe: claim before publishing, withdraw before releasing.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	name := request.NamespacedName
	seen, err := r.read(ctx, name)
	if err != nil {
		return reconcile.Result{}, err
	}
	if seen.isExcluded && seen.namespace == nil { // its event enqueues the Service
		return reconcile.Result{}, nil
	}
	state, decision := r.memory.Of(name), r.decide(seen)
	var problems []finding.Finding
	var result published
	var untilReleased time.Duration
	var releaseErr error
	untilOrphans, orphansErr := r.release(ctx, decision.Orphans)
	if seen.service != nil {
		problems, result, err = r.serve(ctx, seen, &decision, state)
	}
	served := err == nil
	if !result.failed && !result.movesAddress { // or else the Service may still show what it is to release
		untilReleased, releaseErr = r.release(ctx, decision.Release)
	}
	err = errors.Join(orphansErr, err, releaseErr)
	state.refusals.Retain(claimWrites(decision.Want))
	state.pending.Record(!served || result.untilStatus > r.StatusSyncPeriod, result.untilStatus, r.Clock.Now())
	r.addresses.setWaiting(name, served && slices.ContainsFunc(problems, mayBeSolvedByRelease))
	var next pace.Earliest
	next.Add(untilOrphans, untilReleased, result.untilStatus)
	if err == nil && (seen.service == nil || !r.concerns(seen.service)) {
		r.memory.Forget(name) // no later event enqueues the Service
		return next.Result(), nil
	}
	return r.report(ctx, seen.service, state, slices.Concat(problems, decision.Notices), next, err)
}

// mayBeSolvedByRelease reports whether a Service lacks an address only until another Service
// releases one. A failure is retried instead.
func mayBeSolvedByRelease(problem finding.Finding) bool {
	switch problem.Reason {
	case v1alpha1.ReasonVIPsExhausted, v1alpha1.ReasonVIPInUse, v1alpha1.ReasonVIPCoolingDown:
		return true
	}
	return false
}

// observed is the state of a Service at the start of a sync.
type observed struct {
	// service is nil if it does not exist.
	service *corev1.Service
	claims  []*v1alpha1.VirtualIP
	// wantedMesh is the name of the Mesh that the Service should be in, or "" for none.
	// mesh is nil if it does not exist.
	wantedMesh string
	mesh       *v1alpha1.Mesh
	// namespace is nil if the cache does not have it yet. isExcluded is true if the Mesh
	// does not select it.
	namespace  *corev1.Namespace
	isExcluded bool
	// serving are the IP families in which the Service has an endpoint.
	serving endpoints.Families
}

// hasMesh reports whether the Mesh exists and is not being deleted.
func (o observed) hasMesh() bool { return o.mesh != nil && o.mesh.DeletionTimestamp == nil }

func (r *Reconciler) read(ctx context.Context, name types.NamespacedName) (observed, error) {
	seen := observed{claims: r.addresses.heldBy(name, r.Class)}
	service := &corev1.Service{}
	if err := r.Client.Get(ctx, name, service); err != nil {
		return seen, client.IgnoreNotFound(err)
	}
	seen.service = service
	lookup := cache.NewLookup(ctx, r.Client)
	seen.namespace = cache.Find[corev1.Namespace](lookup, client.ObjectKey{Name: service.Namespace})
	seen.wantedMesh = meshservice.WantedMesh(service, seen.namespace)
	if seen.wantedMesh != "" {
		seen.mesh = cache.Find[v1alpha1.Mesh](lookup, client.ObjectKey{Name: seen.wantedMesh})
	}
	if seen.mesh != nil && !r.addresses.hasRangesOf(seen.mesh) { // the event of the Mesh is not handled yet
		lookup.Record(r.recordMeshes(ctx))
	}
	seen.isExcluded = seen.hasMesh() && !meshservice.Selects(seen.mesh, seen.namespace)
	endpointSlices, err := cache.Slices(ctx, r.Client, name)
	lookup.Record(err)
	seen.serving = endpoints.ServingFamilies(service.Spec.Ports, endpointSlices...)
	return seen, lookup.Err()
}

// decide decides to release all addresses that were claimed for a Service that does
// not exist.
func (r *Reconciler) decide(seen observed) vip.Decision {
	if seen.service == nil {
		return vip.Decision{Orphans: seen.claims}
	}
	return vip.Decide(meshservice.VIPView(seen.service, seen.namespace, seen.mesh, r.addresses.rangesOf(seen.wantedMesh), r.Class, seen.claims))
}

// serve claims the addresses that the Service lacks, and publishes those that it has.
// Claims that are replaced are added to decision.Release. It returns why an address
// is missing, and whether the status has been written.
func (r *Reconciler) serve(ctx context.Context, seen observed, decision *vip.Decision, state *state) ([]finding.Finding, published, error) {
	claims, problems := decision.Keep, decision.Problems
	var errs []error
	for _, want := range decision.Want {
		claim, problem, err := r.claim(ctx, seen.service, want, state)
		switch {
		case err != nil:
			errs = append(errs, err)
		case claim == nil && problem == nil: // the decision has the reason
		case problem != nil:
			r.allocationFailures.WithLabelValues(problem.Reason).Inc()
			problems = append(problems, *problem)
		case want.Replaces != nil:
			isReplaced := func(virtualIP *v1alpha1.VirtualIP) bool { return virtualIP == want.Replaces }
			claims = append(slices.DeleteFunc(slices.Clone(claims), isReplaced), claim)
			decision.Release = append(decision.Release, want.Replaces)
		default:
			claims = append(claims, claim)
		}
	}
	result, err := r.publishStatus(ctx, seen, claims, problems, state)
	result.failed = err != nil
	if result.isContested {
		problems = append(problems, r.contested())
	}
	return problems, result, errors.Join(append(errs, err)...)
}

func (r *Reconciler) report(ctx context.Context, service *corev1.Service, state *state, findings []finding.Finding, next pace.Earliest, err error) (reconcile.Result, error) {
	if write.IsStale(err) {
		return pace.RetryStale(ctx, err), nil
	}
	if err != nil {
		findings = append(findings, finding.Warning(v1alpha1.ReasonFailedToAssignVIP, "will retry: %s", finding.Clip(write.Brief(err).Error(), finding.RoomForAll)))
	}
	next.Add(r.events.Report(ctx, &state.events, events.AboutService(service), findings))
	if err != nil {
		return reconcile.Result{}, err
	}
	return next.Result(), nil
}

// SetupWithManager registers the controller. Its event handlers record VirtualIPs and
// Meshes before they enqueue the Services that these affect.
func (r *Reconciler) SetupWithManager(_ context.Context, mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.Concerns(r.concerns), watches.OnUpdate(serviceChanged))).
		Watches(&v1alpha1.VirtualIP{}, r.enqueueForVirtualIP()).
		Watches(&discoveryv1.EndpointSlice{}, watches.EnqueueServices(r.serviceOfSlice), builder.WithPredicates(servingChanged)).
		WatchesRawSource(source.Channel(r.givenBack, handler.Funcs{GenericFunc: r.enqueueWaiting})).
		Watches(&v1alpha1.Mesh{}, watches.EnqueueServices(r.servicesOfMeshes), builder.WithPredicates(watches.OnUpdate(watches.SpecChanged))).
		Watches(&corev1.Namespace{}, watches.EnqueueServices(r.servicesOfNamespace), builder.WithPredicates(watches.OnUpdate(watches.NamespaceChanged))).
		WithOptions(r.ControllerOptions(pace.RateLimiter())).
		Complete(r)
}
