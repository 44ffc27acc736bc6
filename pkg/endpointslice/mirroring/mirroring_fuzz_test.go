package mirroring_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/address"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
)

// FuzzNewSync repacks subsets chosen by the bytes, with one arbitrary address
// and one arbitrary port. Every address must keep all of its ports unless two of them have the same
// name, be ready only if no subset lists it as not ready, and no subset may be too large.
func FuzzNewSync(f *testing.F) {
	f.Add([]byte{}, "10.0.0.9", "http", uint16(1000))
	f.Add([]byte{2, 3, 0, 1, 2, 0, 1, 1, 3, 1, 2, 3}, "fd00::9", "", uint16(1))
	f.Add([]byte{4, 3, 1, 4, 3, 2, 1, 2, 3, 0, 1, 2}, "010.0.0.9", "\";80\"TCP", uint16(0))
	f.Add([]byte("(\xfd\xdbW\xfbҡ\xe2\xa9)\x89\x8eo\xfd\xf9\fNi.\x8f\x0f5}\x17\f-\x9e!"), "nonsense", "(", uint16(0)) // ports of one name
	f.Add([]byte("10"), "::", "\x10", uint16(27))                                                                     // unspecified
	for seed := range byte(4) {
		f.Add(slicetest.RandomBytes(seed), "nonsense", "x", uint16(seed))
	}

	f.Fuzz(func(t *testing.T, data []byte, ip, port string, maximum uint16) {
		if slices.Contains(fuzzedIPs, canonical(ip)) {
			t.Skip("two notations of one address")
		}
		g := NewWithT(t)
		endpoints := fuzzedEndpoints((*slicetest.Bytes)(&data), ip, port)
		before := endpoints.DeepCopy()

		desired := groupsOf(endpoints, int32(maximum))

		g.Expect(endpoints).To(Equal(before))
		expectBounded(g, desired, cmp.Or(int(maximum), 1000))
		everything := groupsOf(endpoints, 1000)
		g.Expect(readinessByPort(everything)).To(Equal(wantedReadinessByPort(endpoints)))
		all := readinessByPort(everything)
		for one, ready := range readinessByPort(desired) {
			g.Expect(all).To(HaveKeyWithValue(one, ready), "addresses beyond the maximum do not affect the others")
		}
	})
}

var fuzzedIPs = []string{"10.0.0.1", "10.0.0.2", "10.0.0.3", "fd00::1", "fd00::2"}

func fuzzedEndpoints(choose slicetest.Chooser, ip, port string) *corev1.Endpoints {
	ips := append([]string{ip, "nonsense", ""}, fuzzedIPs...)
	addresses := func() []corev1.EndpointAddress {
		var made []corev1.EndpointAddress
		for range choose.IntN(5) {
			one := corev1.EndpointAddress{IP: slicetest.Pick(choose, ips...)}
			if slicetest.Once(choose, 3) {
				one = ofPod(one.IP, types.UID(slicetest.Pick(choose, "a", "b")))
			}
			made = append(made, one)
		}
		return made
	}
	endpoints := &corev1.Endpoints{}
	for range choose.IntN(6) {
		made := subset(addresses(), addresses())
		for range choose.IntN(4) {
			made.Ports = append(made.Ports, corev1.EndpointPort{
				Name: slicetest.Pick(choose, port, "http"), Port: slicetest.Pick[int32](choose, 80, 443), Protocol: corev1.ProtocolTCP,
				AppProtocol: slicetest.Pick(choose, nil, &port),
			})
		}
		endpoints.Subsets = append(endpoints.Subsets, made)
	}
	return endpoints
}

// canonical returns "" for an address that no endpoint may have.
func canonical(text string) string {
	ip, _ := address.Canonical(text)
	return ip
}

// addressOnPort is one address with one port, or without ports.
type addressOnPort struct{ ip, target, port string }

// readinessByPort returns the readiness of each address on each port.
func readinessByPort(desired []endpointslice.Group) map[addressOnPort]bool {
	found := map[addressOnPort]bool{}
	for _, one := range desired {
		for _, endpoint := range one.Endpoints {
			key := addressOnPort{ip: endpoint.Addresses[0]}
			if endpoint.TargetRef != nil {
				key.target = string(endpoint.TargetRef.UID)
			}
			for _, port := range one.Ports {
				key.port = text(port)
				found[key] = *endpoint.Conditions.Ready
			}
			if len(one.Ports) == 0 {
				found[key] = *endpoint.Conditions.Ready
			}
		}
	}
	return found
}

// wantedReadinessByPort determines the readiness directly from the subsets.
func wantedReadinessByPort(endpoints *corev1.Endpoints) map[addressOnPort]bool {
	type listed struct{ ip, target string }
	states := map[fuzzedPort]map[listed]bool{}
	for _, subset := range endpoints.Subsets {
		for _, port := range fuzzedPorts(subset.Ports) {
			if states[port] == nil {
				states[port] = map[listed]bool{}
			}
			for i, list := range [][]corev1.EndpointAddress{subset.Addresses, subset.NotReadyAddresses} {
				for _, one := range list {
					key := listed{ip: one.IP}
					if one.TargetRef != nil {
						key.target = string(one.TargetRef.UID)
					}
					before, found := states[port][key]
					states[port][key] = i == 0 && (before || !found)
				}
			}
		}
	}

	sharing := map[string][]fuzzedPort{}
	for port, state := range states {
		key := fmt.Sprint(state)
		sharing[key] = append(sharing[key], port)
	}
	wanted := map[addressOnPort]bool{}
	for _, ports := range sharing {
		for _, port := range oneOfEachName(ports) {
			for one, ready := range states[port] {
				if ip := canonical(one.ip); ip != "" {
					wanted[addressOnPort{ip, one.target, port.text}] = ready
				}
			}
		}
	}
	return wanted
}

// fuzzedPort is a port of a subset, or zero for none.
type fuzzedPort struct{ name, text string }

func fuzzedPorts(ports []corev1.EndpointPort) []fuzzedPort {
	if len(ports) == 0 {
		return []fuzzedPort{{}}
	}
	var made []fuzzedPort
	for _, port := range ports {
		encoded := text(discoveryv1.EndpointPort{Name: &port.Name, Port: &port.Port, Protocol: &port.Protocol, AppProtocol: port.AppProtocol})
		made = append(made, fuzzedPort{port.Name, encoded})
	}
	return made
}

// oneOfEachName returns the ports that share a slice: none if two have the same name.
func oneOfEachName(ports []fuzzedPort) []fuzzedPort {
	if len(ports) > 1 {
		ports = slices.DeleteFunc(ports, func(port fuzzedPort) bool { return port == fuzzedPort{} })
	}
	names := map[string]bool{}
	for _, port := range ports {
		names[port.name] = true
	}
	if len(names) < len(ports) {
		return nil
	}
	return ports
}

func expectBounded(g Gomega, desired []endpointslice.Group, maximum int) {
	bySubset := map[string]int{}
	for _, one := range desired {
		bySubset[text(one.Ports)] += len(one.Endpoints)
	}
	for ports, count := range bySubset {
		g.Expect(count).To(BeNumerically("<=", maximum), ports)
	}
}

func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}
