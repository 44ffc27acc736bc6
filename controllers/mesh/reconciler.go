// Package mesh is the controller that keeps the status of Meshes.
package mesh

import (
	"context"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/status"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "mesh"

// Reconciler keeps the status of each Mesh.
type Reconciler struct {
	Options
	memory        *memory.Memory[state]
	statusMetrics *status.Recorder
}

// state is the memory of one Mesh.
type state struct {
	statuses status.Writes
	// pending is read by the collector of the metrics too.
	pending status.Pending
}

// Options are the dependencies and settings of the controller.
type Options struct {
	controller.Dependencies
	// StatusSyncPeriod is the least time between two status writes of one Mesh.
	StatusSyncPeriod time.Duration
}

// New returns the controller, or an error that names the missing options.
func New(options Options) (*Reconciler, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	remembered := memory.New[state]()
	pending := memory.Each(remembered, func(s *state) *status.Pending { return &s.pending })
	r := &Reconciler{Options: options, memory: remembered, statusMetrics: status.NewRecorder("Mesh", pending, options.Clock)}
	return r, metrics.Register(options.Metrics, r.statusMetrics)
}

// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes/status,verbs=patch
// +kubebuilder:rbac:groups=meshwork.dev,resources=virtualips,verbs=list;watch

// Reconcile counts the MeshServices and addresses of a Mesh, and sets the conditions
// that show whether Services can join it and get addresses.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	mesh := &v1alpha1.Mesh{}
	if err := r.Client.Get(ctx, request.NamespacedName, mesh); apierrors.IsNotFound(err) {
		r.memory.Forget(request.NamespacedName)
		return reconcile.Result{}, nil
	} else if err != nil {
		return reconcile.Result{}, err
	}
	state := r.memory.Of(request.NamespacedName)
	// Before the count, which goes through every MeshService: they are created by the thousand.
	if wait := state.statuses.Wait(mesh.UID, r.StatusSyncPeriod, r.Clock.Now()); wait > 0 {
		r.statusMetrics.Record(status.Deferred)
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	seen, err := r.read(ctx, mesh.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	err = r.writeStatus(ctx, mesh, statusOf(mesh, seen, r.Now()), state)
	state.pending.Record(err != nil, 0, r.Clock.Now())
	if write.IsStale(err) {
		return pace.RetryStale(ctx, err), nil
	}
	return reconcile.Result{}, err
}

// writeStatus writes a status unless the Mesh has it.
func (r *Reconciler) writeStatus(ctx context.Context, mesh *v1alpha1.Mesh, wanted v1alpha1.MeshStatus, state *state) error {
	if equality.Semantic.DeepEqual(mesh.Status, wanted) {
		r.statusMetrics.Record(status.Unchanged)
		return nil
	}
	err := r.applyStatus(ctx, mesh, wanted)
	state.statuses.Record(mesh.UID, r.Clock.Now())
	r.statusMetrics.RecordWrite(err)
	return err
}

// read reads the input of the status of a Mesh.
func (r *Reconciler) read(ctx context.Context, mesh string) (observed, error) {
	var meshServices v1alpha1.MeshServiceList
	var meshes v1alpha1.MeshList
	var virtualIPs v1alpha1.VirtualIPList
	err := errors.Join(
		r.Client.List(ctx, &meshServices, client.MatchingFields{meshIndex: mesh}, client.UnsafeDisableDeepCopy),
		r.Client.List(ctx, &meshes, client.UnsafeDisableDeepCopy),
		r.Client.List(ctx, &virtualIPs, client.UnsafeDisableDeepCopy),
	)
	return observed{len(meshServices.Items), cache.Pointers(meshes.Items), cache.Pointers(virtualIPs.Items)}, err
}

func (r *Reconciler) applyStatus(ctx context.Context, mesh *v1alpha1.Mesh, status v1alpha1.MeshStatus) error {
	own, err := write.Convert[apply.MeshStatusApplyConfiguration](ownStatus(status))
	if err != nil {
		return err
	}
	return r.Client.Status().Apply(ctx, apply.Mesh(mesh.Name).WithUID(mesh.UID).WithStatus(own),
		write.FieldOwner, client.ForceOwnership)
}

// SetupWithManager registers the controller. A Mesh is enqueued when a MeshService
// joins or leaves it, when any address is claimed or released, and when the ranges of
// another Mesh change.
func (r *Reconciler) SetupWithManager(_ context.Context, mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&v1alpha1.Mesh{}).
		Watches(&v1alpha1.MeshService{}, handler.EnqueueRequestsFromMapFunc(watches.MeshOfLabel),
			builder.WithPredicates(watches.OnUpdate(meshChanged))).
		Watches(&v1alpha1.VirtualIP{}, handler.EnqueueRequestsFromMapFunc(r.allMeshes),
			builder.WithPredicates(watches.OnUpdate(replaced))).
		Watches(&v1alpha1.Mesh{}, handler.EnqueueRequestsFromMapFunc(r.allMeshes),
			builder.WithPredicates(watches.OnUpdate(watches.SpecChanged))).
		WithOptions(r.ControllerOptions(pace.RateLimiter())).
		Complete(r)
}
