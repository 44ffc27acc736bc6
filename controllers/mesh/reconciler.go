package mesh

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/watches"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// MeshReconciler keeps the status of each Mesh.
type MeshReconciler struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// Statuses spaces the status writes of one Mesh.
	Statuses *statussync.StatusGate
	Clock    clock.PassiveClock

	StatusMetrics *statussync.StatusMetrics
}

// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes/status,verbs=patch
// +kubebuilder:rbac:groups=meshwork.dev,resources=virtualips,verbs=list;watch

// Reconcile counts the Mesh's MeshServices and addresses, and says whether
// Services can join it and get addresses.
func (r *MeshReconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	mesh := &v1alpha1.Mesh{}
	if err := r.Client.Get(ctx, request.NamespacedName, mesh); err != nil {
		r.StatusMetrics.Passed(request.NamespacedName, true)
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	// Before the count, which looks at every MeshService: they come by the thousand.
	if wait := r.Statuses.Wait(mesh.UID); wait > 0 {
		r.StatusMetrics.Count(statussync.StatusDeferred)
		r.StatusMetrics.Passed(request.NamespacedName, false)
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	seen, err := r.read(ctx, mesh.Name)
	if err != nil {
		return reconcile.Result{}, err
	}

	status := meshStatus(mesh, seen, metav1.NewTime(r.Clock.Now()).Rfc3339Copy())
	if equality.Semantic.DeepEqual(mesh.Status, status) {
		r.StatusMetrics.Count(statussync.StatusUnchanged)
		r.StatusMetrics.Passed(request.NamespacedName, true)
		return reconcile.Result{}, nil
	}
	r.Statuses.Written(mesh.UID)
	err = r.applyStatus(ctx, mesh, status)
	r.StatusMetrics.Attempted(err)
	r.StatusMetrics.Passed(request.NamespacedName, err == nil)
	if write.IsStale(err) {
		return reconcile.Result{}, nil
	}
	return reconcile.Result{}, err
}

// aroundMesh is what the status of a Mesh depends on.
type aroundMesh struct {
	meshServices int
	meshes       []*v1alpha1.Mesh
	virtualIPs   []*v1alpha1.VirtualIP
}

func (r *MeshReconciler) read(ctx context.Context, mesh string) (aroundMesh, error) {
	var meshServices v1alpha1.MeshServiceList
	var meshes v1alpha1.MeshList
	var virtualIPs v1alpha1.VirtualIPList
	err := utilerrors.NewAggregate([]error{
		r.Client.List(ctx, &meshServices, client.MatchingFields{meshIndex: mesh}, client.UnsafeDisableDeepCopy),
		r.Client.List(ctx, &meshes, client.UnsafeDisableDeepCopy),
		r.Client.List(ctx, &virtualIPs, client.UnsafeDisableDeepCopy),
	})
	return aroundMesh{len(meshServices.Items), cache.Pointers(meshes.Items), cache.Pointers(virtualIPs.Items)}, err
}

func meshStatus(mesh *v1alpha1.Mesh, seen aroundMesh, now metav1.Time) v1alpha1.MeshStatus {
	ready := metav1.Condition{
		Type: v1alpha1.ConditionReady, Status: metav1.ConditionTrue,
		Reason: v1alpha1.ReasonMeshReady, Message: "Services can join",
	}
	if mesh.DeletionTimestamp != nil {
		ready.Status, ready.Reason = metav1.ConditionFalse, v1alpha1.ReasonTerminating
		ready.Message = "the Mesh is being deleted; its Services have left it"
	}

	status := *mesh.Status.DeepCopy()
	status.MeshServices = ptr.To(int32(seen.meshServices))
	status.ObservedGeneration = mesh.Generation
	setCondition(&status.Conditions, mesh, ready, now)
	var ranges *metav1.Condition
	status.VIPs, ranges = vip.MeshStatus(mesh, seen.meshes, seen.virtualIPs)
	if ranges != nil {
		setCondition(&status.Conditions, mesh, *ranges, now)
	} else {
		meta.RemoveStatusCondition(&status.Conditions, v1alpha1.ConditionVIPRangesReady)
	}
	return status
}

func setCondition(conditions *[]metav1.Condition, mesh *v1alpha1.Mesh, condition metav1.Condition, now metav1.Time) {
	condition.ObservedGeneration, condition.LastTransitionTime = mesh.Generation, now
	meta.SetStatusCondition(conditions, condition)
}

// meshConditions are those that Meshwork sets; others are not ours to own.
var meshConditions = sets.New(v1alpha1.ConditionReady, v1alpha1.ConditionVIPRangesReady)

func (r *MeshReconciler) applyStatus(ctx context.Context, mesh *v1alpha1.Mesh, status v1alpha1.MeshStatus) error {
	status.Conditions = slices.DeleteFunc(status.Conditions, func(condition metav1.Condition) bool { return !meshConditions.Has(condition.Type) })
	own, err := write.Convert[apply.MeshStatusApplyConfiguration](status)
	if err != nil {
		return err
	}
	return r.Client.Status().Apply(ctx, apply.Mesh(mesh.Name).WithUID(mesh.UID).WithStatus(own),
		write.FieldOwner, client.ForceOwnership)
}

// SetupWithManager registers the controller, which wakes when a MeshService
// comes, goes or changes its Mesh, when addresses do, and when another Mesh has
// other ranges.
func (r *MeshReconciler) SetupWithManager(mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&v1alpha1.Mesh{}).
		Watches(&v1alpha1.MeshService{}, handler.EnqueueRequestsFromMapFunc(meshRequest),
			builder.WithPredicates(watches.OnUpdate(meshServiceMoved))).
		Watches(&v1alpha1.VirtualIP{}, handler.EnqueueRequestsFromMapFunc(r.allMeshes),
			builder.WithPredicates(watches.OnUpdate(replaced))).
		Watches(&v1alpha1.Mesh{}, handler.EnqueueRequestsFromMapFunc(r.allMeshes),
			builder.WithPredicates(watches.OnUpdate(watches.SpecMatters))).
		WithOptions(controller.Options{RateLimiter: throttle.Retries()}).
		Complete(r)
}

func replaced(before, after client.Object) bool { return before.GetUID() != after.GetUID() }

// allMeshes are few. An address that is in use may be in the ranges of any.
func (r *MeshReconciler) allMeshes(ctx context.Context, _ client.Object) []reconcile.Request {
	var meshes v1alpha1.MeshList
	cache.ListForEvent(ctx, r.Client, &meshes)
	var requests []reconcile.Request
	for i := range meshes.Items {
		requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&meshes.Items[i])})
	}
	return requests
}

func meshRequest(_ context.Context, meshService client.Object) []reconcile.Request {
	mesh := meshService.GetLabels()[v1alpha1.MeshLabel]
	if mesh == "" {
		return nil
	}
	return []reconcile.Request{{NamespacedName: client.ObjectKey{Name: mesh}}}
}

func meshServiceMoved(before, after *v1alpha1.MeshService) bool {
	return before.Labels[v1alpha1.MeshLabel] != after.Labels[v1alpha1.MeshLabel] ||
		meshservice.DerivedFrom(before) != meshservice.DerivedFrom(after)
}

// meshIndex finds the MeshServices that Meshwork derived for a Mesh.
const meshIndex = "mesh"

var MeshIndexes = []cache.Index{
	{Name: meshIndex, Object: &v1alpha1.MeshService{}, Keys: meshOfMeshService},
}

func meshOfMeshService(object client.Object) []string {
	if meshservice.DerivedFrom(object.(*v1alpha1.MeshService)) == "" {
		return nil
	}
	return cache.NonEmpty(object.GetLabels()[v1alpha1.MeshLabel])
}
