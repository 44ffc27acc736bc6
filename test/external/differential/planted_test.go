package differential

import (
	"maps"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/endpointslice/topologycache"
)

// faults are mistakes that a reconciler could make. Each changes an outcome, and
// reports whether it found something to change.
var faults = map[string]func(s *scenario, out *outcome) bool{
	"an endpoint is lost": onEndpoints(func(slice *discoveryv1.EndpointSlice) {
		slice.Endpoints = slice.Endpoints[1:]
	}),
	"an endpoint exists twice": onEndpoints(func(slice *discoveryv1.EndpointSlice) {
		slice.Endpoints = append(slice.Endpoints, slice.Endpoints[0])
	}),
	"ready is wrong": onEndpoints(func(slice *discoveryv1.EndpointSlice) {
		slice.Endpoints[0].Conditions.Ready = new(!*slice.Endpoints[0].Conditions.Ready)
	}),
	"serving is missing": onEndpoints(func(slice *discoveryv1.EndpointSlice) {
		slice.Endpoints[0].Conditions.Serving = nil
	}),
	"terminating is wrong": onEndpoints(func(slice *discoveryv1.EndpointSlice) {
		slice.Endpoints[0].Conditions.Terminating = new(!*slice.Endpoints[0].Conditions.Terminating)
	}),
	"the zone is wrong":     onEndpoints(func(slice *discoveryv1.EndpointSlice) { slice.Endpoints[0].Zone = new("planted") }),
	"the Node is missing":   onEndpoints(func(slice *discoveryv1.EndpointSlice) { slice.Endpoints[0].NodeName = nil }),
	"the hostname is wrong": onEndpoints(func(slice *discoveryv1.EndpointSlice) { slice.Endpoints[0].Hostname = new("planted") }),
	"the target has no UID": onEndpoints(func(slice *discoveryv1.EndpointSlice) { slice.Endpoints[0].TargetRef.UID = "" }),
	"the address is wrong":  onEndpoints(func(slice *discoveryv1.EndpointSlice) { slice.Endpoints[0].Addresses = []string{"192.0.2.1"} }),
	"there are hints for Nodes": onEndpoints(func(slice *discoveryv1.EndpointSlice) {
		hints := slice.Endpoints[0].Hints.DeepCopy()
		if hints == nil {
			hints = &discoveryv1.EndpointHints{}
		}
		hints.ForNodes = append(hints.ForNodes, discoveryv1.ForNode{Name: "planted"})
		slice.Endpoints[0].Hints = hints
	}),
	"a port is missing": onSlice(func(slice *discoveryv1.EndpointSlice) bool {
		slice.Ports = slice.Ports[:max(0, len(slice.Ports)-1)]
		return len(slice.Ports) > 0
	}),
	"a label is missing": onSlice(func(slice *discoveryv1.EndpointSlice) bool {
		slice.Labels = maps.Clone(slice.Labels)
		delete(slice.Labels, discoveryv1.LabelServiceName)
		return true
	}),
	"the trigger time is missing": onSlice(func(slice *discoveryv1.EndpointSlice) bool {
		_, found := slice.Annotations[corev1.EndpointsLastChangeTriggerTime]
		slice.Annotations = nil
		return found
	}),
	"the owner is missing": onSlice(func(slice *discoveryv1.EndpointSlice) bool {
		found := len(slice.OwnerReferences) > 0
		slice.OwnerReferences = nil
		return found
	}),
	"a finalizer is lost": onSlice(func(slice *discoveryv1.EndpointSlice) bool {
		found := len(slice.Finalizers) > 0
		slice.Finalizers = nil
		return found
	}),
	"two slices are merged": func(s *scenario, out *outcome) bool {
		for _, a := range out.list() {
			for _, b := range out.list() {
				if a.Name < b.Name && groupOf(a) == groupOf(b) && len(a.Endpoints) > 0 && len(b.Endpoints) > 0 && !ignored(s, a.Name) && !ignored(s, b.Name) {
					out.slices[a.Name].Endpoints = append(a.Endpoints, b.Endpoints...)
					delete(out.slices, b.Name)
					return true
				}
			}
		}
		return false
	},
	"one update too many": func(_ *scenario, out *outcome) bool {
		out.updates++
		return true
	},
	"one create too many": func(_ *scenario, out *outcome) bool {
		out.creates++
		return true
	},
	"a delete is missing": func(_ *scenario, out *outcome) bool {
		out.deletes--
		return out.deletes >= 0
	},
	"an error is swallowed": func(_ *scenario, out *outcome) bool {
		found := len(out.problems) > 0
		out.problems = nil
		return found
	},
	"a slice of another manager is written": func(s *scenario, out *outcome) bool {
		i := slices.IndexFunc(s.slices, func(slice *discoveryv1.EndpointSlice) bool { return ignored(s, slice.Name) })
		if i < 0 {
			return false
		}
		out.slices[s.slices[i].Name].Labels = map[string]string{"planted": "true"}
		return true
	},
}

// onSlice plants a fault in the first written slice in which it can be planted.
func onSlice(fault func(*discoveryv1.EndpointSlice) bool) func(*scenario, *outcome) bool {
	return func(_ *scenario, out *outcome) bool {
		for _, slice := range out.list() {
			if out.written[slice.Name] && fault(slice) {
				out.slices[slice.Name] = slice
				return true
			}
		}
		return false
	}
}

// onEndpoints plants a fault in the first written slice that has endpoints.
func onEndpoints(fault func(*discoveryv1.EndpointSlice)) func(*scenario, *outcome) bool {
	return onSlice(func(slice *discoveryv1.EndpointSlice) bool {
		if len(slice.Endpoints) == 0 {
			return false
		}
		fault(slice)
		return true
	})
}

// faulty is a side with a fault in the first outcome in which it can be planted.
type faulty struct {
	side
	fault   func(*scenario, *outcome) bool
	planted bool
}

func (f *faulty) sync(s *scenario, server *apiServer) outcome {
	out := f.side.sync(s, server)
	if !f.planted {
		f.planted = f.fault(s, &out)
	}
	return out
}

// That the comparison finds no differences proves something only if it finds faults.
func TestPlantedFaultsAreFound(t *testing.T) {
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			const wanted = 3
			found := 0
			for next := *seed; found < wanted; next++ {
				if next > *seed+500 {
					t.Fatalf("from seed %d, the fault could be planted only %d times", *seed, found)
				}
				g := newGenerator(next)
				s := g.scenario()
				us := newOurs()
				them := &kubernetesSide{topology: topologycache.NewTopologyCache()}
				for range *steps {
					side := &faulty{side: us, fault: fault}
					_, _, differences := runStep(s, side, them, map[string]int{})
					if side.planted && len(differences) == 0 {
						t.Fatalf("seed %d: the fault was not found", next)
					}
					if side.planted {
						found++
						break
					}
					s.slices = us.sync(s.clone(), newAPIServer(s.slices)).list()
					g.evolve(s)
				}
			}
		})
	}
}
