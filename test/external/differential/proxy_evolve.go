package differential

import (
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
)

// evolveProxy makes a few writes as controllers make them. Between the writes of one
// change, slices disagree.
func (g *generator) evolveProxy(s *proxyScenario) {
	for range 1 + g.IntN(3) {
		g.writeProxySlice(s)
	}
	g.Shuffle(len(s.slices), func(i, j int) { s.slices[i], s.slices[j] = s.slices[j], s.slices[i] })
}

func (g *generator) writeProxySlice(s *proxyScenario) {
	if len(s.slices) == 0 || g.once(12) {
		g.addProxySlice(s)
		return
	}
	slice := pick(g, s.slices...)
	switch g.IntN(12) {
	case 0:
		g.setProxyService(s)
		return
	case 1:
		s.slices = slices.DeleteFunc(s.slices, func(other *discoveryv1.EndpointSlice) bool { return other == slice })
		return
	case 2:
		g.setHints(s, s.slices)
		for _, other := range s.slices {
			g.written(other)
		}
		return
	case 3:
		g.addProxyPod(s)
	case 4:
		slice.Ports = g.proxySlicePorts()
	default:
		if len(slice.Endpoints) > 0 {
			g.writeProxyEndpoint(s, slice, g.IntN(len(slice.Endpoints)))
		}
	}
	g.written(slice)
}

// writeProxyEndpoint changes an endpoint, or makes one of the two writes that move it to
// another slice.
func (g *generator) writeProxyEndpoint(s *proxyScenario, slice *discoveryv1.EndpointSlice, i int) {
	endpoint := &slice.Endpoints[i]
	switch g.IntN(8) {
	case 0, 1: // The other slices that have it are outdated from now on.
		endpoint.Conditions = g.conditions()
	case 2:
		endpoint.Hints = g.hints(s, g.once(2), g.once(2))
	case 3, 4: // The first half of a move.
		g.copyEndpoint(s, slice, i)
	case 5: // The second half of a move, or the end of a Pod.
		slice.Endpoints = slices.Delete(slice.Endpoints, i, i+1)
	case 6:
		endpoint.NodeName = nil
	case 7: // A new Pod has the address of another one, which may still be terminating.
		another := *endpoint.DeepCopy()
		another.Conditions = g.conditions()
		if another.TargetRef != nil {
			another.TargetRef.UID = types.UID("new-" + string(another.TargetRef.UID))
			another.TargetRef.Name = "new-" + another.TargetRef.Name
			g.putEndpoint(pick(g, slice, slice, pick(g, s.slices...)), another, slice.AddressType)
		}
	}
}

// copyEndpoint copies an endpoint to another slice, perhaps in another state.
func (g *generator) copyEndpoint(s *proxyScenario, slice *discoveryv1.EndpointSlice, i int) {
	duplicate := *slice.Endpoints[i].DeepCopy()
	if g.once(3) {
		duplicate.Conditions = g.conditions()
	}
	if g.once(6) {
		duplicate.Hints = g.hints(s, g.once(2), g.once(2))
	}
	g.putEndpoint(pick(g, s.slices...), duplicate, slice.AddressType)
}

// putEndpoint adds an endpoint to a slice of its family. No Pod or address without a Pod
// is in a slice twice.
func (g *generator) putEndpoint(into *discoveryv1.EndpointSlice, endpoint discoveryv1.Endpoint, family discoveryv1.AddressType) {
	twice := slices.ContainsFunc(into.Endpoints, func(other discoveryv1.Endpoint) bool { return samePod(&other, &endpoint) })
	if into.AddressType == family && !twice {
		into.Endpoints = append(into.Endpoints, endpoint)
		g.written(into)
	}
}

// samePod reports whether two endpoints are the same Pod, or are no Pods and have the same
// address.
func samePod(a, b *discoveryv1.Endpoint) bool {
	if a.TargetRef == nil || b.TargetRef == nil {
		return a.TargetRef == b.TargetRef && addressOf(a) == addressOf(b)
	}
	return a.TargetRef.UID == b.TargetRef.UID
}
