package differential

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	netutils "k8s.io/utils/net"
)

// proxyDeviation is a deliberate difference from kube-proxy. Like a deviation, it is still
// part of the comparison: kube-proxy gets slices with which it must decide as Meshwork does
// with the original ones.
type proxyDeviation struct {
	name, reason string
	// prepare changes kube-proxy's copy of a scenario, and reports whether it changed
	// anything.
	prepare func(s *proxyScenario) bool
}

var proxyDeviations = []proxyDeviation{
	{
		name:    "addresses of no family",
		reason:  "kube-proxy does not check addresses, and uses one that it cannot parse as <nil>. The API server refuses these addresses. Meshwork skips and reports them.",
		prepare: dropForeignAddresses,
	},
	{
		name:    "outdated copies of an endpoint",
		reason:  "While an endpoint is moved, slices may disagree about it. kube-proxy uses the copy that is not terminating, or else a random one. Meshwork uses the copy in the newest slice.",
		prepare: dropOutdatedCopies,
	},
	{
		name:    "Pods with one address",
		reason:  "If several Pods that are not terminating have the same address, kube-proxy uses the conditions and hints of a random one. Meshwork uses those in the newest slice and, within a slice, of a Pod that is ready.",
		prepare: settleSharedAddresses,
	},
}

func dropForeignAddresses(s *proxyScenario) bool {
	dropped := false
	for _, slice := range s.slices {
		slice.Endpoints = slices.DeleteFunc(slice.Endpoints, func(endpoint discoveryv1.Endpoint) bool {
			ip := netutils.ParseIPSloppy(endpoint.Addresses[0])
			foreign := ip == nil || slice.AddressType == discoveryv1.AddressTypeIPv4 && ip.To4() == nil ||
				slice.AddressType == discoveryv1.AddressTypeIPv6 && ip.To4() != nil
			dropped = dropped || foreign && slice.AddressType != discoveryv1.AddressTypeFQDN
			return foreign
		})
	}
	return dropped
}

// dropOutdatedCopies keeps the newest copy of each Pod, or address without a Pod, on each
// port, if its copies differ.
func dropOutdatedCopies(s *proxyScenario) bool {
	return settleCopies(s, func(copies []endpointCopy) (outdated []endpointCopy) {
		for i, one := range copies {
			for _, other := range copies[i+1:] {
				if !samePod(one.endpoint, other.endpoint) || sameForProxies(one.endpoint, other.endpoint) {
					continue
				}
				if other.age > one.age {
					outdated = append(outdated, one)
				} else {
					outdated = append(outdated, other)
				}
			}
		}
		return outdated
	})
}

// settleSharedAddresses keeps the preferred one of the Pods with the same address and
// port, unless kube-proxy has a preference too.
func settleSharedAddresses(s *proxyScenario) bool {
	return settleCopies(s, func(copies []endpointCopy) []endpointCopy {
		running := slices.DeleteFunc(slices.Clone(copies), func(c endpointCopy) bool { return value(c.endpoint.Conditions.Terminating) })
		if len(running) == 0 {
			running = slices.Clone(copies)
		}
		agree := !slices.ContainsFunc(running[1:], func(c endpointCopy) bool { return !sameForProxies(c.endpoint, running[0].endpoint) })
		if agree {
			return nil
		}
		slices.SortStableFunc(running, func(a, b endpointCopy) int {
			return cmp.Or(cmp.Compare(b.age, a.age), cmp.Compare(b.rank(), a.rank()), strings.Compare(nameOf(a.endpoint), nameOf(b.endpoint)))
		})
		return running[1:]
	})
}

// endpointCopy is an endpoint on one port of one slice.
type endpointCopy struct {
	endpoint *discoveryv1.Endpoint
	// holder is the slice that has only this port, and position the endpoint's index in it.
	holder   *discoveryv1.EndpointSlice
	position int
	age      int
}

// rank is higher for a Pod that is ready, and then for one that is serving.
func (c endpointCopy) rank() int {
	rank := 0
	if ready := c.endpoint.Conditions.Ready; ready == nil || *ready {
		rank += 2
	}
	if serving := c.endpoint.Conditions.Serving; serving == nil || *serving {
		rank++
	}
	return rank
}

// settleCopies removes from each port the copies that a function selects among those with
// the same address. If it selects any, each slice is divided into one for each port, since
// a copy may be outdated on one port only.
func settleCopies(s *proxyScenario, drop func([]endpointCopy) []endpointCopy) bool {
	divided := dividedByPort(s.slices)
	byKey := map[string][]endpointCopy{}
	for _, slice := range divided {
		age, err := strconv.Atoi(slice.ResourceVersion)
		if err != nil {
			panic(err)
		}
		for i := range slice.Endpoints {
			key := groupOf(slice) + " " + addressOf(&slice.Endpoints[i])
			byKey[key] = append(byKey[key], endpointCopy{&slice.Endpoints[i], slice, i, age})
		}
	}
	dropped := map[*discoveryv1.EndpointSlice]map[int]bool{}
	for _, copies := range byKey {
		for _, one := range drop(copies) {
			if dropped[one.holder] == nil {
				dropped[one.holder] = map[int]bool{}
			}
			dropped[one.holder][one.position] = true
		}
	}
	if len(dropped) == 0 {
		return false
	}
	for slice, positions := range dropped {
		var kept []discoveryv1.Endpoint
		for i := range slice.Endpoints {
			if !positions[i] {
				kept = append(kept, slice.Endpoints[i])
			}
		}
		slice.Endpoints = kept
	}
	s.slices = divided
	return true
}

func dividedByPort(all []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	var divided []*discoveryv1.EndpointSlice
	for _, slice := range all {
		for i := range slice.Ports {
			part := slice.DeepCopy()
			part.Name = fmt.Sprintf("%s-port-%d", slice.Name, i)
			part.Ports = part.Ports[i : i+1]
			divided = append(divided, part)
		}
	}
	return divided
}

// sameForProxies reports whether it does not matter which of two copies of an endpoint is
// used.
func sameForProxies(a, b *discoveryv1.Endpoint) bool {
	return value(a.NodeName) == value(b.NodeName) && reflect.DeepEqual(a.Conditions, b.Conditions) && reflect.DeepEqual(a.Hints, b.Hints)
}

// addressOf returns the address of an endpoint in its canonical notation, if it is an IP
// address.
func addressOf(endpoint *discoveryv1.Endpoint) string {
	if ip := netutils.ParseIPSloppy(endpoint.Addresses[0]); ip != nil {
		return ip.String()
	}
	return endpoint.Addresses[0]
}

func nameOf(endpoint *discoveryv1.Endpoint) string {
	if endpoint.TargetRef == nil {
		return "~" // after all Pods
	}
	return endpoint.TargetRef.Name + "/" + string(endpoint.TargetRef.UID)
}
