package differential

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

// manyEvery is the distance between the seeds whose Endpoints have more addresses
// than are mirrored.
const manyEvery = 50

// endpointsOf returns the first Endpoints of a seed.
func (g *generator) endpointsOf(seed uint64) *corev1.Endpoints {
	for {
		endpoints := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{
			Name: fmt.Sprintf("web-%d", seed), Labels: g.endpointsLabels(), Annotations: g.endpointsAnnotations(),
		}}
		for range g.IntN(5) {
			endpoints.Subsets = append(endpoints.Subsets, g.subset(endpoints.Subsets))
		}
		if seed%manyEvery == 0 {
			endpoints.Subsets = append(endpoints.Subsets, g.largeSubset())
		}
		if mirrorable(endpoints) {
			return endpoints
		}
	}
}

// evolveEndpoints returns the Endpoints after users and controllers have changed them.
func (g *generator) evolveEndpoints(endpoints *corev1.Endpoints) *corev1.Endpoints {
	for {
		next := endpoints.DeepCopy()
		for range pick(g, 0, 1, 1, 1, 2, 4) {
			g.changeEndpoints(next)
		}
		if mirrorable(next) {
			return next
		}
	}
}

func (g *generator) changeEndpoints(endpoints *corev1.Endpoints) {
	count := len(endpoints.Subsets)
	switch what := g.IntN(26); {
	case what < 4:
		endpoints.Labels = g.endpointsLabels()
	case what < 8:
		endpoints.Annotations = g.endpointsAnnotations()
	case what < 9:
		g.shuffleSubsets(endpoints.Subsets)
	case count == 0 || count < 5 && what < 12:
		endpoints.Subsets = append(endpoints.Subsets, g.subset(endpoints.Subsets))
	case what < 14:
		i := g.IntN(count)
		endpoints.Subsets = slices.Delete(endpoints.Subsets, i, i+1+g.IntN(count-i))
	case what < 16:
		for i := range endpoints.Subsets {
			endpoints.Subsets[i].Ports = g.endpointPorts()
		}
	default:
		g.changeSubset(&endpoints.Subsets[g.IntN(count)])
	}
}

func (g *generator) changeSubset(subset *corev1.EndpointSubset) {
	list := pick(g, &subset.Addresses, &subset.Addresses, &subset.NotReadyAddresses)
	if len(*list) == 0 {
		*list = append(*list, g.endpointAddress())
		return
	}
	i := g.IntN(len(*list))
	switch g.IntN(12) {
	case 0, 1:
		*list = append(*list, g.endpointAddress())
	case 2:
		*list = slices.Delete(*list, i, i+1)
	case 3:
		subset.Addresses, subset.NotReadyAddresses = subset.NotReadyAddresses, subset.Addresses
	case 4: // Some become ready, or no longer are.
		moved := (*list)[i:]
		*list = (*list)[:i:i]
		other := otherList(subset, list)
		*other = append(*other, moved...)
	case 5:
		subset.Ports = g.endpointPorts()
	case 6: // The same address with another target.
		another := *(*list)[i].DeepCopy()
		another.TargetRef = g.target(g.IntN(16))
		*list = append(*list, another)
	case 7: // Ready and not ready at the same time.
		other := otherList(subset, list)
		*other = append(*other, *(*list)[i].DeepCopy())
	default:
		g.changeAddress(&(*list)[i])
	}
}

func otherList(subset *corev1.EndpointSubset, list *[]corev1.EndpointAddress) *[]corev1.EndpointAddress {
	if list == &subset.Addresses {
		return &subset.NotReadyAddresses
	}
	return &subset.Addresses
}

// changeAddress changes one field of an address. It may be the resource version of
// the target, which alone is no reason to write.
func (g *generator) changeAddress(address *corev1.EndpointAddress) {
	switch target := address.TargetRef; g.IntN(5) {
	case 0:
		address.Hostname = pick(g, "", "one", "two")
	case 1:
		address.NodeName = pick(g, nil, ptr.To("node-1"), ptr.To("node-2"))
	case 2:
		address.TargetRef = g.target(g.IntN(16))
	case 3:
		if target != nil {
			target.UID = types.UID(fmt.Sprintf("uid-%d", g.next()))
		}
	default:
		if target != nil {
			target.ResourceVersion = fmt.Sprint(g.next())
		}
	}
}

// subset returns a subset, which may have the ports or addresses of another.
func (g *generator) subset(others []corev1.EndpointSubset) corev1.EndpointSubset {
	subset := corev1.EndpointSubset{Ports: g.endpointPorts()}
	for range 1 + g.IntN(8) {
		list := pick(g, &subset.Addresses, &subset.Addresses, &subset.NotReadyAddresses)
		*list = append(*list, g.endpointAddress())
	}
	if len(others) > 0 {
		other := others[g.IntN(len(others))].DeepCopy()
		switch g.IntN(3) {
		case 0:
			subset.Ports = other.Ports
		case 1:
			subset.Addresses, subset.NotReadyAddresses = other.Addresses, other.NotReadyAddresses
		}
	}
	return subset
}

