package differential

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// proxyScenario returns a scenario whose slices agree with each other. They start to
// disagree when it evolves.
func (g *generator) proxyScenario() *proxyScenario {
	s := &proxyScenario{service: &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop", UID: "uid-of-web"}}}
	for i := range 1 + g.IntN(5) {
		s.clients = append(s.clients, endpoints.Client{Node: fmt.Sprintf("node-%d", i), Zone: pick(g, "a", "a", "b", "c", "")})
	}
	g.setProxyService(s)
	for range 1 + g.IntN(6) {
		g.addProxySlice(s)
	}
	for range g.IntN(12) {
		g.addProxyPod(s)
	}
	g.setHints(s, s.slices)
	return s
}

// proxyPorts are the ports of the Service. Slices may lack some, and have others.
var proxyPorts = []corev1.ServicePort{
	{Name: "", Port: 80, Protocol: corev1.ProtocolTCP},
	{Name: "http", Port: 81, Protocol: corev1.ProtocolTCP, NodePort: 30081},
	{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP, NodePort: 30053},
}

// setProxyService sets the type of the Service, its ports and its traffic policies.
func (g *generator) setProxyService(s *proxyScenario) {
	spec := corev1.ServiceSpec{
		Type:       pick(g, corev1.ServiceTypeClusterIP, corev1.ServiceTypeNodePort, corev1.ServiceTypeLoadBalancer),
		ClusterIP:  "10.0.0.1",
		ClusterIPs: []string{"10.0.0.1", "fd00::1"},
		IPFamilies: families,
		Ports:      slices.Clone(proxyPorts),
		InternalTrafficPolicy: pick(g, nil, ptr.To(corev1.ServiceInternalTrafficPolicyCluster),
			ptr.To(corev1.ServiceInternalTrafficPolicyLocal)),
	}
	s.service.Status.LoadBalancer.Ingress = nil
	if spec.Type == corev1.ServiceTypeClusterIP {
		for i := range spec.Ports {
			spec.Ports[i].NodePort = 0
		}
		if g.once(3) {
			spec.ExternalIPs = []string{"192.0.2.1", "2001:db8::1"}
		}
	}
	if spec.Type != corev1.ServiceTypeClusterIP || len(spec.ExternalIPs) > 0 {
		spec.ExternalTrafficPolicy = pick(g, "", corev1.ServiceExternalTrafficPolicyCluster, corev1.ServiceExternalTrafficPolicyLocal)
	}
	if spec.Type == corev1.ServiceTypeLoadBalancer {
		s.service.Status.LoadBalancer.Ingress = []corev1.LoadBalancerIngress{{IP: "192.0.2.2", IPMode: ptr.To(pick(g, corev1.LoadBalancerIPModeVIP, corev1.LoadBalancerIPModeProxy))}}
	}
	s.service.Spec = spec
}

// addProxySlice adds an empty slice of one of several managers.
func (g *generator) addProxySlice(s *proxyScenario) {
	slice := &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Name: fmt.Sprintf("web-%04d", g.next()), Namespace: "shop",
			Labels: map[string]string{
				discoveryv1.LabelServiceName: "web",
				discoveryv1.LabelManagedBy:   pick(g, "endpointslice-controller.k8s.io", controllerName),
			},
		},
		AddressType: pick(g, discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6),
		Ports:       g.proxySlicePorts(),
	}
	if g.once(20) {
		slice.AddressType = discoveryv1.AddressTypeFQDN
	}
	g.written(slice)
	s.slices = append(s.slices, slice)
}

// proxySlicePorts returns ports with names that are unique in their slice.
func (g *generator) proxySlicePorts() []discoveryv1.EndpointPort {
	var ports []discoveryv1.EndpointPort
	for _, port := range proxyPorts {
		if g.once(4) {
			continue
		}
		number, protocol := ptr.To(int32(8080+g.IntN(2))), port.Protocol
		if g.once(15) {
			number = pick(g, nil, ptr.To[int32](0))
		}
		if g.once(15) {
			protocol = corev1.ProtocolSCTP
		}
		ports = append(ports, discoveryv1.EndpointPort{Name: ptr.To(port.Name), Port: number, Protocol: ptr.To(protocol)})
	}
	return ports
}

