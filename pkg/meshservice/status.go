package meshservice

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/conditions"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

type condition = metav1.Condition

// status returns the status of a MeshService with the endpoints.
func (d *derivation) status(all []endpoints.Endpoint) v1alpha1.MeshServiceStatus {
	proxies := countProxies(all, d.evidence)
	status := v1alpha1.MeshServiceStatus{
		Availability: v1alpha1.Offline,
		Proxies:      &v1alpha1.Proxies{Online: proxies.online, Offline: proxies.offline},
	}
	available := condition{
		Type: v1alpha1.ConditionAvailable, Status: metav1.ConditionFalse,
		Reason: v1alpha1.ReasonNoProxyOnline, Message: "no proxy is ready to take traffic",
	}
	if proxies.online > 0 {
		status.Availability = v1alpha1.Online
		available.Status, available.Reason = metav1.ConditionTrue, v1alpha1.ReasonProxiesOnline
		available.Message = "at least one proxy is ready to take traffic"
	}

	var tlsReady condition
	status.TLS, tlsReady = tls(d.mesh, proxies)
	status.Conditions = []condition{d.accepted, available, tlsReady}
	return status
}

// proxyCounts counts dataplanes.
type proxyCounts struct {
	online, offline v1alpha1.ProxyCount
	issued          map[string]v1alpha1.ProxyCount // proxies with a certificate, by backend
	// trusted are the proxies whose certificate counts, and onlineTrusted those of them
	// that are online.
	trusted, onlineTrusted v1alpha1.ProxyCount
}

// dataplane identifies one proxy: by the name of a Pod, or an address
// that belongs to no Pod.
type dataplane struct {
	pod     string
	address netip.Addr
}

func dataplaneOf(endpoint *endpoints.Endpoint) dataplane {
	if endpoint.Pod.IsPod() {
		return dataplane{pod: endpoint.Pod.Name}
	}
	return dataplane{address: endpoint.Address}
}

func countProxies(all []endpoints.Endpoint, evidence *evidence) proxyCounts {
	type proxy struct {
		online bool
		certificate
	}
	proxies := make(map[dataplane]proxy, len(all))
	for i := range all {
		key := dataplaneOf(&all[i])
		known := proxies[key]
		known.online = known.online || all[i].PodState.Ready
		if known.backend == "" {
			known.certificate = evidence.certificateOf(all[i].Pod)
		}
		proxies[key] = known
	}

	counts := proxyCounts{issued: map[string]v1alpha1.ProxyCount{}}
	for _, proxy := range proxies {
		if proxy.online {
			counts.online++
		} else {
			counts.offline++
		}
		if proxy.backend != "" {
			counts.issued[proxy.backend]++
		}
		if proxy.trusted {
			counts.trusted++
			if proxy.online {
				counts.onlineTrusted++
			}
		}
	}
	return counts
}

// tls returns the TLS status and condition. The status is Ready if at least one
// proxy, and every online proxy, has a certificate that counts; it is nil if mutual TLS
// is off.
func tls(mesh *v1alpha1.Mesh, proxies proxyCounts) (*v1alpha1.TLS, condition) {
	ready := condition{Type: v1alpha1.ConditionTLSReady, Status: metav1.ConditionFalse}
	backend := enabledBackend(mesh)
	if backend == "" {
		ready.Reason = v1alpha1.ReasonMTLSDisabled
		ready.Message = fmt.Sprintf("Mesh %s has no CA backend enabled", mesh.Name)
		return nil, ready
	}

	status := &v1alpha1.TLS{State: v1alpha1.TLSNotReady, Evidence: v1alpha1.TLSEvidenceAnnotation, IssuedBackends: limitBackends(proxies.issued, backend)}
	from := "from backend " + backend
	if tlspolicy.IssuesCertificates(mesh) {
		status.Evidence, from = v1alpha1.TLSEvidenceIssued, "of Mesh "+mesh.Name
	}
	missing := proxies.online - proxies.onlineTrusted
	switch {
	case proxies.online+proxies.offline == 0:
		ready.Reason, ready.Message = v1alpha1.ReasonNoProxies, "there are no proxies"
	case tlspolicy.IssuesCertificates(mesh) && mesh.Status.MTLS == nil:
		ready.Reason = v1alpha1.ReasonSignerMissing
		ready.Message = fmt.Sprintf("Mesh %s has CA backends, and no signer has processed them: install it (config/signer, or the chart's signer.enabled)", mesh.Name)
	case missing > 0:
		ready.Reason = v1alpha1.ReasonCertificatesMissing
		ready.Message = fmt.Sprintf("%d of %d online proxies have no certificate %s", missing, proxies.online, from)
	case proxies.trusted == 0:
		ready.Reason = v1alpha1.ReasonCertificatesMissing
		ready.Message = fmt.Sprintf("no proxy has a certificate %s", from)
	default:
		status.State, ready.Status, ready.Reason = v1alpha1.TLSReady, metav1.ConditionTrue, v1alpha1.ReasonCertificatesIssued
		ready.Message = fmt.Sprintf("every online proxy has a certificate %s", from)
	}
	return status, ready
}

// enabledBackend returns the Mesh's enabled backend, or "" if mutual TLS is off.
func enabledBackend(mesh *v1alpha1.Mesh) string {
	if mesh.Spec.MTLS == nil {
		return ""
	}
	return mesh.Spec.MTLS.EnabledBackend
}

// limitBackends drops backends beyond the limit of the API. Otherwise anyone who
// can annotate Pods could grow the status without bound. The enabled backend is
// never dropped.
func limitBackends(issued map[string]v1alpha1.ProxyCount, enabled string) map[string]v1alpha1.ProxyCount {
	if len(issued) == 0 {
		return nil
	}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(issued))) {
		if len(issued) <= v1alpha1.MaxIssuedBackends {
			break
		}
		if name != enabled {
			delete(issued, name)
		}
	}
	return issued
}

func acceptedCondition(skipped []finding.Finding) condition {
	if len(skipped) == 0 {
		return condition{
			Type: v1alpha1.ConditionAccepted, Status: metav1.ConditionTrue,
			Reason: v1alpha1.ReasonTranslated, Message: "every port of the Service is in the mesh",
		}
	}
	messages := make([]string, len(skipped))
	for i, found := range skipped {
		messages[i] = found.Message
	}
	return condition{
		Type: v1alpha1.ConditionAccepted, Status: metav1.ConditionFalse,
		Reason: skipped[0].Reason, Message: strings.Join(messages, "; "),
	}
}

// MergeStatus returns the status that a live MeshService should have, and whether
// it differs from the current one. Conditions set by other controllers are preserved.
func MergeStatus(live, desired *v1alpha1.MeshService, now metav1.Time) (merged v1alpha1.MeshServiceStatus, changed bool) {
	merged = *desired.Status.DeepCopy()
	merged.ObservedGeneration = live.Generation
	merged.Conditions = ownConditions.Merge(live.Status.Conditions, desired.Status.Conditions, live.Generation, now)
	return merged, !equality.Semantic.DeepEqual(live.Status, merged)
}

// ownConditions are the conditions that Derive sets.
var ownConditions = conditions.Types{v1alpha1.ConditionAccepted, v1alpha1.ConditionAvailable, v1alpha1.ConditionTLSReady}

// OwnStatus returns the status without the conditions that other controllers have set.
func OwnStatus(status v1alpha1.MeshServiceStatus) v1alpha1.MeshServiceStatus {
	status.Conditions = ownConditions.Of(status.Conditions)
	return status
}
