package certificateauthority

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
)

// Unsupported takes the place of the Reconciler while the API server does not serve the kinds that
// the signer needs. It reports that on each Mesh with certificate authorities.
type Unsupported struct{ controller.Dependencies }

// NewUnsupported returns the controller, or an error that names the missing dependencies.
func NewUnsupported(dependencies controller.Dependencies) (*Unsupported, error) {
	return &Unsupported{dependencies}, dependencies.Validate()
}

// Reconcile writes the status of a Mesh. Its roots are kept: Pods may still trust them.
func (u *Unsupported) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	mesh := &v1alpha1.Mesh{}
	if err := u.Client.Get(ctx, request.NamespacedName, mesh); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !concerns(mesh) {
		return reconcile.Result{}, nil
	}
	known := v1alpha1.MeshStatus{MTLS: mesh.Status.MTLS}
	if hasAuthorities(mesh) {
		known.Conditions = []metav1.Condition{{
			Type: v1alpha1.ConditionBackendsReady, Status: metav1.ConditionFalse, Reason: v1alpha1.ReasonUnsupportedKubernetesVersion,
			Message: "the API server does not serve PodCertificateRequests and ClusterTrustBundles in certificates.k8s.io/v1: upgrade it to Kubernetes 1.37",
		}}
	}
	_, err := publishStatus(ctx, u.Dependencies, mesh, known)
	if write.IsStale(err) {
		return pace.RetryStale(ctx, err), nil
	}
	return reconcile.Result{}, err
}

// SetupWithManager registers the controller.
func (u *Unsupported) SetupWithManager(_ context.Context, mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&v1alpha1.Mesh{}, builder.WithPredicates(watches.OnUpdate(meshChanged))).
		WithOptions(u.ControllerOptions(pace.RateLimiter())).
		Complete(u)
}
