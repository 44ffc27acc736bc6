// Package servicepods is the source of the endpoints of a Service: the Pods that its selector
// matches, like in Kubernetes' EndpointSlice controller.
package servicepods

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/address"
)

// NodeGetter gets Nodes by name. client-go's NodeLister implements it.
type NodeGetter interface {
	// Get returns a NotFound error if the Node does not exist.
	Get(name string) (*corev1.Node, error)
}

// AddressSource returns the addresses of Pods.
type AddressSource interface {
	// AppendAddresses appends the addresses of a Pod. An error leaves out the Pod and is reported by
	// a finding.
	AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error)
}

// statusAddresses is the AddressSource with the addresses in status.podIPs.
type statusAddresses struct{}

func (statusAddresses) AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error) {
	for i := range pod.Status.PodIPs {
		addresses = append(addresses, pod.Status.PodIPs[i].IP)
	}
	return addresses, nil
}

// NodeNotFoundError reports that a Pod is not an endpoint because its Node does not exist
// or is not in the cache yet. Other Pods are not affected.
type NodeNotFoundError struct {
	Service, Pod types.NamespacedName
	Node         string
}

func (e *NodeNotFoundError) Error() string {
	return fmt.Sprintf("Pod %s is left out of the EndpointSlices of Service %s until its Node %q is found", e.Pod, e.Service, e.Node)
}

// NewSync returns the Sync of a Service, given the Pods that its selector matches, without
// Existing and TriggerTime:
//
//   - Pods that are Failed, Succeeded or without an address are omitted. Terminating
//     Pods are included; they are not ready, but serving while their Pod is ready.
//   - A Pod whose Node is not found is omitted and reported by a [NodeNotFoundError] in
//     missing, unless the Service publishes not ready addresses. Write the other endpoints, and
//     sync again when the Node appears.
//   - Pods with different numbers for the same named port are in different slices.
//   - Addresses that cannot be in a slice are skipped. A finding names the ones of the oldest Pods.
//
// The nodes must not be nil. The addresses are nil for status.podIPs. An error means that the Nodes cannot be read.
func NewSync(service *corev1.Service, pods []*corev1.Pod, nodes NodeGetter, addresses AddressSource) (sync endpointslice.Sync, missing, err error) {
	s := &servicePods{
		service:   service,
		nodes:     nodes,
		source:    addresses,
		families:  AddressTypes(service),
		groups:    map[string]*podGroup{},
		known:     map[string]*knownNode{},
		numbers:   map[namedPort]int32{},
		endpoints: len(pods),
		targets:   make([]corev1.ObjectReference, 0, len(pods)),
		yes:       ptr.To(true),
		no:        ptr.To(false),
	}
	if addresses == nil {
		s.source = statusAddresses{}
	}
	for i := range s.families {
		s.addresses[i] = make([]string, 0, len(pods))
	}
	for _, pod := range pods {
		if err := s.add(pod); err != nil {
			return endpointslice.Sync{}, nil, err
		}
	}
	return endpointslice.Sync{
		Owner:               service,
		Groups:              s.desired(),
		AddressTypes:        s.families,
		Labels:              Labels(service),
		TrafficDistribution: TrafficDistribution(service),
	}, s.missing(), nil
}

// servicePods groups the Pods of a Service by their ports.
type servicePods struct {
	service  *corev1.Service
	nodes    NodeGetter
	source   AddressSource
	families []discoveryv1.AddressType
	// endpoints is the maximum number of endpoints of a family.
	endpoints int

	groups map[string]*podGroup
	// all is the group of all Pods if the ports do not depend on the Pod.
	all          *podGroup
	known        map[string]*knownNode
	skipped      []skippedOfPod
	missingNodes []error

	// Memory that is reused or shared by the endpoints, to reduce allocations.
	found     []string
	key       []byte
	numbers   map[namedPort]int32
	addresses [2][]string
	targets   []corev1.ObjectReference
	yes, no   *bool
}

// skippedOfPod is an address of a Pod that did not become an endpoint.
type skippedOfPod struct {
	pod     *corev1.Pod
	address endpointslice.SkippedAddress
}

// knownNode holds the fields of a Node that endpoints need.
type knownNode struct {
	name string
	zone *string
}

// add adds the endpoints of a Pod, or records why there are none.
func (s *servicePods) add(pod *corev1.Pod) error {
	if hasEnded(pod) {
		return nil
	}
	var err error
	s.found, err = s.source.AppendAddresses(s.found[:0], pod)
	if err != nil {
		s.skip(pod, "", err.Error())
		return nil
	}
	if len(s.found) == 0 {
		return nil
	}
	node, err := s.node(pod.Spec.NodeName)
	if err != nil {
		return fmt.Errorf("reading Node %q of Pod %s/%s: %w", pod.Spec.NodeName, pod.Namespace, pod.Name, err)
	}
	if node == nil && !s.service.Spec.PublishNotReadyAddresses {
		s.missingNodes = append(s.missingNodes, &NodeNotFoundError{nameOf(s.service), nameOf(pod), pod.Spec.NodeName})
		return nil
	}
	s.addEndpoints(pod, node)
	return nil
}

