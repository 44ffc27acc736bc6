package meshservice

import (
	"maps"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// Settings are set by the manager's flags.
type Settings struct {
	// Zone is added to every selector as a tag (--zone).
	Zone string
	// ClusterDomain is the domain of the cluster's DNS, such as "cluster.local"
	// (--cluster-domain).
	ClusterDomain string
	// LoadBalancerClass is the class whose addresses come from the Mesh
	// (--load-balancer-class).
	LoadBalancerClass string
}

// View is the input of the decision about one Service. It is not changed.
type View struct {
	Service   *corev1.Service
	Namespace *corev1.Namespace
	// Mesh returns the Mesh with the name, or nil if there is none.
	Mesh func(name string) *v1alpha1.Mesh
	// Slices are the Service's EndpointSlices, regardless of which controller manages
	// them.
	Slices []*discoveryv1.EndpointSlice
	// Pod and StatefulSet return the object with the name in the Service's namespace,
	// or nil if there is none.
	Pod         func(name string) *corev1.Pod
	StatefulSet func(name string) *appsv1.StatefulSet
	// Certificate returns the signer's record of the Pod with the name in the
	// Service's namespace, or nil.
	Certificate func(pod string) *v1alpha1.MeshCertificate
	// Now is the time at which certificates must be valid.
	Now time.Time
	// Existing are the existing MeshServices that are derived from the Service.
	Existing []*v1alpha1.MeshService
}

// Outcome is the desired state of a Service.
type Outcome struct {
	// MeshServices are the MeshServices that should exist, with the status that they
	// should have. Their conditions have no transition time and no observed generation.
	MeshServices []*v1alpha1.MeshService
	// Findings are for the owner of the Service.
	Findings []finding.Finding
	// NextExpiry is the first expiry of a Pod's certificate, zero if there is none.
	NextExpiry time.Time
}

// Derive decides which MeshServices a Service should have: none if the Service is
// in no mesh, one for each Pod if it is headless and has a selector, and one
// otherwise. There are no findings in a namespace that is being deleted, where
// no events can be created.
func (s Settings) Derive(view View) Outcome {
	outcome := s.derive(view)
	if view.Namespace != nil && view.Namespace.DeletionTimestamp != nil {
		outcome.Findings = nil
	}
	return outcome
}

func (s Settings) derive(view View) Outcome {
	selection := Select(view.Service, view.Namespace, view.Mesh)
	if selection.Mesh == nil {
		return Outcome{Findings: selection.Findings}
	}

	ports, skipped := translatePorts(view.Service.Spec.Ports, maxPorts(view.Service))
	copied, tooManyLabels := copyLabels(view.Service.Labels)
	_, invalidPolicy := trafficpolicy.Read(view.Service.Annotations)
	security, invalidCallers := tlspolicy.Read(view.Service.Annotations)
	findings := slices.Concat(selection.Findings, skipped, tooManyLabels, invalidPolicy, invalidCallers,
		tlspolicy.WithoutCertificates(security, selection.Mesh))
	if len(ports) == 0 && len(view.Service.Spec.Ports) > 0 {
		return Outcome{Findings: findings}
	}

	all, invalid := endpoints.AggregatePods(view.Slices)
	evidence := newEvidence(selection.Mesh, &view)
	d := derivation{
		settings: s,
		view:     view,
		mesh:     selection.Mesh,
		ports:    ports,
		copied:   copied,
		accepted: acceptedCondition(skipped),
		evidence: evidence,
	}
	meshServices := d.meshServices(all)
	findings = append(findings, addressFindings(invalid)...)
	findings = append(findings, evidence.findings()...)
	return Outcome{MeshServices: meshServices, Findings: findings, NextExpiry: evidence.firstExpiry}
}

func addressFindings(invalid []endpoints.InvalidAddress) []finding.Finding {
	if len(invalid) == 0 {
		return nil
	}
	var addresses []string
	for _, address := range invalid {
		addresses = append(addresses, address.Slice+": "+finding.Quote(address.Address))
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonInvalidAddress,
		"skipped endpoints whose address is not an IP address of their EndpointSlice's addressType: %s", finding.ListFirst(addresses))}
}

// derivation holds the common parts of the MeshServices of one Service.
type derivation struct {
	settings Settings
	view     View
	mesh     *v1alpha1.Mesh
	ports    []v1alpha1.MeshServicePort
	// copied are the labels of the Service that its MeshServices have.
	copied   map[string]string
	accepted condition
	evidence *evidence
}

