package podcertificate

import (
	"context"
	"slices"
	"strings"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

// awaitAuthority makes a request wait until an authority signs it. The next sync is after
// half the time that it has waited, within limits. The first one reports nothing, because Pods
// are often created together with their Mesh.
func (r *Reconciler) awaitAuthority(ctx context.Context, request *certificatesv1.PodCertificateRequest, pod *corev1.Pod, services []*corev1.Service, problem *identity.Problem) reconcile.Result {
	now := r.Clock.Now()
	wait := r.waitOf(request, problem.Reason, now)
	if now.Sub(wait.since) >= minWait {
		r.reportWait(ctx, wait, pod, services, problem)
	}
	return reconcile.Result{RequeueAfter: min(max(now.Sub(request.CreationTimestamp.Time)/2, minWait), maxWait)}
}

// refuse denies a request of a Pod that is in no mesh, or makes it wait: the Pod may still
// join, or be about to return. Its Services get an event while it can renew no certificate, or
// at once if the labels of its namespace are incomplete.
func (r *Reconciler) refuse(ctx context.Context, request *certificatesv1.PodCertificateRequest, pod *corev1.Pod, services []*corev1.Service, validUntil time.Time, problem *identity.Problem) (reconcile.Result, error) {
	now := r.Clock.Now()
	wait := r.waitOf(request, problem.Reason, now)
	remaining := identity.UntilDenied(wait.since, validUntil, now)
	if remaining == 0 {
		return reconcile.Result{}, r.deny(ctx, request, services, problem)
	}
	if problem.IsMistake || now.Before(validUntil) {
		r.reportWait(ctx, wait, pod, services, problem)
	}
	return reconcile.Result{RequeueAfter: remaining}, nil
}

// reportWait reports to the owners of a Pod's Services why its request waits, once for each
// request and reason.
func (r *Reconciler) reportWait(ctx context.Context, wait *wait, pod *corev1.Pod, services []*corev1.Service, problem *identity.Problem) {
	if wait.isReported || len(services) == 0 { // a Service may follow
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

// maxReportedServices bounds the requests for one Pod: thousands of Services may select it.
const maxReportedServices = 8

// recordEvents records a finding about a Pod's request on its Services, or on the first few by
// name, whether it is new or not: the controller reads requests one by one, and so cannot know
// whether the finding still holds for another Pod of the Service.
func (r *Reconciler) recordEvents(ctx context.Context, services []*corev1.Service, found finding.Finding) {
	byName := slices.SortedFunc(slices.Values(services), func(a, b *corev1.Service) int { return strings.Compare(a.Name, b.Name) })
	for _, service := range byName[:min(len(byName), maxReportedServices)] {
		if err := r.events.Record(ctx, events.AboutService(service), found); err != nil {
			log.FromContext(ctx).Error(err, "could not record an event", "service", service.Name, "reason", found.Reason)
		}
	}
}

func (r *Reconciler) condition(kind, reason, message string) metav1.Condition {
	return metav1.Condition{Type: kind, Status: metav1.ConditionTrue, Reason: reason, Message: message, LastTransitionTime: r.Now()}
}

func isPending(request *certificatesv1.PodCertificateRequest) bool {
	return !hasCondition(request, certificatesv1.PodCertificateRequestConditionTypeIssued) &&
		!hasCondition(request, certificatesv1.PodCertificateRequestConditionTypeDenied) &&
		!hasCondition(request, certificatesv1.PodCertificateRequestConditionTypeFailed)
}

func hasCondition(request *certificatesv1.PodCertificateRequest, kind string) bool {
	return meta.FindStatusCondition(request.Status.Conditions, kind) != nil
}

// wait is the wait of one request. It starts over with each process.
type wait struct {
	request types.UID
	reason  string
	// since is the time when the reason was first seen.
	since time.Time
	// isReported is true once the Services have an event about it.
	isReported bool
}

// waitOf returns the wait of a request, which begins now unless it has waited for the same
// reason before.
func (r *Reconciler) waitOf(request *certificatesv1.PodCertificateRequest, reason string, now time.Time) *wait {
	known := r.memory.Of(client.ObjectKeyFromObject(request))
	if known.request != request.UID || known.reason != reason {
		*known = wait{request: request.UID, reason: reason, since: now}
	}
	return known
}
