package resource_test

import (
	"errors"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"testing"
	"time"

	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	"google.golang.org/protobuf/proto"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

const randomViews = 10000

// TestClientsUseWhatKubeProxyUses compares assignments with package endpoints, which is compared
// with kube-proxy elsewhere, and checks for messages that gRPC clients refuse.
func TestClientsUseWhatKubeProxyUses(t *testing.T) {
	random := newRandom(t)
	for i := range randomViews {
		view := random.Served(checkoutKey)
		for _, client := range []resource.Client{in("n0", "z0"), in("n1", "z1"), in("n3", ""), in("", "")} {
			message := assignment(t, view, "checkout.shop:80", client)
			if problem := refusal(message); problem != "" {
				t.Fatalf("view %d: a client refuses %v: %s", i, message, problem)
			}
			got, want := addressesOf(message), expectedAddresses(view, client)
			if !slices.Equal(got, want) {
				t.Fatalf("view %d, client %v: the client uses %v, and kube-proxy %v", i, client, got, want)
			}
		}
	}
}

// newRandom prints the seed.
func newRandom(t *testing.T) resourcetest.Random {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return resourcetest.Random{Rand: rand.New(rand.NewPCG(seed, 0)), Address: resourcetest.PodAddress}
}

// TestEveryResourceIsValid checks the resources of all kinds of clients for all names of random
// Services.
func TestEveryResourceIsValid(t *testing.T) {
	random := newRandom(t)
	for i := range randomViews {
		service := resource.NewService(random.Any(checkoutKey))
		for _, kind := range resource.Kinds {
			for _, name := range namesOf(service, kind) {
				for _, client := range []resource.Client{in("n0", "z0"), {IsGo: true}, {IsJS: true}, withCertificates, {IsJS: true, HasCertificates: true}, {Namespace: "web"}} {
					built := resource.BuildFor(client.Namespace, kind, name, domain, service)
					message := built.Message(client)
					if message == nil {
						if built.For(client).Missing == "" {
							t.Errorf("view %d: %s %q: there is neither a message nor why it is missing", i, kind, name)
						}
						continue
					}
					if err := invalid(message); err != nil {
						t.Fatalf("view %d: %s %q: a client refuses %v: %v", i, kind, name, message, err)
					}
				}
			}
		}
	}
}

// namesOf returns names that clients use, and those that a client gets which asks for all.
func namesOf(service *resource.Service, kind resource.Kind) []string {
	return append(service.Names(kind), "checkout.shop", "checkout.shop:80", "checkout.shop.svc.cluster.local:admin", "host-0.checkout.shop:80", "checkout.shop:53")
}

// expectedAddresses returns the addresses of both families. If one family has only endpoints that
// terminate while the other has ready ones, they do not count.
func expectedAddresses(view resource.View, client resource.Client) []string {
	all, _ := endpoints.Aggregate(view.Slices)
	ports := endpoints.GroupByPort(all)
	ready, terminating := sets.New[string](), sets.New[string]()
	for _, family := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
		port := ports.Get(endpoints.PortKey{Family: family, Name: "grpc", Protocol: corev1.ProtocolTCP})
		choice := port.Choose(endpoints.InternalPolicy(view.Service), client.Client)
		for _, endpoint := range choice.Endpoints {
			into := ready
			if !endpoint.Ready {
				into = terminating
			}
			into.Insert(net.JoinHostPort(endpoint.Address.String(), strconv.Itoa(int(endpoint.Port))))
		}
	}
	if ready.Len() == 0 {
		return sets.List(terminating)
	}
	return sets.List(ready)
}

// addressesOf returns the addresses of the first priority, as kube-proxy has no others.
func addressesOf(message *endpointv3.ClusterLoadAssignment) []string {
	found := sets.New[string]()
	for _, locality := range message.GetEndpoints() {
		if locality.GetPriority() > 0 {
			continue
		}
		for _, endpoint := range locality.GetLbEndpoints() {
			for _, address := range addressesOfEndpoint(endpoint.GetEndpoint()) {
				found.Insert(address)
			}
		}
	}
	return sets.List(found)
}

