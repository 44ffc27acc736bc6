package endpointslice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// Compaction happens if at most half of the capacity is used, and more slices are deleted
// than written.
func TestPlanCompacts(t *testing.T) {
	cases := []planCase{
		{"two slices are deleted, one is written", 4, all(slice("a", "1 2"), slice("b", "3"), slice("c", "4")), all(want("1 2 3 4")),
			"update a: 1 2 3 4 | delete b | delete c"},
		{"slices that are not written do not count", 4, all(slice("a", "1 2"), slice("b", "3 4"), slice("c", "5"), slice("d", "6")),
			all(want("1 2 3 4 5 6")), "update a: 1 2 5 6 | delete c | delete d"},
		{"one deleted, one written: not worth it", 4, all(slice("a", "1 2"), slice("b", "3 4")), all(want("1 2 3 4")), ""},
		{"two deleted, two written: not worth it", 4, all(slice("a", "1 2 3"), slice("b", "4 5"), slice("c", "6"), slice("d", "7")),
			all(want("1 2 3 4 5 6 7")), ""},
		{"exactly half full", 4,
			all(slice("a", "1 2 3 4"), slice("b", "5 6 7 8"), slice("c", "9"), slice("d", "10"), slice("e", "11"), slice("f", "12")),
			all(want("1 2 3 4 5 6 7 8 9 10 11 12")), "update c: 9 10 11 12 | delete d | delete e | delete f"},
		{"one endpoint more than half", 4,
			all(slice("a", "1 2 3 4"), slice("b", "5 6 7 8"), slice("c", "9 13"), slice("d", "10"), slice("e", "11"), slice("f", "12")),
			all(want("1 2 3 4 5 6 7 8 9 10 11 12 13")), ""},
		{"a slice that is written anyway costs nothing", 4, all(slice("a", "1 2"), slice("b", "3 4")), all(want("1! 2 3 4")),
			"update a: 1! 2 3 4 | delete b"},
		{"writing another slice instead costs", 4, all(slice("a", "1 2 3"), slice("b", "5")), all(want("1 2 3 5!")), "update b: 5!"},
		{"a single slice is not compacted", 4, all(slice("a", "1")), all(want("1")), ""},
		{"a new slice costs nothing", 5,
			all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3 4 5 6 7 8")),
			"create: 4 5 6 7 8 | update a: 1 2 3 | delete b | delete c"},
		{"full slices are not changed", 3, all(slice("a", "1 2 3"), slice("b", "4"), slice("c", "5"), slice("d", "6")), all(want("1 2 3 4 5 6")),
			"update b: 4 5 6 | delete c | delete d"},
		{"after scaling down", 4, all(slice("a", "1 2 3 4"), slice("b", "5 6 7 8"), slice("c", "9 10 11 12")), all(want("1 5 9")),
			"update a: 1 5 9 | delete b | delete c"},
		{"separately for each list of ports", 4,
			all(slice("a", "1"), sliceOn("b", ipv4, "https:443", "1"), slice("c", "2"), sliceOn("d", ipv4, "https:443", "2")),
			all(want("1 2"), wantOn(ipv4, "https:443", "1 2")), ""},
		{"emptied slices are not reused for other ports before their endpoints are elsewhere", 4,
			all(slice("a", "1 2"), slice("b", "3"), slice("c", "4")), all(want("1 2 3 4"), wantOn(ipv4, "web:80", "1")),
			"create web:80: 1 | update a: 1 2 3 4 | delete b | delete c"},
		{"slices above the limit are split, not merged", 2, all(slice("a", "1 2 3 4")), all(want("1 2 3 4")), "create: 3 4 | update a: 1 2"},
	}
	runPlans(t, cases, noChange)

	t.Run("disabled", func(t *testing.T) {
		g := NewWithT(t)
		for _, test := range cases {
			config := configOf(test.maximum)
			config.DisableCompaction = true
			after := apply(syncOf(test.desired, test.existing), config)
			g.Expect(len(after)).To(BeNumerically(">=", len(test.existing)), test.name)
		}
	})
}

func TestPlanDoesNotCompactForAnOwnerBeingDeleted(t *testing.T) {
	runPlans(t, []planCase{
		{"even if it saved two slices", 4, all(slice("a", "1 2"), slice("b", "3"), slice("c", "4")), all(want("1 2 3 4")), ""},
		{"even if it cost nothing", 4, all(slice("a", "1 2"), slice("b", "3 4")), all(want("1! 2 3 4")), "update a: 1! 2"},
	}, ownerDeleted)
}

func ownerDeleted(_ *endpointslice.Config, request *endpointslice.Sync) {
	request.Owner = with(web(), func(owner *corev1.Service) { owner.DeletionTimestamp = &metav1.Time{} })
}

// A slice may have more endpoints than the maximum after the maximum was lowered.
func TestPlanSplits(t *testing.T) {
	overfull := func() *discoveryv1.EndpointSlice { return slice("a", "1 2 3 4 5") }
	everything := all(want("1 2 3 4 5"))

	runPlans(t, []planCase{
		{"the surplus is moved to new slices", 2, all(overfull()), everything, "create: 3 4 | create: 5 | update a: 1 2"},
		{"or to a slice with room", 4, all(overfull(), slice("b", "6 7")), all(want("1 2 3 4 5 6 7")), "update a: 1 2 3 4 | update b: 6 7 5"},
		{"or to slices that are written anyway", 3, all(overfull(), slice("b", "6"), slice("c", "7")), all(want("1 2 3 4 5 6! 7!")),
			"update a: 1 2 3 | update b: 6! 4 5 | update c: 7!"},
		{"endpoints that are no longer desired are removed first", 3, all(overfull()), all(want("1 2 5")), "update a: 1 2 5"},
		{"new endpoints do not displace existing ones", 5, all(overfull()), all(want("0 1 2 3 4 5")), "create: 0"},
		{"exactly full", 5, all(overfull()), everything, ""},
	}, noChange)

	runPlans(t, []planCase{
		{"not while the owner is being deleted", 2, all(overfull()), everything, ""},
	}, ownerDeleted)
}
