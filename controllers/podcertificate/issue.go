package podcertificate

import (
	"context"
	"fmt"
	"slices"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// issue signs a certificate, records it, and gives it to the Pod. While no authority of the
// Mesh signs, it returns why, and the request waits: a change of the Mesh enqueues it, and so
// does the time, because the Secret of the authority comes by another watch than the Mesh.
func (r *Reconciler) issue(ctx context.Context, request *certificatesv1.PodCertificateRequest, parsed *identity.Request, pod *corev1.Pod, known *v1alpha1.MeshCertificate, membership identity.Membership) (*identity.Problem, error) {
	mesh := membership.Mesh
	backend, signing, err := r.signing(ctx, mesh)
	if err != nil {
		return nil, err
	}
	if signing == nil {
		return identity.NothingSigns(mesh), nil
	}
	subject := identity.Subject{
		ID:       tlspolicy.ID(tlspolicy.TrustDomain(mesh), pod.Namespace, pod.Spec.ServiceAccountName),
		DNSNames: membership.DNSNames(pod, r.ClusterDomain),
	}
	now := r.Clock.Now()
	var recorded []v1alpha1.IssuedCertificate
	if known != nil {
		recorded = known.Spec.Certificates
	}
	issued, problem := signing.Sign(parsed, subject, backend, recorded, now)
	if problem != nil {
		return problem, nil
	}
	if err := r.record(ctx, pod, known, identity.Record(pod, mesh, subject.ID, known, issued, now)); err != nil {
		return nil, err
	}
	if err := r.publish(ctx, request, issued); err != nil {
		return nil, err
	}
	r.counters.issued.WithLabelValues(mesh.Name, backend.Name).Inc()
	log.FromContext(ctx).Info("issued a certificate", "pod", pod.Name, "identity", subject.ID, "mesh", mesh.Name, "backend", backend.Name,
		"serialNumber", issued.SerialNumber, "notAfter", issued.NotAfter.Time)
	return nil, nil
}

// signing returns the backend of a Mesh that signs, if its root has been published.
func (r *Reconciler) signing(ctx context.Context, mesh *v1alpha1.Mesh) (*v1alpha1.CABackend, *identity.Authority, error) {
	status := mesh.Status.MTLS
	if !tlspolicy.IssuesCertificates(mesh) || signingBackend(mesh) == "" {
		return nil, nil, nil
	}
	backend := identity.SpecOf(mesh, status.SigningBackend)
	if backend == nil {
		// It has left the spec, and signs until the root of the next one is trusted.
		backend = identity.SpecOf(mesh, mesh.Spec.MTLS.EnabledBackend).DeepCopy()
		backend.Name = status.SigningBackend
	}
	signing, problem, err := r.Authorities.Load(ctx, mesh, backend.Name)
	if err != nil || problem != nil || !slices.Contains(status.Fingerprints(), identity.Fingerprint(signing.Root())) {
		return nil, nil, err
	}
	return backend, signing, nil
}

// record writes the MeshCertificate of a Pod. It fails if the cache is out of date, so that
// no certificate is forgotten. The existing record may be about an earlier Pod of the
// same name.
func (r *Reconciler) record(ctx context.Context, pod *corev1.Pod, existing *v1alpha1.MeshCertificate, spec v1alpha1.MeshCertificateSpec) error {
	if existing != nil && equality.Semantic.DeepEqual(existing.Spec, spec) {
		return nil
	}
	record := &v1alpha1.MeshCertificate{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name}}
	if existing != nil {
		record = existing.DeepCopy()
	}
	record.Labels = map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedBySigner, v1alpha1.MeshLabel: spec.Mesh}
	// Its deletion need not block the deletion of the Pod, which would require another permission.
	record.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID, Controller: ptr.To(true)}}
	record.Spec = spec
	var err error
	if existing == nil {
		err = r.Client.Create(ctx, record, authority.FieldOwner)
	} else {
		// Not an apply, which would merge the lists of certificates.
		err = r.Client.Patch(ctx, record, client.MergeFromWithOptions(existing, client.MergeFromWithOptimisticLock{}), authority.FieldOwner)
	}
	if err != nil {
		return fmt.Errorf("recording the certificate of Pod %s/%s: %w", pod.Namespace, pod.Name, err)
	}
	return nil
}

// publish writes the certificate into the status of the request, which is then immutable.
func (r *Reconciler) publish(ctx context.Context, request *certificatesv1.PodCertificateRequest, issued *identity.Issued) error {
	updated := request.DeepCopy()
	updated.Status = certificatesv1.PodCertificateRequestStatus{
		Conditions:       []metav1.Condition{r.condition(certificatesv1.PodCertificateRequestConditionTypeIssued, "Issued", "CA backend "+issued.Backend+" has signed it")},
		CertificateChain: issued.Chain,
		NotBefore:        &issued.NotBefore,
		NotAfter:         &issued.NotAfter,
		BeginRefreshAt:   &issued.BeginRefreshAt,
	}
	return r.Client.Status().Update(ctx, updated, authority.FieldOwner)
}
