// Package loadbalancer is the controller that gives the Services of a load-balancer
// class addresses of their Mesh (KEP-1959).
package loadbalancer

import (
	"context"
	"errors"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
	"github.com/meshwork-dev/meshwork/controllers/parts"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/watches"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "loadbalancer"

// eventAction is what the controller does to a Service, as the action of its events.
const eventAction = "AssignVirtualIPs"

// Reconciler serves a load-balancer class: Services of the class get addresses of
// their Mesh. docs/loadbalancer.md describes the protocol that keeps an address from
// being assigned twice.
type Reconciler struct {
	Options
	addresses *virtualIPs
	events    *events.Reporter
	refusals  *write.Refusals
	statuses  *statussync.Recorder
	failures  *prometheus.CounterVec
	// givenBack receives an event when an address is free again that was never claimed.
	givenBack chan event.GenericEvent
	foreign   foreignConditions
}

// Options are the parts and settings of the controller.
type Options struct {
	parts.Shared
	// Class is the load-balancer class that the controller serves.
	Class string
}

// New returns the controller, or an error that names what is missing in the options.
func New(options Options) (*Reconciler, error) {
	if err := errors.Join(options.Validate(), parts.Require("Class", options.Class != "")); err != nil {
		return nil, err
	}
	r := &Reconciler{
		Options:   options,
		addresses: newVirtualIPs(),
		events:    events.NewReporter(Name, eventAction, options.APIReader, options.Client, options.Clock),
		refusals:  write.NewRefusals(options.Clock),
		statuses:  statussync.NewRecorder("Service", options.Clock),
		failures:  newAllocationFailures(),
		givenBack: make(chan event.GenericEvent, 1),
	}
	if err := metrics.Register(options.Metrics, newPoolCollector(r.addresses), r.failures, r.events, r.statuses); err != nil {
		return nil, err
	}
	return r, nil
}

// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=services/status,verbs=update;patch
// +kubebuilder:rbac:groups="",resources=namespaces,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=virtualips,verbs=get;list;watch;create;patch;delete

// Reconcile assigns addresses to one Service, or releases them. The order makes it
// safe: claim before publishing, withdraw before releasing.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	return r.statuses.Sync(request.NamespacedName, func() (statussync.Outcome, reconcile.Result, error) {
		return r.sync(ctx, request.NamespacedName)
	})
}

func (r *Reconciler) sync(ctx context.Context, name types.NamespacedName) (statussync.Outcome, reconcile.Result, error) {
	service, decision, err := r.decide(ctx, name)
	if err != nil {
		return statussync.Undecided, reconcile.Result{}, err
	}
	var problems []finding.Finding
	if err = r.release(ctx, decision.Orphans); err == nil && service != nil {
		problems, err = r.serve(ctx, service, &decision)
	}
	if err == nil {
		err = r.release(ctx, decision.Release)
	}
	err = r.refusals.First(name, err)
	r.refusals.Retain(name, claimWrites(decision.Want))
	r.addresses.setWaiting(name, len(problems) > 0)
	outcome := statussync.UpToDate
	if err != nil {
		outcome = statussync.OutOfDate
	}
	if err == nil && (service == nil || !r.concerns(service)) {
		r.forget(name)
		return outcome, reconcile.Result{}, nil
	}
	result, err := r.report(ctx, name, service, slices.Concat(problems, decision.Notices), err)
	return outcome, result, err
}

// forget drops a Service that the controller has nothing to do with any more. No later
// event enqueues it.
func (r *Reconciler) forget(name types.NamespacedName) {
	r.events.Forget(name)
	r.refusals.Forget(name)
	r.foreign.forget(name)
}

