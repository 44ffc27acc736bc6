package ui

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
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
		Eventually(t.text(health)).Should(MatchRegexp("^[1-9][0-9]* problems?$"))
		Eventually(t.text("[data-testid=states]")).Should(And(MatchRegexp("^[0-9]+ Services [0-9]+ in a mesh"), MatchRegexp("Conflict [1-9]"), Not(MatchRegexp(" 0( |$)"))))
		Eventually(t.texts(".problem")).Should(ContainElement(And(ContainSubstring("MeshServiceConflict"), ContainSubstring("1 in orders"),
			ContainSubstring("orders/cache"), ContainSubstring(admin.kubectl()+" delete meshservices -n "))))
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

		It("begins with the worst, in low rows", func() {
			t := chrome.open(admin, laptop, "/services")
			Eventually(t.texts(".grid-body .row")).Should(ContainElement(HavePrefix("Conflict cache orders")))
			Expect(t.texts(".grid-body .row")()[0]).To(HavePrefix("Conflict"))
			Expect(t.eval("document.querySelector('.grid-body .row').clientHeight <= 32")).To(Equal("true"))
			Eventually(func() string { return t.eval("document.title") }).Should(MatchRegexp("^[1-9][0-9]* problems? · Services"))
		})

		It("finds Services by their labels, Pods, addresses and Nodes", func(ctx SpecContext) {
			endpoint := func(path string) string {
				return env.Kubectl(ctx, "get", "endpointslices", "-n", "shop", "-l", "kubernetes.io/service-name=checkout", "-o", "jsonpath={.items[0].endpoints[0]."+path+"}")
			}
			t := chrome.open(admin, laptop, "/services")
			for word, place := range map[string]string{
				endpoint("targetRef.name"): "Pod " + endpoint("targetRef.name"), endpoint("addresses[0]"): "address " + endpoint("addresses[0]"),
				endpoint("nodeName") + " checkout": "Node " + endpoint("nodeName"), "name=checkout": "app.kubernetes.io/name=checkout",
			} {
				t.visit("/services?q=" + url.QueryEscape(word))
				Eventually(t.texts(".grid-body .row")).Should(ContainElement(And(ContainSubstring(" checkout shop "), ContainSubstring(place))), word)
			}
			t.expectSound()
		})

		It("is a key away from every page", func() {
			t := chrome.open(admin, laptop, "/services/shop/checkout")
			Eventually(t.text(connection)).Should(Equal("Live"))
			t.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))")
			Eventually(t.text("dialog[open]")).Should(ContainSubstring("search Services, from every page"))
			t.expectSound()
			t.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))")
			Eventually(func() string { return t.eval("location.pathname + ' ' + document.activeElement.id") }).Should(Equal("/services search"))
			t.do(chromedp.KeyEvent("check"))
			Eventually(t.texts(rowNames)).Should(Equal([]string{"checkout"}))
		})

		It("is sorted by a control on a phone", func() {
			t := chrome.open(admin, phone, "/services")
			Eventually(t.texts(rowNames)).Should(ContainElement("checkout"))
			t.choose("Sort", "-name")
			Eventually(func() string { return t.eval("location.search") }).Should(Equal("?sort=-name"))
			Eventually(func() bool {
				names := t.texts(rowNames)()
				slices.Reverse(names)
				return slices.IsSorted(names)
			}).Should(BeTrue())
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

	It("lights up the way to the chosen Pod, and shares it", func() {
		t := chrome.open(admin, laptop, "/services/shop/checkout")
		Eventually(t.drawn("[data-node^='endpoint/']")).ShouldNot(BeEmpty())
		Expect(t.count(".edge.lit")).To(Equal("0"))
		pod := t.eval("document.querySelector(\"[data-node^='endpoint/']\").dataset.node")
		t.eval("document.querySelector(\"[data-node^='endpoint/']\").dispatchEvent(new MouseEvent('click', { bubbles: true }))")
		Eventually(t.texts("[data-testid=details] button")).Should(ContainElements("YAML", "Copy kubectl get pod"))
		Expect(t.eval("document.querySelector(\"[data-testid=details] button[title^='kubectl']\").title")).To(HavePrefix(admin.kubectl() + " get pod -n shop "))
		Expect(t.count(".edge.lit")).To(Equal("3"), "Service to MeshService to EndpointSlices to Pod")
		Expect(t.count(".frame.lit")).To(Equal("3"), "of the manager, the zone and the Node")
		Expect(t.eval("document.querySelector(\"[data-frame^='manager/']\").textContent")).To(ContainSubstring("Kubernetes default"))
		Expect(t.eval("new URLSearchParams(location.search).get('node')")).To(Equal(pod))
		t.show("path")
		t.press("YAML")
		Eventually(t.text("pre.yaml")).Should(ContainSubstring("kind: Pod"))
		shared := t.eval("location.pathname + location.search")
		t.eval("history.back()")
		Eventually(t.text(tabContent)).Should(ContainSubstring("opted in"))
		Expect(t.count(".edge.lit")).To(Equal("3"))
		t.eval("history.back()")
		Eventually(func() string { return t.count(".edge.lit") }).Should(Equal("0"))
		t.visit(shared)
		Eventually(t.text("pre.yaml")).Should(ContainSubstring("kind: Pod"))
		Expect(t.count(".edge.lit")).To(Equal("3"))
		t.expectSound()
	})

	It("draws each Pod of a headless Service next to its MeshService", func() {
		t := chrome.open(admin, laptop, "/services/orders/postgres")
		Eventually(t.drawn("[data-node^='endpoint/']")).ShouldNot(BeEmpty())
		pods := len(t.drawn("[data-node^='endpoint/']")())
		Eventually(func() string { return t.count("[data-edge^='meshService/'][data-edge*='>endpoint/']") }).Should(Equal(strconv.Itoa(pods)))
		t.expectSound()
	})

	It("places the nodes of a drawing once", func() {
		t := chrome.open(admin, laptop, "/services?q=checkout")
		Eventually(t.texts(rowNames)).Should(ContainElement("checkout"))
		t.setMotion("no-preference")
		t.eval(`(window.moved = new Set(), (function look() {
			document.getAnimations().forEach(a => { if (a.transitionProperty === 'transform') moved.add(a.effect.target.dataset.node) })
			requestAnimationFrame(look) })())`)
		t.press("checkout")
		Eventually(t.drawn("[data-node^='endpoint/']")).ShouldNot(BeEmpty())
		Consistently(func() string { return t.eval("[...moved].join()") }).Should(BeEmpty(), "nothing flies to its place")
	})

	It("chooses a Pod by the first tap on a phone", func() {
		t := chrome.open(admin, phone, "/services/shop/checkout")
		Eventually(t.drawn("[data-node^='endpoint/']")).ShouldNot(BeEmpty())
		t.tap("[data-node^='endpoint/']")
		Eventually(t.text("[data-testid=details]")).Should(HavePrefix("Pod checkout-"))
		Consistently(t.text("[data-testid=details]")).Should(HavePrefix("Pod checkout-"))
		t.tap("[data-node^='endpoint/']")
		Eventually(t.text("[data-testid=details]")).Should(HavePrefix("Point at something"), "the second tap chooses nothing")
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

	It("is accessible", func(ctx SpecContext) {
		axe, err := os.ReadFile(kit.Path("cmd", "kubectl-meshwork", "web", "node_modules", "axe-core", "axe.min.js"))
		if os.IsNotExist(err) {
			Skip("axe-core is missing: run `npm ci` in " + filepath.Join("cmd", "kubectl-meshwork", "web"))
		}
		Expect(err).NotTo(HaveOccurred())
		expect.Temporary(ctx, api, kit.GRPCRoute("shop", "checkout"))
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
