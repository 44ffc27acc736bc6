package events

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

func TestServicesWithFindingsAreCounted(t *testing.T) {
	g := NewWithT(t)
	events := NewEventReporter(nil, nil, nil, "Test")
	findings := NewFindingCollector("meshservice", events)
	said := func(name string, all ...finding.Finding) {
		events.remember(types.NamespacedName{Name: name}, statement{findings: sets.New(all...)})
	}
	port := func(message string) finding.Finding {
		return finding.Finding{Reason: v1alpha1.ReasonUnsupportedProtocol, Message: message}
	}
	said("web", port("80"), port("81"), finding.Finding{Reason: v1alpha1.ReasonMeshServiceConflict})
	said("db", port("80"))
	said("api")
	g.Expect(metricstest.Values(g, findings)).To(Equal(map[string]string{
		"meshwork_services_with_findings controller=meshservice reason=UnsupportedProtocol": "2",
		"meshwork_services_with_findings controller=meshservice reason=MeshServiceConflict": "1",
	}))

	said("web")
	events.Forget(types.NamespacedName{Name: "db"})
	g.Expect(metricstest.Values(g, findings)).To(BeEmpty())
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
