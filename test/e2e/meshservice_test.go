package e2e

import (
	"fmt"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/samples"
)

const workload = `
apiVersion: v1
kind: Service
metadata:
  name: %[2]s
  labels: %[4]s
spec:
  %[3]s
  selector: {app: %[2]s}
  ports: [{name: http, port: 80}]
---
apiVersion: apps/v1
kind: %[1]s
metadata: {name: %[2]s}
spec:
  %[5]s
  replicas: 3
  selector: {matchLabels: {app: %[2]s}}
  template:
    metadata: {labels: {app: %[2]s}}
    spec:
      terminationGracePeriodSeconds: 0
      containers: [{name: main, image: example/app:1}]
`

func deployment(ctx SpecContext, namespace, name, labels string) {
	GinkgoHelper()
	applyYAML(ctx, namespace, workload, "Deployment", name, "", labels, "")
}

func statefulSet(ctx SpecContext, namespace, name, labels string) {
	GinkgoHelper()
	applyYAML(ctx, namespace, workload, "StatefulSet", name, "clusterIP: None", labels,
		fmt.Sprintf("serviceName: %s\n  podManagementPolicy: Parallel", name))
}

const inDefaultMesh = "{meshwork.dev/mesh: default}"

var namespaces int

func newNamespace(ctx SpecContext) string {
	GinkgoHelper()
	namespaces++
	name := fmt.Sprintf("e2e-%d", namespaces)
	kubectl(ctx, "create", "namespace", name)
	DeferCleanup(func(ctx SpecContext) { kubectl(ctx, "delete", "namespace", name, "--wait=false") })
	return name
}

func proxies(ctx SpecContext, namespace, name string) func(Gomega) v1alpha1.Proxies {
	return func(g Gomega) v1alpha1.Proxies {
		meshService := &v1alpha1.MeshService{}
		g.Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, meshService)).To(Succeed())
		g.Expect(meshService.Status.Proxies).NotTo(BeNil())
		return *meshService.Status.Proxies
	}
}

func meshServiceNames(ctx SpecContext, namespace string) func(Gomega) []string {
	return func(g Gomega) []string {
		var list v1alpha1.MeshServiceList
		g.Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
		names := []string{}
		for _, meshService := range list.Items {
			names = append(names, meshService.Name)
		}
		return names
	}
}

func uids(ctx SpecContext, namespace string) []types.UID {
	GinkgoHelper()
	var list v1alpha1.MeshServiceList
	Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
	var all []types.UID
	for _, meshService := range list.Items {
		all = append(all, meshService.UID)
	}
	return all
}

var _ = Describe("A Deployment", func() {
	It("is counted through rollout, scale to zero and back", func(ctx SpecContext) {
		namespace := newNamespace(ctx)
		deployment(ctx, namespace, "web", inDefaultMesh)
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))
		kubectl(ctx, "wait", "--for=condition=Available", "-n", namespace, "msvc/web", "--timeout=30s")

		kubectl(ctx, "set", "image", "-n", namespace, "deployment/web", "main=example/app:2")
		kubectl(ctx, "rollout", "status", "-n", namespace, "deployment/web", "--timeout=60s")
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))

		kubectl(ctx, "scale", "-n", namespace, "deployment/web", "--replicas=0")
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{}))
		kubectl(ctx, "wait", "--for=condition=Available=false", "-n", namespace, "msvc/web", "--timeout=30s")

		kubectl(ctx, "scale", "-n", namespace, "deployment/web", "--replicas=5")
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
		namespace := newNamespace(ctx)
		statefulSet(ctx, namespace, "db", inDefaultMesh)
		expectOnline := func(count int) {
			GinkgoHelper()
			Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf(podNames(count)))
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
		kubectl(ctx, "set", "image", "-n", namespace, "statefulset/db", "main=example/app:2")
		kubectl(ctx, "rollout", "status", "-n", namespace, "statefulset/db", "--timeout=60s")
		expectOnline(3)
		Expect(uids(ctx, namespace)).To(ConsistOf(before), "they stay while their Pods restart")

		kubectl(ctx, "scale", "-n", namespace, "statefulset/db", "--replicas=0")
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())

		kubectl(ctx, "scale", "-n", namespace, "statefulset/db", "--replicas=4")
		expectOnline(4)
	})
})

