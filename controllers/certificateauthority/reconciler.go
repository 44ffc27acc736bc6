// Package certificateauthority is the controller of the certificate authorities of Meshes:
// it creates those that are to be generated, publishes the roots, and decides which one
// signs.
package certificateauthority

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/status"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "certificateauthority"

// reviewPeriod is the time after which a Mesh is synced although nothing is known to change: a clock
// that was corrected in the meantime has moved the time of the next change.
const reviewPeriod = time.Hour

// Reconciler keeps the certificate authorities of each Mesh.
type Reconciler struct {
	Options
	memory *memory.Memory[state]
}

// state is the memory of one Mesh.
type state struct {
	statuses status.Writes
	// authorities is read by the collector of the metrics too.
	authorities atomic.Pointer[authorities]
}

// Options are the dependencies and settings of the controller.
type Options struct {
	controller.Dependencies
	// Authorities reads the authorities.
	Authorities *authority.Store
	// TrustPropagationPeriod is the time that a root takes to reach all Pods.
	TrustPropagationPeriod time.Duration
	// StatusSyncPeriod is the least time between two status writes of one Mesh.
	StatusSyncPeriod time.Duration
}

// New returns the controller, or an error that names the missing options.
func New(options Options) (*Reconciler, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	if err := controller.Require("Authorities", options.Authorities != nil); err != nil {
		return nil, err
	}
	remembered := memory.New[state]()
	expiries := newExpiryCollector(memory.Each(remembered, func(s *state) *atomic.Pointer[authorities] { return &s.authorities }))
	return &Reconciler{Options: options, memory: remembered}, metrics.Register(options.Metrics, expiries)
}

// Reconcile reads the authorities of a Mesh, decides which roots are trusted and which
// authority signs, and writes the Secrets, the trust bundle and the status. A root is
// published before it is in the status.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	mesh := &v1alpha1.Mesh{}
	if err := r.Client.Get(ctx, request.NamespacedName, mesh); apierrors.IsNotFound(err) {
		r.forget(request.NamespacedName)
		return reconcile.Result{}, nil // the garbage collector deletes the objects that it owned
	} else if err != nil {
		return reconcile.Result{}, err
	}
	result, err := r.sync(ctx, mesh, r.memory.Of(request.NamespacedName))
	if write.IsStale(err) {
		return pace.RetryStale(ctx, err), nil
	}
	return result, err
}

func (r *Reconciler) sync(ctx context.Context, mesh *v1alpha1.Mesh, state *state) (reconcile.Result, error) {
	secrets, err := r.ownSecrets(ctx, mesh)
	if err != nil {
		return reconcile.Result{}, err
	}
	if mesh.DeletionTimestamp != nil || !concerns(mesh) && len(secrets) == 0 {
		r.forget(client.ObjectKeyFromObject(mesh))
		return reconcile.Result{}, nil // the garbage collector deletes the objects of a deleted Mesh
	}
	if wait := state.statuses.Wait(mesh.UID, r.StatusSyncPeriod, r.Clock.Now()); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	view, err := r.read(ctx, mesh, secrets)
	if err != nil {
		return reconcile.Result{}, err
	}
	decision := view.Decide()
	state.authorities.Store(authoritiesOf(view.Backends, decision.InProgress()))
	if err := r.publishRoots(ctx, mesh, decision.Roots); write.IsStale(err) {
		return reconcile.Result{}, err
	} else if err != nil { // nothing may rely on the roots, but the status has the reason
		return reconcile.Result{}, errors.Join(err, r.writeStatus(ctx, mesh, unpublished(mesh, decision, err), state))
	}
	// A Secret that cannot be deleted does not stop the rest.
	if err := errors.Join(
		r.deleteObsolete(ctx, mesh, decision.Obsolete),
		r.writeStatus(ctx, mesh, statusOf(decision), state),
	); err != nil {
		return reconcile.Result{}, err
	}
	var next pace.Earliest
	next.Add(decision.NextChange, reviewPeriod)
	return next.Result(), nil
}

func (r *Reconciler) writeStatus(ctx context.Context, mesh *v1alpha1.Mesh, wanted v1alpha1.MeshStatus, state *state) error {
	attempted, err := publishStatus(ctx, r.Dependencies, mesh, wanted)
	if attempted {
		state.statuses.Record(mesh.UID, r.Clock.Now())
	}
	return err
}

// forget drops a Mesh that is gone or has no authorities.
func (r *Reconciler) forget(mesh types.NamespacedName) {
	r.memory.Forget(mesh)
	r.Authorities.Retain(mesh.Name)
}

// concerns reports whether a Mesh has authorities, or a condition from when it had some.
func concerns(mesh *v1alpha1.Mesh) bool {
	return hasAuthorities(mesh) || meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionBackendsReady) != nil
}

// hasAuthorities reports whether a Mesh has authorities, or roots that are trusted.
func hasAuthorities(mesh *v1alpha1.Mesh) bool {
	return mesh.Spec.MTLS != nil && len(mesh.Spec.MTLS.Backends) > 0 || mesh.Status.MTLS != nil
}

func statusOf(decision identity.Decision) v1alpha1.MeshStatus {
	status := v1alpha1.MeshStatus{Conditions: decision.Conditions()}
	if len(decision.Roots) > 0 || status.Conditions != nil {
		status.MTLS = &decision.Status
	}
	return status
}

// unpublished returns the status of a Mesh whose roots cannot be published.
func unpublished(mesh *v1alpha1.Mesh, decision identity.Decision, err error) v1alpha1.MeshStatus {
	conditions := decision.Conditions()
	if ready := meta.FindStatusCondition(conditions, v1alpha1.ConditionBackendsReady); ready != nil {
		ready.Status, ready.Reason = metav1.ConditionFalse, v1alpha1.ReasonPropagatingTrust
		ready.Message = "new roots cannot be published, so that no new CA signs: " + finding.Clip(write.Brief(err).Error(), finding.RoomForAll)
	}
	return v1alpha1.MeshStatus{MTLS: mesh.Status.MTLS, Conditions: conditions}
}

// SetupWithManager registers the controller. A Mesh is enqueued when one of its Secrets,
// its trust bundle or the certificates on record change.
func (r *Reconciler) SetupWithManager(_ context.Context, mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&v1alpha1.Mesh{}, builder.WithPredicates(watches.OnUpdate(meshChanged))).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.meshesOfSecret)).
		Watches(&certificatesv1.ClusterTrustBundle{}, handler.EnqueueRequestsFromMapFunc(watches.MeshOfLabel)).
		Watches(&v1alpha1.MeshCertificate{}, handler.EnqueueRequestsFromMapFunc(meshesOfCertificates),
			builder.WithPredicates(watches.OnUpdate(r.rootsChanged))).
		WithOptions(r.ControllerOptions(pace.RateLimiter())).
		Complete(r)
}

// meshChanged reports whether the spec of a Mesh changed, or the part of its status that
// the controller writes.
func meshChanged(before, after *v1alpha1.Mesh) bool {
	return watches.SpecChanged(before, after) || !equality.Semantic.DeepEqual(ownStatus(before.Status), ownStatus(after.Status))
}
