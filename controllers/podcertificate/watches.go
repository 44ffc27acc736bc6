package podcertificate

import (
	"context"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/watches"
)

// pendingIndex finds the requests that wait.
const (
	pendingIndex = "pending"
	pending      = "true"
)

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{
	{Name: pendingIndex, Object: &certificatesv1.PodCertificateRequest{}, Keys: func(object client.Object) []string {
		if isPending(object.(*certificatesv1.PodCertificateRequest)) {
			return []string{pending}
		}
		return nil
	}},
}

// SetupWithManager registers the controller. Requests that wait are enqueued when a Mesh,
// a Service or a namespace changes in a way that they may wait for.
func (r *Reconciler) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	var err error
	if r.services, err = cache.NewServiceLister(ctx, mgr.GetCache()); err != nil {
		return err
	}
	// Read, and never watched by itself.
	if _, err := mgr.GetCache().GetInformer(ctx, &v1alpha1.MeshCertificate{}); err != nil {
		return err
	}
	waiting := handler.EnqueueRequestsFromMapFunc(r.waiting)
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&certificatesv1.PodCertificateRequest{}).
		Watches(&v1alpha1.Mesh{}, waiting, builder.WithPredicates(watches.OnUpdate(signingChanged))).
		Watches(&corev1.Service{}, waiting, builder.WithPredicates(watches.OnUpdate(watches.ServiceChanged))).
		Watches(&corev1.Namespace{}, waiting, builder.WithPredicates(watches.OnUpdate(watches.NamespaceChanged))).
		WithOptions(r.ControllerOptions(throttle.RateLimiter())).
		Complete(r)
}

// waiting enqueues the requests that may wait for a Mesh, Service or namespace: those in
// its namespace.
func (r *Reconciler) waiting(ctx context.Context, changed client.Object) []reconcile.Request {
	namespace := changed.GetNamespace()
	if _, isNamespace := changed.(*corev1.Namespace); isNamespace {
		namespace = changed.GetName()
	}
	var requests certificatesv1.PodCertificateRequestList
	cache.ListForEvent(ctx, r.Client, &requests, client.InNamespace(namespace), client.MatchingFields{pendingIndex: pending})
	found := make([]reconcile.Request, len(requests.Items))
	for i := range requests.Items {
		found[i].NamespacedName = client.ObjectKeyFromObject(&requests.Items[i])
	}
	return found
}

// signingChanged reports whether another authority signs, or another spec applies.
func signingChanged(before, after *v1alpha1.Mesh) bool {
	return watches.SpecChanged(before, after) || !equality.Semantic.DeepEqual(before.Status.MTLS, after.Status.MTLS)
}