var _ = Describe("A namespace", func() {
	It("opts in and out as a whole, by its labels", func(ctx SpecContext) {
		namespace := newNamespace(ctx)
		deployment(ctx, namespace, "web", "{}")
		statefulSet(ctx, namespace, "db", "{}")
		kubectl(ctx, "rollout", "status", "-n", namespace, "statefulset/db", "--timeout=60s")
		Expect(meshServiceNames(ctx, namespace)(Default)).To(BeEmpty())

		kubectl(ctx, "label", "namespace", namespace, "meshwork.dev/sidecar-injection=true")
		Eventually(meshServiceNames(ctx, namespace)).Should(HaveLen(4))
		kubectl(ctx, "annotate", "service", "-n", namespace, "web", "meshwork.dev/ignore=true")
		Eventually(meshServiceNames(ctx, namespace)).Should(HaveLen(3))
		kubectl(ctx, "label", "namespace", namespace, "meshwork.dev/sidecar-injection-")
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())
	})
})

var _ = Describe("The documentation in the cluster", func() {
	It("explains the fields and shows the columns that answer a user's questions", func(ctx SpecContext) {
		namespace := newNamespace(ctx)
		deployment(ctx, namespace, "web", inDefaultMesh)
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))

		table := strings.Split(kubectl(ctx, "get", "msvc", "-n", namespace), "\n")
		Expect(strings.Fields(table[0])).To(Equal([]string{"NAME", "MESH", "VIP", "AVAILABILITY", "ONLINE", "OFFLINE", "TLS", "AGE"}))
		Expect(strings.Fields(table[1])).To(HaveExactElements("web", "default", MatchRegexp(`^10\.96\.`), "Online", "3", "0", "NotReady", Not(BeEmpty())))
		Expect(kubectl(ctx, "explain", "msvc.status.tls.issuedBackends")).To(ContainSubstring("meshwork.dev/issued-backend"))
		Expect(kubectl(ctx, "get", "mesh", "-n", namespace)).To(ContainSubstring("web"), "the category")
	})
})

var _ = Describe("config/default", func() {
	It("installs what a cluster accepts, unprivileged", func(ctx SpecContext) {
		directory := filepath.Join(root, "config", "default")
		Expect(kubectl(ctx, "apply", "-k", directory, "--dry-run=server")).To(ContainSubstring("deployment.apps/meshwork-controller-manager"))
		// The namespace enforces the restricted Pod Security Standard.
		kubectl(ctx, "apply", "-k", directory)
		DeferCleanup(func(ctx SpecContext) {
			kubectl(ctx, "delete", "deployment", "-n", systemNamespace, "meshwork-controller-manager")
		})
		Eventually(func(g Gomega) {
			pods := &corev1.PodList{}
			g.Expect(api.List(ctx, pods, client.InNamespace(systemNamespace))).To(Succeed())
			g.Expect(pods.Items).NotTo(BeEmpty())
			g.Expect(pods.Items[0].Status.Conditions).To(ContainElement(And(
				HaveField("Type", corev1.PodReady), HaveField("Status", corev1.ConditionTrue))))
		}).Should(Succeed())
	})
})

var _ = Describe("config/samples", func() {
	It("becomes what it is meant to show", func(ctx SpecContext) {
		directory := filepath.Join(root, "config", "samples")
		kubectl(ctx, "apply", "-k", directory)
		DeferCleanup(func(ctx SpecContext) {
			for _, namespace := range samples.Namespaces() {
				kubectl(ctx, "delete", "namespace", namespace, "--wait=false")
			}
		})
		Eventually(func() error { return samples.Check(ctx, api) }).Should(Succeed())
	})
})
