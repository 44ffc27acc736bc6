package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Certificate is the certificate of a Pod, or the reason why it has none.
type Certificate struct {
	Pod      string     `json:"pod"`
	Outcome  Outcome    `json:"outcome"`
	Identity string     `json:"identity,omitempty"`
	Backend  string     `json:"backend,omitempty"`
	NotAfter *time.Time `json:"notAfter,omitempty"`
	Message  string     `json:"message"`
}

// certificates returns nil if Meshwork issues none for the Mesh of the Service.
func (x *explainer) certificates() []Certificate {
	mesh := x.Mesh(x.meshName())
	if mesh == nil || !tlspolicy.IssuesCertificates(mesh) || x.Unread.Forbids(snapshot.Certificates) {
		return nil
	}
	all, _ := endpoints.AggregatePods(x.Slices)
	var certificates []Certificate
	seen := sets.New[string]()
	for i := range all {
		if pod := all[i].Pod; pod.IsPod() && !seen.Has(pod.Name) {
			seen.Insert(pod.Name)
			certificates = append(certificates, x.certificateOf(mesh, pod))
		}
	}
	slices.SortFunc(certificates, func(a, b Certificate) int { return cmp.Compare(a.Pod, b.Pod) })
	return certificates
}

func (x *explainer) certificateOf(mesh *v1alpha1.Mesh, pod endpoints.PodReference) Certificate {
	record := x.Certificate(pod.Name)
	if record == nil || pod.UID != "" && pod.UID != record.Spec.PodUID {
		return Certificate{Pod: pod.Name, Outcome: Warning, Message: x.whyNone(mesh, pod.Name)}
	}
	if record.Spec.Mesh != mesh.Name {
		return Certificate{Pod: pod.Name, Outcome: Warning, Message: "its certificate is of Mesh " + record.Spec.Mesh}
	}
	latest := record.Latest()
	notAfter := snapshot.UTC(latest.NotAfter.Time)
	certificate := Certificate{
		Pod: pod.Name, Outcome: Yes, Identity: record.Spec.Identity, Backend: latest.Backend, NotAfter: &notAfter,
		Message: fmt.Sprintf("from %s until %s, as %s", latest.Backend, formatted(latest.NotAfter), record.Spec.Identity),
	}
	switch {
	case record.Newest(x.Now) == nil:
		certificate.Outcome = Warning
		certificate.Message = fmt.Sprintf("from %s, expired at %s: %s", latest.Backend, formatted(latest.NotAfter), x.whyNone(mesh, pod.Name))
	case mesh.Status.MTLS != nil && !slices.Contains(mesh.Status.MTLS.Fingerprints(), latest.Root):
		certificate.Outcome = No
		certificate.Message = fmt.Sprintf("from %s until %s, but Mesh %s does not trust it, as after the Mesh was deleted and created again: restart the Pod",
			latest.Backend, formatted(latest.NotAfter), mesh.Name)
	}
	return certificate
}

// whyNone returns the reason why a Pod has no certificate.
func (x *explainer) whyNone(mesh *v1alpha1.Mesh, name string) string {
	pod := x.Pod(name)
	request := x.latestRequest(name)
	switch {
	case request != nil && len(request.Status.Conditions) > 0:
		condition := request.Status.Conditions[0]
		return fmt.Sprintf("its request was %s (%s): %s", strings.ToLower(condition.Type), condition.Reason, finding.Clip(condition.Message, finding.RoomForMost))
	case mesh.Status.MTLS == nil:
		return "no signer has processed Mesh " + mesh.Name + ": install it, see docs/identity.md"
	case request != nil:
		return fmt.Sprintf("its request of %s waits for the signer", formatted(request.CreationTimestamp))
	case pod == nil:
		return "none is on record"
	case pod.Spec.ServiceAccountName == "":
		return "the Pod has no ServiceAccount, which would be its identity"
	case identity.MountedCertificates(pod) == 0:
		return "the Pod mounts no certificate of signer " + v1alpha1.SignerName
	default:
		return "its kubelet has not requested one"
	}
}

func (x *explainer) latestRequest(pod string) *certificatesv1.PodCertificateRequest {
	var latest *certificatesv1.PodCertificateRequest
	for _, request := range x.Requests {
		if request.Spec.PodName == pod && request.Spec.SignerName == v1alpha1.SignerName &&
			(latest == nil || latest.CreationTimestamp.Before(&request.CreationTimestamp)) {
			latest = request
		}
	}
	return latest
}

func formatted(at metav1.Time) string { return snapshot.UTC(at.Time).Format(time.RFC3339) }

// shownCertificates is the number of certificates that are listed without -o wide.
const shownCertificates = 10

// writeCertificates writes the Pods without a certificate first.
func (e *Explanation) writeCertificates(d *report.Document, wide bool) {
	if len(e.Certificates) == 0 {
		return
	}
	d.Heading("Certificates")
	missingFirst := slices.SortedStableFunc(slices.Values(e.Certificates), func(a, b Certificate) int {
		return cmp.Compare(rank(a), rank(b))
	})
	for i, certificate := range missingFirst {
		if i == shownCertificates && !wide {
			d.Paragraph(fmt.Sprintf("and %d more; -o wide lists all", len(e.Certificates)-shownCertificates))
			break
		}
		d.Item(markOf[certificate.Outcome], certificate.Pod, certificate.Message)
	}
}

func rank(certificate Certificate) int {
	if certificate.Outcome == Yes {
		return 1
	}
	return 0
}
