package install

import (
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
	"github.com/meshwork-dev/meshwork/test/lib/samples"
)

var _ = Describe("kustomize", Ordered, func() {
	var delegated, mirrored *kit.EndpointRecord

	BeforeAll(func(ctx SpecContext) { expectClean(ctx) })
	AfterAll(func() {
		for _, record := range []*kit.EndpointRecord{delegated, mirrored} {
			if record != nil {
				record.Stop()
			}
		}
	})

	It("installs a manager that works", func(ctx SpecContext) {
		env.Kubectl(ctx, "apply", "-k", kit.Path("test", "install", "testdata", "loopback"))
		env.Kubectl(ctx, "rollout", "status", "-n", kit.SystemNamespace, "deployment/meshwork-controller-manager", "--timeout=60s")
		useMeshwork(ctx)
	})

	It("installs a signer that issues certificates", suite.NeedsPodCertificates, func(ctx SpecContext) {
		env.Kubectl(ctx, "apply", "-k", kit.Path("test", "install", "testdata", "loopback-signer"))
		env.Kubectl(ctx, "rollout", "status", "-n", kit.SystemNamespace, "deployment/meshwork-signer", "--timeout=60s")
		useSigner(ctx)
	})

	It("keeps the endpoints until another controller publishes them", func(ctx SpecContext) {
		delegated, mirrored = env.RecordEndpoints(ctx, "core-network", "upf-n3"), env.RecordEndpoints(ctx, "legacy", "database")
		env.Kubectl(ctx, "scale", "-n", kit.SystemNamespace, "deployment/meshwork-controller-manager", "--replicas=0")
		Eventually(func() []corev1.Pod { return pods(ctx) }).Should(BeEmpty())
		Expect(env.Cluster.KillComponent("kube-controller-manager")).To(Succeed())

		release := startRelease(ctx, "--timeout=30s", "--handover-timeout=1s")
		Eventually(release.Done()).Should(BeClosed())

		Expect(release.Err()).To(HaveOccurred())
		Expect(release.Log()).To(And(ContainSubstring("not released after"), ContainSubstring("2 endpointSlices (core-network/upf-n3-")))
		Eventually(delegated.Managers).Should(ContainElement(kit.EndpointController))
		Expect(env.Cluster.StartComponent(ctx, "kube-controller-manager")).To(Succeed())
		env.Kubectl(ctx, "scale", "-n", kit.SystemNamespace, "deployment/meshwork-controller-manager", "--replicas=1")
		Eventually(func() string { return env.Kubectl(ctx, "get", "meshservices", "-A", "-o", "name") }).Should(ContainSubstring("/redis\n"), "it works on")
	})

	It("reports the holder of the Lease, and the objects that it may not read", func(ctx SpecContext) {
		release := startRelease(ctx, "--timeout=20s")
		Eventually(release.Done()).Should(BeClosed())
		Expect(release.Err()).To(HaveOccurred())
		Expect(release.Log()).To(ContainSubstring("another manager holds the Lease meshwork-system/meshwork"))

		release = startReleaseAs(ctx, "default", "--timeout=10s")
		Eventually(release.Done()).Should(BeClosed())
		Expect(release.Err()).To(HaveOccurred())
		Expect(release.Log()).To(ContainSubstring("not everything could be read"))
	})

	It("releases everything before it is deleted", func(ctx SpecContext) {
		evictedPod(ctx)
		env.Kubectl(ctx, "apply", "-k", kit.Path("config", "release"))
		env.Kubectl(ctx, "wait", "-n", kit.SystemNamespace, "--for=condition=Complete", "job/meshwork-release", "--timeout=120s")
		expectReleased(ctx, delegated, mirrored)
		Expect(podNames(ctx)).To(ConsistOf("evicted", HavePrefix("meshwork-release-")))
	})

	It("leaves nothing behind except what users wrote", func(ctx SpecContext) {
		env.Kubectl(ctx, "delete", "-k", kit.Path("config", "release"))
		env.Kubectl(ctx, "delete", "-k", kit.Path("config", "signer"), "--ignore-not-found")
		env.Kubectl(ctx, "delete", "-k", kit.Path("config", "default"))
		expectClean(ctx)
		expect.NoGap(delegated)
		expect.NoGap(mirrored)
		removeWorkload(ctx)
	})
})

// startRelease runs meshwork release outside the cluster, with the rights of the manager.
func startRelease(ctx SpecContext, flags ...string) *cluster.Process {
	GinkgoHelper()
	return startReleaseAs(ctx, kit.ServiceAccount, flags...)
}

