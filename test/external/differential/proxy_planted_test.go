package differential

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// proxyFaults are mistakes that a consumer of slices could make. Each takes a side that is
// right, and returns one that makes the mistake.
var proxyFaults = map[string]func(proxySide) proxySide{
	"hints are ignored":            seeingEndpoints(func(e *discoveryv1.Endpoint) { e.Hints = nil }),
	"hints for zones are ignored":  seeingHints(func(h *discoveryv1.EndpointHints) { h.ForZones = nil }),
	"hints for Nodes are ignored":  seeingHints(func(h *discoveryv1.EndpointHints) { h.ForNodes = nil }),
	"only the first hint counts":   seeingHints(func(h *discoveryv1.EndpointHints) { h.ForZones = h.ForZones[:min(1, len(h.ForZones))] }),
	"hints count for other zones":  seeingHints(func(h *discoveryv1.EndpointHints) { h.ForZones = append(h.ForZones, discoveryv1.ForZone{Name: "b"}) }),
	"the zone is used as the hint": seeingEndpoints(func(e *discoveryv1.Endpoint) { e.Hints = zoneAsHint(e) }),
	"incomplete hints count": seeingEndpoints(func(e *discoveryv1.Endpoint) {
		if e.Hints == nil {
			e.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "none"}}, ForNodes: []discoveryv1.ForNode{{Name: "none"}}}
		}
	}),
	"endpoints that are not ready need hints": seeing(func(s *proxyScenario) {
		if slices.ContainsFunc(allEndpoints(s), func(e *discoveryv1.Endpoint) bool { return e.Hints == nil }) {
			for _, e := range allEndpoints(s) {
				e.Hints = nil
			}
		}
	}),
	"endpoints that are not ready are used": seeingEndpoints(func(e *discoveryv1.Endpoint) { e.Conditions.Ready = ptr.To(true) }),
	"unknown counts as not ready":           seeingEndpoints(func(e *discoveryv1.Endpoint) { e.Conditions.Ready = ptr.To(ptr.Deref(e.Conditions.Ready, false)) }),
	"unknown serving counts as ready": seeingEndpoints(func(e *discoveryv1.Endpoint) {
		e.Conditions.Serving = ptr.To(ptr.Deref(e.Conditions.Serving, ptr.Deref(e.Conditions.Ready, true)))
	}),
	"terminating endpoints are never used":        seeingEndpoints(func(e *discoveryv1.Endpoint) { e.Conditions.Serving = ptr.To(false) }),
	"terminating endpoints need not serve":        seeingEndpoints(func(e *discoveryv1.Endpoint) { e.Conditions.Serving = ptr.To(true) }),
	"terminating endpoints are always used":       seeingEndpoints(readyWhileServing),
	"serving endpoints need not terminate":        seeingEndpoints(func(e *discoveryv1.Endpoint) { e.Conditions.Terminating = ptr.To(true) }),
	"ready and terminating counts as terminating": seeingEndpoints(terminatingBeforeReady),
	"the Node is not known":                       seeingEndpoints(func(e *discoveryv1.Endpoint) { e.NodeName = nil }),
	"slices of other managers are ignored": seeing(func(s *proxyScenario) {
		s.slices = slices.DeleteFunc(s.slices, func(slice *discoveryv1.EndpointSlice) bool {
			return slice.Labels[discoveryv1.LabelManagedBy] == controllerName
		})
	}),
	"only one slice of each family is read": seeing(func(s *proxyScenario) {
		read := map[discoveryv1.AddressType]bool{}
		s.slices = slices.DeleteFunc(s.slices, func(slice *discoveryv1.EndpointSlice) bool {
			again := read[slice.AddressType]
			read[slice.AddressType] = true
			return again
		})
	}),
	"the oldest slice wins": seeing(func(s *proxyScenario) {
		for _, slice := range s.slices {
			version, err := strconv.Atoi(slice.ResourceVersion)
			if err != nil {
				panic(err)
			}
			slice.ResourceVersion = strconv.Itoa(1_000_000 - version)
		}
	}),
	"an endpoint in several slices is lost": seeing(dropDuplicates),
	"a slice is not read again":             stale(),
	"families are mixed": seeing(func(s *proxyScenario) {
		for _, slice := range slices.Clone(s.slices) {
			if slice.AddressType == discoveryv1.AddressTypeIPv6 {
				other := slice.DeepCopy()
				other.AddressType = discoveryv1.AddressTypeIPv4
				for i := range other.Endpoints {
					other.Endpoints[i].Addresses = []string{"192.0.2.1"}
				}
				s.slices = append(s.slices, other)
			}
		}
	}),
	"the protocol is ignored": seeingPorts(func(port *discoveryv1.EndpointPort) {
		i := slices.IndexFunc(proxyPorts, func(p corev1.ServicePort) bool { return p.Name == *port.Name })
		port.Protocol = ptr.To(proxyPorts[i].Protocol)
	}),
	"a port without a number is used": seeingPorts(func(port *discoveryv1.EndpointPort) { port.Port = ptr.To(max(1, ptr.Deref(port.Port, 0))) }),
	"the Service's port is used":      seeingPorts(func(port *discoveryv1.EndpointPort) { port.Port = ptr.To(int32(80)) }),
	"all ports have one name":         seeingSlices(func(slice *discoveryv1.EndpointSlice) { slice.Ports = slice.Ports[:min(1, len(slice.Ports))] }),

	"Local falls back to Cluster": choosing(func(r *route) {
		if len(r.local) == 0 {
			r.local = r.cluster
		}
	}),
	"Local is ignored":                    choosing(func(r *route) { r.local = r.cluster }),
	"Cluster prefers the Node":            choosing(func(r *route) { r.cluster = preferred(r.local, r.cluster) }),
	"an endpoint is used twice":           choosing(func(r *route) { r.cluster = append(r.cluster, r.cluster[:min(1, len(r.cluster))]...) }),
	"an endpoint is missing":              choosing(func(r *route) { r.cluster = r.cluster[min(1, len(r.cluster)):] }),
	"the internal policy is the external": choosing(func(r *route) { r.internal = r.external }),
	"the external policy is the internal": choosing(func(r *route) { r.external = r.internal }),
	"no local endpoint counts as none":    choosing(func(r *route) { r.reachable = r.reachable && len(r.local) > 0 }),
}

