package meshservice

import (
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// certificate is the evidence of a proxy's certificate.
type certificate struct {
	// backend is the one that issued it, "" without a certificate.
	backend string
	// trusted is true if it counts for mutual TLS.
	trusted bool
}

// evidence finds out which certificates proxies have: from the records of the signer
// if the Mesh has CA backends, otherwise from the annotations of the Pods.
type evidence struct {
	view          *View
	mesh, enabled string
	issued        bool
	// roots are the fingerprints of the roots that the Mesh trusts.
	roots sets.Set[string]
	// malformed are the Pods whose annotation is invalid.
	malformed map[string]bool
	// firstExpiry is the first expiry of the certificates that were found.
	firstExpiry time.Time
}

func newEvidence(mesh *v1alpha1.Mesh, view *View) *evidence {
	return &evidence{
		view: view, mesh: mesh.Name, enabled: enabledBackend(mesh), issued: tlspolicy.IssuesCertificates(mesh),
		roots: sets.New(mesh.Status.MTLS.Fingerprints()...), malformed: map[string]bool{},
	}
}

// certificateOf looks up no Pods if the Mesh has no mutual TLS.
func (e *evidence) certificateOf(reference endpoints.PodReference) certificate {
	switch {
	case !reference.IsPod() || e.enabled == "":
		return certificate{}
	case e.issued:
		return e.recorded(reference)
	default:
		return e.claimed(reference)
	}
}

// recorded returns the certificate of the Mesh that the signer has recorded. The Pod must
// not be a later one of the same name.
func (e *evidence) recorded(reference endpoints.PodReference) certificate {
	record := e.view.Certificate(reference.Name)
	if record == nil || record.Spec.Mesh != e.mesh || reference.UID != "" && reference.UID != record.Spec.PodUID {
		return certificate{}
	}
	newest := record.Newest(e.view.Now)
	if newest == nil {
		return certificate{}
	}
	if e.firstExpiry.IsZero() || newest.NotAfter.Time.Before(e.firstExpiry) {
		e.firstExpiry = newest.NotAfter.Time
	}
	return certificate{newest.Backend, e.roots.Has(newest.Root)}
}

// claimed returns the certificate that the Pod's annotation claims. The Pod must not be a
// later one of the same name.
func (e *evidence) claimed(reference endpoints.PodReference) certificate {
	pod := e.view.Pod(reference.Name)
	if pod == nil || reference.UID != "" && reference.UID != pod.UID {
		return certificate{}
	}
	backend := pod.Annotations[v1alpha1.IssuedBackendAnnotation]
	if backend != "" && !isBackendName(backend) {
		e.malformed[pod.Name] = true
		return certificate{}
	}
	return certificate{backend, backend == e.enabled}
}

// isBackendName applies the validation of spec.mtls.enabledBackend.
func isBackendName(name string) bool {
	return len(name) <= validation.DNS1123LabelMaxLength && len(validation.IsDNS1123Subdomain(name)) == 0
}

func (e *evidence) findings() []finding.Finding {
	if len(e.malformed) == 0 {
		return nil
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonInvalidIssuedBackend,
		"annotation %s is not a valid backend name, so these Pods count as having no certificate: %s",
		v1alpha1.IssuedBackendAnnotation, finding.ListFirst(slices.Collect(maps.Keys(e.malformed))))}
}
