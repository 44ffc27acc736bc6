package e2e

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
	"github.com/meshwork-dev/meshwork/test/lib/samples"
)

var inDefaultMesh = kit.InMesh("default")

// deployment creates a Deployment with 3 Pods and a Service.
func deployment(ctx SpecContext, namespace, name string, edits ...func(*corev1.Service)) {
	GinkgoHelper()
	expect.Created(ctx, api, kit.Service(namespace, name, edits...))
	expect.Created(ctx, api, kit.Deployment(namespace, name, 3))
}

// statefulSet creates a StatefulSet with 3 Pods and a headless Service.
func statefulSet(ctx SpecContext, namespace, name string, edits ...func(*corev1.Service)) {
	GinkgoHelper()
	expect.Created(ctx, api, kit.Service(namespace, name, append(edits, kit.Headless)...))
	expect.Created(ctx, api, kit.StatefulSet(namespace, name, 3))
}

func proxies(ctx SpecContext, namespace, name string) func(Gomega) v1alpha1.Proxies {
	return func(g Gomega) v1alpha1.Proxies {
		meshService := observe.MeshService(ctx, api, namespace, name)(g)
		g.Expect(meshService.Status.Proxies).NotTo(BeNil())
		return *meshService.Status.Proxies
	}
}

func uids(ctx SpecContext, namespace string) []types.UID {
	GinkgoHelper()
	var all []types.UID
	for _, meshService := range observe.MeshServices(ctx, api, namespace)(Default) {
		all = append(all, meshService.UID)
	}
	return all
}

var _ = Describe("A Deployment", func() {
	It("is counted through rollout, scale to zero and back", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		deployment(ctx, namespace, "web", inDefaultMesh)
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))
		env.Kubectl(ctx, "wait", "--for=condition=Available", "-n", namespace, "msvc/web", "--timeout=30s")

		env.Kubectl(ctx, "set", "image", "-n", namespace, "deployment/web", "main=example/app:2")
		env.Kubectl(ctx, "rollout", "status", "-n", namespace, "deployment/web", "--timeout=60s")
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))

		env.Kubectl(ctx, "scale", "-n", namespace, "deployment/web", "--replicas=0")
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{}))
		env.Kubectl(ctx, "wait", "--for=condition=Available=false", "-n", namespace, "msvc/web", "--timeout=30s")

		env.Kubectl(ctx, "scale", "-n", namespace, "deployment/web", "--replicas=5")
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 5}))
	})
})

var _ = Describe("A StatefulSet with a headless Service", func() {
	podNames := func(count int) []string {
		names := []string{}
		for i := range count {
			names = append(names, meshservice.PodMeshServiceName("db", fmt.Sprintf("db-%d", i)))
		}
		return names
	}

	It("has a MeshService for each Pod through rollout, scale to zero and back", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		statefulSet(ctx, namespace, "db", inDefaultMesh)
		expectOnline := func(count int) {
			GinkgoHelper()
			Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf(podNames(count)))
			for i, name := range podNames(count) {
				Eventually(func(g Gomega) {
					pod, meshService := &corev1.Pod{}, &v1alpha1.MeshService{}
					g.Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fmt.Sprintf("db-%d", i)}, pod)).To(Succeed())
					g.Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, meshService)).To(Succeed())
					g.Expect(meshService.Status.Availability).To(Equal(v1alpha1.Online))
					g.Expect(meshService.Status.VIPs).To(ConsistOf(HaveField("IP", pod.Status.PodIP)))
					g.Expect(meshService.Status.Hostnames).To(ConsistOf(fmt.Sprintf("db-%d.db.%s.svc.cluster.local", i, namespace)))
					g.Expect(meshService.Labels).To(HaveKeyWithValue("apps.kubernetes.io/pod-index", fmt.Sprint(i)))
				}).Should(Succeed())
			}
		}
		expectOnline(3)

		before := uids(ctx, namespace)
		env.Kubectl(ctx, "set", "image", "-n", namespace, "statefulset/db", "main=example/app:2")
		env.Kubectl(ctx, "rollout", "status", "-n", namespace, "statefulset/db", "--timeout=60s")
		expectOnline(3)
		Expect(uids(ctx, namespace)).To(ConsistOf(before), "they stay while their Pods restart")

		env.Kubectl(ctx, "scale", "-n", namespace, "statefulset/db", "--replicas=0")
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())

		env.Kubectl(ctx, "scale", "-n", namespace, "statefulset/db", "--replicas=4")
		expectOnline(4)
	})
})

