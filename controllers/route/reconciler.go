// Package route is the controller that writes the status of GRPCRoutes and HTTPRoutes: whether they
// decide on the calls to the Services that they are attached to.
package route

import (
	"context"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// Name is the controller's name in --controllers and logs.
const Name = "route"

// Reconciler writes the status of the routes of one kind.
type Reconciler struct {
	controller.Dependencies
	kind   schema.GroupVersionKind
	memory *memory.Memory[state]
	events *events.Reporter
}

// state is the memory of one route.
type state struct {
	events events.Record
	// contest has the writes of the same status in a row.
	contest contest.Writes[contest.Fingerprint]
}

// Reconcilers write the status of routes of all kinds.
type Reconcilers []*Reconciler

// New returns the controllers of all kinds of routes, or an error that names the missing dependencies.
func New(dependencies controller.Dependencies) (Reconcilers, error) {
	if err := dependencies.Validate(); err != nil {
		return nil, err
	}
	var all Reconcilers
	for _, kind := range routes.Kinds {
		all = append(all, &Reconciler{
			Dependencies: dependencies, kind: kind, memory: memory.New[state](),
			events: events.NewReporter("JudgeRoute", dependencies.APIReader, dependencies.Client, dependencies.Clock),
		})
	}
	return all, metrics.Register(dependencies.Metrics, collector{dependencies.Client})
}

// +kubebuilder:rbac:groups=gateway.networking.k8s.io,resources=grpcroutes;httproutes,verbs=list;watch
// +kubebuilder:rbac:groups=gateway.networking.k8s.io,resources=grpcroutes/status;httproutes/status,verbs=update

// Reconcile writes the status of a route for its parents in a Mesh, and reports what it refuses as
// events on the route. Entries of other controllers stay.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	object, err := r.find(ctx, request.NamespacedName)
	if err != nil {
		return reconcile.Result{}, err
	}
	if object == nil {
		r.memory.Forget(request.NamespacedName)
		return reconcile.Result{}, nil
	}
	seen, err := r.read(ctx, routes.Of(object))
	if err != nil {
		return reconcile.Result{}, err
	}
	state, judged := r.memory.Of(request.NamespacedName), judge(seen, r.Now())
	untilWritten, err := r.writeStatus(ctx, object, judged, state)
	if write.IsStale(err) {
		return pace.RetryStale(ctx, err), nil
	}
	if state.contest.IsContested(judged.content, r.Clock.Now()) {
		judged.findings = append(judged.findings, contested)
	}
	untilRepeat := r.events.Report(ctx, &state.events, events.About(r.kind, object), judged.findings)
	if err != nil {
		return reconcile.Result{}, err
	}
	var next pace.Earliest
	next.Add(untilWritten, untilRepeat)
	return next.Result(), nil
}

// find returns the route, or nil if there is none. The route is the cache's own.
func (r *Reconciler) find(ctx context.Context, key types.NamespacedName) (client.Object, error) {
	object := routes.NewObject(r.kind.Kind)
	if err := r.Client.Get(ctx, key, object, client.UnsafeDisableDeepCopy); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	return object, nil
}

// writeStatus writes the status unless the route has it. It must not overwrite entries that other
// controllers write at the same time, so the write depends on the resource version. A status that
// another client overwrites each time may have to wait: it then returns for how long.
func (r *Reconciler) writeStatus(ctx context.Context, object client.Object, judged judgement, state *state) (time.Duration, error) {
	if judged.status == nil {
		return 0, nil
	}
	if wait := state.contest.Wait(judged.content, r.Clock.Now()); wait > 0 {
		return wait, nil
	}
	changed := object.DeepCopyObject().(client.Object)
	judged.status.DeepCopyInto(routes.Of(changed).Status) // it has parts of the cached object
	if err := r.Client.Status().Update(ctx, changed, write.FieldOwner); err != nil {
		return 0, err
	}
	state.contest.Record(judged.content, r.Clock.Now())
	return 0, nil
}

// SetupWithManager registers the controllers. A route is enqueued when an object changes that it
// refers to, and when another route of the same Service does.
func (all Reconcilers) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	if err := cache.AddIndexes(ctx, mgr.GetFieldIndexer(), indexes()); err != nil {
		return err
	}
	for _, r := range all {
		if err := r.setUp(mgr); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) setUp(mgr manager.Manager) error {
	enqueue := handler.EnqueueRequestsFromMapFunc
	// Routes enqueue themselves when the controller starts, so the other objects need not.
	b := builder.ControllerManagedBy(mgr).
		Named(strings.ToLower(r.kind.Kind)).
		Watches(routes.NewObject(r.kind.Kind), &handler.EnqueueRequestForObject{}, builder.WithPredicates(watches.OnUpdate(ownChanged)))
	for _, kind := range routes.Kinds {
		b = b.Watches(routes.NewObject(kind.Kind), enqueue(r.routesOfRoute), builder.WithPredicates(watches.AfterStart, watches.OnUpdate(routeChanged)))
	}
	return b.Watches(&corev1.Service{}, enqueue(r.routesOfService), builder.WithPredicates(watches.AfterStart, watches.OnUpdate(watches.ServiceChanged))).
		Watches(&corev1.Namespace{}, enqueue(r.routesOfNamespace), builder.WithPredicates(watches.AfterStart, watches.OnUpdate(watches.NamespaceChanged))).
		Watches(&v1alpha1.Mesh{}, enqueue(r.allRoutes), builder.WithPredicates(watches.AfterStart, watches.OnUpdate(watches.SpecChanged))).
		WithOptions(r.ControllerOptions(pace.RateLimiter())).
		Complete(r)
}
