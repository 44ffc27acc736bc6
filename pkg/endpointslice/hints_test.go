package endpointslice_test

import (
	"fmt"
	"testing"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/endpointslice/topologycache"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// distribution honors the parameter and sets its value.
func distribution(value string) func(*endpointslice.Settings, *endpointslice.Request) {
	return func(settings *endpointslice.Settings, request *endpointslice.Request) {
		settings.TrafficDistribution, request.TrafficDistribution = true, &value
	}
}

func TestPlanSetsHintsForTrafficDistribution(t *testing.T) {
	for _, value := range []string{"PreferSameZone", "PreferClose"} {
		t.Run(value, func(t *testing.T) {
			runPlans(t, []planCase{
				{"hints contain the endpoint's zone", 9, nil, all(want("1@a 2@b")), "create: 1@a>a 2@b>b"},
				{"no hints without a zone or when not ready", 9, nil, all(want("1 2!@b")), "create: 1 2!@b"},
				{"correct hints are kept", 9, all(slice("a", "1@a>a 2!@b 3")), all(want("1@a 2!@b 3")), ""},
				{"a missing hint is added", 9, all(slice("a", "1@a>a"), sliceOn("b", ipv6, "http:80", "1@a")), all(want("1@a"), wantOn(ipv6, "http:80", "1@a")),
					"update b IPv6: 1@a>a"},
				{"a wrong hint is corrected", 9, all(slice("a", "1@a>b")), all(want("1@a")), "update a: 1@a>a"},
				{"an unwanted hint is removed", 9, all(slice("a", "1@a>a")), all(want("1!@a")), "update a: 1!@a"},
				{"an unwanted hint is removed even if the endpoint was not ready before", 9, all(slice("a", "1!@a>a")), all(want("1!@a")), "update a: 1!@a"},
				{"hints from the source are ignored", 9, all(slice("a", "1@a>a")), all(want("1@a>c 2@b>c")), "update a: 1@a>a 2@b>b"},
			}, distribution(value))
		})
	}
	runPlans(t, []planCase{
		{"an unknown value means no hints", 9, all(slice("a", "1@a>a")), all(want("1@a")), "update a: 1@a"},
		{"an unknown value without hints changes nothing", 9, all(slice("a", "1@a")), all(want("1@a")), ""},
	}, distribution("PreferMars"))
}

func TestPlanSetsHintsForNodes(t *testing.T) {
	onNode := func(desired *endpointslice.EndpointPortAddressType) *endpointslice.EndpointPortAddressType {
		desired.Endpoints[0].NodeName = ptr.To("node-1")
		return desired
	}
	runPlans(t, []planCase{
		{"hints for the zone and the Node", 9, nil, all(onNode(want("1@a 2@b"))), "create: 1@a>a>node-1 2@b>b"},
	}, distribution("PreferSameNode"))
	runPlans(t, []planCase{
		{"no hints for the Node with another value", 9, nil, all(onNode(want("1@a"))), "create: 1@a>a"},
	}, distribution("PreferSameZone"))
}

func TestPlanWithoutTrafficDistribution(t *testing.T) {
	off := func(settings *endpointslice.Settings, request *endpointslice.Request) {
		settings.TrafficDistribution, request.TrafficDistribution = true, nil
	}
	runPlans(t, []planCase{
		{"hints are removed when it is turned off", 9, all(slice("a", "1@a>a 2@b>b"), sliceOn("b", ipv6, "http:80", "1@a")),
			all(want("1@a 2@b"), wantOn(ipv6, "http:80", "1@a")), "update a: 1@a 2@b"},
		{"no hints are added when it is turned off", 9, nil, all(want("1@a>c")), "create: 1@a"},
	}, off)

	notHonored := func(_ *endpointslice.Settings, request *endpointslice.Request) {
		request.TrafficDistribution = ptr.To("PreferSameZone")
	}
	runPlans(t, []planCase{
		{"if not honored, the source determines the hints", 9, nil, all(want("1@a>c 2@b")), "create: 1@a>c 2@b"},
		{"the source's hints are compared", 9, all(slice("a", "1@a>c 2@b>d")), all(want("1@a>c 2@b>d")), ""},
		{"the source's hints are updated", 9, all(slice("a", "1@a>b")), all(want("1@a>c")), "update a: 1@a>c"},
		{"the source's hints are removed", 9, all(slice("a", "1@a>b")), all(want("1@a")), "update a: 1@a"},
		{"the source's hints are updated even if not ready", 9, all(slice("a", "1!@a>b")), all(want("1!@a>c")), "update a: 1!@a>c"},
	}, notHonored)
}

// twoZones returns a topology cache with equal numbers of CPUs in the zones a and b.
func twoZones() *topologycache.TopologyCache {
	cache := topologycache.NewTopologyCache()
	var nodes []*corev1.Node
	for _, zone := range []string{"a", "b"} {
		nodes = append(nodes, &corev1.Node{
			ObjectMeta: metav1.ObjectMeta{Name: "node-" + zone, Labels: map[string]string{corev1.LabelTopologyZone: zone}},
			Status: corev1.NodeStatus{
				Allocatable: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("2")},
				Conditions:  []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}},
			},
		})
	}
	cache.SetNodes(logr.Discard(), nodes)
	return cache
}

