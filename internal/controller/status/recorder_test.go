package status

import (
	"errors"
	"maps"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
)

func TestStatusesAreCounted(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	none := maps.All(map[types.NamespacedName]*Pending{})
	recorder := NewRecorder("MeshService", none, clock)
	recorder.RecordWrite(nil)
	recorder.RecordWrite(nil)
	recorder.RecordWrite(errors.New("refused"))
	recorder.Record(Deferred)

	g.Expect(metricstest.Values(g, recorder, NewRecorder("Mesh", none, clock))).To(Equal(map[string]string{
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
	web, db := &Pending{}, &Pending{}
	recorder := NewRecorder("MeshService", maps.All(map[types.NamespacedName]*Pending{{Name: "web"}: web, {Name: "db"}: db}), clock)
	later := func() { clock.SetTime(clock.Now().Add(time.Minute)) }

	web.Record(true, 0, clock.Now())
	later()
	db.Record(true, 0, clock.Now())
	web.Record(true, 0, clock.Now())
	web.Record(false, time.Second, clock.Now())
	later()
	g.Expect(recorder.longestPending()).To(Equal(2*time.Minute), "another failed sync does not restart the wait")
	web.Record(false, 0, clock.Now())
	g.Expect(recorder.longestPending()).To(Equal(time.Minute))
	db.Record(false, 0, clock.Now())
	g.Expect(recorder.longestPending()).To(BeZero())
	later()
	db.Record(true, 0, clock.Now())
	g.Expect(recorder.longestPending()).To(BeZero(), "a wait that follows a write starts from zero")
}
