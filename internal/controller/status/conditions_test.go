package status

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestOwnConditions(t *testing.T) {
	g := NewWithT(t)
	earlier, now := metav1.Unix(1000, 0), metav1.Time{Time: time.Unix(2000, 0)}
	condition := func(name string, status metav1.ConditionStatus, since metav1.Time, generation int64) metav1.Condition {
		return metav1.Condition{Type: name, Status: status, LastTransitionTime: since, ObservedGeneration: generation}
	}
	own := OwnConditions{"Ready", "Reachable", "Complete"}
	existing := []metav1.Condition{
		condition("Ready", "True", earlier, 1), condition("example.com/Theirs", "True", earlier, 1), condition("Reachable", "True", earlier, 1),
		condition("Complete", "True", earlier, 1),
	}
	object := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Generation: 2}}
	wanted := []metav1.Condition{{Type: "Ready", Status: "True"}, {Type: "Reachable", Status: "False"}}
	merged := own.Merge(object, existing, wanted, now)
	g.Expect(merged).To(Equal([]metav1.Condition{
		condition("Ready", "True", earlier, 2), condition("example.com/Theirs", "True", earlier, 1), condition("Reachable", "False", now, 2),
	}), "the time is that of a transition")
	g.Expect(own.Of(merged)).To(Equal([]metav1.Condition{merged[0], merged[2]}))
	g.Expect(merged).To(HaveLen(3), "and the conditions stay")
	g.Expect(existing).To(HaveLen(4))
	g.Expect(existing[2].Status).To(BeEquivalentTo("True"), "they may be those of the cache")
}