// largeSubset returns a subset with more addresses than are mirrored.
func (g *generator) largeSubset() corev1.EndpointSubset {
	subset := corev1.EndpointSubset{Ports: g.endpointPorts()}
	for i := range 1001 + g.IntN(400) {
		address := corev1.EndpointAddress{IP: pick(g, fmt.Sprintf("10.2.%d.%d", i/250, i%250), fmt.Sprintf("fd00:2::%x", i))}
		if g.once(2) {
			address.TargetRef = g.target(i)
		}
		list := pick(g, &subset.Addresses, &subset.NotReadyAddresses)
		*list = append(*list, address)
	}
	return subset
}

// endpointAddress returns one of a few addresses, so that subsets share some, in any
// notation that an API server has ever accepted.
func (g *generator) endpointAddress() corev1.EndpointAddress {
	i := 1 + g.IntN(16)
	ipv4, ipv6 := fmt.Sprintf("10.1.0.%d", i), fmt.Sprintf("fd00::%x", i)
	address := corev1.EndpointAddress{IP: pick(g, ipv4, ipv6)}
	if g.once(12) {
		address.IP = pick(g, fmt.Sprintf("10.01.000.%03d", i), fmt.Sprintf("FD00:0::%X", i), "::ffff:"+ipv4)
	}
	if !g.once(4) {
		address.TargetRef = g.target(i)
	}
	if g.once(4) {
		address.Hostname = fmt.Sprintf("host-%d", i)
	}
	if g.once(3) {
		address.NodeName = ptr.To(fmt.Sprintf("node-%d", g.IntN(3)))
	}
	return address
}

func (g *generator) target(i int) *corev1.ObjectReference {
	name := fmt.Sprintf("web-%d", i)
	return pick(g,
		&corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: name, UID: types.UID("uid-of-" + name), ResourceVersion: "1"},
		&corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: name, UID: types.UID("uid-of-" + name)},
		&corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: name, UID: types.UID("new-uid-of-" + name)},
		&corev1.ObjectReference{Kind: "Node", APIVersion: "v1", Name: name},
		nil,
	)
}

func (g *generator) endpointPorts() []corev1.EndpointPort {
	var ports []corev1.EndpointPort
	for range g.IntN(4) {
		port := corev1.EndpointPort{
			Name:     pick(g, "http", "grpc", "dns", "metrics"),
			Port:     int32(8080 + g.IntN(2)),
			Protocol: pick(g, corev1.ProtocolTCP, corev1.ProtocolUDP, corev1.ProtocolSCTP),
		}
		if g.once(4) {
			port.AppProtocol = ptr.To(pick(g, "http", "kubernetes.io/h2c"))
		}
		ports = append(ports, port)
	}
	if len(ports) == 1 && g.once(2) {
		ports[0].Name = ""
	}
	return ports
}

func (g *generator) endpointsLabels() map[string]string {
	return pick(g,
		nil,
		map[string]string{"app": "web"},
		map[string]string{"app": "web", "tier": fmt.Sprint(g.IntN(3))},
		map[string]string{corev1.IsHeadlessService: "", "endpoints.kubernetes.io/managed-by": "someone"},
		map[string]string{discoveryv1.LabelServiceName: "x", discoveryv1.LabelManagedBy: "x"},
	)
}

func (g *generator) endpointsAnnotations() map[string]string {
	annotations := map[string]string{}
	for _, key := range []string{"example.com/note", corev1.LastAppliedConfigAnnotation, corev1.EndpointsLastChangeTriggerTime} {
		if g.once(2) {
			annotations[key] = fmt.Sprint(g.next())
		}
	}
	return annotations
}

func (g *generator) shuffleSubsets(subsets []corev1.EndpointSubset) {
	g.Shuffle(len(subsets), func(i, j int) { subsets[i], subsets[j] = subsets[j], subsets[i] })
	for _, subset := range subsets {
		for _, list := range [][]corev1.EndpointAddress{subset.Addresses, subset.NotReadyAddresses} {
			g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
	}
}

// mirrorable reports whether the API server accepts the Endpoints, and also their
// mirror: a slice must not have two ports with the same name.
func mirrorable(endpoints *corev1.Endpoints) bool {
	for _, subset := range endpoints.Subsets {
		unnamed := slices.ContainsFunc(subset.Ports, func(port corev1.EndpointPort) bool { return port.Name == "" })
		if len(subset.Addresses)+len(subset.NotReadyAddresses) == 0 || unnamed && len(subset.Ports) > 1 {
			return false
		}
	}
	offers, _ := offersOf(endpoints.Subsets)
	for i, a := range offers {
		for _, b := range offers[:i] {
			if a.port != nil && b.port != nil && a.port.Name == b.port.Name && maps.Equal(a.ready, b.ready) {
				return false
			}
		}
	}
	return true
}
