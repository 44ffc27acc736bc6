package faults

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/mirroring"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	kubernetesManager   = "endpointslice-controller.k8s.io"
	maxMirroredOfSubset = 1000
)

var mirroringManager = delegation.MirroringManager(kit.EndpointController)

// desired describes the slices that one of the manager's controllers should have written for
// a Service.
type desired struct {
	endpointslice.Sync
	manager string
	owner   metav1.OwnerReference
	// placeholders is set if an address type without endpoints has one empty slice.
	placeholders bool
}

// desiredOf returns nil for a Service that the manager writes no slices for.
func (s *seen) desiredOf(service *corev1.Service) *desired {
	if !delegation.IsTo(service, kit.EndpointController) {
		return nil
	}
	if delegation.HasPods(service) {
		return &desired{
			manager: kit.EndpointController, Sync: s.fromPods(service), placeholders: true,
			owner: *metav1.NewControllerRef(service, corev1.SchemeGroupVersion.WithKind("Service")),
		}
	}
	endpoints := s.endpointsOf(service)
	if endpoints == nil || !isMirrored(endpoints) {
		return nil
	}
	source := endpoints.DeepCopy()
	delete(source.Labels, discoveryv1.LabelSkipMirror)
	delete(source.Annotations, v1alpha1.SkipMirrorByAnnotation)
	return &desired{
		manager: mirroringManager, Sync: mirroring.NewSync(source, maxMirroredOfSubset),
		owner: *metav1.NewControllerRef(endpoints, corev1.SchemeGroupVersion.WithKind("Endpoints")),
	}
}

// fromPods returns the desired slices of a Service with Pods.
func (s *seen) fromPods(service *corev1.Service) endpointslice.Sync {
	sync, missing, err := servicepods.NewSync(service, s.podsOf(service), s.nodes, nil)
	if err := errors.Join(missing, err); err != nil {
		panic(err) // all Nodes exist
	}
	return sync
}

func isMirrored(endpoints *corev1.Endpoints) bool {
	_, leader := endpoints.Annotations[resourcelock.LeaderElectionRecordAnnotationKey]
	return !leader && (endpoints.Labels[discoveryv1.LabelSkipMirror] != "true" || hasOurSkipMirror(endpoints))
}

func hasOurSkipMirror(endpoints *corev1.Endpoints) bool {
	return endpoints.Labels[discoveryv1.LabelSkipMirror] == "true" &&
		endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation] == kit.EndpointController
}

// checkSlices compares a Service's slices with the desired ones.
func (s *seen) checkSlices(service *corev1.Service, p *problems) {
	want := s.desiredOf(service)
	for _, manager := range []string{kit.EndpointController, mirroringManager} {
		ours := managedBy(s.slicesOf(service), manager)
		if want != nil && want.manager == manager {
			want.check(ours, p)
			continue
		}
		for _, slice := range ours {
			p.add("slice %s of %s should not exist", slice.Name, manager)
		}
	}
}

func (d *desired) check(ours []*discoveryv1.EndpointSlice, p *problems) {
	wanted, got := map[string][]string{}, map[string][]string{}
	for _, want := range d.Groups {
		if len(want.Skipped) > 0 {
			p.add("addresses are skipped: %v", want.Skipped)
		}
		addTo(wanted, want.AddressType, want.Ports, want.Endpoints)
	}
	empty := map[discoveryv1.AddressType]int{}
	for _, slice := range ours {
		addTo(got, slice.AddressType, slice.Ports, slice.Endpoints)
		if len(slice.Endpoints) == 0 {
			empty[slice.AddressType]++
		}
		d.checkMetadata(slice, p)
	}
	for _, key := range sets.List(sets.KeySet(wanted).Union(sets.KeySet(got))) {
		slices.Sort(wanted[key])
		slices.Sort(got[key])
		if !slices.Equal(wanted[key], got[key]) {
			p.add("endpoints of %s are\n  %s\nbut should be\n  %s", key, strings.Join(got[key], "\n  "), strings.Join(wanted[key], "\n  "))
		}
	}
	for _, addressType := range d.AddressTypes {
		if want := d.emptySlices(addressType); empty[addressType] != want {
			p.add("%d slices of %s are empty, %d should be", empty[addressType], addressType, want)
		}
	}
}

// addTo adds endpoints, as comparable texts, by their address type and ports.
func addTo(all map[string][]string, addressType discoveryv1.AddressType, ports []discoveryv1.EndpointPort, endpoints []discoveryv1.Endpoint) {
	ports = slices.Clone(ports)
	slices.SortFunc(ports, func(a, b discoveryv1.EndpointPort) int { return cmp.Compare(*a.Name, *b.Name) })
	key := string(addressType) + " " + text(ports)
	for _, endpoint := range endpoints {
		endpoint.Addresses = slices.Sorted(slices.Values(endpoint.Addresses))
		all[key] = append(all[key], text(endpoint))
	}
}

