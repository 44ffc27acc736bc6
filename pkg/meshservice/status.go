package meshservice

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
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
	onlineIssued    map[string]v1alpha1.ProxyCount // the online ones among issued
}

// dataplane identifies what counts as one proxy: the name of a Pod, or an address
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
		online  bool
		backend string
	}
	proxies := make(map[dataplane]proxy, len(all))
	for i := range all {
		key := dataplaneOf(&all[i])
		known := proxies[key]
		known.online = known.online || all[i].PodState.Ready
		if known.backend == "" {
			known.backend = evidence.backendOf(all[i].Pod)
		}
		proxies[key] = known
	}

	counts := proxyCounts{issued: map[string]v1alpha1.ProxyCount{}, onlineIssued: map[string]v1alpha1.ProxyCount{}}
	for _, proxy := range proxies {
		if proxy.online {
			counts.online++
		} else {
			counts.offline++
		}
		if proxy.backend != "" {
			counts.issued[proxy.backend]++
			if proxy.online {
				counts.onlineIssued[proxy.backend]++
			}
		}
	}
	return counts
}

// tls returns the TLS status and condition. The status is Ready if at least one
// proxy, and every online proxy, has a certificate from the enabled backend; it is
// nil if mutual TLS is off.
func tls(mesh *v1alpha1.Mesh, proxies proxyCounts) (*v1alpha1.TLS, condition) {
	ready := condition{Type: v1alpha1.ConditionTLSReady, Status: metav1.ConditionFalse}
	backend := enabledBackend(mesh)
	if backend == "" {
		ready.Reason = v1alpha1.ReasonMTLSDisabled
		ready.Message = fmt.Sprintf("Mesh %s has no mTLS backend enabled", mesh.Name)
		return nil, ready
	}

	state := v1alpha1.TLSNotReady
	missing := proxies.online - proxies.onlineIssued[backend]
	switch {
	case proxies.online+proxies.offline == 0:
		ready.Reason, ready.Message = v1alpha1.ReasonNoProxies, "there are no proxies"
	case missing > 0:
		ready.Reason = v1alpha1.ReasonCertificatesMissing
		ready.Message = fmt.Sprintf("%d of %d online proxies have no certificate from backend %s", missing, proxies.online, backend)
	case proxies.issued[backend] == 0:
		ready.Reason = v1alpha1.ReasonCertificatesMissing
		ready.Message = fmt.Sprintf("no proxy has a certificate from backend %s", backend)
	default:
		state, ready.Status, ready.Reason = v1alpha1.TLSReady, metav1.ConditionTrue, v1alpha1.ReasonCertificatesIssued
		ready.Message = fmt.Sprintf("every online proxy has a certificate from backend %s", backend)
	}
	return &v1alpha1.TLS{State: state, IssuedBackends: limitBackends(proxies.issued, backend)}, ready
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

// evidence looks up which backend issued a proxy's certificate, and records the
// Pods whose annotation is invalid.
type evidence struct {
	pod       func(name string) *corev1.Pod
	malformed map[string]bool
}

// newEvidence returns evidence that looks up no Pods if the Mesh has no mutual TLS.
func newEvidence(mesh *v1alpha1.Mesh, pod func(name string) *corev1.Pod) *evidence {
	if enabledBackend(mesh) == "" {
		pod = func(string) *corev1.Pod { return nil }
	}
	return &evidence{pod: pod, malformed: map[string]bool{}}
}

// backendOf returns the backend that issued the Pod's certificate, or "" if there is
// none, or if another Pod of the same name has replaced the Pod.
func (e *evidence) backendOf(reference endpoints.PodReference) string {
	if !reference.IsPod() {
		return ""
	}
	pod := e.pod(reference.Name)
	if pod == nil || reference.UID != "" && reference.UID != pod.UID {
		return ""
	}
	backend := pod.Annotations[v1alpha1.IssuedBackendAnnotation]
	if backend != "" && !isBackendName(backend) {
		e.malformed[pod.Name] = true
		return ""
	}
	return backend
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
// it differs from the current one. A condition keeps its transition time while its
// status is unchanged. Conditions set by other controllers are preserved.
func MergeStatus(live, desired *v1alpha1.MeshService, now metav1.Time) (merged v1alpha1.MeshServiceStatus, changed bool) {
	merged = *desired.Status.DeepCopy()
	merged.ObservedGeneration = live.Generation
	merged.Conditions = live.Status.DeepCopy().Conditions
	for _, wanted := range desired.Status.Conditions {
		wanted.ObservedGeneration = live.Generation
		wanted.LastTransitionTime = now
		meta.SetStatusCondition(&merged.Conditions, wanted)
	}
	return merged, !equality.Semantic.DeepEqual(live.Status, merged)
}

// ownConditions are the conditions that Derive sets.
var ownConditions = sets.New(v1alpha1.ConditionAccepted, v1alpha1.ConditionAvailable, v1alpha1.ConditionTLSReady)

// OwnStatus returns the status without the conditions that other controllers have set.
func OwnStatus(status v1alpha1.MeshServiceStatus) v1alpha1.MeshServiceStatus {
	all := status.Conditions
	status.Conditions = nil
	for _, condition := range all {
		if ownConditions.Has(condition.Type) {
			status.Conditions = append(status.Conditions, condition)
		}
	}
	return status
}
