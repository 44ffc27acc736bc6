// Package tlspolicy decides whether calls to a Service need mutual TLS, and who may call it.
package tlspolicy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/annotation"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// MaxCallers is the maximum number of callers of a Service. All of them are in the
// configuration of each of its servers.
const MaxCallers = 256

// AllServiceAccounts is the ServiceAccount of a Caller that is a whole namespace.
const AllServiceAccounts = "*"

// Policy has the demands of a Service's annotations on its callers.
type Policy struct {
	// If Strict, calls need mutual TLS, even if the Mesh does not demand it.
	Strict bool
	// If Restricted, only Callers may call; otherwise, the whole mesh may.
	Restricted bool
	// Callers are distinct and sorted. There may be none.
	Callers []Caller
}

// AllowsNone reports whether no client may call.
func (p Policy) AllowsNone() bool { return p.Restricted && len(p.Callers) == 0 }

// Caller is a ServiceAccount, or all of a namespace.
type Caller struct{ Namespace, ServiceAccount string }

// Identity returns the SPIFFE ID of the caller, or the prefix of the IDs of all ServiceAccounts in its
// namespace.
func (c Caller) Identity(trustDomain string) (identity string, isPrefix bool) {
	if c.ServiceAccount == AllServiceAccounts {
		return ID(trustDomain, c.Namespace, ""), true
	}
	return ID(trustDomain, c.Namespace, c.ServiceAccount), false
}

// ID returns the SPIFFE ID of the Pods with a ServiceAccount
// (https://github.com/spiffe/spiffe/blob/main/standards/SPIFFE-ID.md).
func ID(trustDomain, namespace, serviceAccount string) string {
	return AnyIdentity(trustDomain) + "ns/" + namespace + "/sa/" + serviceAccount
}

// AnyIdentity is the prefix of all SPIFFE IDs of a trust domain.
func AnyIdentity(trustDomain string) string { return "spiffe://" + trustDomain + "/" }

// TrustDomain returns the trust domain of the identities of a Mesh.
func TrustDomain(mesh *v1alpha1.Mesh) string {
	if mtls := mesh.Spec.MTLS; mtls != nil && mtls.TrustDomain != "" {
		return mtls.TrustDomain
	}
	return mesh.Name
}

// IssuesCertificates reports whether Pods of the Mesh get certificates from Meshwork.
func IssuesCertificates(mesh *v1alpha1.Mesh) bool {
	mtls := mesh.Spec.MTLS
	return mtls != nil && mtls.EnabledBackend != "" && len(mtls.Backends) > 0
}

// IsStrict reports whether the Mesh demands mutual TLS for all of its Services.
func IsStrict(mesh *v1alpha1.Mesh) bool {
	return IssuesCertificates(mesh) && mesh.Spec.MTLS.Mode == v1alpha1.MTLSStrict
}

// Read returns the policy in the annotations of a Service, and a finding for each annotation
// with an invalid value. Invalid values never allow more than valid ones: a caller that is
// invalid may not call, and a mode that is invalid demands mutual TLS.
func Read(annotations map[string]string) (Policy, []finding.Finding) {
	var policy Policy
	var findings []finding.Finding
	if mode, set := annotations[v1alpha1.MTLSModeAnnotation]; set && mode != string(v1alpha1.MTLSStrict) {
		policy.Strict = mode != string(v1alpha1.MTLSPermissive)
		findings = append(findings, invalidMode(mode))
	} else {
		policy.Strict = set
	}
	callers, set := annotations[v1alpha1.AllowedCallersAnnotation]
	if !set {
		return policy, findings
	}
	valid, invalid := parseCallers(callers)
	policy.Strict, policy.Restricted, policy.Callers = true, true, valid
	if len(invalid) > 0 {
		findings = append(findings, finding.Warning(v1alpha1.ReasonInvalidCallers,
			"the annotation %s has invalid callers, who may not call: %s. Use <namespace>/<service account> or <namespace>/*, separated by commas, at most %d",
			v1alpha1.AllowedCallersAnnotation, finding.List(invalid, finding.RoomForFirst), MaxCallers))
	}
	return policy, findings
}

func invalidMode(mode string) finding.Finding {
	effect := "which is invalid, so calls need mutual TLS: use Strict, or remove the annotation"
	if mode == string(v1alpha1.MTLSPermissive) {
		effect = "which has no effect, because a Service can only be stricter than its Mesh: remove the annotation"
	}
	return finding.Warning(v1alpha1.ReasonInvalidCallers, "the annotation %s has the value %s, %s",
		v1alpha1.MTLSModeAnnotation, finding.Quote(mode), effect)
}

// maxEntries bounds the work for entries that are invalid or repeated.
const maxEntries = 2 * MaxCallers

// parseCallers returns the valid callers, and the text of the other ones. Callers beyond
// the maximum are invalid.
func parseCallers(value string) (valid []Caller, invalid []string) {
	entries := 0
	for text := range strings.SplitSeq(value, ",") {
		entries++
		if entries > maxEntries {
			invalid = append(invalid, "all after the first "+strconv.Itoa(maxEntries)+" entries")
			break
		}
		caller, ok := parseCaller(strings.TrimSpace(text))
		switch {
		case !ok:
			invalid = append(invalid, finding.Quote(strings.TrimSpace(text)))
		case !slices.Contains(valid, caller):
			valid = append(valid, caller)
		}
		if len(valid) > MaxCallers {
			valid = valid[:MaxCallers]
			invalid = append(invalid, "all after the first "+strconv.Itoa(MaxCallers))
			break
		}
	}
	slices.SortFunc(valid, func(a, b Caller) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.ServiceAccount, b.ServiceAccount))
	})
	return valid, invalid
}

func parseCaller(text string) (Caller, bool) {
	namespace, account, _ := strings.Cut(text, "/")
	isAccount := account == AllServiceAccounts || len(validation.IsDNS1123Subdomain(account)) == 0
	return Caller{namespace, account}, isAccount && len(validation.IsDNS1123Label(namespace)) == 0
}

// WithoutCertificates returns a finding if the annotations demand mutual TLS that the Mesh
// has no certificates for.
func WithoutCertificates(policy Policy, mesh *v1alpha1.Mesh) []finding.Finding {
	if !policy.Strict || IssuesCertificates(mesh) {
		return nil
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonInvalidCallers,
		"annotations of the Service demand mutual TLS, but Mesh %s issues no certificates, so gRPC clients cannot call it: enable a CA backend in spec.mtls of the Mesh; without the annotations %s and %s, every client may call",
		mesh.Name, v1alpha1.AllowedCallersAnnotation, v1alpha1.MTLSModeAnnotation)}
}

// Changed reports whether an annotation that Read reads has changed.
func Changed(before, after map[string]string) bool {
	return annotation.Changed(before, after, v1alpha1.MTLSModeAnnotation) || annotation.Changed(before, after, v1alpha1.AllowedCallersAnnotation)
}
