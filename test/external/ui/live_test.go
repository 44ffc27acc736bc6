package ui

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// open makes a namespace in which every Service joins the Mesh, with the Service web of a
// Deployment.
func open(ctx context.Context, namespace string, replicas int) {
	GinkgoHelper()
	env.Kubectl(ctx, "create", "namespace", namespace)
	env.Kubectl(ctx, "label", "namespace", namespace, v1alpha1.SidecarInjectionLabel+"=true")
	env.Apply(ctx, namespace, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: example.com/web}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{name: http, port: 80}]
`)
	env.Kubectl(ctx, "scale", "deployment/web", "-n", namespace, "--replicas", strconv.Itoa(replicas))
}

var _ = Describe("A page that stays open", func() {
	const pods = "[data-node^='endpoint/web-']"

	It("shows a rollout", func(ctx SpecContext) {
		const namespace = "bakery"
		open(ctx, namespace, 3)
		t := chrome.open(admin, laptop, "/services/"+namespace+"/web")
		Eventually(t.drawn(pods)).Should(And(HaveLen(3), HaveEach(ContainSubstring(", ready"))))
		before := t.drawn(pods)()
		t.press("History")
		env.Kubectl(ctx, "rollout", "restart", "deployment/web", "-n", namespace)
		Eventually(t.text("[data-testid=rollout]")).Should(MatchRegexp("^Rollout of web: new [1-3] of [2-4], [0-3] ready"))
		Eventually(t.drawn(pods)).Should(And(HaveLen(3), HaveEach(And(ContainSubstring(", ready"), Not(BeElementOf(before))))))
		Eventually(t.text(tabContent)).Should(And(MatchRegexp("Rollout web gets new Pods, of template [0-9a-f]+"),
			MatchRegexp("Rollout web has no old Pods left, after [0-9ms]+"), ContainSubstring("Change has 3 of 3 Pods online")))
		env.Kubectl(ctx, "scale", "deployment/web", "-n", namespace, "--replicas=0")
		Eventually(t.drawn(pods)).Should(BeEmpty())
		Eventually(t.drawn("")).Should(ContainElement(HavePrefix("MeshService web, Offline")))
		t.expectSound()
	})

	It("shows a handover, and how long it takes", func(ctx SpecContext) {
		const namespace = "bookshop"
		open(ctx, namespace, 3)
		t := chrome.open(admin, laptop, "/services/"+namespace+"/web")
		Eventually(t.drawn(pods)).Should(HaveLen(3))
		t.press("Handover")
		Eventually(t.text(tabContent)).Should(ContainSubstring("Not delegated"))
		label := v1alpha1.EndpointControllerNameLabel
		env.Kubectl(ctx, "label", "service/web", "-n", namespace, label+"="+kit.EndpointController)
		Eventually(t.text(tabContent)).Should(And(
			ContainSubstring("takes over the EndpointSlices"), ContainSubstring("has 3 ready endpoints"),
			ContainSubstring("the default controller is kept away, after"), MatchRegexp("only "+kit.EndpointController+" publishes endpoints, after [0-9.]+m?s"),
			ContainSubstring("present: the default controller is kept away")))
		Eventually(t.drawn("")).Should(ContainElement(HavePrefix("MeshService web, Online, 3 online")))
		t.expectSound()
		t.show("handover")
		env.Kubectl(ctx, "label", "service/web", "-n", namespace, label+"-")
		Eventually(t.text(tabContent)).Should(ContainSubstring("has no traces left, after"))
	})

	It("has the remedy of a conflict", func(ctx SpecContext) {
		const namespace = "florist"
		open(ctx, namespace, 1)
		env.Apply(ctx, namespace, `
