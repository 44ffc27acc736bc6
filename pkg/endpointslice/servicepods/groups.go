package servicepods

import (
	"encoding/binary"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

// podGroup holds the endpoints, by family, of the Pods that have the same numbers for the
// Service's ports.
type podGroup struct {
	ports     []discoveryv1.EndpointPort
	endpoints [][]discoveryv1.Endpoint
}

// noPort replaces the number of a port that a Pod lacks.
const noPort = 0

// groupOf returns the group of the Pods that have the same ports as pod.
func (s *servicePods) groupOf(pod *corev1.Pod) *podGroup {
	if s.all != nil {
		return s.all
	}
	s.readNamedPorts(pod)
	s.key = s.key[:0]
	for i := range s.service.Spec.Ports {
		port := &s.service.Spec.Ports[i]
		number := port.TargetPort.IntVal
		if hasNamedTarget(*port) {
			number = s.numbers[namedPort{port.TargetPort.StrVal, port.Protocol}] // noPort if there is none
		}
		s.key = binary.BigEndian.AppendUint32(s.key, uint32(number))
	}
	if group, found := s.groups[string(s.key)]; found {
		return group
	}
	group := s.newGroup()
	s.groups[string(s.key)] = group
	if !slices.ContainsFunc(s.service.Spec.Ports, hasNamedTarget) {
		s.all = group
	}
	return group
}

// newGroup returns the group with the numbers of ports in key.
func (s *servicePods) newGroup() *podGroup {
	group := &podGroup{ports: []discoveryv1.EndpointPort{}, endpoints: make([][]discoveryv1.Endpoint, len(s.families))}
	for i := range s.service.Spec.Ports {
		port := &s.service.Spec.Ports[i]
		if number := int32(binary.BigEndian.Uint32(s.key[4*i:])); number != noPort {
			group.ports = append(group.ports, discoveryv1.EndpointPort{
				Name:        ptr.To(port.Name),
				Port:        ptr.To(number),
				Protocol:    ptr.To(port.Protocol),
				AppProtocol: port.AppProtocol,
			})
		}
	}
	if len(s.groups) == 0 {
		for i := range group.endpoints {
			group.endpoints[i] = make([]discoveryv1.Endpoint, 0, s.endpoints)
		}
	}
	return group
}

// hasNamedTarget reports whether the number of the port depends on the Pod.
func hasNamedTarget(port corev1.ServicePort) bool {
	return port.TargetPort.Type == intstr.String
}

// namedPort is a port of a Pod that the port of a Service refers to by its name.
type namedPort struct {
	name     string
	protocol corev1.Protocol
}

// readNamedPorts reads the named ports of a Pod's containers and sidecars. The first one with a name
// counts.
func (s *servicePods) readNamedPorts(pod *corev1.Pod) {
	clear(s.numbers)
	for i := range pod.Spec.Containers {
		s.readPortsOf(&pod.Spec.Containers[i])
	}
	for i := range pod.Spec.InitContainers {
		container := &pod.Spec.InitContainers[i]
		if ptr.Deref(container.RestartPolicy, "") == corev1.ContainerRestartPolicyAlways { // others have ended before the Pod is ready
			s.readPortsOf(container)
		}
	}
}

func (s *servicePods) readPortsOf(container *corev1.Container) {
	for i := range container.Ports {
		port := &container.Ports[i]
		key := namedPort{port.Name, port.Protocol}
		if _, known := s.numbers[key]; !known && port.Name != "" {
			s.numbers[key] = port.ContainerPort
		}
	}
}
