package conditions_test

import (
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/conditions"
)

var earlier, now = metav1.Unix(1000, 0), metav1.Unix(2000, 0)

func condition(name string, status metav1.ConditionStatus, since metav1.Time, generation int64) metav1.Condition {
	return metav1.Condition{Type: name, Status: status, LastTransitionTime: since, ObservedGeneration: generation}
}

func TestMerge(t *testing.T) {
	g := NewWithT(t)
	own := conditions.Types{"Ready", "Reachable", "Complete"}
	existing := []metav1.Condition{
		condition("Ready", "True", earlier, 1), condition("example.com/Theirs", "True", earlier, 1),
		condition("Complete", "True", earlier, 1), condition("Reachable", "True", earlier, 1),
	}
	cached := slices.Clone(existing)
	wanted := []metav1.Condition{{Type: "Ready", Status: "True"}, {Type: "Reachable", Status: "False"}}

	merged := own.Merge(existing, wanted, 2, now)

	g.Expect(merged).To(Equal([]metav1.Condition{
		condition("Ready", "True", earlier, 2), condition("example.com/Theirs", "True", earlier, 1), condition("Reachable", "False", now, 2),
	}), "an unchanged status keeps its time, and Complete, which is no longer wanted, is removed")
	g.Expect(own.Merge(merged, wanted, 2, metav1.Unix(3000, 0))).To(Equal(merged), "time alone is no change")
	g.Expect(existing).To(Equal(cached), "existing conditions may be in a cache")
	g.Expect(own.Merge(nil, wanted, 2, now)).To(Equal([]metav1.Condition{
		condition("Ready", "True", now, 2), condition("Reachable", "False", now, 2),
	}))
}

func TestOf(t *testing.T) {
	all := []metav1.Condition{
		condition("Reachable", "True", now, 1), condition("example.com/Theirs", "True", now, 1), condition("Ready", "False", now, 1),
	}
	NewWithT(t).Expect(conditions.Types{"Ready", "Missing", "Reachable"}.Of(all)).To(Equal([]metav1.Condition{all[2], all[0]}))
	NewWithT(t).Expect(conditions.Types{"Missing"}.Of(all)).To(BeEmpty())
}

func TestWithoutTimes(t *testing.T) {
	g := NewWithT(t)
	timed := []metav1.Condition{condition("Ready", "True", earlier, 1)}
	g.Expect(conditions.WithoutTimes(timed)).To(Equal([]metav1.Condition{condition("Ready", "True", metav1.Time{}, 1)}))
	g.Expect(timed[0].LastTransitionTime).To(Equal(earlier), "the conditions may be in a cache")
	g.Expect(conditions.WithoutTimes(nil)).To(BeNil())
}