func startReleaseAs(ctx SpecContext, serviceAccount string, flags ...string) *cluster.Process {
	GinkgoHelper()
	kubeconfig := filepath.Join(env.Cluster.LogDir(), "release-as-"+serviceAccount+".kubeconfig")
	Expect(env.Cluster.ServiceAccountKubeconfig(ctx, kit.SystemNamespace, serviceAccount, kubeconfig)).To(Succeed())
	args := append([]string{"release", "--kubeconfig=" + kubeconfig, "--leader-elect-resource-namespace=" + kit.SystemNamespace}, flags...)
	release, err := env.Cluster.StartProcess("release-as-"+serviceAccount, kit.Path("bin", "meshwork"), args...)
	Expect(err).NotTo(HaveOccurred())
	return release
}

// evictedPod creates an evicted Pod, as a ReplicaSet leaves behind.
func evictedPod(ctx SpecContext) {
	GinkgoHelper()
	pod := pods(ctx)[0].DeepCopy()
	pod.ObjectMeta = metav1.ObjectMeta{Name: "evicted", Namespace: pod.Namespace, Labels: pod.Labels}
	delete(pod.Labels, "pod-template-hash") // else it would be adopted
	pod.Spec.NodeName, pod.Spec.SchedulerName = "", "none"
	Expect(api.Create(ctx, pod)).To(Succeed())
	pod.Status = corev1.PodStatus{Phase: corev1.PodFailed, Reason: "Evicted"}
	Expect(api.Status().Update(ctx, pod)).To(Succeed())
}

// useMeshwork creates objects that use every feature, and waits until they work.
func useMeshwork(ctx SpecContext) {
	GinkgoHelper()
	env.Kubectl(ctx, "apply", "-k", kit.Path("config", "samples"))
	env.Kubectl(ctx, "apply", "-f", kit.Path("test", "install", "testdata", "workload.yaml"))
	Eventually(func() error { return samples.Check(ctx, api) }).Should(Succeed())
	Eventually(func() string {
		return env.Kubectl(ctx, "get", "endpointslices", "-n", "legacy", "-L", "endpointslice.kubernetes.io/managed-by")
	}).Should(ContainSubstring("mirroring.endpointslice-controller.meshwork.dev"))
	env.Kubectl(ctx, "wait", "-n", "legacy", "--for=condition=meshwork.dev/VIPReady=False", "service/outsider", "--timeout=60s")
}

func removeWorkload(ctx SpecContext) {
	GinkgoHelper()
	// One command waits for all of them concurrently.
	env.Kubectl(ctx, append([]string{"delete", "namespace", "legacy"}, samples.Namespaces()...)...)
}

// expectReleased checks the users' objects after Meshwork has released them.
func expectReleased(ctx SpecContext, delegated, mirrored *kit.EndpointRecord) {
	GinkgoHelper()
	Expect(env.Kubectl(ctx, "get", "meshservices,virtualips", "-A", "--ignore-not-found", "-o", "name")).To(Equal("meshservice.meshwork.dev/cache\n"),
		"one that a user made")
	Expect(env.Kubectl(ctx, "get", "meshes", "default", "-o", "jsonpath={.status.meshServices}")).To(Equal("0"))
	Expect(env.Kubectl(ctx, "get", "service", "-n", "core-network", "upf-n3", "-o", "jsonpath={.spec.selector}")).To(MatchJSON(`{"app.kubernetes.io/name": "upf"}`))
	Expect(env.Kubectl(ctx, "get", "service", "-n", "core-network", "upf-n3", "-o", "jsonpath={.metadata.labels}")).To(
		ContainSubstring("endpointslice-controller.meshwork.dev"), "the label is its user's")
	Expect(env.Kubectl(ctx, "get", "services", "-A", "-o", "jsonpath={.items[*].status}")).NotTo(ContainSubstring("meshwork.dev/VIP"))
	Expect(env.Kubectl(ctx, "get", "service", "-n", "shop", "checkout", "-o", "jsonpath={.status.loadBalancer}")).To(Equal("{}"))
	Eventually(delegated.Managers).Should(ConsistOf(kit.DefaultEndpointController))
	Eventually(mirrored.Managers).Should(ConsistOf(kit.DefaultMirroringController))
	expect.NoGap(delegated)
	expect.NoGap(mirrored)
}