var _ = Describe("A namespace", func() {
	It("opts in and out as a whole, by its labels", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		deployment(ctx, namespace, "web")
		statefulSet(ctx, namespace, "db")
		env.Kubectl(ctx, "rollout", "status", "-n", namespace, "statefulset/db", "--timeout=60s")
		Expect(observe.MeshServiceNames(ctx, api, namespace)(Default)).To(BeEmpty())

		env.Kubectl(ctx, "label", "namespace", namespace, "meshwork.dev/sidecar-injection=true")
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(HaveLen(4))
		env.Kubectl(ctx, "annotate", "service", "-n", namespace, "web", "meshwork.dev/ignore=true")
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(HaveLen(3))
		env.Kubectl(ctx, "label", "namespace", namespace, "meshwork.dev/sidecar-injection-")
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})
})

var _ = Describe("The documentation in the cluster", func() {
	It("explains the fields, and the table shows the columns that users need", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		deployment(ctx, namespace, "web", inDefaultMesh)
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))

		table := strings.Split(env.Kubectl(ctx, "get", "msvc", "-n", namespace), "\n")
		Expect(strings.Fields(table[0])).To(Equal([]string{"NAME", "MESH", "VIP", "AVAILABILITY", "ONLINE", "OFFLINE", "TLS", "AGE"}))
		Expect(strings.Fields(table[1])).To(HaveExactElements("web", "default", MatchRegexp(`^10\.96\.`), "Online", "3", "0", "NotReady", Not(BeEmpty())))
		Expect(env.Kubectl(ctx, "explain", "msvc.status.tls.issuedBackends")).To(ContainSubstring("meshwork.dev/issued-backend"))
		Expect(env.Kubectl(ctx, "get", "meshwork", "-n", namespace)).To(ContainSubstring("web"), "the category")
		Expect(env.Kubectl(ctx, "get", "mesh", "default")).To(ContainSubstring("default"), "a Mesh by its singular")
	})
})

var _ = Describe("config/default", func() {
	It("installs what a cluster accepts, unprivileged", func(ctx SpecContext) {
		directory := kit.Path("config", "default")
		Expect(env.Kubectl(ctx, "apply", "-k", directory, "--dry-run=server")).To(ContainSubstring("deployment.apps/meshwork-controller-manager"))
		// The namespace enforces the restricted Pod Security Standard.
		env.Kubectl(ctx, "apply", "-k", directory)
		DeferCleanup(func(ctx SpecContext) {
			env.Kubectl(ctx, "delete", "deployment", "-n", kit.SystemNamespace, "meshwork-controller-manager")
		})
		Eventually(func(g Gomega) {
			pods := &corev1.PodList{}
			g.Expect(api.List(ctx, pods, client.InNamespace(kit.SystemNamespace))).To(Succeed())
			g.Expect(pods.Items).NotTo(BeEmpty())
			g.Expect(pods.Items[0].Status.Conditions).To(ContainElement(And(
				HaveField("Type", corev1.PodReady), HaveField("Status", corev1.ConditionTrue))))
		}).Should(Succeed())
	})
})

var _ = Describe("config/samples", func() {
	It("leads to the expected objects", func(ctx SpecContext) {
		directory := kit.Path("config", "samples")
		env.Kubectl(ctx, "apply", "-k", directory)
		DeferCleanup(func(ctx SpecContext) {
			for _, namespace := range samples.Namespaces() {
				env.Kubectl(ctx, "delete", "namespace", namespace, "--wait=false")
			}
		})
		Eventually(func() error { return samples.Check(ctx, api) }).Should(Succeed())
	})
})
