package statussync

import (
	"errors"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/controllers/metrics/metricstest"
)

func TestStatusesAreCounted(t *testing.T) {
	g := NewWithT(t)
	statuses := NewStatusMetrics("MeshService", clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	statuses.Attempted(nil)
	statuses.Attempted(nil)
	statuses.Attempted(errors.New("refused"))
	statuses.Count(StatusDeferred)

	g.Expect(metricstest.Values(g, statuses, NewStatusMetrics("Mesh", statuses.clock))).To(Equal(map[string]string{
		"meshwork_status_syncs_total kind=MeshService result=written":   "2",
		"meshwork_status_syncs_total kind=MeshService result=failed":    "1",
		"meshwork_status_syncs_total kind=MeshService result=deferred":  "1",
		"meshwork_status_syncs_total kind=MeshService result=unchanged": "0",
		"meshwork_status_syncs_total kind=Mesh result=written":          "0",
		"meshwork_status_syncs_total kind=Mesh result=failed":           "0",
		"meshwork_status_syncs_total kind=Mesh result=deferred":         "0",
		"meshwork_status_syncs_total kind=Mesh result=unchanged":        "0",
		"meshwork_status_longest_pending_seconds kind=MeshService":      "0",
		"meshwork_status_longest_pending_seconds kind=Mesh":             "0",
	}))
}

func TestTheLongestPendingStatusCounts(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	statuses := NewStatusMetrics("MeshService", clock)
	web, db := types.NamespacedName{Name: "web"}, types.NamespacedName{Name: "db"}
	later := func() { clock.SetTime(clock.Now().Add(time.Minute)) }

	statuses.Passed(web, false)
	later()
	statuses.Passed(db, false)
	statuses.Passed(web, false)
	later()
	g.Expect(statuses.longestPending()).To(Equal(2*time.Minute), "another pass that fails does not start anew")
	statuses.Passed(web, true)
	g.Expect(statuses.longestPending()).To(Equal(time.Minute))
	statuses.Passed(db, true)
	g.Expect(statuses.longestPending()).To(BeZero())
	later()
	statuses.Passed(db, false)
	g.Expect(statuses.longestPending()).To(BeZero(), "what was written starts anew")

	var none *StatusMetrics
	none.Passed(web, false)
	none.Attempted(nil)
}
