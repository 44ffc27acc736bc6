// Package meshservice is the controller that derives MeshServices from Services, and
// keeps their status up to date.
package meshservice

import (
	"context"
	"errors"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

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
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "meshservice"

// eventAction is the action of the controller's events.
const eventAction = "DeriveMeshServices"

// Reconciler keeps the MeshServices of each Service as meshservice.Derive computes them.
type Reconciler struct {
	Options
	memory        *memory.Memory[state]
	writer        writer
	events        *events.Reporter
	statusMetrics *status.Recorder
	counts        *availabilityCounts
	retries       pace.Retries

	pods cache.PodGetter
}

// state is the memory of one Service.
type state struct {
	// created are the MeshServices that the cache does not show yet.
	created  creations
	refusals write.Refusals
	contests contests
	statuses status.Writes
	// pending and events are read by the collectors of the metrics too.
	pending status.Pending
	events  events.Record
}

// Options are the dependencies and settings of the controller.
type Options struct {
	controller.Dependencies
	Settings meshservice.Settings
	// StatusSyncPeriod is the least time between two status writes of one MeshService.
	StatusSyncPeriod time.Duration
}

// New returns the controller, or an error that names the missing options.
func New(options Options) (*Reconciler, error) {
	if err := errors.Join(
		options.Validate(),
		controller.Require("Settings.Zone", options.Settings.Zone != ""),
		controller.Require("Settings.ClusterDomain", options.Settings.ClusterDomain != ""),
	); err != nil {
		return nil, err
	}
	remembered := memory.New[state]()
	r := &Reconciler{
		Options:       options,
		memory:        remembered,
		writer:        writer{options.Client},
		events:        events.NewReporter(eventAction, options.APIReader, options.Client, options.Clock),
		statusMetrics: status.NewRecorder("MeshService", memory.Each(remembered, func(s *state) *status.Pending { return &s.pending }), options.Clock),
		counts:        newAvailabilityCounts(),
		retries:       pace.NewRetries(),
	}
	findings := events.NewCollector(Name, memory.Each(remembered, func(s *state) *events.Record { return &s.events }))
	return r, metrics.Register(options.Metrics, findings, r.counts, r.statusMetrics)
}

// +kubebuilder:rbac:groups="",resources=services;namespaces;pods,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=services/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=statefulsets,verbs=list;watch
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes;meshcertificates,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshservices,verbs=list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshservices/status,verbs=update;patch

// Reconcile syncs the MeshServices of one Service.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	seen, err := r.read(ctx, request.NamespacedName)
	if err != nil {
		return reconcile.Result{}, err
	}
	state := r.memory.Of(request.NamespacedName)
	state.created.forget(seen.existing, r.Clock.Now())
	plan := meshservice.NewPlan(request.Name, seen.service, seen.derived.MeshServices, seen.existing)
	results := newResults(plan.Keep)
	r.execute(ctx, plan, state, results)
	r.writeStatuses(ctx, state, results)
	return r.report(ctx, request, seen, plan, state, results)
}

func (r *Reconciler) report(ctx context.Context, request reconcile.Request, seen observed, plan meshservice.Plan, state *state, results *results) (reconcile.Result, error) {
	now := r.Clock.Now()
	err := errors.Join(results.errs...)
	state.refusals.Retain(results.refusedWrites())
	contested := state.contests.retain(slices.Concat(plan.Update, plan.Keep), now)
	state.pending.Record(err != nil || len(results.refusals) > 0, results.untilStatus.Wait(), now)
	findings := slices.Concat(seen.derived.Findings, meshservice.ConflictFindings(plan.Conflicts), results.findings(), contested)
	untilRepeat := r.events.Report(ctx, &state.events, events.AboutService(seen.service), findings)
	if err != nil {
		return r.retry(ctx, results.untilStatus.Wait(), err)
	}
	r.retries.Reset(request)
	var next pace.Earliest
	next.Add(results.untilStatus.Wait(), results.untilContested.Wait(), untilRepeat, results.untilRetry, state.refusals.UntilRetry(now), state.created.untilRetry(now))
	next.AddTime(seen.derived.NextExpiry, now)
	if seen.service == nil && next.Wait() == 0 {
		r.memory.Forget(request.NamespacedName)
	}
	return next.Result(), nil
}

// retry retries failed writes with an increasing delay, or earlier with a deferred status of another
// MeshService of the Service.
func (r *Reconciler) retry(ctx context.Context, untilStatus time.Duration, err error) (reconcile.Result, error) {
	if untilStatus == 0 {
		return reconcile.Result{}, err
	}
	log.FromContext(ctx).Error(err, "will retry with the next status", "wait", untilStatus)
	return reconcile.Result{RequeueAfter: untilStatus}, nil
}

// observed is a Service at the start of a sync, and the objects that are derived from it.
type observed struct {
	// service is nil if it does not exist.
	service *corev1.Service
	derived meshservice.Outcome
	// existing are the MeshServices that were derived from the Service, and those
	// that have a name which it needs.
	existing []*v1alpha1.MeshService
}

