package picture_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
)

func TestChangesWithTheSameCauseAreFolded(t *testing.T) {
	g := NewWithT(t)
	change := func(service, text string) picture.Change {
		return picture.Change{Namespace: "shop", Service: service, Text: text, Services: 1, Examples: []string{}}
	}
	all := []picture.Change{change("cart", "is new")}
	for i := range 294 {
		all = append(all, change(fmt.Sprintf("web-%03d", i), "left Mesh default"))
	}
	folded := picture.FoldChanges(append(all, change("bank", "is new")))
	g.Expect(folded).To(HaveLen(3))
	g.Expect(folded[:2]).To(Equal([]picture.Change{change("cart", "is new"), change("bank", "is new")}), "few are listed")
	g.Expect(folded[2].Services).To(Equal(294))
	g.Expect(folded[2].Service).To(BeEmpty())
	g.Expect(folded[2].Examples).To(Equal([]string{"shop/web-000", "shop/web-001", "shop/web-002", "shop/web-003", "shop/web-004"}))

	own := folded[2].Of(types.NamespacedName{Namespace: "shop", Name: "web-293"})
	g.Expect(*own).To(Equal(change("web-293", "left Mesh default")), "the history of a Service has its own change")
	g.Expect(folded[2].Of(types.NamespacedName{Namespace: "bank", Name: "web-293"})).To(BeNil())
	g.Expect(folded[0].Of(types.NamespacedName{Namespace: "shop", Name: "cart"})).NotTo(BeNil())
}
