package differential

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/clientset"
)

// mirrorFaults are mistakes that a mirroring reconciler could make. Each takes a
// slice that has endpoints, and returns the slices that replace it.
var mirrorFaults = map[string]func(*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice{
	"the address is wrong":     onEndpoint(func(e *discoveryv1.Endpoint) { e.Addresses = []string{"192.0.2.1"} }),
	"there is another address": onEndpoint(func(e *discoveryv1.Endpoint) { e.Addresses = append(e.Addresses, "192.0.2.1") }),
	"ready is wrong":           onEndpoint(func(e *discoveryv1.Endpoint) { e.Conditions.Ready = new(!*e.Conditions.Ready) }),
	"ready is missing":         onEndpoint(func(e *discoveryv1.Endpoint) { e.Conditions.Ready = nil }),
	"serving is set":           onEndpoint(func(e *discoveryv1.Endpoint) { e.Conditions.Serving = new(true) }),
	"the hostname is wrong":    onEndpoint(func(e *discoveryv1.Endpoint) { e.Hostname = new("planted") }),
	"the Node is wrong":        onEndpoint(func(e *discoveryv1.Endpoint) { e.NodeName = new("planted") }),
	"there is a zone":          onEndpoint(func(e *discoveryv1.Endpoint) { e.Zone = new("planted") }),
	"there are hints":          onEndpoint(func(e *discoveryv1.Endpoint) { e.Hints = &discoveryv1.EndpointHints{} }),
	"the target is wrong":      onEndpoint(func(e *discoveryv1.Endpoint) { e.TargetRef = &corev1.ObjectReference{Kind: "Pod", UID: "planted"} }),
	"an endpoint is lost":      onMirror(func(s *discoveryv1.EndpointSlice) { s.Endpoints = s.Endpoints[1:] }),
	"an endpoint exists twice": onMirror(func(s *discoveryv1.EndpointSlice) { s.Endpoints = append(s.Endpoints, s.Endpoints[0]) }),
	"the family is wrong":      onMirror(func(s *discoveryv1.EndpointSlice) { s.AddressType = discoveryv1.AddressTypeFQDN }),
	"there is another port": onMirror(func(s *discoveryv1.EndpointSlice) {
		s.Ports = append(s.Ports, discoveryv1.EndpointPort{Name: new("planted")})
	}),
	"there is another label":     onMirror(func(s *discoveryv1.EndpointSlice) { s.Labels["planted"] = "" }),
	"a label is missing":         onMirror(func(s *discoveryv1.EndpointSlice) { delete(s.Labels, discoveryv1.LabelServiceName) }),
	"an annotation is wrong":     onMirror(func(s *discoveryv1.EndpointSlice) { s.Annotations = map[string]string{"planted": ""} }),
	"the owner is wrong":         onMirror(func(s *discoveryv1.EndpointSlice) { s.OwnerReferences[0].UID = "planted" }),
	"no owner is the controller": onMirror(func(s *discoveryv1.EndpointSlice) { s.OwnerReferences[0].Controller = nil }),
	"there is a finalizer":       onMirror(func(s *discoveryv1.EndpointSlice) { s.Finalizers = []string{"example.com/planted"} }),
	"the name is wrong":          onMirror(func(s *discoveryv1.EndpointSlice) { s.Name = "planted-" + s.Name }),
	"a slice is missing":         func(*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice { return nil },
	"a slice exists twice": func(s *discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
		return []*discoveryv1.EndpointSlice{s, s}
	},
	"there is an empty slice": onCopy(func(_, other *discoveryv1.EndpointSlice) { other.Endpoints = nil }),
	"a slice is split": onCopy(func(slice, other *discoveryv1.EndpointSlice) {
		slice.Endpoints, other.Endpoints = slice.Endpoints[:1], other.Endpoints[1:]
	}),
}

func onEndpoint(fault func(*discoveryv1.Endpoint)) func(*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	return onMirror(func(slice *discoveryv1.EndpointSlice) { fault(&slice.Endpoints[0]) })
}

func onMirror(fault func(*discoveryv1.EndpointSlice)) func(*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	return func(slice *discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
		fault(slice)
		return []*discoveryv1.EndpointSlice{slice}
	}
}

// onCopy adds a copy of a slice, and plants a fault in the two.
func onCopy(fault func(slice, other *discoveryv1.EndpointSlice)) func(*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	return func(slice *discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
		other := slice.DeepCopy()
		fault(slice, other)
		return []*discoveryv1.EndpointSlice{slice, other}
	}
}

func TestPlantedFaultsOfMirrorsAreFound(t *testing.T) {
	for seed := range uint64(40) {
		g := newGenerator(seed)
		right := mirrorOf(t, g.endpointsOf(seed))
		if differences := compareMirrors(right, sameMirror(right)); len(differences) > 0 {
			t.Errorf("seed %d: equal mirrors differ:\n%s", seed, join(differences))
		}
		if len(right) == 0 {
			continue
		}
		for name, fault := range mirrorFaults {
			i := g.IntN(len(right))
			wrong := sameMirror(right)
			wrong = slices.Concat(wrong[:i], fault(wrong[i]), wrong[i+1:])
			if len(compareMirrors(wrong, right)) == 0 || len(compareMirrors(right, wrong)) == 0 {
				t.Errorf("seed %d: the comparison does not find in slice %d that %s", seed, i, name)
			}
		}
	}
}

// mirrorOf returns the slices that our reconciler makes from Endpoints.
func mirrorOf(t *testing.T, endpoints *corev1.Endpoints) []*discoveryv1.EndpointSlice {
	t.Helper()
	endpoints.Namespace, endpoints.UID = "shop", "uid-of-endpoints"
	server := newAPIServer(nil)
	if _, err := newMirror(ourClient{server}).sync(t.Context(), endpoints, nil); err != nil {
		t.Fatal(err)
	}
	return server.list()
}

// sameMirror returns a mirror with irrelevant differences only: the manager, the names, the
// order of slices, endpoints and ports, and versions.
func sameMirror(mirror []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	same := deepCopies(mirror)
	for i, slice := range same {
		slice.Name = slice.Name[:len(slice.Name)-randomSuffix] + fmt.Sprintf("x%04d", i)
		slice.UID, slice.ResourceVersion, slice.Generation = "other", "other", 7
		slice.Labels[discoveryv1.LabelManagedBy] = upstreamMirror
		slices.Reverse(slice.Endpoints)
		slices.Reverse(slice.Ports)
	}
	slices.Reverse(same)
	return same
}

// testFaultyReconciler compares a reconciler that loses endpoints with upstream.
func testFaultyReconciler(t *testing.T, clients kubernetes.Interface) {
	b, err := newBatch(t.Context(), clients, "faulty", 1, 10)
	if err != nil {
		t.Fatal(err)
	}
	b.timeout = 200 * time.Millisecond
	b.mirror = newMirror(losingClient{clientset.From(clients.DiscoveryV1())})
	if err := b.step(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, m := range b.mirrored {
		if empty := len(m.live.Subsets) == 0; !empty && len(m.differences) < 2 {
			t.Errorf("seed %d: neither the comparison nor the second sync shows that an endpoint is lost: %v", m.seed, m.differences)
		}
	}
}

// losingClient writes slices without their last endpoint.
type losingClient struct{ endpointslice.Client }

func (c losingClient) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.Client.Create(ctx, withoutLast(slice))
}

func (c losingClient) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.Client.Update(ctx, withoutLast(slice))
}

func withoutLast(slice *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
	slice = slice.DeepCopy()
	slice.Endpoints = slice.Endpoints[:len(slice.Endpoints)-1]
	return slice
}
