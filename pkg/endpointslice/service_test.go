package endpointslice_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

func TestAddressTypesOfService(t *testing.T) {
	families := func(families ...corev1.IPFamily) []corev1.IPFamily { return families }
	both := sets.New(ipv4, ipv6)

	for _, test := range []struct {
		families  []corev1.IPFamily
		clusterIP string
		want      sets.Set[discoveryv1.AddressType]
	}{
		{families(corev1.IPv4Protocol), "192.0.2.1", sets.New(ipv4)},
		{families(corev1.IPv6Protocol), "fd00::1", sets.New(ipv6)},
		{families(corev1.IPv6Protocol, corev1.IPv4Protocol), "fd00::1", both},
		{families(corev1.IPv4Protocol), corev1.ClusterIPNone, sets.New(ipv4)},
		{nil, "192.0.2.1", sets.New(ipv4)},
		{nil, "fd00::1", sets.New(ipv6)},
		{nil, corev1.ClusterIPNone, both},
		{nil, "", both},
		{families("IPv5"), "192.0.2.1", sets.New(ipv4)},
	} {
		t.Run(fmt.Sprintf("%v %s", test.families, test.clusterIP), func(t *testing.T) {
			service := web()
			service.Spec.IPFamilies, service.Spec.ClusterIP = test.families, test.clusterIP
			NewWithT(t).Expect(endpointslice.AddressTypesOfService(service)).To(Equal(test.want))
		})
	}
}

// secondaryNetwork is a source with the addresses of some Pods.
type secondaryNetwork map[string][]string

func (n secondaryNetwork) AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error) {
	known, found := n[pod.Name]
	if !found {
		return nil, errors.New("no network interface")
	}
	return append(addresses, known...), nil
}

func TestAddressesFromAnotherSource(t *testing.T) {
	g := NewWithT(t)
	network := secondaryNetwork{"web-1": {"10.0.0.11"}, "web-2": nil, "web-4": {"10.0.0.14", "nonsense"}}

	desired, _, err := endpointslice.DesiredEndpointSlicesFromServicePods(logr.Discard(),
		all(webPod("1"), webPod("2"), webPod("3"), webPod("4")), webService(), threeNodes, endpointslice.WithAddressSource(network))

	g.Expect(err).NotTo(HaveOccurred(), "reported like an invalid address")
	g.Expect(desired).To(HaveLen(2))
	g.Expect(showDesired(desired[:1])).To(Equal("IPv4 http:8080: 11@a 14@a"))
	g.Expect(desired[1].Endpoints).To(BeEmpty())
	g.Expect(desired[1].Skipped).To(Equal([]endpointslice.SkippedAddress{
		{Of: "Pod web-3", Reason: endpointslice.ReasonInvalidIPAddress, Detail: "no network interface"},
		{Address: "nonsense", Of: "Pod web-4", Reason: endpointslice.ReasonInvalidIPAddress},
	}))
}

// The addresses of all Pods are appended to the same memory.
func TestAddressesOfPodsAreNotMixedUp(t *testing.T) {
	g := NewWithT(t)
	var pods []*corev1.Pod
	for i := range 600 {
		low, high := i%250+1, i/250
		pods = append(pods, webPod(fmt.Sprint(i), fmt.Sprintf("10.0.%d.%d", high, low), fmt.Sprintf("10.1.%d.%d", high, low), fmt.Sprintf("fd00::%x", i+1)))
	}

	desired, _, err := endpointslice.DesiredEndpointSlicesFromServicePods(logr.Discard(), pods, with(webService(), dualStack), threeNodes)

	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(desired).To(HaveLen(2))
	for i, pod := range pods {
		for family, want := range [][]string{{pod.Status.PodIPs[0].IP, pod.Status.PodIPs[1].IP}, {pod.Status.PodIPs[2].IP}} {
			endpoint := desired[family].Endpoints[i]
			g.Expect(endpoint.Addresses).To(Equal(want))
			g.Expect(endpoint.TargetRef.UID).To(Equal(pod.UID))
		}
	}
}

// Skipped addresses neither create nor use slices.
func TestPlanWithSkippedAddresses(t *testing.T) {
	skipped := wantOn(ipv4, "", "")
	skipped.Skipped = []endpointslice.SkippedAddress{{Address: "nonsense"}}

	runPlans(t, []planCase{
		{"only skipped addresses", 3, nil, all(skipped), ""},
		{"with endpoints", 3, all(slice("a", "1")), all(want("1"), skipped), ""},
		{"with endpoints without ports", 3, all(sliceOn("a", ipv4, "", "1")), all(wantOn(ipv4, "", "1"), skipped), ""},
	}, noChange)

	placeholder := func(settings *endpointslice.Settings, _ *endpointslice.Request) { settings.Placeholder = true }
	runPlans(t, []planCase{
		{"the placeholder is not changed", 3, all(sliceOn("a", ipv4, "", "")), all(skipped), ""},
	}, placeholder)
}