func addressesOfEndpoint(endpoint *endpointv3.Endpoint) []string {
	joined := func(address string, port uint32) string { return net.JoinHostPort(address, strconv.Itoa(int(port))) }
	first := endpoint.GetAddress().GetSocketAddress()
	addresses := []string{joined(first.GetAddress(), first.GetPortValue())}
	for _, additional := range endpoint.GetAdditionalAddresses() {
		address := additional.GetAddress().GetSocketAddress()
		addresses = append(addresses, joined(address.GetAddress(), address.GetPortValue()))
	}
	return addresses
}

// refusal returns why a gRPC client would refuse the assignment, or not use a part of it
// (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
func refusal(message *endpointv3.ClusterLoadAssignment) string {
	if err := message.ValidateAll(); err != nil {
		return err.Error()
	}
	type place struct {
		priority uint32
		zone     string
	}
	places, addresses := sets.New[place](), sets.New[string]()
	last := uint32(0)
	for _, locality := range message.GetEndpoints() {
		switch {
		case locality.GetLocality() == nil:
			return "a locality is not set"
		case locality.GetLoadBalancingWeight().GetValue() != uint32(len(locality.GetLbEndpoints())):
			return "a locality has not the weight of its endpoints"
		case len(locality.GetLbEndpoints()) == 0:
			return "a locality has no endpoint"
		case locality.GetPriority() != last && locality.GetPriority() != last+1 || len(places) == 0 && locality.GetPriority() != 0:
			return "the priorities have a gap"
		case places.Has(place{locality.GetPriority(), locality.GetLocality().GetZone()}):
			return "two localities are the same"
		}
		last = locality.GetPriority()
		places.Insert(place{last, locality.GetLocality().GetZone()})
		for _, endpoint := range locality.GetLbEndpoints() {
			for _, address := range addressesOfEndpoint(endpoint.GetEndpoint()) {
				if addresses.Has(address) {
					return address + " comes twice"
				}
				addresses.Insert(address)
			}
		}
	}
	return ""
}

// FuzzBuild builds resources for names that clients make up.
func FuzzBuild(f *testing.F) {
	for _, name := range []string{
		"checkout.shop:80", "a.b.c.svc.cluster.local:grpc", "meshwork: x", "meshwork: ", "checkout.shop:80@10.96.0.10", "*", "", ":", "@", "[::1]:80", "x/y", webServer,
	} {
		f.Add(name)
	}
	service := resource.NewService(serverView("checkout", 8080, v1alpha1.MTLSModeAnnotation, "Strict"))
	f.Fuzz(func(t *testing.T, name string) {
		for _, kind := range resource.Kinds {
			var of *resource.Service
			if _, found := resource.ServiceOf(name, domain); found {
				of = service
			}
			built := resource.Build(kind, name, domain, of)
			for _, client := range []resource.Client{{}, {IsGo: true}, withCertificates} {
				if built.For(client).Missing != "" {
					continue
				}
				message := built.Message(client)
				if message == nil {
					t.Errorf("%s %q: there is neither a message nor why it is missing", kind, name)
					continue
				}
				if err := invalid(message); err != nil {
					t.Errorf("%s %q: a client refuses it: %v", kind, name, err)
				}
				encoded, err := resource.Encode(kind, message)
				if err != nil {
					t.Errorf("%s %q: %v", kind, name, err)
					continue
				}
				compact := built.Compact(kind)
				if kept := compact.Encoded(client); kept != nil && !proto.Equal(kept.Any, encoded.Any) || kept == nil && compact.Message(client) == nil {
					t.Errorf("%s %q: compact, it is %v instead of %v", kind, name, kept, encoded)
				}
			}
		}
	})
}

// invalid returns an error if a message, or one inside a listener, breaks the rules of its type.
func invalid(message proto.Message) error {
	err := message.(interface{ ValidateAll() error }).ValidateAll()
	listener, _ := message.(*listenerv3.Listener)
	if packed := listener.GetApiListener().GetApiListener(); packed != nil {
		inner, unpacked := packed.UnmarshalNew()
		if unpacked != nil {
			return unpacked
		}
		err = errors.Join(err, invalid(inner))
	}
	return err
}