func (d *derivation) meshServices(all []endpoints.Endpoint) []*v1alpha1.MeshService {
	if !IsPerPod(d.view.Service) {
		return []*v1alpha1.MeshService{d.forService(all)}
	}

	pods, others := groupByPod(all)
	derived := make([]*v1alpha1.MeshService, 0, len(pods)+1)
	for _, pod := range pods {
		derived = append(derived, d.forPod(pod.name, pod.endpoints))
	}
	for _, pod := range d.restartingPods(pods) {
		derived = append(derived, d.forPod(pod, nil))
	}
	if len(others) > 0 {
		derived = append(derived, d.forOthers(others))
	}
	return derived
}

// IsPerPod reports whether a Service has a MeshService for each Pod, because it is
// headless and has a selector.
func IsPerPod(service *corev1.Service) bool {
	return isHeadless(service) && len(delegation.Selector(service)) > 0
}

func maxPorts(service *corev1.Service) int {
	if IsPerPod(service) {
		return v1alpha1.MaxPortsOfPod
	}
	return v1alpha1.MaxPorts
}

func isHeadless(service *corev1.Service) bool { return service.Spec.ClusterIP == corev1.ClusterIPNone }

type podEndpoints struct {
	name      string
	endpoints []endpoints.Endpoint
}

// groupByPod separates the endpoints of Pods, ordered by name, from the others.
func groupByPod(all []endpoints.Endpoint) (pods []podEndpoints, others []endpoints.Endpoint) {
	position := map[string]int{}
	for _, endpoint := range all {
		if !endpoint.Pod.IsPod() {
			others = append(others, endpoint)
			continue
		}
		at, ok := position[endpoint.Pod.Name]
		if !ok {
			at = len(pods)
			position[endpoint.Pod.Name] = at
			pods = append(pods, podEndpoints{name: endpoint.Pod.Name})
		}
		pods[at].endpoints = append(pods[at].endpoints, endpoint)
	}
	slices.SortFunc(pods, func(a, b podEndpoints) int { return strings.Compare(a.name, b.name) })
	return pods, others
}

// forService returns the MeshService of a Service that is not headless or has no
// selector.
func (d *derivation) forService(all []endpoints.Endpoint) *v1alpha1.MeshService {
	meshService := d.base(d.view.Service.Name, all)
	if tags := d.tags(); tags != nil {
		meshService.Spec.Selector = &v1alpha1.MeshServiceSelector{Dataplane: v1alpha1.DataplaneSelector{Tags: tags}}
	}
	if !isHeadless(d.view.Service) {
		meshService.Status.VIPs = append(kubernetesVIPs(d.view.Service.Spec.ClusterIPs), d.meshVIPs()...)
	}
	meshService.Status.Hostnames = d.hostnames()
	return meshService
}

// forPod returns the MeshService of one Pod of a headless Service. While a Pod of a
// StatefulSet is being replaced, the old and the new Pod may both have endpoints
// under its name. Only the Pod that is not terminating counts.
func (d *derivation) forPod(pod string, ofPod []endpoints.Endpoint) *v1alpha1.MeshService {
	current := slices.DeleteFunc(slices.Clone(ofPod), func(e endpoints.Endpoint) bool { return e.PodState.Terminating })
	if len(current) == 0 {
		current = ofPod
	}

	meshService := d.base(PodMeshServiceName(d.view.Service.Name, pod), current)
	meshService.Labels[v1alpha1.PodNameLabel] = podLabelValue(pod)
	maps.Copy(meshService.Labels, d.identifyingLabels(pod))
	meshService.Spec.Selector = &v1alpha1.MeshServiceSelector{Dataplane: v1alpha1.DataplaneSelector{Name: pod}}
	meshService.Status.VIPs = kubernetesVIPs(addressesOf(current))
	for _, endpoint := range current {
		if endpoint.Hostname != "" {
			meshService.Status.Hostnames = d.hostnames(endpoint.Hostname)
			break
		}
	}
	return meshService
}

// identifyingLabels returns the PodLabels of a Pod or, while it is being replaced,
// the ones that its StatefulSet will set on it.
func (d *derivation) identifyingLabels(pod string) map[string]string {
	found := d.view.Pod(pod)
	if found == nil {
		if set, ordinal, ok := splitPodName(pod); ok && d.view.StatefulSet(set) != nil {
			return statefulSetLabels(set, ordinal)
		}
		return nil
	}
	identifying := map[string]string{}
	for _, key := range PodLabels {
		if value, ok := found.Labels[key]; ok {
			identifying[key] = value
		}
	}
	return identifying
}

// forOthers returns the MeshService for the endpoints of a headless Service that
// are not Pods and therefore not selected by its selector.
func (d *derivation) forOthers(others []endpoints.Endpoint) *v1alpha1.MeshService {
	meshService := d.base(d.view.Service.Name, others)
	meshService.Status.Hostnames = d.hostnames()
	return meshService
}