// addEndpoints adds an endpoint for each family of which the Pod has addresses.
func (s *servicePods) addEndpoints(pod *corev1.Pod, node *knownNode) {
	var before [2]int
	for i := range s.families {
		before[i] = len(s.addresses[i])
	}
	for _, found := range s.found {
		ip, family := address.Canonical(found)
		if ip == "" {
			s.skip(pod, found, "")
		} else if i := slices.Index(s.families, family); i >= 0 && !slices.Contains(s.addresses[i][before[i]:], ip) {
			s.addresses[i] = append(s.addresses[i], ip)
		}
	}
	group := s.groupOf(pod)
	var endpoint discoveryv1.Endpoint
	for i := range s.families {
		if to := len(s.addresses[i]); to > before[i] {
			if endpoint.TargetRef == nil {
				s.describe(&endpoint, pod, node)
			}
			endpoint.Addresses = s.addresses[i][before[i]:to:to]
			group.endpoints[i] = append(group.endpoints[i], endpoint)
		}
	}
}

// describe sets all fields except the addresses.
func (s *servicePods) describe(endpoint *discoveryv1.Endpoint, pod *corev1.Pod, node *knownNode) {
	s.targets = append(s.targets, corev1.ObjectReference{Kind: "Pod", Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID})
	endpoint.TargetRef = &s.targets[len(s.targets)-1]

	serving, terminating := podReady(pod), pod.DeletionTimestamp != nil
	endpoint.Conditions.Serving = s.boolPointer(serving)
	endpoint.Conditions.Terminating = s.boolPointer(terminating)
	endpoint.Conditions.Ready = s.boolPointer(isReady(s.service, serving, terminating))

	if node != nil {
		endpoint.NodeName, endpoint.Zone = &node.name, node.zone
	} else if pod.Spec.NodeName != "" {
		endpoint.NodeName = &pod.Spec.NodeName
	}
	if hasName(pod, s.service) {
		endpoint.Hostname = &pod.Spec.Hostname
	}
}

func (s *servicePods) boolPointer(value bool) *bool {
	if value {
		return s.yes
	}
	return s.no
}

// node returns a Node, or nil if it does not exist.
func (s *servicePods) node(name string) (*knownNode, error) {
	if known, found := s.known[name]; found {
		return known, nil
	}
	node, err := s.nodes.Get(name)
	switch {
	case apierrors.IsNotFound(err):
		s.known[name] = nil
	case err != nil:
		return nil, err
	default:
		s.known[name] = &knownNode{name: name}
		if zone := node.Labels[corev1.LabelTopologyZone]; zone != "" {
			s.known[name].zone = &zone
		}
	}
	return s.known[name], nil
}

func hasEnded(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodFailed || pod.Status.Phase == corev1.PodSucceeded
}

// isReady returns the condition ready of an endpoint. A terminating Pod is never ready,
// for consumers that ignore the other conditions, unless the Service requests it.
func isReady(service *corev1.Service, serving, terminating bool) bool {
	return service.Spec.PublishNotReadyAddresses || serving && !terminating
}

// podReady only reads the conditions. util.IsPodReady copies the whole status, which is
// slow for thousands of Pods.
func podReady(pod *corev1.Pod) bool {
	for i := range pod.Status.Conditions {
		if condition := &pod.Status.Conditions[i]; condition.Type == corev1.PodReady {
			return condition.Status == corev1.ConditionTrue
		}
	}
	return false
}

// hasName reports whether a Pod has a name of its own in the domain of the Service.
func hasName(pod *corev1.Pod, service *corev1.Service) bool {
	return pod.Spec.Hostname != "" && pod.Spec.Subdomain == service.Name && pod.Namespace == service.Namespace
}

func (s *servicePods) skip(pod *corev1.Pod, address, detail string) {
	s.skipped = append(s.skipped, skippedOfPod{pod, endpointslice.SkippedAddress{
		Address: address,
		Of:      "Pod " + pod.Name,
		Reason:  endpointslice.ReasonInvalidIPAddress,
		Detail:  detail,
	}})
}

func (s *servicePods) desired() []endpointslice.Group {
	desired := []endpointslice.Group{}
	for _, key := range slices.Sorted(maps.Keys(s.groups)) {
		for i, endpoints := range s.groups[key].endpoints {
			if len(endpoints) > 0 {
				desired = append(desired, endpointslice.Group{Endpoints: endpoints, Ports: s.groups[key].ports, AddressType: s.families[i]})
			}
		}
	}
	if len(s.skipped) > 0 {
		desired = append(desired, endpointslice.Group{AddressType: s.families[0], Skipped: s.oldestSkipped()})
	}
	return desired
}

// oldestSkipped returns the skipped addresses, the oldest Pods first: a list of
// the first ones changes neither with each new Pod nor when newer Pods are replaced.
func (s *servicePods) oldestSkipped() []endpointslice.SkippedAddress {
	slices.SortStableFunc(s.skipped, func(a, b skippedOfPod) int {
		return cmp.Or(a.pod.CreationTimestamp.Compare(b.pod.CreationTimestamp.Time), strings.Compare(a.pod.Name, b.pod.Name))
	})
	addresses := make([]endpointslice.SkippedAddress, len(s.skipped))
	for i := range s.skipped {
		addresses[i] = s.skipped[i].address
	}
	return addresses
}

// missing returns the Pods without a Node as one error, ordered by name.
func (s *servicePods) missing() error {
	slices.SortFunc(s.missingNodes, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(s.missingNodes...)
}

func nameOf(object metav1.Object) types.NamespacedName {
	return types.NamespacedName{Namespace: object.GetNamespace(), Name: object.GetName()}
}