// decide returns no Service if it does not exist: then all addresses that were
// claimed for it must be released.
func (r *Reconciler) decide(ctx context.Context, name types.NamespacedName) (*corev1.Service, vip.Decision, error) {
	claims := r.addresses.heldBy(name, r.Class)
	service := &corev1.Service{}
	if err := r.Client.Get(ctx, name, service); apierrors.IsNotFound(err) {
		return nil, vip.Decision{Orphans: claims}, nil
	} else if err != nil {
		return nil, vip.Decision{}, err
	}
	lookup := cache.NewLookup(ctx, r.Client)
	wanted := meshservice.WantedMesh(service, cache.Find[corev1.Namespace](lookup, client.ObjectKey{Name: service.Namespace}))
	var mesh *v1alpha1.Mesh
	if wanted != "" {
		mesh = cache.Find[v1alpha1.Mesh](lookup, client.ObjectKey{Name: wanted})
	}
	decision := vip.Decide(vip.View{
		Service:   service,
		Class:     r.Class,
		Mesh:      wanted,
		MeshFound: mesh != nil && mesh.DeletionTimestamp == nil,
		Ranges:    r.addresses.rangesOf(wanted),
		Claims:    claims,
	})
	return service, decision, lookup.Err()
}

// serve claims the addresses that the Service lacks, and publishes those that it has.
// Claims that are replaced are added to decision.Release. It returns why an address
// is missing.
func (r *Reconciler) serve(ctx context.Context, service *corev1.Service, decision *vip.Decision) ([]finding.Finding, error) {
	claims, problems := decision.Keep, decision.Problems
	var errs []error
	for _, want := range decision.Want {
		claim, problem, err := r.claim(ctx, service, want)
		switch {
		case err != nil:
			errs = append(errs, err)
		case claim == nil && problem == nil: // the decision has the reason
		case problem != nil:
			r.failures.WithLabelValues(problem.Reason).Inc()
			problems = append(problems, *problem)
		case want.Replaces != nil:
			claims = append(slices.DeleteFunc(slices.Clone(claims), is(want.Replaces)), claim)
			decision.Release = append(decision.Release, want.Replaces)
		default:
			claims = append(claims, claim)
		}
	}
	errs = append(errs, r.publishStatus(ctx, service, claims, problems))
	// Not an aggregate: apierrors.IsConflict does not unwrap those.
	return problems, errors.Join(errs...)
}

func is(wanted *v1alpha1.VirtualIP) func(*v1alpha1.VirtualIP) bool {
	return func(virtualIP *v1alpha1.VirtualIP) bool { return virtualIP == wanted }
}

func (r *Reconciler) report(ctx context.Context, name types.NamespacedName, service *corev1.Service, findings []finding.Finding, err error) (reconcile.Result, error) {
	if write.IsStale(err) {
		return throttle.RetryStale(ctx, err), nil
	}
	if err != nil {
		findings = append(findings, finding.Warning(v1alpha1.ReasonFailedToAssignVIP, "will retry: %s", finding.Clip(err.Error(), finding.RoomForAll)))
	}
	untilRepeat, reportErr := r.events.Report(ctx, name, service, findings)
	if err := utilerrors.NewAggregate([]error{err, reportErr}); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: untilRepeat}, nil
}

// SetupWithManager registers the controller. Its event handlers record VirtualIPs and
// Meshes before they enqueue the Services that these affect.
func (r *Reconciler) SetupWithManager(_ context.Context, mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.Concerns(r.concerns), watches.OnUpdate(serviceChanged))).
		Watches(&v1alpha1.VirtualIP{}, r.enqueueForVirtualIP()).
		WatchesRawSource(source.Channel(r.givenBack, handler.Funcs{GenericFunc: r.enqueueWaiting})).
		Watches(&v1alpha1.Mesh{}, watches.EnqueueServices(r.recordMeshes), builder.WithPredicates(watches.OnUpdate(watches.SpecChanged))).
		Watches(&corev1.Namespace{}, watches.EnqueueServices(r.servicesOfNamespace), builder.WithPredicates(watches.OnUpdate(watches.NamespaceChanged))).
		WithOptions(r.ControllerOptions(throttle.RateLimiter())).
		Complete(r)
}
