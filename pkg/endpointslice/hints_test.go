package endpointslice_test

import (
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// distribution sets the traffic distribution.
func distribution(value string) func(*endpointslice.Config, *endpointslice.Sync) {
	return func(_ *endpointslice.Config, sync *endpointslice.Sync) { sync.TrafficDistribution = value }
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
				{"hints of the groups are replaced", 9, all(slice("a", "1@a>a")), all(want("1@a>c 2@b>c")), "update a: 1@a>a 2@b>b"},
			}, distribution(value))
		})
	}
}

func TestPlanSetsHintsForNodes(t *testing.T) {
	onNode := func(desired endpointslice.Group) endpointslice.Group {
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
	for _, value := range []string{"", "PreferMars"} {
		runPlans(t, []planCase{
			{"hints are removed when it is turned off", 9, all(slice("a", "1@a>a 2@b>b"), sliceOn("b", ipv6, "http:80", "1@a")),
				all(want("1@a 2@b"), wantOn(ipv6, "http:80", "1@a")), "update a: 1@a 2@b"},
			{"the groups determine the hints", 9, nil, all(want("1@a>c 2@b")), "create: 1@a>c 2@b"},
			{"the hints of the groups are compared", 9, all(slice("a", "1@a>c 2@b>d")), all(want("1@a>c 2@b>d")), ""},
			{"the hints of the groups are updated", 9, all(slice("a", "1@a>b")), all(want("1@a>c")), "update a: 1@a>c"},
			{"the hints of the groups are removed", 9, all(slice("a", "1@a>b")), all(want("1@a")), "update a: 1@a"},
			{"the hints of the groups are updated even if not ready", 9, all(slice("a", "1!@a>b")), all(want("1!@a>c")), "update a: 1!@a>c"},
		}, distribution(value))
	}
}

// zoneB is a HintSource that hints all ready endpoints for zone b, whatever their own, and
// always updates a slice.
type zoneB struct{}

func (zoneB) SetHints(owner metav1.Object, hinted *endpointslice.HintedSlices) []endpointslice.Finding {
	for _, unchanged := range hinted.Unchanged {
		hinted.Update = append(hinted.Update, unchanged.DeepCopy())
	}
	hinted.Unchanged = nil
	for _, written := range slices.Concat(hinted.Create, hinted.Update) {
		for i := range written.Endpoints {
			endpoint := &written.Endpoints[i]
			endpoint.Hints = nil
			if *endpoint.Conditions.Ready {
				endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "b"}}}
			}
		}
	}
	return []endpointslice.Finding{{Type: "Normal", Reason: "Hinted", Message: owner.GetName() + " " + string(hinted.AddressType)}}
}

func TestPlanSetsHintsOfASource(t *testing.T) {
	source := func(_ *endpointslice.Config, sync *endpointslice.Sync) {
		sync.Hints, sync.TrafficDistribution = zoneB{}, "PreferSameZone"
	}
	runPlans(t, []planCase{
		{"new slices", 9, nil, all(want("1@a>c 2!@b")), "create: 1@a>b 2!@b"},
		{"an update without changes is dropped", 9, all(slice("a", "1@a>b 2!@b")), all(want("1@a 2!@b")), ""},
		{"a wrong hint is corrected", 9, all(slice("a", "1@a>a"), sliceOn("b", ipv6, "http:80", "1@a>b")), all(want("1@a"), wantOn(ipv6, "http:80", "1@a")), "update a: 1@a>b"},
		{"an unwanted hint is removed", 9, all(slice("a", "1!@a>b")), all(want("1!@a")), "update a: 1!@a"},
	}, source)

	sync := syncOf(all(want("1")), nil)
	sync.Hints = zoneB{}
	NewWithT(t).Expect(findingsOf(NewWithT(t), sync)).To(Equal(all("Normal Hinted: web IPv4")))
}

// A HintSource that sees no slices would report that there are too few endpoints.
func TestAStaleSyncAsksNoHintSource(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer(slice("a", "1@a>b"))
	reconciler, sync := newReconciler(api), syncOf(all(want("1!@a")), api.list())
	sync.Hints = zoneB{}
	result, err := reconciler.Reconcile(t.Context(), sync)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(result.Findings).To(HaveLen(1))
	result, err = reconciler.Reconcile(t.Context(), sync)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(result.Stale).To(BeTrue())
	g.Expect(result.Findings).To(BeEmpty())
}
