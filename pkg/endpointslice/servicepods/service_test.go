package servicepods_test

import (
	"errors"
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
)

func TestAddressTypes(t *testing.T) {
	families := func(families ...corev1.IPFamily) []corev1.IPFamily { return families }
	both := all(ipv4, ipv6)

	for _, test := range []struct {
		families  []corev1.IPFamily
		clusterIP string
		want      []discoveryv1.AddressType
	}{
		{families(corev1.IPv4Protocol), "192.0.2.1", all(ipv4)},
		{families(corev1.IPv6Protocol), "fd00::1", all(ipv6)},
		{families(corev1.IPv6Protocol, corev1.IPv4Protocol), "fd00::1", both},
		{families(corev1.IPv4Protocol), corev1.ClusterIPNone, all(ipv4)},
		{nil, "192.0.2.1", all(ipv4)},
		{nil, "fd00::1", all(ipv6)},
		{nil, corev1.ClusterIPNone, both},
		{nil, "", both},
		{families("IPv5"), "192.0.2.1", all(ipv4)},
	} {
		t.Run(fmt.Sprintf("%v %s", test.families, test.clusterIP), func(t *testing.T) {
			service := web()
			service.Spec.IPFamilies, service.Spec.ClusterIP = test.families, test.clusterIP
			NewWithT(t).Expect(servicepods.AddressTypes(service)).To(Equal(test.want))
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

	sync, missing, err := servicepods.NewSync(webService(), all(webPod("1"), webPod("2"), webPod("3"), webPod("4")), threeNodes, network)

	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(missing).NotTo(HaveOccurred(), "reported like an invalid address")
	desired := sync.Groups
	g.Expect(desired).To(HaveLen(2))
	g.Expect(slicetest.ShowGroups(desired[:1])).To(Equal("IPv4 http:8080: 11@a 14@a"))
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

	sync, _, err := servicepods.NewSync(with(webService(), dualStack), pods, threeNodes, nil)

	g.Expect(err).NotTo(HaveOccurred())
	desired := sync.Groups
	g.Expect(desired).To(HaveLen(2))
	for i, pod := range pods {
		for family, want := range [][]string{{pod.Status.PodIPs[0].IP, pod.Status.PodIPs[1].IP}, {pod.Status.PodIPs[2].IP}} {
			endpoint := desired[family].Endpoints[i]
			g.Expect(endpoint.Addresses).To(Equal(want))
			g.Expect(endpoint.TargetRef.UID).To(Equal(pod.UID))
		}
	}
}

func TestLabels(t *testing.T) {
	const headless = corev1.IsHeadlessService
	type labels = map[string]string
	for _, test := range []struct {
		name      string
		labels    labels
		clusterIP string
		want      labels
	}{
		{"those of the Service", labels{"app": "web"}, "192.0.2.1", labels{"app": "web"}},
		{"none", nil, "192.0.2.1", labels{}},
		{"the Service cannot set the label for headless ones", labels{headless: "x"}, "192.0.2.1", labels{}},
		{"a headless Service", nil, corev1.ClusterIPNone, labels{headless: ""}},
		{"a Service without a cluster IP so far", nil, "", labels{headless: ""}},
		{"a headless Service with another value", labels{headless: "x"}, corev1.ClusterIPNone, labels{headless: ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			service := web()
			service.Labels, service.Spec.ClusterIP = test.labels, test.clusterIP
			before := service.DeepCopy()
			g.Expect(servicepods.Labels(service)).To(Equal(test.want))
			g.Expect(service).To(Equal(before))
		})
	}
}

func TestTrafficDistribution(t *testing.T) {
	g := NewWithT(t)
	service := web()
	g.Expect(servicepods.TrafficDistribution(service)).To(BeEmpty())
	service.Spec.TrafficDistribution = ptr.To("PreferSameNode")
	g.Expect(servicepods.TrafficDistribution(service)).To(Equal("PreferSameNode"))
	for _, annotation := range all(corev1.AnnotationTopologyMode, corev1.DeprecatedAnnotationTopologyAwareHints) {
		service.Annotations = map[string]string{annotation: "Auto"}
		g.Expect(servicepods.TrafficDistribution(service)).To(BeEmpty(), "the annotation takes precedence")
		service.Annotations[annotation] = "Disabled"
		g.Expect(servicepods.TrafficDistribution(service)).To(Equal("PreferSameNode"))
	}
}
