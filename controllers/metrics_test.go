package controllers

import (
	"errors"
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// metricsOf returns the values of counters and gauges, and the count and sum of histograms.
func metricsOf(g Gomega, collectors ...prometheus.Collector) map[string]string {
	registry := prometheus.NewPedanticRegistry()
	for _, collector := range collectors {
		g.Expect(registry.Register(collector)).To(Succeed())
	}
	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	values := map[string]string{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			name := family.GetName()
			for _, label := range metric.GetLabel() {
				name += fmt.Sprintf(" %s=%s", label.GetName(), label.GetValue())
			}
			if histogram := metric.GetHistogram(); histogram != nil {
				values[name] = fmt.Sprintf("%d in %gs", histogram.GetSampleCount(), histogram.GetSampleSum())
			} else {
				values[name] = fmt.Sprint(metric.GetCounter().GetValue() + metric.GetGauge().GetValue())
			}
		}
	}
	return values
}

func TestBuildInfo(t *testing.T) {
	g := NewWithT(t)
	g.Expect(metricsOf(g, newBuildInfo("v1.2.3", "go1.26"))).To(Equal(map[string]string{"meshwork_build_info go_version=go1.26 version=v1.2.3": "1"}))
}

func TestStatusesAreCounted(t *testing.T) {
	g := NewWithT(t)
	statuses := newStatusMetrics("MeshService", clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	statuses.attempted(nil)
	statuses.attempted(nil)
	statuses.attempted(errors.New("refused"))
	statuses.count(statusDeferred)

	g.Expect(metricsOf(g, statuses, newStatusMetrics("Mesh", statuses.clock))).To(Equal(map[string]string{
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
	statuses := newStatusMetrics("MeshService", clock)
	web, db := types.NamespacedName{Name: "web"}, types.NamespacedName{Name: "db"}
	later := func() { clock.SetTime(clock.Now().Add(time.Minute)) }

	statuses.passed(web, false)
	later()
	statuses.passed(db, false)
	statuses.passed(web, false)
	later()
	g.Expect(statuses.longestPending()).To(Equal(2*time.Minute), "another pass that fails does not start anew")
	statuses.passed(web, true)
	g.Expect(statuses.longestPending()).To(Equal(time.Minute))
	statuses.passed(db, true)
	g.Expect(statuses.longestPending()).To(BeZero())
	later()
	statuses.passed(db, false)
	g.Expect(statuses.longestPending()).To(BeZero(), "what was written starts anew")

	var none *statusMetrics
	none.passed(web, false)
	none.attempted(nil)
}

func TestMeshServicesAreCounted(t *testing.T) {
	g := NewWithT(t)
	counts := newMeshServiceCounts()
	of := func(availability v1alpha1.Availability) *v1alpha1.MeshService {
		return &v1alpha1.MeshService{Status: v1alpha1.MeshServiceStatus{Availability: availability}}
	}
	values := func(online, offline, unknown int) map[string]string {
		return map[string]string{
			"meshwork_meshservices availability=Online":  fmt.Sprint(online),
			"meshwork_meshservices availability=Offline": fmt.Sprint(offline),
			"meshwork_meshservices availability=Unknown": fmt.Sprint(unknown),
		}
	}
	g.Expect(metricsOf(g, counts)).To(Equal(values(0, 0, 0)))

	counts.OnAdd(of(""), true)
	counts.OnAdd(of(v1alpha1.Online), false)
	g.Expect(metricsOf(g, counts)).To(Equal(values(1, 0, 1)))
	counts.OnUpdate(of(""), of(v1alpha1.Offline))
	counts.OnUpdate(of(v1alpha1.Online), of(v1alpha1.Online))
	g.Expect(metricsOf(g, counts)).To(Equal(values(1, 1, 0)))
	counts.OnDelete(of(v1alpha1.Online))
	counts.OnDelete(cache.DeletedFinalStateUnknown{Obj: of(v1alpha1.Offline)})
	g.Expect(metricsOf(g, counts)).To(Equal(values(0, 0, 0)))
}

func TestServicesWithFindingsAreCounted(t *testing.T) {
	g := NewWithT(t)
	events := NewEventReporter(nil, nil, nil, "Test")
	findings := newFindingCollector("meshservice", events)
	said := func(name string, all ...finding.Finding) {
		events.remember(types.NamespacedName{Name: name}, statement{findings: sets.New(all...)})
	}
	port := func(message string) finding.Finding {
		return finding.Finding{Reason: v1alpha1.ReasonUnsupportedProtocol, Message: message}
	}
	said("web", port("80"), port("81"), finding.Finding{Reason: v1alpha1.ReasonMeshServiceConflict})
	said("db", port("80"))
	said("api")
	g.Expect(metricsOf(g, findings)).To(Equal(map[string]string{
		"meshwork_services_with_findings controller=meshservice reason=UnsupportedProtocol": "2",
		"meshwork_services_with_findings controller=meshservice reason=MeshServiceConflict": "1",
	}))

	said("web")
	events.forget(types.NamespacedName{Name: "db"})
	g.Expect(metricsOf(g, findings)).To(BeEmpty())
}

// Ten thousand Services, of which every tenth has something said about it.
func BenchmarkCollectFindings(b *testing.B) {
	events := NewEventReporter(nil, nil, nil, "Test")
	for i := range 10_000 {
		said := statement{}
		if i%10 == 0 {
			said.findings = sets.New(finding.Finding{Reason: v1alpha1.ReasonUnsupportedProtocol})
		}
		events.remember(types.NamespacedName{Namespace: "shop", Name: fmt.Sprint(i)}, said)
	}
	for b.Loop() {
		events.servicesByReason()
	}
}
