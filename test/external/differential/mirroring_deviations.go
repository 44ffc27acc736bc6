package differential

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
)

// mirroringDeviation is a deliberate difference from the mirroring controller.
// Like a deviation, it is still part of the comparison.
type mirroringDeviation struct {
	name, reason string
	// prepare changes the Endpoints that upstream sees, so that it makes the slices
	// that Meshwork has to make. It reports whether it changed anything.
	prepare func(endpoints *corev1.Endpoints) bool
	// stuck reports whether upstream may never finish the mirror. If so, it starts over.
	stuck func(stuckMirror) bool
	// rare is set if the deviation depends on the timing, so that it may not occur in a run.
	rare bool
}

var mirroringDeviations = []mirroringDeviation{
	{
		name:    "application protocols of Endpoints",
		reason:  "Upstream compares application protocols by pointer, so a port with one counts as a different port in each subset. The port is listed twice, which the API server refuses, and an address may be ready although one subset says otherwise. Meshwork compares ports by value.",
		prepare: mergeApplicationProtocols,
	},
	{
		name:    "reserved labels of Endpoints",
		reason:  "Upstream compares the reserved labels of the Endpoints with the values that it set instead, so it writes in every sync. Meshwork ignores them.",
		prepare: dropReservedLabels,
	},
	{
		name:   "new slices of both families",
		reason: "When new slices of both families are needed and slices to delete can be reused for them, upstream confuses the families, creates a slice under a name that is taken, and fails, often forever. Meshwork plans each family separately.",
		stuck:  recyclesAmongFamilies,
	},
	{
		name:   "mirrors that wait for a slice",
		reason: "When a slice changes or goes while upstream writes it, upstream may remember a slice that does not exist. It waits for that slice forever, and mirrors nothing until then. Meshwork compares with what its cache holds, and corrects a conflict in the next sync.",
		stuck:  waitsForCache,
		rare:   true,
	},
	{
		name:   "other owners of mirrored slices",
		reason: "When upstream writes a slice, the owner references and finalizers of others are lost. Meshwork keeps them.",
	},
}

// mergeApplicationProtocols leaves each port with an application protocol in one
// subset, by giving each port a subset of its own.
func mergeApplicationProtocols(endpoints *corev1.Endpoints) bool {
	offers, addresses := offersOf(endpoints.Subsets)
	repeated := false
	for _, offer := range offers {
		repeated = repeated || offer.times > 1 && offer.port != nil && offer.port.AppProtocol != nil
	}
	if !repeated {
		return false
	}
	endpoints.Subsets = nil
	for _, offer := range offers {
		endpoints.Subsets = append(endpoints.Subsets, offer.subset(addresses))
	}
	return true
}

func dropReservedLabels(endpoints *corev1.Endpoints) bool {
	before := len(endpoints.Labels)
	delete(endpoints.Labels, discoveryv1.LabelServiceName)
	delete(endpoints.Labels, discoveryv1.LabelManagedBy)
	return len(endpoints.Labels) < before
}

// waitsForCache reports whether upstream's last attempts failed because it waited for its
// cache.
func waitsForCache(mirror stuckMirror) bool {
	return len(mirror.log) > 0 && !slices.ContainsFunc(mirror.log, func(line string) bool {
		return !strings.Contains(line, "EndpointSlice informer cache is out of date")
	})
}

// recyclesAmongFamilies reports whether slices of both address types must be
// created, while others must be deleted and can be reused for them.
func recyclesAmongFamilies(mirror stuckMirror) bool {
	made, gone := newGroups(mirror.before, mirror.after), newGroups(mirror.after, mirror.before)
	return len(made) == 2 && len(gone) > 0
}

// newGroups returns the address types of the slices whose ports no earlier slice of
// the same type has.
func newGroups(before, after []*discoveryv1.EndpointSlice) sets.Set[discoveryv1.AddressType] {
	known, addressTypes := sets.New[string](), sets.New[discoveryv1.AddressType]()
	for _, slice := range before {
		known.Insert(groupOf(slice))
	}
	for _, slice := range after {
		if !known.Has(groupOf(slice)) {
			addressTypes.Insert(slice.AddressType)
		}
	}
	return addressTypes
}

// host identifies an address.
type host struct {
	ip  string
	uid types.UID
}

func hostOf(address *corev1.EndpointAddress) host {
	if address.TargetRef == nil {
		return host{ip: address.IP}
	}
	return host{address.IP, address.TargetRef.UID}
}

// offer is a port, nil for none, and the hosts that have it. A host is ready unless
// a subset lists it as not ready.
type offer struct {
	port  *corev1.EndpointPort
	ready map[host]bool
	// times is the number of subsets that list the port.
	times int
}

// offersOf returns an offer for every port, and the first address of every host.
func offersOf(subsets []corev1.EndpointSubset) ([]*offer, []corev1.EndpointAddress) {
	var offers []*offer
	var addresses []corev1.EndpointAddress
	byPort, known := map[string]*offer{}, map[host]bool{}
	for _, subset := range subsets {
		for _, address := range append(subset.Addresses[:len(subset.Addresses):len(subset.Addresses)], subset.NotReadyAddresses...) {
			if !known[hostOf(&address)] {
				known[hostOf(&address)] = true
				addresses = append(addresses, address)
			}
		}
		for _, port := range portsOrNil(subset.Ports) {
			key := portText(port)
			if byPort[key] == nil {
				byPort[key] = &offer{port: port, ready: map[host]bool{}}
				offers = append(offers, byPort[key])
			}
			byPort[key].add(&subset)
		}
	}
	return offers, addresses
}

func (o *offer) add(subset *corev1.EndpointSubset) {
	o.times++
	for i := range subset.Addresses {
		before, found := o.ready[hostOf(&subset.Addresses[i])]
		o.ready[hostOf(&subset.Addresses[i])] = before || !found
	}
	for i := range subset.NotReadyAddresses {
		o.ready[hostOf(&subset.NotReadyAddresses[i])] = false
	}
}

// subset returns a subset with this port only.
func (o *offer) subset(addresses []corev1.EndpointAddress) corev1.EndpointSubset {
	var subset corev1.EndpointSubset
	if o.port != nil {
		subset.Ports = []corev1.EndpointPort{*o.port}
	}
	for i := range addresses {
		switch ready, found := o.ready[hostOf(&addresses[i])]; {
		case found && ready:
			subset.Addresses = append(subset.Addresses, addresses[i])
		case found:
			subset.NotReadyAddresses = append(subset.NotReadyAddresses, addresses[i])
		}
	}
	return subset
}

func portsOrNil(ports []corev1.EndpointPort) []*corev1.EndpointPort {
	if len(ports) == 0 {
		return []*corev1.EndpointPort{nil}
	}
	var pointers []*corev1.EndpointPort
	for i := range ports {
		pointers = append(pointers, &ports[i])
	}
	return pointers
}

func portText(port *corev1.EndpointPort) string {
	if port == nil {
		return ""
	}
	protocol := port.Protocol
	if protocol == "" {
		protocol = corev1.ProtocolTCP
	}
	return fmt.Sprintf("%q/%d/%s/%q", port.Name, port.Port, protocol, value(port.AppProtocol))
}
