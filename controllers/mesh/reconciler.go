// Package mesh is the controller that keeps the status of Meshes.
package mesh

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/parts"
	"github.com/meshwork-dev/meshwork/internal/controller/statussync"
	"github.com/meshwork-dev/meshwork/internal/controller/throttle"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "mesh"

// Reconciler keeps the status of each Mesh.
type Reconciler struct {
	Options
	statusThrottle *statussync.Throttle
	statuses       *statussync.Recorder
}

// Options are the parts and settings of the controller.
type Options struct {
	parts.Shared
	// StatusSyncPeriod is the least time between two status writes of one Mesh.
	StatusSyncPeriod time.Duration
}

// New returns the controller, or an error that names what is missing in the options.
func New(options Options) (*Reconciler, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	r := &Reconciler{
		Options:        options,
		statusThrottle: statussync.NewThrottle(options.StatusSyncPeriod, options.Clock),
		statuses:       statussync.NewRecorder("Mesh", options.Clock),
	}
	if err := metrics.Register(options.Metrics, r.statuses); err != nil {
		return nil, err
	}
	return r, nil
}

// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes/status,verbs=patch
// +kubebuilder:rbac:groups=meshwork.dev,resources=virtualips,verbs=list;watch

// Reconcile counts the MeshServices and addresses of a Mesh, and sets the conditions
// that say whether Services can join it and get addresses.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	return r.statuses.Sync(request.NamespacedName, func() (statussync.Outcome, reconcile.Result, error) {
		return r.sync(ctx, request)
	})
}

func (r *Reconciler) sync(ctx context.Context, request reconcile.Request) (statussync.Outcome, reconcile.Result, error) {
	mesh := &v1alpha1.Mesh{}
	if err := r.Client.Get(ctx, request.NamespacedName, mesh); apierrors.IsNotFound(err) {
		return statussync.UpToDate, reconcile.Result{}, nil
	} else if err != nil {
		return statussync.Undecided, reconcile.Result{}, err
	}
	// Before the count, which goes through every MeshService: they are created by the thousand.
	if wait := r.statusThrottle.Wait(mesh.UID); wait > 0 {
		r.statuses.Record(statussync.Deferred)
		return statussync.Undecided, reconcile.Result{RequeueAfter: wait}, nil
	}
	seen, err := r.read(ctx, mesh.Name)
	if err != nil {
		return statussync.Undecided, reconcile.Result{}, err
	}
	status := statusOf(mesh, seen, r.Now())
	if equality.Semantic.DeepEqual(mesh.Status, status) {
		r.statuses.Record(statussync.Unchanged)
		return statussync.UpToDate, reconcile.Result{}, nil
	}
	err = r.statusThrottle.Write(mesh.UID, func() error { return r.applyStatus(ctx, mesh, status) })
	r.statuses.RecordWrite(err)
	switch {
	case err == nil:
		return statussync.UpToDate, reconcile.Result{}, nil
	case write.IsStale(err):
		return statussync.OutOfDate, reconcile.Result{}, nil
	default:
		return statussync.OutOfDate, reconcile.Result{}, err
	}
}

// read reads what the status of a Mesh is computed from.
func (r *Reconciler) read(ctx context.Context, mesh string) (observed, error) {
	var meshServices v1alpha1.MeshServiceList
	var meshes v1alpha1.MeshList
	var virtualIPs v1alpha1.VirtualIPList
	err := utilerrors.NewAggregate([]error{
		r.Client.List(ctx, &meshServices, client.MatchingFields{meshIndex: mesh}, client.UnsafeDisableDeepCopy),
		r.Client.List(ctx, &meshes, client.UnsafeDisableDeepCopy),
		r.Client.List(ctx, &virtualIPs, client.UnsafeDisableDeepCopy),
	})
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
		WithOptions(r.ControllerOptions(throttle.RateLimiter())).
		Complete(r)
}
