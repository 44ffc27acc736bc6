package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// Where things are on the page.
const (
	health     = "[data-testid=health]"
	count      = "[data-testid=count]"
	connection = "[data-testid=connection]"
	notices    = "[aria-label=Notices]"
	rowNames   = "[role=gridcell].cell-name"
	tabContent = "[role=tabpanel]"
)

var _ = Describe("The page", func() {
	It("shows the overview", func() {
		t := chrome.open(admin, laptop, "/")
		Eventually(t.text(health)).Should(HavePrefix("Problems in the cluster: "))
		Eventually(t.texts(".tile")).Should(ContainElements(MatchRegexp("^Services [0-9]+ "), MatchRegexp("^Conflict [1-9]")))
		Eventually(t.texts(".problem-name")).Should(ContainElement("orders/cache"))
		Eventually(t.text(connection)).Should(Equal("Live"))
		Expect(t.eval("location.hash")).To(BeEmpty(), "the token is not left in the address")
		t.press("As text")
		Eventually(t.text("details.as-text")).Should(ContainSubstring("1: orders/cache"))
		t.press("As text")
		t.expectSound()
		t.show("overview")
	})

	It("shows a change as it happens", func(ctx SpecContext) {
		t := chrome.open(admin, laptop, "/")
		Eventually(t.text(connection)).Should(Equal("Live"))
		namespace := fmt.Sprintf("changes-%d", GinkgoParallelProcess())
		env.Kubectl(ctx, "create", "namespace", namespace)
		env.Kubectl(ctx, "create", "service", "clusterip", "arrives", "--tcp=80", "-n", namespace)
		Eventually(t.text("body")).Should(ContainSubstring(namespace + "/arrives is new"))
		env.Kubectl(ctx, "delete", "namespace", namespace)
		Eventually(t.text("body")).Should(ContainSubstring(namespace + "/arrives is deleted"))
		t.expectSound()
	})

	Describe("with the list of Services", func() {
		It("finds Services as one types, and by the keyboard", func() {
			t := chrome.open(admin, laptop, "/services")
			Eventually(t.texts(rowNames)).Should(ContainElements("checkout", "postgres", "redis"))
			Eventually(t.texts("button.chip")).Should(ContainElement(MatchRegexp("^Conflict [1-9]")))
			t.show("services")
			t.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))")
			t.do(chromedp.KeyEvent("check"))
			Eventually(t.texts(rowNames)).Should(Equal([]string{"checkout"}))
			Expect(t.eval("location.search")).To(Equal("?q=check"), "the link can be shared")
			t.do(chromedp.KeyEvent(kb.Escape))
			Eventually(t.texts(rowNames)).Should(ContainElement("postgres"))
			t.eval("document.querySelector('[role=grid]').focus()")
			t.do(chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
			Eventually(func() string { return t.eval("location.pathname") }).Should(HavePrefix("/services/"))
			t.expectSound()
		})

		DescribeTable("filters", func(query string, shown, hidden []string) {
			t := chrome.open(admin, laptop, "/services?"+query)
			for _, name := range shown {
				Eventually(t.texts(rowNames)).Should(ContainElement(name))
			}
			for _, name := range hidden {
				Expect(t.texts(rowNames)()).NotTo(ContainElement(name))
			}
			t.expectSound()
		},
			Entry("by Mesh", "mesh=default", []string{"checkout", "redis"}, []string{"kubernetes"}),
			Entry("by namespace", "namespace=orders", []string{"postgres"}, []string{"checkout"}),
			Entry("by state", "state=NoPods", []string{"resolver"}, []string{"checkout", "cache"}),
			Entry("in conflict", "state=Conflict", []string{"cache"}, []string{"checkout"}),
			Entry("delegated", "delegated=*", []string{"upf-n3"}, []string{"checkout"}),
			Entry("with a finding", "finding=MeshServiceConflict", []string{"cache"}, []string{"checkout"}),
			Entry("with a problem", "problem=true", []string{"cache"}, []string{"checkout"}),
		)

		It("filters by its controls", func() {
			t := chrome.open(admin, laptop, "/services")
			Eventually(t.texts(rowNames)).Should(ContainElement("checkout"))
			t.choose("Namespace", "orders")
			Eventually(t.texts(rowNames)).ShouldNot(ContainElement("checkout"))
			t.press("Conflict")
			Eventually(t.texts(rowNames)).Should(Equal([]string{"cache"}))
			t.press("Clear")
			Eventually(t.texts(rowNames)).Should(ContainElement("checkout"))
			t.press("Name")
			Eventually(t.texts(rowNames)).Should(Satisfy(slices.IsSorted[[]string]))
		})
	})

	It("shows the neighborhood of a Service, and the findings of the plugin", func() {
		t := chrome.open(admin, laptop, "/services/shop/checkout")
		Eventually(t.drawn("")).Should(ContainElements(
			HavePrefix("Service checkout"), HavePrefix("MeshService checkout, Online, 2 online"), HavePrefix("EndpointSlice checkout-"), HavePrefix("Pod checkout-")))
		Eventually(t.text(tabContent)).Should(ContainSubstring("the default EndpointSlice controller, from the Service's Pods"))
		t.show("service")
		t.press("As tables")
		Eventually(t.texts("table")).ShouldNot(BeEmpty())
		t.press("YAML")
		Eventually(t.text("pre.yaml")).Should(ContainSubstring("kind: Service"))
		Expect(t.text("pre.yaml")()).NotTo(ContainSubstring("managedFields"))
		t.expectSound()
	})

	It("shows the addresses", func() {
		t := chrome.open(admin, laptop, "/addresses")
		Eventually(t.text("main")).Should(And(ContainSubstring("10.200.0.1-10.200.0.254"), ContainSubstring("shop/checkout")))
		Eventually(func() string { return t.eval("document.querySelectorAll('[role=listbox]').length") }).Should(Equal("1"))
		Expect(t.eval("document.querySelectorAll('[role=option]')[0].getAttribute('aria-label')")).To(Equal("10.200.0.1: used by shop/checkout"))
		t.expectSound()
		t.show("addresses")
	})

	It("fits on a phone, in the dark", func() {
		for route, name := range map[string]string{"/": "overview", "/services": "services", "/services/shop/checkout": "service", "/addresses": "addresses"} {
			t := chrome.open(admin, phone, route)
			Eventually(t.text(connection)).Should(Equal("Live"))
			Eventually(t.skeletons).Should(Equal("0"))
			t.expectSound()
			t.show(name + "-phone")
		}
	})

	It("is accessible", func() {
		axe, err := os.ReadFile(kit.Path("cmd", "kubectl-meshwork", "web", "node_modules", "axe-core", "axe.min.js"))
		if os.IsNotExist(err) {
			Skip("axe-core is missing: run `npm ci` in " + filepath.Join("cmd", "kubectl-meshwork", "web"))
		}
		Expect(err).NotTo(HaveOccurred())
		for _, on := range []screen{laptop, phone} {
			for _, route := range []string{"/", "/services", "/services/shop/checkout", "/services/orders/cache", "/services/nowhere/nothing", "/addresses"} {
				t := chrome.open(admin, on, route)
				Eventually(t.text(connection)).Should(Equal("Live"))
				Eventually(t.skeletons).Should(Equal("0"))
				run(t, chromedp.Evaluate[chromedp.Void](string(axe)))
				Expect(t.violations()).To(BeEmpty(), "%s on a screen of %d pixels, %s", route, on.width, on.theme)
			}
		}
	})
})

// violations returns the findings of axe-core.
func (t *tab) violations() string {
	t.eval(`(window.found = undefined, axe.run({ resultTypes: ['violations'] }).then(r => {
		window.found = r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(', ')).join('; ') }))`)
	Eventually(func() string { return t.eval("window.found !== undefined") }).Should(Equal("true"))
	return t.eval("window.found")
}