// topologyAware requests hints by zone.
func topologyAware(cache *topologycache.TopologyCache) func(*endpointslice.Settings, *endpointslice.Request) {
	return func(settings *endpointslice.Settings, request *endpointslice.Request) {
		settings.TopologyCache = cache
		request.Owner = with(web(), func(service *corev1.Service) {
			service.Annotations = map[string]string{corev1.AnnotationTopologyMode: "Auto"}
		})
	}
}

func TestPlanSetsHintsForTopology(t *testing.T) {
	runPlans(t, []planCase{
		{"every zone has its share", 9, nil, all(want("1@a 2@b")), "create: 1@a>a 2@b>b"},
		{"correct hints are kept", 9, all(slice("a", "1@a>a 2@b>b")), all(want("1@a 2@b")), ""},
		{"too few endpoints for the zones", 9, nil, all(want("1@a")), "create: 1@a"},
		{"an update without changes is dropped", 9, all(slice("a", "1@a>a 2@a>a 3@b>b 4@c>c")), all(want("1@a 2@a 3@b 4@c")), ""},
	}, topologyAware(twoZones()))

	t.Run("traffic distribution is not honored with the annotation", func(t *testing.T) {
		both := func(settings *endpointslice.Settings, request *endpointslice.Request) {
			distribution("PreferSameZone")(settings, request)
			topologyAware(twoZones())(settings, request)
		}
		runPlans(t, []planCase{{"no hints", 9, nil, all(want("1@a")), "create: 1@a"}}, both)
	})
	t.Run("traffic distribution is honored without the annotation", func(t *testing.T) {
		cacheOnly := func(settings *endpointslice.Settings, request *endpointslice.Request) {
			distribution("PreferSameZone")(settings, request)
			settings.TopologyCache = twoZones()
		}
		runPlans(t, []planCase{{"the parameter determines the hints", 9, nil, all(want("1@a")), "create: 1@a>a"}}, cacheOnly)
	})
	t.Run("nothing is honored", func(t *testing.T) {
		cacheOnly := func(settings *endpointslice.Settings, _ *endpointslice.Request) { settings.TopologyCache = twoZones() }
		runPlans(t, []planCase{
			{"existing hints are removed", 9, all(slice("a", "1@a>a 2@b>b")), all(want("1@a 2@b")), "update a: 1@a 2@b"},
			{"hints from the source are ignored when removed", 9, nil, all(want("1@a>c")), "create: 1@a"},
		}, cacheOnly)
	})
}

