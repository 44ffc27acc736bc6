package podcertificate

import (
	"context"
	"fmt"
	"slices"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/finding"
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

// awaitAuthority lets a request wait until an authority signs it. The next look is after
// half as long as it has waited, within limits. The first one says nothing, because Pods are
// often created together with their Mesh.
func (r *Reconciler) awaitAuthority(ctx context.Context, request *certificatesv1.PodCertificateRequest, pod *corev1.Pod, services []*corev1.Service, problem *identity.Problem) reconcile.Result {
	now := r.Clock.Now()
	wait := r.waits.of(request, problem.Reason, now)
	if now.Sub(wait.since) >= minWait {
		r.reportWait(ctx, wait, pod, services, problem)
	}
	return reconcile.Result{RequeueAfter: min(max(now.Sub(request.CreationTimestamp.Time)/2, minWait), maxWait)}
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
// no certificate is forgotten. The existing record may be that of an earlier Pod of the
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
	// Its deletion need not block that of the Pod, which would take another right.
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

// settle drops the certificates of a Pod that it no longer has, or never got, from its
// record. The request and its record come by different watches, and each of them enqueues
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

// recordEvents tells the owners of a Pod's Services what its request has shown, whether they know
// it already or not: the controller reads requests one by one, and so cannot know whether it
// still holds for any Pod of the Service.
func (r *Reconciler) recordEvents(ctx context.Context, services []*corev1.Service, found finding.Finding) {
	for _, service := range services {
		if err := r.events.Record(ctx, service, found); err != nil {
			log.FromContext(ctx).Error(err, "could not record an event", "service", service.Name, "reason", found.Reason)
		}
	}
}

// refuse denies a request of a Pod that is in no mesh, or lets it wait: the Pod may still
// join, or be about to return. The owners of its Services are told while it can renew no
// certificate.
func (r *Reconciler) refuse(ctx context.Context, request *certificatesv1.PodCertificateRequest, pod *corev1.Pod, services []*corev1.Service, validUntil time.Time, problem *identity.Problem) (reconcile.Result, error) {
	now := r.Clock.Now()
	wait := r.waits.of(request, problem.Reason, now)
	remaining := identity.UntilDenied(wait.since, validUntil, now)
	if remaining == 0 {
		return reconcile.Result{}, r.deny(ctx, request, services, problem)
	}
	if now.Before(validUntil) {
		r.reportWait(ctx, wait, pod, services, problem)
	}
	return reconcile.Result{RequeueAfter: remaining}, nil
}

// reportWait tells the owners of a Pod's Services why its request waits, once for each
// request and reason.
func (r *Reconciler) reportWait(ctx context.Context, wait *wait, pod *corev1.Pod, services []*corev1.Service, problem *identity.Problem) {
	if wait.isReported {
		return
	}
	wait.isReported = true
	log.FromContext(ctx).Info("a request for a certificate waits", "pod", pod.Name, "reason", problem.Reason, "message", problem.Message)
	r.recordEvents(ctx, services, finding.Warning(v1alpha1.ReasonCertificatePending, "a Pod of the Service waits for a certificate of signer %s (%s): %s",
		v1alpha1.SignerName, problem.Reason, problem.Message))
}

// deny writes the reason into the status of the request. The kubelet reports it as an
// event of the Pod. The owners of its Services get one as well.
func (r *Reconciler) deny(ctx context.Context, request *certificatesv1.PodCertificateRequest, services []*corev1.Service, problem *identity.Problem) error {
	updated := request.DeepCopy()
	updated.Status.Conditions = []metav1.Condition{r.condition(certificatesv1.PodCertificateRequestConditionTypeDenied, problem.Reason, problem.Message)}
	if err := r.Client.Status().Update(ctx, updated, authority.FieldOwner); err != nil {
		return err
	}
	r.counters.denied.WithLabelValues(problem.Reason).Inc()
	log.FromContext(ctx).Info("denied a certificate", "pod", request.Spec.PodName, "reason", problem.Reason, "message", problem.Message)
	// Without the name of the Pod, so that a workload of many Pods is one event.
	r.recordEvents(ctx, services, finding.Warning(v1alpha1.ReasonCertificateDenied, "a Pod of the Service was denied a certificate of signer %s (%s): %s",
		v1alpha1.SignerName, problem.Reason, problem.Message))
	return nil
}

func (r *Reconciler) condition(kind, reason, message string) metav1.Condition {
	return metav1.Condition{Type: kind, Status: metav1.ConditionTrue, Reason: reason, Message: message, LastTransitionTime: metav1.NewTime(r.Clock.Now())}
}

func isPending(request *certificatesv1.PodCertificateRequest) bool {
	return !hasCondition(request, certificatesv1.PodCertificateRequestConditionTypeIssued) &&
		!hasCondition(request, certificatesv1.PodCertificateRequestConditionTypeDenied) &&
		!hasCondition(request, certificatesv1.PodCertificateRequestConditionTypeFailed)
}

func hasCondition(request *certificatesv1.PodCertificateRequest, kind string) bool {
	return meta.FindStatusCondition(request.Status.Conditions, kind) != nil
}