// written gives a slice the resource version of a new write.
func (g *generator) written(slice *discoveryv1.EndpointSlice) {
	slice.ResourceVersion = fmt.Sprint(1000 + g.next())
}

// addProxyPod adds a Pod to some of the slices, in the same state.
func (g *generator) addProxyPod(s *proxyScenario) {
	i := g.next()
	pod := discoveryv1.Endpoint{Conditions: g.conditions()}
	if !g.once(6) {
		name := fmt.Sprintf("web-%d", i)
		pod.TargetRef = &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: name, UID: types.UID("uid-of-" + name)}
	}
	if !g.once(8) {
		client := pick(g, s.clients...)
		pod.NodeName, pod.Zone = ptr.To(client.Node), ptr.To(client.Zone)
	}
	hasPod := map[discoveryv1.AddressType]bool{}
	for _, slice := range s.slices {
		if again := hasPod[slice.AddressType]; !again && !g.once(4) || again && g.once(6) {
			hasPod[slice.AddressType] = true
			pod.Addresses = []string{g.proxyAddress(slice.AddressType, i)}
			slice.Endpoints = append(slice.Endpoints, *pod.DeepCopy())
		}
	}
}

// proxyAddress returns the address of a Pod, sometimes in a notation that is not canonical
// or is invalid.
func (g *generator) proxyAddress(addressType discoveryv1.AddressType, i int) string {
	switch {
	case addressType == discoveryv1.AddressTypeFQDN:
		return fmt.Sprintf("web-%d.example.com", i)
	case g.once(100):
		return pick(g, "not an address", "10.1.0.300", "::ffff:10.1.0.1", "")
	case addressType == discoveryv1.AddressTypeIPv6:
		return fmt.Sprintf(pick(g, "fd00::%x", "fd00::%x", "FD00:0::%X"), i)
	default:
		return fmt.Sprintf(pick(g, "10.1.0.%d", "10.1.0.%d", "010.01.0.%03d"), i)
	}
}

// conditions returns the conditions of an endpoint: usually those that Kubernetes sets, of
// a Pod that is ready, not ready, or terminating while it is ready or not.
func (g *generator) conditions() discoveryv1.EndpointConditions {
	if g.once(8) {
		maybe := func() *bool { return pick(g, nil, ptr.To(true), ptr.To(false)) }
		return discoveryv1.EndpointConditions{Ready: maybe(), Serving: maybe(), Terminating: maybe()}
	}
	serving, terminating := !g.once(3), g.once(3)
	return discoveryv1.EndpointConditions{Ready: ptr.To(serving && !terminating), Serving: ptr.To(serving), Terminating: ptr.To(terminating)}
}

// setHints sets the hints of all endpoints of some slices in the same way.
func (g *generator) setHints(s *proxyScenario, of []*discoveryv1.EndpointSlice) {
	byZone, byNode, holes := g.once(2), g.once(3), g.once(4)
	for _, slice := range of {
		for i := range slice.Endpoints {
			slice.Endpoints[i].Hints = nil
			if !holes || !g.once(4) {
				slice.Endpoints[i].Hints = g.hints(s, byZone, byNode)
			}
		}
	}
}

func (g *generator) hints(s *proxyScenario, byZone, byNode bool) *discoveryv1.EndpointHints {
	if !byZone && !byNode {
		return pick(g, nil, nil, &discoveryv1.EndpointHints{})
	}
	hints := &discoveryv1.EndpointHints{}
	for range 1 + g.IntN(2) {
		zone := discoveryv1.ForZone{Name: pick(g, pick(g, s.clients...).Zone, "a", "d")}
		if byZone && !slices.Contains(hints.ForZones, zone) {
			hints.ForZones = append(hints.ForZones, zone)
		}
		node := discoveryv1.ForNode{Name: pick(g, pick(g, s.clients...).Node, "node-9")}
		if byNode && !slices.Contains(hints.ForNodes, node) {
			hints.ForNodes = append(hints.ForNodes, node)
		}
	}
	return hints
}
