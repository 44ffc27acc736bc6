package endpoints_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// FuzzAggregate passes two arbitrary slices. Nothing may panic, and the result must be
// sorted, unique and independent of the order.
func FuzzAggregate(f *testing.F) {
	f.Add("IPv4", "1", "10.0.0.1", "a", "ns", byte(0), "IPv4", "2", "10.0.0.1", "a", byte(3), int32(80))
	f.Add("IPv6", "", "fd00::1", "", "", byte(7), "IPv4", "x", "::ffff:10.0.0.1", "b", byte(1), int32(-1))
	f.Add("FQDN", "00", "example.com", "a", "other", byte(2), "", "18446744073709551616", "010.0.0.1", "a", byte(5), int32(70000))

	f.Fuzz(func(t *testing.T, family1, version1, address1, pod1, namespace1 string, conditions1 byte,
		family2, version2, address2, pod2 string, conditions2 byte, number int32) {
		first := slice(discoveryv1.AddressType(family1), version1, ports(port(pod2, number)), discoveryv1.Endpoint{
			Addresses: []string{address1}, Conditions: conditionsFrom(conditions1), Hostname: &pod1,
			TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: namespace1, Name: pod1},
		})
		second := slice(discoveryv1.AddressType(family2), version2, ports(udp("", number), port(pod2, number)), discoveryv1.Endpoint{
			Addresses: []string{address2, address1}, Conditions: conditionsFrom(conditions2),
			TargetRef: &corev1.ObjectReference{Kind: "Pod", Name: pod2},
		})

		got, _ := endpoints.Aggregate([]*discoveryv1.EndpointSlice{first, second})
		reversed, _ := endpoints.Aggregate([]*discoveryv1.EndpointSlice{second, first})

		if len(got) != len(reversed) {
			t.Fatalf("%d endpoints in one order of the slices, %d in the other", len(got), len(reversed))
		}
		for i := range got {
			if got[i] != reversed[i] {
				t.Errorf("endpoint %d is %v in one order of the slices, %v in the other", i, got[i], reversed[i])
			}
			if i > 0 && endpoints.Compare(got[i-1], got[i]) >= 0 {
				t.Errorf("endpoint %d is not after the one before it", i)
			}
		}
	})
}

func conditionsFrom(bits byte) discoveryv1.EndpointConditions {
	condition := func(bit byte) *bool {
		if bits&(1<<(bit+3)) != 0 {
			return nil
		}
		return ptr.To(bits&(1<<bit) != 0)
	}
	return discoveryv1.EndpointConditions{Ready: condition(0), Serving: condition(1), Terminating: condition(2)}
}