func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err) // never: it came as JSON
	}
	return string(encoded)
}

func (d *desired) emptySlices(addressType discoveryv1.AddressType) int {
	if !d.placeholders {
		return 0
	}
	for _, want := range d.Groups {
		if want.AddressType == addressType && len(want.Endpoints) > 0 {
			return 0
		}
	}
	return 1
}

// checkMetadata checks everything except the endpoints. Other annotations may stay.
func (d *desired) checkMetadata(slice *discoveryv1.EndpointSlice, p *problems) {
	if !slices.Contains(d.AddressTypes, slice.AddressType) {
		p.add("slice %s has the address type %s", slice.Name, slice.AddressType)
	}
	if !slices.ContainsFunc(slice.OwnerReferences, func(owner metav1.OwnerReference) bool { return text(owner) == text(d.owner) }) {
		p.add("slice %s has the owners %s, but not %s", slice.Name, text(slice.OwnerReferences), text(d.owner))
	}
	if labels, annotations := d.metadata(slice); !maps.Equal(labels, slice.Labels) || !maps.Equal(annotations, slice.Annotations) {
		p.add("slice %s has the labels %v and annotations %v, but should have %v and %v", slice.Name, slice.Labels, slice.Annotations, labels, annotations)
	}
	if len(slice.Endpoints) > endpointslice.DefaultMaxEndpointsPerSlice {
		p.add("slice %s has %d endpoints", slice.Name, len(slice.Endpoints))
	}
}

// metadata returns the labels and annotations that a slice should have.
func (d *desired) metadata(slice *discoveryv1.EndpointSlice) (labels, annotations map[string]string) {
	labels, annotations = maps.Clone(d.Labels), slice.Annotations
	if d.Metadata != nil {
		ofSource, annotationsOfSource := d.Metadata(slice)
		labels, annotations = maps.Clone(ofSource), map[string]string{}
		maps.Copy(annotations, annotationsOfSource)
		if triggered, found := slice.Annotations[corev1.EndpointsLastChangeTriggerTime]; found {
			annotations[corev1.EndpointsLastChangeTriggerTime] = triggered
		}
	}
	if labels == nil {
		labels = map[string]string{}
	}
	labels[discoveryv1.LabelServiceName], labels[discoveryv1.LabelManagedBy] = d.Owner.GetName(), d.manager
	return labels, annotations
}

// checkHandover checks the marks that keep kube-controller-manager away, and that its slices
// agree with them.
func (s *seen) checkHandover(service *corev1.Service, p *problems) {
	want := s.desiredOf(service)
	byPods := want != nil && want.manager == kit.EndpointController
	if delegation.HasKeyOf(service, kit.EndpointController) != byPods {
		p.add("the selector is %v", service.Spec.Selector)
	}
	if endpoints := s.endpointsOf(service); endpoints != nil {
		mirrored := want != nil && want.manager == mirroringManager
		if recorded := endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation] != ""; hasOurSkipMirror(endpoints) != mirrored || recorded != mirrored {
			p.add("Endpoints have the labels %v and annotations %v", endpoints.Labels, endpoints.Annotations)
		}
	}
	for _, slice := range s.slicesOf(service) {
		manager := slice.Labels[discoveryv1.LabelManagedBy]
		if manager == kubernetesManager && !delegation.HasPods(service) {
			continue // left behind when the selector went: https://github.com/kubernetes/kubernetes/issues/118376
		}
		if want != nil && manager != want.manager && len(slice.Endpoints) > 0 {
			p.add("slice %s of %s has endpoints %s", slice.Name, manager, text(slice.Endpoints))
		}
	}
	if want == nil && delegation.HasPods(service) {
		s.checkKubernetes(service, p)
	}
}

// checkKubernetes checks that kube-controller-manager serves a Service that is not
// delegated: that no ready endpoint was lost in a handover. It does not check the
// others: kube-controller-manager keeps a Pod that was not ready when it finished.
func (s *seen) checkKubernetes(service *corev1.Service, p *problems) {
	wanted, got := sets.New[string](), sets.New[string]()
	for _, want := range s.fromPods(service).Groups {
		wanted.Insert(readyAddresses(want.Endpoints)...)
	}
	for _, slice := range managedBy(s.slicesOf(service), kubernetesManager) {
		got.Insert(readyAddresses(slice.Endpoints)...)
	}
	if !wanted.Equal(got) {
		p.add("kube-controller-manager serves %v in place of %v", sets.List(got), sets.List(wanted))
	}
}

func readyAddresses(endpoints []discoveryv1.Endpoint) []string {
	var addresses []string
	for _, endpoint := range endpoints {
		if ptr.Deref(endpoint.Conditions.Ready, true) {
			addresses = append(addresses, endpoint.Addresses...)
		}
	}
	return addresses
}