apiVersion: meshwork.dev/v1alpha1
kind: MeshService
metadata: {name: cart}
spec: {ports: [{port: 80, targetPort: {value: 80}, appProtocol: tcp}]}
`)
		env.Kubectl(ctx, "create", "service", "clusterip", "cart", "--tcp=80", "-n", namespace)
		t := chrome.open(admin, laptop, "/services/"+namespace+"/cart")
		Eventually(t.text("[aria-label='What to do'], .remedy")).Should(ContainSubstring(admin.kubectl() + " delete meshservices -n " + namespace + " cart"))
		t.show("conflict")
		Expect(t.count("path.edge.conflict")).To(Equal("2"), "into and out of the MeshService")
		Expect(t.eval("document.title")).To(Equal("Conflict · " + namespace + "/cart · Meshwork"))
		Expect(t.eval("document.querySelector('link[rel=icon]').href")).To(HaveSuffix("/icon-bad.svg"))
		Expect(t.text(".passed summary")()).To(MatchRegexp("^[0-9]+ checks passed"))
		shell := exec.CommandContext(ctx, "bash", "-c", t.text(".remedy code")())
		shell.Env = append(os.Environ(), "KUBECONFIG="+admin.kubeconfig, "PATH="+os.Getenv("KUBEBUILDER_ASSETS")+":"+os.Getenv("PATH"))
		output, err := shell.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(output))
		Eventually(t.text(".service-health")).Should(HavePrefix("Service " + namespace + "/cart is in Mesh default, but has no endpoints"))
		Expect(t.text(".remedy")()).NotTo(ContainSubstring("delete meshservices"))
		Expect(t.count("path.edge.conflict")).To(Equal("0"))
		Eventually(func() string { return t.eval("document.title") }).ShouldNot(HavePrefix("Conflict"))
		t.expectSound()
	})

	It("shows hostile text as text", func(ctx SpecContext) {
		const namespace = "joke-shop"
		open(ctx, namespace, 1)
		const script = `<img src=x onerror="document.title='hacked'"><script>alert(1)</script>`
		const longest = "a23456789-123456789-123456789-123456789-123456789-123456789-123"
		env.Kubectl(ctx, "create", "service", "loadbalancer", longest, "--tcp=80", "-n", namespace)
		env.Kubectl(ctx, "create", "service", "clusterip", "hostile", "--tcp=80", "-n", namespace)
		service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "hostile"}}
		Expect(api.Get(ctx, client.ObjectKeyFromObject(service), service)).To(Succeed())
		expect.Created(ctx, api, &corev1.Event{
			ObjectMeta:     metav1.ObjectMeta{Namespace: namespace, Name: "hostile"},
			InvolvedObject: corev1.ObjectReference{Kind: "Service", Namespace: namespace, Name: "hostile", UID: service.UID},
			Reason:         "Hostile", Message: script + " \u202egnp.exe\u0007", Type: corev1.EventTypeWarning, LastTimestamp: metav1.Now(),
		})
		env.Kubectl(ctx, "annotate", "service/hostile", "-n", namespace, v1alpha1.LBPolicyAnnotation+"="+script)
		t := chrome.open(admin, phone, "/services/"+namespace+"/hostile")
		t.press("History")
		Eventually(t.text(tabContent)).Should(ContainSubstring(script))
		Expect(t.text(tabContent)()).NotTo(ContainSubstring("\u202e"), "what turns the direction of text is made visible")
		t.press("YAML")
		Eventually(t.text("pre.yaml")).Should(ContainSubstring("onerror="))
		Expect(t.eval("document.title")).NotTo(Equal("hacked"))
		Expect(t.eval("document.querySelectorAll('main img, main script').length")).To(Equal("0"))
		t.expectSound()
		t.visit("/services?namespace=" + namespace)
		Eventually(t.texts(rowNames)).Should(ContainElement(longest))
		t.expectSound()
		t.visit("/services/" + namespace + "/" + longest)
		Eventually(t.drawn("")).Should(ContainElement(HavePrefix("Service " + longest)))
		t.expectSound()
	})

	It("shows the events of Pods", func(ctx SpecContext) {
		const namespace = "bike-shop"
		open(ctx, namespace, 1)
		t := chrome.open(admin, laptop, "/services/"+namespace+"/web?tab=history")
		Eventually(t.drawn(pods)).Should(HaveLen(1))
		var all corev1.PodList
		Expect(api.List(ctx, &all, client.InNamespace(namespace))).To(Succeed())
		pod := all.Items[0]
		expect.Created(ctx, api, &corev1.Event{
			ObjectMeta:     metav1.ObjectMeta{Namespace: namespace, Name: "unhealthy"},
			InvolvedObject: corev1.ObjectReference{Kind: "Pod", Namespace: namespace, Name: pod.Name, UID: pod.UID},
			Reason:         "Unhealthy", Message: "Readiness probe failed", Type: corev1.EventTypeWarning, LastTimestamp: metav1.Now(), Count: 3,
		})
		Eventually(t.text(tabContent)).Should(ContainSubstring("Pod " + pod.Name + " Unhealthy 3 times"))
		t.show("history")
		t.expectSound()
	})

	It("is the same in two tabs", func(ctx SpecContext) {
		const namespace = "kiosk"
		open(ctx, namespace, 1)
		one, two := chrome.open(admin, laptop, "/services/"+namespace+"/web"), chrome.open(admin, phone, "/services/"+namespace+"/web")
		for _, t := range []*tab{one, two} {
			Eventually(t.drawn(pods)).Should(HaveLen(1))
		}
		env.Kubectl(ctx, "scale", "deployment/web", "-n", namespace, "--replicas=4")
		for _, t := range []*tab{one, two} {
			Eventually(t.drawn(pods)).Should(HaveLen(4))
			t.expectSound()
		}
	})

	It("shows the objects that a limited user may read, and names the others", func(ctx SpecContext) {
		const namespace = "library"
		open(ctx, namespace, 1)
		env.Kubectl(ctx, "create", "serviceaccount", "viewer", "-n", namespace)
		env.Kubectl(ctx, "create", "rolebinding", "viewer", "-n", namespace, "--clusterrole=view", "--serviceaccount="+namespace+":viewer")
		kubeconfig := filepath.Join(GinkgoT().TempDir(), "viewer")
		Expect(env.Cluster.ServiceAccountKubeconfig(ctx, namespace, "viewer", kubeconfig)).To(Succeed())
		viewer := startCommand("ui-viewer", kubeconfig, "--namespace="+namespace)
		DeferCleanup(viewer.Stop)
		t := chrome.open(viewer, laptop, "/services")
		Eventually(t.texts(rowNames)).Should(Equal([]string{"web"}))
		Expect(t.text("header")()).To(ContainSubstring("Namespace " + namespace + " only"))
		Eventually(t.text(".gaps summary")).Should(ContainSubstring("could not be read"))
		t.eval("document.querySelector('.gaps summary').click()")
		Eventually(t.texts(".gaps li")).Should(ContainElement(And(HavePrefix("Meshes"), ContainSubstring("you are not allowed to read them"))))
		t.show("limited")
		t.visit("/services/" + namespace + "/web")
		Eventually(t.text(tabContent)).Should(ContainSubstring("Meshes you are not allowed to read them"))
		t.visit("/services/shop/checkout")
		Eventually(t.text("main")).Should(ContainSubstring("only namespace " + namespace + " is shown: run `kubectl meshwork ui -n shop`"))
		t.expectSound()
	})

	It("survives the API server", Serial, func(ctx SpecContext) {
		const namespace = "market"
		open(ctx, namespace, 1)
		t := chrome.open(admin, laptop, "/services/"+namespace+"/web")
		Eventually(t.drawn(pods)).Should(HaveLen(1))
		Expect(env.Cluster.KillComponent("kube-apiserver")).To(Succeed())
		Eventually(t.text(notices)).Should(ContainSubstring("The API server cannot be reached"))
		Expect(t.drawn(pods)()).To(HaveLen(1), "the last picture stays")
		t.show("disconnected")
		Expect(env.Cluster.StartComponent(ctx, "kube-apiserver")).To(Succeed())
		Eventually(t.text(notices)).ShouldNot(ContainSubstring("cannot be reached"))
		Eventually(func() error {
			_, err := env.Cluster.Kubectl(ctx, "scale", "deployment/web", "-n", namespace, "--replicas=2")
			return err
		}).Should(Succeed())
		Eventually(t.drawn(pods)).WithTimeout(2 * time.Minute).Should(HaveLen(2))
		t.expectSound()
	})

	It("notices that the API server is silent", Serial, func() {
		t := chrome.open(admin, laptop, "/services")
		Eventually(t.text(connection)).Should(Equal("Live"))
		server := env.Cluster.Component("kube-apiserver")
		Expect(server.Pause()).To(Succeed())
		DeferCleanup(server.Resume)
		Eventually(t.text(connection)).WithTimeout(15 * time.Second).Should(MatchRegexp("^API server silent for [0-9]+s$"))
		Expect(t.text(notices)()).To(MatchRegexp("The API server cannot be reached since [0-9:]+ \\([0-9]+s ago\\): no answer within 6s"))
		Expect(t.eval("document.title")).To(HavePrefix("No connection"))
		Expect(server.Resume()).To(Succeed())
		Eventually(t.text(connection)).Should(Equal("Live"))
		t.expectSound()
	})

	It("notices that the command is silent", func() {
		own := startCommand("ui-suspended", admin.kubeconfig)
		DeferCleanup(own.Stop)
		t := chrome.open(own, laptop, "/services")
		Eventually(t.texts(rowNames)).Should(ContainElement("checkout"))
		Expect(own.Pause()).To(Succeed())
		DeferCleanup(own.Resume)
		Eventually(t.text(connection)).WithTimeout(15 * time.Second).Should(MatchRegexp("^Silent for [0-9]+s$"))
		Expect(t.text(notices)()).To(ContainSubstring("kubectl meshwork ui does not answer since"))
		Expect(t.texts(rowNames)()).To(ContainElement("checkout"), "the last picture stays")
		Expect(own.Resume()).To(Succeed())
		Eventually(t.text(connection)).Should(Equal("Live"))
		Eventually(t.text(notices)).Should(BeEmpty())
		t.expectSound()
	})

	It("says when the command has ended, and needs its token", func() {
		own := startCommand("ui-own", admin.kubeconfig)
		t := chrome.open(own, laptop, "/services")
		Eventually(t.texts(rowNames)).Should(ContainElement("checkout"))
		Expect(own.Stop()).To(Succeed())
		Eventually(t.text(notices)).Should(ContainSubstring("kubectl meshwork ui has ended"))
		Expect(t.texts(rowNames)()).To(ContainElement("checkout"), "the last picture stays")
		stranger := &command{base: admin.base, token: "0000"}
		t = chrome.open(stranger, laptop, "/")
		Eventually(t.text("main")).Should(ContainSubstring("Open the address that kubectl meshwork ui printed"))
		t.show("unauthorized")
		t.expectSound()
	})
})
