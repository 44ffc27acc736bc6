package identity

import (
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Conditions returns the conditions of the Mesh, without times. There are none for a Mesh
// without backends, whose certificates are not Meshwork's.
func (d *Decision) Conditions() []metav1.Condition {
	if len(d.roots) == 0 && (d.view.Mesh.Spec.MTLS == nil || len(d.view.Mesh.Spec.MTLS.Backends) == 0) {
		return nil
	}
	return []metav1.Condition{d.backendsReady(), d.rotationComplete()}
}

// NothingSigns returns why no certificates of a Mesh are issued now.
func NothingSigns(mesh *v1alpha1.Mesh) *Problem {
	if issuingBackend(mesh) == "" {
		return problem(v1alpha1.ReasonNoBackendEnabled, "Mesh %s has no CA: add a backend to spec.mtls.backends, and name it in spec.mtls.enabledBackend", mesh.Name)
	}
	if ready := meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionBackendsReady); ready != nil && ready.Status == metav1.ConditionFalse {
		return problem(ready.Reason, "Mesh %s: %s", mesh.Name, ready.Message)
	}
	return problem(v1alpha1.ReasonPropagatingTrust, "Mesh %s has no CA that signs yet", mesh.Name)
}

func (d *Decision) backendsReady() metav1.Condition {
	condition := metav1.Condition{Type: v1alpha1.ConditionBackendsReady, Status: metav1.ConditionFalse}
	enabled := issuingBackend(d.view.Mesh)
	problems := d.problems()
	switch {
	case enabled == "":
		condition.Reason, condition.Message = v1alpha1.ReasonNoBackendEnabled, "no certificates are issued: spec.mtls.enabledBackend names no backend"
	case len(problems) > 0:
		condition.Reason, condition.Message = problems[0].Reason, joinMessages(problems)
	case d.signing == nil:
		condition.Reason = v1alpha1.ReasonPropagatingTrust
		condition.Message = fmt.Sprintf("no certificates are issued until the root of CA backend %s is trusted everywhere, which takes %s", enabled, d.view.PropagationPeriod)
	default:
		condition.Status, condition.Reason = metav1.ConditionTrue, v1alpha1.ReasonBackendsReady
		condition.Message = fmt.Sprintf("CA backend %s signs", d.signing.Name)
		if soon := d.expiringSoon(); soon != "" {
			condition.Reason, condition.Message = v1alpha1.ReasonCAExpiresSoon, condition.Message+"; "+soon
		}
	}
	return condition
}

// problems returns the problems of the backends, with the enabled one first.
func (d *Decision) problems() []*Problem {
	var first, others []*Problem
	for i := range d.view.Backends {
		backend := &d.view.Backends[i]
		found := backend.Problem
		if found == nil && !d.canSign(backend) {
			found = problem(v1alpha1.ReasonCAExpired, "CA backend %s expires at %s: add another backend and enable it",
				backend.Name, backend.Authority.NotAfter().UTC().Format(time.RFC3339))
		}
		switch {
		case found == nil || !d.view.inSpec(backend.Name):
		case backend.Name == issuingBackend(d.view.Mesh):
			first = append(first, found)
		default:
			others = append(others, found)
		}
	}
	return append(first, others...)
}

func joinMessages(problems []*Problem) string {
	messages := make([]string, len(problems))
	for i, found := range problems {
		messages[i] = finding.Clip(found.Message, finding.RoomForAll)
	}
	return strings.Join(messages, "; ")
}

func (d *Decision) expiringSoon() string {
	for i := range d.view.Backends {
		backend := &d.view.Backends[i]
		if backend.Authority == nil || !d.view.inSpec(backend.Name) {
			continue
		}
		if last := backend.Authority.NotAfter(); last.Sub(d.view.Now) < expiresSoon {
			return fmt.Sprintf("CA backend %s expires at %s: add another backend and enable it", backend.Name, last.UTC().Format(time.RFC3339))
		}
	}
	return ""
}

func (d *Decision) rotationComplete() metav1.Condition {
	condition := metav1.Condition{Type: v1alpha1.ConditionRotationComplete, Status: metav1.ConditionFalse}
	enabled := issuingBackend(d.view.Mesh)
	switch {
	case d.signing == nil:
		condition.Reason, condition.Message = v1alpha1.ReasonPropagatingTrust, "no CA backend signs"
		if enabled == "" {
			condition.Reason = v1alpha1.ReasonNoBackendEnabled
		}
	case d.signing.Name != enabled:
		condition.Reason = v1alpha1.ReasonPropagatingTrust
		condition.Message = fmt.Sprintf("CA backend %s signs until the root of %s is trusted everywhere", d.signing.Name, enabled)
	case len(d.others(isInUse)) > 0:
		condition.Reason = v1alpha1.ReasonReplacingCertificates
		condition.Message = "Pods still have certificates of other CA backends: " + strings.Join(d.others(isInUse), ", ")
	case len(d.others(isUnwanted)) > 0:
		condition.Reason = v1alpha1.ReasonRetiringRoots
		condition.Message = fmt.Sprintf("no longer in use, and trusted for another %s at most: %s", d.view.PropagationPeriod, strings.Join(d.others(isUnwanted), ", "))
	default:
		condition.Status, condition.Reason = metav1.ConditionTrue, v1alpha1.ReasonComplete
		condition.Message = fmt.Sprintf("all certificates are from CA backend %s", enabled)
		if unused := d.others(isAny); len(unused) > 0 {
			condition.Message += "; not in use: " + strings.Join(unused, ", ")
		}
	}
	return condition
}

func isInUse(root *trustedRoot) bool    { return root.Certificates > 0 }
func isUnwanted(root *trustedRoot) bool { return !root.wanted }
func isAny(*trustedRoot) bool           { return true }

// others describes the roots that do not sign.
func (d *Decision) others(matches func(*trustedRoot) bool) []string {
	var found []string
	for i := range d.roots {
		root := &d.roots[i]
		if root.Fingerprint == Fingerprint(d.signing.Authority.Root()) || !matches(root) {
			continue
		}
		description := root.Backend
		switch {
		case root.Certificates == 1:
			description += " (1 Pod)"
		case root.Certificates > 1:
			description += fmt.Sprintf(" (%d Pods)", root.Certificates)
		}
		found = append(found, description)
	}
	return found
}
