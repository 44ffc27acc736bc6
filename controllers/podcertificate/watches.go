package podcertificate

import (
	"context"
	"slices"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
)

const (
	// pendingIndex finds the requests that wait.
	pendingIndex = "pending"
	pending      = "true"
	// podIndex finds the requests of a Pod.
	podIndex = "pod"
)

// Cached limits the cache to the requests to this signer.
var Cached = map[client.Object]ctrlcache.ByObject{
	&certificatesv1.PodCertificateRequest{}: {Field: fields.OneTermEqualSelector("spec.signerName", v1alpha1.SignerName)},
}

var indexes = []cache.Index{
	{Name: pendingIndex, Object: &certificatesv1.PodCertificateRequest{}, Keys: func(object client.Object) []string {
		if isPending(object.(*certificatesv1.PodCertificateRequest)) {
			return []string{pending}
		}
		return nil
	}},
	{Name: podIndex, Object: &certificatesv1.PodCertificateRequest{}, Keys: func(object client.Object) []string {
		return cache.IndexKeys(object.(*certificatesv1.PodCertificateRequest).Spec.PodName)
	}},
}

// waiting returns the pending requests that a changed object may concern: all for a Mesh, otherwise
// those in its namespace.
func (r *Reconciler) waiting(ctx context.Context, changed client.Object) []reconcile.Request {
	namespace := changed.GetNamespace()
	if _, isNamespace := changed.(*corev1.Namespace); isNamespace {
		namespace = changed.GetName()
	}
	var requests certificatesv1.PodCertificateRequestList
	cache.ListForEvent(ctx, r.Client, &requests, client.InNamespace(namespace), client.MatchingFields{pendingIndex: pending})
	return namesOf(requests.Items)
}

// requestsOfPod returns the requests of the Pod of a MeshCertificate.
func (r *Reconciler) requestsOfPod(ctx context.Context, record client.Object) []reconcile.Request {
	var requests certificatesv1.PodCertificateRequestList
	cache.ListForEvent(ctx, r.Client, &requests, client.InNamespace(record.GetNamespace()), client.MatchingFields{podIndex: record.GetName()})
	return namesOf(requests.Items)
}

// isUnsettled reports whether a record has certificates that may have been replaced.
func isUnsettled(record client.Object) bool {
	return len(record.(*v1alpha1.MeshCertificate).Spec.Certificates) > 1
}

func namesOf(requests []certificatesv1.PodCertificateRequest) []reconcile.Request {
	names := make([]reconcile.Request, len(requests))
	for i := range requests {
		names[i].NamespacedName = client.ObjectKeyFromObject(&requests[i])
	}
	return names
}

// signingChanged reports whether another authority signs, or another spec applies. The
// counts in the status change all the time.
func signingChanged(before, after *v1alpha1.Mesh) bool {
	return watches.SpecChanged(before, after) || signingBackend(before) != signingBackend(after) ||
		!slices.Equal(before.Status.MTLS.Fingerprints(), after.Status.MTLS.Fingerprints())
}

func signingBackend(mesh *v1alpha1.Mesh) string {
	if mesh.Status.MTLS == nil {
		return ""
	}
	return mesh.Status.MTLS.SigningBackend
}