// proxySide decides which endpoints are used.
type proxySide func(*proxyScenario) routes

// seeing plants a mistake in the input of a side: it decides about a changed copy of the
// scenario.
func seeing(change func(*proxyScenario)) func(proxySide) proxySide {
	return func(side proxySide) proxySide {
		return func(s *proxyScenario) routes {
			changed := s.clone()
			change(changed)
			return side(changed)
		}
	}
}

func seeingSlices(change func(*discoveryv1.EndpointSlice)) func(proxySide) proxySide {
	return seeing(func(s *proxyScenario) {
		for _, slice := range s.slices {
			change(slice)
		}
	})
}

func seeingEndpoints(change func(*discoveryv1.Endpoint)) func(proxySide) proxySide {
	return seeingSlices(func(slice *discoveryv1.EndpointSlice) {
		for i := range slice.Endpoints {
			change(&slice.Endpoints[i])
		}
	})
}

func seeingHints(change func(*discoveryv1.EndpointHints)) func(proxySide) proxySide {
	return seeingEndpoints(func(e *discoveryv1.Endpoint) {
		if e.Hints != nil {
			change(e.Hints)
		}
	})
}

func seeingPorts(change func(*discoveryv1.EndpointPort)) func(proxySide) proxySide {
	return seeingSlices(func(slice *discoveryv1.EndpointSlice) {
		for i := range slice.Ports {
			change(&slice.Ports[i])
		}
	})
}

// choosing plants a mistake in the decisions of a side.
func choosing(change func(*route)) func(proxySide) proxySide {
	return func(side proxySide) proxySide {
		return func(s *proxyScenario) routes {
			changed := maps.Clone(side(s))
			for key, route := range changed {
				route.cluster, route.local = slices.Clone(route.cluster), slices.Clone(route.local)
				change(&route)
				changed[key] = route
			}
			return changed
		}
	}
}

// stale returns a side that never reads a slice again.
func stale() func(proxySide) proxySide {
	return func(side proxySide) proxySide {
		first := map[string]*discoveryv1.EndpointSlice{}
		return seeing(func(s *proxyScenario) {
			for i, slice := range s.slices {
				if first[slice.Name] == nil {
					first[slice.Name] = slice
				}
				s.slices[i] = first[slice.Name]
			}
		})(side)
	}
}

func allEndpoints(s *proxyScenario) []*discoveryv1.Endpoint {
	var all []*discoveryv1.Endpoint
	for _, slice := range s.slices {
		for i := range slice.Endpoints {
			all = append(all, &slice.Endpoints[i])
		}
	}
	return all
}

func preferred(first, second []string) []string {
	if len(first) > 0 {
		return first
	}
	return second
}

func zoneAsHint(e *discoveryv1.Endpoint) *discoveryv1.EndpointHints {
	if e.Zone == nil {
		return nil
	}
	return &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: *e.Zone}}}
}

func readyWhileServing(e *discoveryv1.Endpoint) {
	if ptr.Deref(e.Conditions.Serving, true) && ptr.Deref(e.Conditions.Terminating, false) {
		e.Conditions.Ready = ptr.To(true)
	}
}

func terminatingBeforeReady(e *discoveryv1.Endpoint) {
	if ptr.Deref(e.Conditions.Terminating, false) {
		e.Conditions.Ready = ptr.To(false)
	}
}

func dropDuplicates(s *proxyScenario) {
	count := map[string]int{}
	for _, endpoint := range allEndpoints(s) {
		count[addressOf(endpoint)]++
	}
	for _, slice := range s.slices {
		slice.Endpoints = slices.DeleteFunc(slice.Endpoints, func(e discoveryv1.Endpoint) bool { return count[addressOf(&e)] > 1 })
	}
}

// That the comparison finds no differences proves something only if it finds faults.
func TestPlantedFaultsOfConsumersAreFound(t *testing.T) {
	right := func(s *proxyScenario) routes { return ourRoutes(s, map[endpoints.Reason]int{}) }
	for name, fault := range proxyFaults {
		t.Run(name, func(t *testing.T) {
			const wanted = 3
			found := 0
			for next := *seed; found < wanted; next++ {
				if next > *seed+500 {
					t.Fatalf("from seed %d, the fault was found only %d times", *seed, found)
				}
				if len(runProxyScenario(next, fault(right), map[string]int{})) > 0 {
					found++
				}
			}
		})
	}
}
