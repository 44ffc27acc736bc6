package events

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

func TestServicesWithFindingsAreCounted(t *testing.T) {
	g := NewWithT(t)
	reporter := NewReporter("meshservice", "Test", nil, nil, nil)
	reported := func(name string, all ...finding.Finding) {
		reporter.store(types.NamespacedName{Name: name}, record{holding: all})
	}
	port := func(message string) finding.Finding {
		return finding.Finding{Reason: v1alpha1.ReasonUnsupportedProtocol, Message: message}
	}
	reported("web", port("80"), port("81"), finding.Finding{Reason: v1alpha1.ReasonMeshServiceConflict})
	reported("db", port("80"))
	reported("api")
	g.Expect(metricstest.Values(g, reporter)).To(Equal(map[string]string{
		"meshwork_services_with_findings controller=meshservice reason=UnsupportedProtocol": "2",
		"meshwork_services_with_findings controller=meshservice reason=MeshServiceConflict": "1",
	}))

	reported("web")
	reporter.Forget(types.NamespacedName{Name: "db"})
	g.Expect(metricstest.Values(g, reporter)).To(BeEmpty())
}

// Ten thousand Services, of which every tenth has a finding.
func BenchmarkCollectFindings(b *testing.B) {
	reporter := NewReporter("meshservice", "Test", nil, nil, nil)
	for i := range 10_000 {
		recorded := record{}
		if i%10 == 0 {
			recorded.holding = []finding.Finding{{Reason: v1alpha1.ReasonUnsupportedProtocol}}
		}
		reporter.store(types.NamespacedName{Namespace: "shop", Name: fmt.Sprint(i)}, recorded)
	}
	for b.Loop() {
		reporter.servicesByReason()
	}
}
