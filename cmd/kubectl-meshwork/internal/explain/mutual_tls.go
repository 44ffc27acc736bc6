package explain

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// RuleMutualTLS requires certificates of the Pods if calls need them.
const RuleMutualTLS = "mutual TLS"

// mutualTLS checks whether calls to the Pods succeed that need certificates. It returns no
// checks if neither the Mesh nor the Service is about mutual TLS.
func (x *explainer) mutualTLS(certificates []Certificate) []Check {
	policy, _ := tlspolicy.Read(x.service.Annotations)
	check := Check{Rule: RuleMutualTLS, Outcome: Yes, DecidedBy: "Mesh " + x.meshName()}
	if policy.AllowsNone() {
		check.Outcome, check.Reason, check.DecidedBy = No, v1alpha1.ReasonInvalidCallers, x.serviceName()
		check.Message = fmt.Sprintf("no client may call: the annotation %s has no valid caller", v1alpha1.AllowedCallersAnnotation)
		return []Check{check}
	}
	if slices.ContainsFunc([]snapshot.Kind{snapshot.Meshes, snapshot.Certificates, snapshot.Slices}, x.Unread.Forbids) {
		return x.reportedTLS(check, policy)
	}
	mesh := x.Mesh(x.meshName())
	for _, found := range tlspolicy.WithoutCertificates(policy, mesh) {
		check.Outcome, check.Reason, check.Message = No, found.Reason, found.Message
		return []Check{check}
	}
	if !tlspolicy.IssuesCertificates(mesh) {
		return nil
	}
	isDemanded := policy.Strict || tlspolicy.IsStrict(mesh)
	missing, untrusted, ready := x.lacking(certificates)
	others := len(x.published.ready) - ready
	switch {
	case ready == 0 && isDemanded && len(x.published.ready) > 0:
		check.Reason, check.Message = v1alpha1.ReasonCertificatesMissing, "its ready endpoints are not Pods, so they have no certificates"
	case ready == 0:
		check.Outcome, check.Message = Info, "no Pod is ready that needs a certificate"
	case mesh.Status.MTLS == nil:
		check.Reason, check.Message = v1alpha1.ReasonSignerMissing, fmt.Sprintf("no signer has processed Mesh %s, so no Pod gets a certificate", mesh.Name)
	case isDemanded && others > 0 && missing+untrusted == 0:
		check.Reason = v1alpha1.ReasonCertificatesMissing
		check.Message = fmt.Sprintf("only Pods get certificates, and %d of %d ready endpoints belong to none", others, len(x.published.ready))
	case missing+untrusted == 0:
		check.Message = fmt.Sprintf("every ready Pod has a valid certificate of Mesh %s", mesh.Name)
	case untrusted > 0:
		check.Reason = v1alpha1.ReasonCertificatesMissing
		check.Message = fmt.Sprintf("%s a certificate that Mesh %s does not trust", have(untrusted, ready), mesh.Name)
	default:
		check.Reason = v1alpha1.ReasonCertificatesMissing
		check.Message = fmt.Sprintf("%s no valid certificate of Mesh %s", have(missing, ready), mesh.Name)
	}
	switch {
	case check.Reason == "":
	case isDemanded:
		check.Outcome = No
		check.Message += "; calls to them fail, because they need mutual TLS"
	default:
		check.Outcome = Warning
	}
	return []Check{check}
}

func have(number, ready int) string {
	switch {
	case ready == 1:
		return "its only ready Pod has"
	case number == 1:
		return fmt.Sprintf("1 of %d ready Pods has", ready)
	}
	return fmt.Sprintf("%d of %d ready Pods have", number, ready)
}

// lacking counts the ready Pods, the ones that have no valid certificate, and the ones whose
// certificate the Mesh does not trust.
func (x *explainer) lacking(certificates []Certificate) (missing, untrusted, ready int) {
	isReady := x.published.ready
	for _, certificate := range certificates {
		switch {
		case !isReady.Has(certificate.Pod):
			continue
		case certificate.Outcome == No:
			untrusted++
		case certificate.Outcome != Yes:
			missing++
		}
		ready++
	}
	return missing, untrusted, ready
}

// hasReadyPod reports whether one of the ready endpoints is a Pod.
func (x *explainer) hasReadyPod() bool {
	all, _ := endpoints.AggregatePods(x.Slices)
	return slices.ContainsFunc(all, func(endpoint endpoints.Endpoint) bool {
		return endpoint.Pod.IsPod() && x.published.ready.Has(endpoint.Pod.Name)
	})
}

// reportedTLS relies on the conditions that the manager reported, because the user is not
// allowed to read Meshes, certificates, or EndpointSlices.
func (x *explainer) reportedTLS(check Check, policy tlspolicy.Policy) []Check {
	policy.Strict = policy.Strict || tlspolicy.IsStrict(x.Mesh(x.meshName()))
	var reported *metav1.Condition
	for _, live := range x.Derived() {
		condition := meta.FindStatusCondition(live.Status.Conditions, v1alpha1.ConditionTLSReady)
		if condition != nil && (reported == nil || condition.Status != metav1.ConditionTrue) {
			reported = condition
		}
	}
	switch {
	case reported == nil && !policy.Strict:
		return nil
	case reported == nil:
		check.Outcome, check.Message = Unknown, "calls need mutual TLS, and you are not allowed to read whether the Pods have certificates"
	case reported.Status == metav1.ConditionTrue:
		check.Message = reported.Message + ", reported by the manager"
	case reported.Reason == v1alpha1.ReasonNoProxies:
		check.Outcome, check.Message = Info, reported.Message
	case !policy.Strict && reported.Reason == v1alpha1.ReasonMTLSDisabled:
		return nil
	case !policy.Strict:
		check.Outcome, check.Message = Unknown, reported.Message+"; you are not allowed to read whether calls need one"
	default:
		check.Outcome, check.Reason, check.Message = No, reported.Reason, reported.Message+", and the Service demands mutual TLS"
	}
	return []Check{check}
}
