package podcertificate

import (
	"context"
	"slices"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

// settle drops the certificates that a Pod no longer has, or never got, from its record. The request and its record come by different watches, and each of them enqueues
// the request.
func (r *Reconciler) settle(ctx context.Context, request *certificatesv1.PodCertificateRequest) (reconcile.Result, error) {
	lookup := cache.NewLookup(ctx, r.Client)
	record := cache.Find[v1alpha1.MeshCertificate](lookup, client.ObjectKey{Namespace: request.Namespace, Name: request.Spec.PodName})
	if record == nil || len(record.Spec.Certificates) <= 1 || record.Spec.PodUID != request.Spec.PodUID {
		return reconcile.Result{}, lookup.Err()
	}
	var requests certificatesv1.PodCertificateRequestList
	if err := r.Client.List(ctx, &requests, client.InNamespace(request.Namespace), client.MatchingFields{podIndex: request.Spec.PodName}, client.UnsafeDisableDeepCopy); err != nil {
		return reconcile.Result{}, err
	}
	pod := &corev1.Pod{}
	if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(record), pod); err != nil || pod.UID != record.Spec.PodUID {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	spec, wait := identity.Settled(pod, record, func(recorded *v1alpha1.IssuedCertificate) bool {
		return slices.ContainsFunc(requests.Items, func(answered certificatesv1.PodCertificateRequest) bool { return has(&answered, recorded) })
	}, r.Clock.Now())
	if err := r.record(ctx, pod, record, spec); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: wait}, nil
}

// has reports whether a request was answered with the certificate.
func has(request *certificatesv1.PodCertificateRequest, certificate *v1alpha1.IssuedCertificate) bool {
	return request.Status.NotBefore.Equal(&certificate.NotBefore) && identity.HasSerialNumber(request.Status.CertificateChain, certificate.SerialNumber)
}
