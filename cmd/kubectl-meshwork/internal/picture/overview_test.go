package picture_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

func TestProblemsCountAllServicesAndNameTheFirst(t *testing.T) {
	g := NewWithT(t)
	services := []string{"bank/vault"}
	for i := range 60 {
		services = append(services, fmt.Sprintf("catalog/web-%02d", i))
	}
	summary := &status.Status{Problems: []status.Problem{{Reason: "MeshServiceConflict", Services: services, Count: 61}, {About: "manager"}}}
	health := picture.OverviewEntries(summary, nil)["status"].(picture.Health)
	g.Expect(health.Problems[0].Namespaces).To(Equal([]picture.NamespaceCount{{Namespace: "catalog", Services: 60}, {Namespace: "bank", Services: 1}}))
	g.Expect(health.Problems[0].Services).To(Equal(services[:50]))
	g.Expect(health.Problems[0].Count).To(Equal(61))
	g.Expect(health.Problems[1].Namespaces).To(BeEmpty())
	g.Expect(summary.Problems[0].Services).To(HaveLen(61), "the status stays as it is")
}