func (r *Reconciler) read(ctx context.Context, name types.NamespacedName) (observed, error) {
	var seen observed
	var err error
	if seen.service, err = r.readService(ctx, name); err != nil {
		return seen, err
	}
	derived, err := r.readDerived(ctx, name)
	if err != nil {
		return seen, err
	}
	if seen.service != nil {
		if seen.derived, err = r.derive(ctx, seen.service, derived); err != nil {
			return seen, err
		}
	}
	others, err := r.readOthers(ctx, seen.derived.MeshServices, derived)
	seen.existing = slices.Concat(derived, others)
	return seen, err
}

// readService returns nil for a Service that does not exist.
func (r *Reconciler) readService(ctx context.Context, name types.NamespacedName) (*corev1.Service, error) {
	service := &corev1.Service{}
	err := r.Client.Get(ctx, name, service)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return service, err
}

// readDerived returns the MeshServices that were derived from the Service, or from an
// earlier one of the same name.
func (r *Reconciler) readDerived(ctx context.Context, name types.NamespacedName) ([]*v1alpha1.MeshService, error) {
	var derived v1alpha1.MeshServiceList
	err := r.Client.List(ctx, &derived, client.InNamespace(name.Namespace),
		client.MatchingFields{derivedFromIndex: name.Name}, client.UnsafeDisableDeepCopy)
	return cache.Pointers(derived.Items), err
}

// derive reads the input of the decision. A namespace, Mesh or Pod that does not exist
// is no error: its creation enqueues the Service.
func (r *Reconciler) derive(ctx context.Context, service *corev1.Service, existing []*v1alpha1.MeshService) (meshservice.Outcome, error) {
	lookup := cache.NewLookup(ctx, r.Client)
	view := meshservice.View{
		Service:   service,
		Namespace: cache.Find[corev1.Namespace](lookup, client.ObjectKey{Name: service.Namespace}),
		Mesh: func(name string) *v1alpha1.Mesh {
			return cache.Find[v1alpha1.Mesh](lookup, client.ObjectKey{Name: name})
		},
		Pod: func(name string) *corev1.Pod {
			pod, err := r.pods.Get(service.Namespace, name)
			lookup.Record(err)
			return pod
		},
		StatefulSet: func(name string) *appsv1.StatefulSet {
			return cache.Find[appsv1.StatefulSet](lookup, client.ObjectKey{Namespace: service.Namespace, Name: name})
		},
		Certificate: func(pod string) *v1alpha1.MeshCertificate {
			return cache.Find[v1alpha1.MeshCertificate](lookup, client.ObjectKey{Namespace: service.Namespace, Name: pod})
		},
		Now:      r.Clock.Now(),
		Existing: existing,
	}
	var err error
	if view.Slices, err = cache.Slices(ctx, r.Client, client.ObjectKeyFromObject(service)); err != nil {
		return meshservice.Outcome{}, err
	}
	outcome := r.Settings.Derive(view)
	return outcome, lookup.Err()
}

// readOthers returns the MeshServices that have a desired name but were not derived
// from the Service.
func (r *Reconciler) readOthers(ctx context.Context, desired, derived []*v1alpha1.MeshService) ([]*v1alpha1.MeshService, error) {
	names := sets.New[string]()
	for _, meshService := range derived {
		names.Insert(meshService.Name)
	}
	var others []*v1alpha1.MeshService
	lookup := cache.NewLookup(ctx, r.Client)
	for _, want := range desired {
		if names.Has(want.Name) {
			continue
		}
		if other := cache.Find[v1alpha1.MeshService](lookup, client.ObjectKeyFromObject(want)); other != nil {
			others = append(others, other)
		}
	}
	return others, lookup.Err()
}

// SetupWithManager registers the controller with watches on everything that the
// MeshServices of a Service depend on. Every change of a MeshService enqueues: a write
// that met a conflict is retried that way.
func (r *Reconciler) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	var err error
	if r.pods, err = cache.NewPodGetter(ctx, mgr.GetCache()); err != nil {
		return err
	}
	if err := r.counts.watch(ctx, mgr.GetCache()); err != nil {
		return err
	}
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.OnUpdate(serviceChanged))).
		Watches(&v1alpha1.MeshService{}, watches.EnqueueServices(r.servicesOfMeshService)).
		Watches(&discoveryv1.EndpointSlice{}, watches.EnqueueServices(watches.ServiceOfSlice)).
		Watches(&corev1.Pod{}, watches.EnqueueServices(r.servicesOfPod), builder.WithPredicates(podChanged)).
		Watches(&appsv1.StatefulSet{}, watches.EnqueueServices(r.servicesOfStatefulSet), builder.WithPredicates(watches.OnUpdate(watches.SpecChanged))).
		Watches(&corev1.Namespace{}, watches.EnqueueServices(r.servicesOfNamespace), builder.WithPredicates(watches.OnUpdate(watches.NamespaceChanged))).
		Watches(&v1alpha1.Mesh{}, watches.EnqueueServices(r.servicesOfMesh), builder.WithPredicates(watches.OnUpdate(meshChanged))).
		Watches(&v1alpha1.MeshCertificate{}, watches.EnqueueServices(r.servicesOfPod), builder.WithPredicates(watches.OnUpdate(r.certificateChanged))).
		WithOptions(r.ControllerOptions(r.retries)).
		Complete(r)
}
