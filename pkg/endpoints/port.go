package endpoints

import (
	"cmp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// PortKey identifies a port of a Service in one family. Its endpoints may have different
// port numbers, because a Service can refer to the ports of its Pods by name.
type PortKey struct {
	Family   discoveryv1.AddressType
	Name     string
	Protocol corev1.Protocol
}

func portKeyOf(endpoint *Endpoint) PortKey {
	return PortKey{endpoint.Family, endpoint.PortName, endpoint.Protocol}
}

// Compare orders ports by family, name and protocol.
func (k PortKey) Compare(other PortKey) int {
	return cmp.Or(
		strings.Compare(string(k.Family), string(other.Family)),
		strings.Compare(k.Name, other.Name),
		strings.Compare(string(k.Protocol), string(other.Protocol)),
	)
}

// Port holds the endpoints of one port, grouped so that Choose is cheap for any number of
// clients. It does not change, and can be used concurrently.
type Port struct {
	PortKey

	// ready has the ready endpoints. terminating has those that are not ready, but still
	// serve while they terminate.
	ready, terminating []*Endpoint
	// readyOn and terminatingOn have the same endpoints by the Node that they are on.
	readyOn, terminatingOn map[string][]*Endpoint
	// forNode and forZone have the ready endpoints by their hints. They are nil if any
	// ready endpoint lacks such a hint.
	forNode, forZone map[string][]*Endpoint
	// hinted is true if any ready endpoint has a hint.
	hinted bool
	// byPod has the ready endpoints in the order of their Pods, which is the same in both families.
	// near has those with a hint for a zone in this order, and far the others, by zone. They are nil
	// unless there are hints for Nodes.
	byPod     []*Endpoint
	near, far map[string][]*Endpoint
}

// Ports are the ports of a Service, ordered by PortKey.
type Ports []*Port

// GroupByPort groups the result of Aggregate by port. It keeps pointers into all, which
// must not be changed afterwards. Endpoints without a port number are left out: a client
// of a Service cannot connect to them.
func GroupByPort(all []Endpoint) Ports {
	connectable := make([]*Endpoint, 0, len(all))
	for i := range all {
		if all[i].Port != 0 {
			connectable = append(connectable, &all[i])
		}
	}
	byPort := groupBy(connectable, func(e *Endpoint, buffer []PortKey) []PortKey { return append(buffer, portKeyOf(e)) })
	ports := make(Ports, 0, len(byPort))
	for key, ofPort := range byPort {
		ports = append(ports, newPort(key, ofPort))
	}
	slices.SortFunc(ports, func(a, b *Port) int { return a.Compare(b.PortKey) })
	return ports
}

// Get returns the port with the key. If there is none, it returns a port without
// endpoints.
func (p Ports) Get(key PortKey) *Port {
	i, found := slices.BinarySearchFunc(p, key, func(port *Port, key PortKey) int { return port.Compare(key) })
	if !found {
		return &Port{PortKey: key}
	}
	return p[i]
}

func newPort(key PortKey, ofPort []*Endpoint) *Port {
	port := &Port{PortKey: key}
	withNodes, withZones := 0, 0
	for _, endpoint := range ofPort {
		switch {
		case endpoint.Ready:
			port.ready = append(port.ready, endpoint)
			if len(endpoint.nodeHints()) > 0 {
				withNodes++
			}
			if len(endpoint.zoneHints()) > 0 {
				withZones++
			}
		case endpoint.Serving && endpoint.Terminating:
			port.terminating = append(port.terminating, endpoint)
		}
	}
	port.ready, port.terminating = slices.Clip(port.ready), slices.Clip(port.terminating)
	port.readyOn, port.terminatingOn = groupBy(port.ready, nodeOf), groupBy(port.terminating, nodeOf)
	if withNodes == len(port.ready) {
		port.forNode = groupBy(port.ready, hintedNodes)
	}
	if withZones == len(port.ready) {
		port.forZone = groupBy(port.ready, hintedZones)
	}
	port.hinted = withNodes+withZones > 0
	if len(port.forNode) > 0 {
		port.groupFallbacks()
	}
	return port
}

// maxZones limits the zones with fallbacks of their own. The author of the hints chooses their
// names, and each zone needs memory for all endpoints.
const maxZones = 64

func (p *Port) groupFallbacks() {
	p.byPod = slices.SortedFunc(slices.Values(p.ready), byPodThenAddress)
	if len(p.forZone) > maxZones {
		return
	}
	p.near, p.far = map[string][]*Endpoint{}, map[string][]*Endpoint{}
	for zone, hinted := range p.forZone {
		p.near[zone] = slices.SortedFunc(slices.Values(hinted), byPodThenAddress)
		p.far[zone] = slices.DeleteFunc(slices.Clone(p.byPod), func(e *Endpoint) bool {
			return slices.ContainsFunc(e.zoneHints(), func(hint discoveryv1.ForZone) bool { return hint.Name == zone })
		})
	}
}

func byPodThenAddress(a, b *Endpoint) int {
	return cmp.Or(comparePods(a.Pod, b.Pod), a.Address.Compare(b.Address))
}

func (e *Endpoint) nodeHints() []discoveryv1.ForNode {
	if e.Hints == nil {
		return nil
	}
	return e.Hints.ForNodes
}

func (e *Endpoint) zoneHints() []discoveryv1.ForZone {
	if e.Hints == nil {
		return nil
	}
	return e.Hints.ForZones
}

// nodeOf returns no Node for an endpoint that is on none.
func nodeOf(endpoint *Endpoint, buffer []string) []string {
	if endpoint.NodeName == "" {
		return buffer
	}
	return append(buffer, endpoint.NodeName)
}

func hintedNodes(endpoint *Endpoint, buffer []string) []string {
	for _, node := range endpoint.nodeHints() {
		buffer = append(buffer, node.Name)
	}
	return buffer
}

func hintedZones(endpoint *Endpoint, buffer []string) []string {
	for _, zone := range endpoint.zoneHints() {
		buffer = append(buffer, zone.Name)
	}
	return buffer
}

// groupBy groups endpoints by their keys, which keysOf appends to a buffer. Each group has
// the order of the endpoints and contains each at most once. All groups share one array.
func groupBy[K comparable](endpoints []*Endpoint, keysOf func(*Endpoint, []K) []K) map[K][]*Endpoint {
	if len(endpoints) == 0 {
		return nil
	}
	var buffer []K
	sizes, total := map[K]int{}, 0
	for _, endpoint := range endpoints {
		buffer = keysOf(endpoint, buffer[:0])
		for _, key := range buffer {
			sizes[key]++
		}
		total += len(buffer)
	}

	array := make([]*Endpoint, total)
	groups := make(map[K][]*Endpoint, len(sizes))
	for _, endpoint := range endpoints {
		buffer = keysOf(endpoint, buffer[:0])
		for _, key := range buffer {
			group, started := groups[key]
			if !started {
				size := sizes[key]
				group, array = array[:0:size], array[size:]
			}
			if len(group) == 0 || group[len(group)-1] != endpoint {
				groups[key] = append(group, endpoint)
			}
		}
	}
	return groups
}
