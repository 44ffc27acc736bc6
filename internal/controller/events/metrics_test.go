package events

import (
	"fmt"
	"maps"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

func TestServicesWithFindingsAreCounted(t *testing.T) {
	g := NewWithT(t)
	records := map[types.NamespacedName]*Record{}
	collector := NewCollector("meshservice", maps.All(records))
	reported := func(name string, all ...finding.Finding) {
		record := &Record{}
		record.holding.Store(&all)
		records[types.NamespacedName{Name: name}] = record
	}
	port := func(message string) finding.Finding {
		return finding.Finding{Reason: v1alpha1.ReasonUnsupportedProtocol, Message: message}
	}
	reported("web", port("80"), port("81"), finding.Finding{Reason: v1alpha1.ReasonMeshServiceConflict})
	reported("db", port("80"))
	reported("api")
	g.Expect(metricstest.Values(g, collector)).To(Equal(map[string]string{
		"meshwork_services_with_findings controller=meshservice reason=UnsupportedProtocol": "2",
		"meshwork_services_with_findings controller=meshservice reason=MeshServiceConflict": "1",
	}))

	reported("web")
	delete(records, types.NamespacedName{Name: "db"})
	g.Expect(metricstest.Values(g, collector)).To(BeEmpty())
}

// Ten thousand Services, of which every tenth has a finding.
func BenchmarkCollectFindings(b *testing.B) {
	records := map[types.NamespacedName]*Record{}
	for i := range 10_000 {
		record := &Record{}
		if i%10 == 0 {
			record.holding.Store(&[]finding.Finding{{Reason: v1alpha1.ReasonUnsupportedProtocol}})
		}
		records[types.NamespacedName{Namespace: "shop", Name: fmt.Sprint(i)}] = record
	}
	collector := NewCollector("meshservice", maps.All(records))
	for b.Loop() {
		collector.servicesByReason()
	}
}
