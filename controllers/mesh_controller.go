package controllers

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// MeshReconciler keeps the status of each Mesh.
type MeshReconciler struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// Statuses spaces the status writes of one Mesh.
	Statuses *StatusGate
	Clock    clock.PassiveClock
}

// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes/status,verbs=patch

// Reconcile counts the Mesh's MeshServices and says whether Services can join it.
func (r *MeshReconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	mesh := &v1alpha1.Mesh{}
	if err := r.Client.Get(ctx, request.NamespacedName, mesh); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	// Before the count, which looks at every MeshService: they come by the thousand.
	if wait := r.Statuses.Wait(mesh.UID); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	var meshServices v1alpha1.MeshServiceList
	err := r.Client.List(ctx, &meshServices, client.MatchingFields{meshIndex: mesh.Name}, client.UnsafeDisableDeepCopy)
	if err != nil {
		return reconcile.Result{}, err
	}

	status := meshStatus(mesh, len(meshServices.Items), metav1.NewTime(r.Clock.Now()).Rfc3339Copy())
	if equality.Semantic.DeepEqual(mesh.Status, status) {
		return reconcile.Result{}, nil
	}
	r.Statuses.Written(mesh.UID)
	return reconcile.Result{}, r.applyStatus(ctx, mesh, status)
}

func meshStatus(mesh *v1alpha1.Mesh, meshServices int, now metav1.Time) v1alpha1.MeshStatus {
	ready := metav1.Condition{
		Type: v1alpha1.ConditionReady, Status: metav1.ConditionTrue,
		Reason: v1alpha1.ReasonMeshReady, Message: "Services can join",
	}
	if mesh.DeletionTimestamp != nil {
		ready.Status, ready.Reason = metav1.ConditionFalse, v1alpha1.ReasonTerminating
		ready.Message = "the Mesh is being deleted; its Services have left it"
	}
	ready.ObservedGeneration, ready.LastTransitionTime = mesh.Generation, now

	status := *mesh.Status.DeepCopy()
	status.MeshServices = ptr.To(int32(meshServices))
	status.ObservedGeneration = mesh.Generation
	meta.SetStatusCondition(&status.Conditions, ready)
	return status
}

func (r *MeshReconciler) applyStatus(ctx context.Context, mesh *v1alpha1.Mesh, status v1alpha1.MeshStatus) error {
	ready := meta.FindStatusCondition(status.Conditions, v1alpha1.ConditionReady)
	status.Conditions = []metav1.Condition{*ready}
	own, err := convert[apply.MeshStatusApplyConfiguration](status)
	if err != nil {
		return err
	}
	err = r.Client.Status().Apply(ctx, apply.Mesh(mesh.Name).WithUID(mesh.UID).WithStatus(own),
		fieldOwner, client.ForceOwnership)
	if isStale(err) {
		return nil
	}
	return err
}

// SetupWithManager registers the controller, which wakes when a MeshService
// comes, goes or changes its Mesh.
func (r *MeshReconciler) SetupWithManager(mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(meshController).
		For(&v1alpha1.Mesh{}).
		Watches(&v1alpha1.MeshService{}, handler.EnqueueRequestsFromMapFunc(meshRequest),
			builder.WithPredicates(onUpdate(meshServiceMoved))).
		Complete(r)
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