func TestPlanReadsTheTopologyAnnotations(t *testing.T) {
	for _, test := range []struct {
		annotations map[string]string
		want        string
	}{
		{map[string]string{corev1.AnnotationTopologyMode: "Auto"}, "create: 1@a>a 2@b>b"},
		{map[string]string{corev1.AnnotationTopologyMode: "auto"}, "create: 1@a>a 2@b>b"},
		{map[string]string{corev1.AnnotationTopologyMode: "Disabled"}, "create: 1@a 2@b"},
		{map[string]string{corev1.DeprecatedAnnotationTopologyAwareHints: "auto"}, "create: 1@a>a 2@b>b"},
		{map[string]string{corev1.DeprecatedAnnotationTopologyAwareHints: "off", corev1.AnnotationTopologyMode: "Auto"}, "create: 1@a 2@b"},
		{nil, "create: 1@a 2@b"},
	} {
		annotate := func(settings *endpointslice.Settings, request *endpointslice.Request) {
			settings.TopologyCache = twoZones()
			request.Owner = with(web(), func(service *corev1.Service) { service.Annotations = test.annotations })
		}
		runPlans(t, []planCase{{fmt.Sprint(test.annotations), 9, nil, all(want("1@a 2@b")), test.want}}, annotate)
	}
}

func TestPlanFindsWhetherThereAreTopologyHints(t *testing.T) {
	g := NewWithT(t)
	cache := twoZones()
	plan := func(change func(*endpointslice.Settings, *endpointslice.Request), desired string, existing ...*discoveryv1.EndpointSlice) []string {
		settings := endpointslice.Settings{ControllerName: controllerName, TopologyCache: cache}
		request := requestFor(all(want(desired)), existing)
		change(&settings, &request)
		return showFindings(endpointslice.Plan(logr.Discard(), settings, request).Findings)
	}
	enabled := HaveExactElements(And(HavePrefix("Normal TopologyAwareHintsEnabled: "), HaveSuffix("IPv4")))
	disabled := HaveExactElements(And(HavePrefix("Warning TopologyAwareHintsDisabled: Insufficient number of endpoints"), HaveSuffix("IPv4")))

	g.Expect(plan(noChange, "1@a 2@b")).To(BeEmpty())
	g.Expect(plan(topologyAware(cache), "1@a 2@b")).To(enabled)
	g.Expect(plan(topologyAware(cache), "1@a 2@b", slice("a", "1@a>a 2@b>b"))).To(enabled, "as long as there are hints")
	g.Expect(plan(topologyAware(cache), "1@a", slice("a", "1@a>a 2@b>b"))).To(disabled)
	g.Expect(plan(topologyAware(cache), "1@a", slice("a", "1@a"))).To(disabled, "as long as there are none")
	g.Expect(plan(topologyAware(cache), "1@a 2@b", slice("a", "1@a"))).To(enabled)
	g.Expect(plan(noChange, "1@a 2@b", slice("a", "1@a>a 2@b>b"))).To(BeEmpty(), "hints are not requested")
	g.Expect(cache.HasPopulatedHints("shop/web")).To(BeFalse())
}

// Numbers that change with the Pods are not in the text.
func TestFindingsAboutHintsDoNotCount(t *testing.T) {
	g := NewWithT(t)
	cache := twoZones()
	settings := endpointslice.Settings{ControllerName: controllerName}
	found := func(desired string) []string {
		request := requestFor(all(want(desired)), nil)
		topologyAware(cache)(&settings, &request)
		return showFindings(endpointslice.Plan(logr.Discard(), settings, request).Findings)
	}
	g.Expect(found("1@a")).To(Equal(all(
		"Warning TopologyAwareHintsDisabled: " + topologycache.FormatWithAddressType(topologycache.InsufficientNumberOfEndpoints, ipv4))))
	g.Expect(found("1!@a")).To(Equal(found("1@a")))
}

// Hints of an address type that is no longer supported are forgotten.
func TestPlanForgetsHintsOfAnUnsupportedAddressType(t *testing.T) {
	g := NewWithT(t)
	cache := twoZones()
	cache.SetHints("shop/web", ipv6, topologycache.EndpointZoneInfo{"a": 1})
	g.Expect(cache.GetOverloadedServices()).To(Equal([]string{"shop/web"}), "zone b has none")
	request := requestFor(nil, all(sliceOn("a", ipv6, "http:80", "1@a>a")))
	settings := endpointslice.Settings{ControllerName: controllerName}
	topologyAware(cache)(&settings, &request)

	changes := endpointslice.Plan(logr.Discard(), settings, request)

	g.Expect(show(changes)).To(Equal("delete a"))
	g.Expect(cache.GetOverloadedServices()).To(BeEmpty())
	g.Expect(changes.Endpoints).To(Equal(endpointslice.EndpointCounts{Removed: 1}))
}
