package meshservice

import (
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// pairOf returns an update of the MeshService web, which has the version in the cache.
func pairOf(version int) meshservice.Pair {
	live := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Name: "web", UID: "uid", ResourceVersion: fmt.Sprint(version)}}
	return meshservice.Pair{Live: live, Desired: live.DeepCopy()}
}

func TestAnUpdateThatAnotherClientUndoesWaits(t *testing.T) {
	g, now := NewWithT(t), time.Unix(1_000, 0)
	var updates contests
	for version := range contest.After {
		g.Expect(updates.wait(pairOf(version), now)).To(BeZero())
		g.Expect(updates.retain([]meshservice.Pair{pairOf(version)}, now)).To(BeEmpty())
		updates.record(pairOf(version), now)
	}
	g.Expect(updates.wait(pairOf(9), now)).To(Equal(time.Second))
	other := pairOf(9)
	other.Desired.Labels = map[string]string{"team": "a"}
	g.Expect(updates.wait(other, now)).To(BeZero(), "the user wants something else now")
	g.Expect(updates.retain([]meshservice.Pair{pairOf(9)}, now)).To(ConsistOf(HaveField("Reason", v1alpha1.ReasonMeshServiceContested)))

	now = now.Add(contest.Period)
	g.Expect(updates.retain([]meshservice.Pair{pairOf(9)}, now)).To(BeEmpty(), "it has stayed")
	g.Expect(updates).To(BeEmpty())
}

// The cache may show a MeshService of before the update for several syncs.
func TestAnUpdateThatTheCacheDoesNotShowIsNotContested(t *testing.T) {
	g, now := NewWithT(t), time.Unix(1_000, 0)
	var updates contests
	for range 2 * contest.After {
		updates.record(pairOf(1), now)
	}
	g.Expect(updates.wait(pairOf(1), now)).To(BeZero())
	g.Expect(updates.retain([]meshservice.Pair{pairOf(1)}, now)).To(BeEmpty())
}

func TestUpdatesOfMeshServicesThatAreGoneAreForgotten(t *testing.T) {
	g, now := NewWithT(t), time.Unix(1_000, 0)
	var updates contests
	updates.record(pairOf(1), now)
	updates.retain(nil, now)
	g.Expect(updates).To(BeEmpty())
}
