package controllers_test

import (
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

// unchangedWrites succeeds if the manager writes nothing for a while.
func unchangedWrites(g Gomega) {
	before := running.writes.all()
	g.Consistently(running.writes.all).Should(Equal(before))
}

// reconciliations returns the number of syncs of all controllers of this process.
func reconciliations() float64 {
	GinkgoHelper()
	families, err := metrics.Registry.Gather()
	Expect(err).NotTo(HaveOccurred())
	total := 0.0
	for _, family := range families {
		if family.GetName() == "controller_runtime_reconcile_total" {
			for _, metric := range family.GetMetric() {
				total += metric.GetCounter().GetValue()
			}
		}
	}
	return total
}

// eventCount returns the count of the only event of a Service.
func eventCount(ctx SpecContext, service *corev1.Service) func(Gomega) int32 {
	return func(g Gomega) int32 {
		var list eventsv1.EventList
		g.Expect(api.List(ctx, &list, client.InNamespace(service.Namespace))).To(Succeed())
		for _, event := range list.Items {
			if event.ReportingController == "meshwork" && event.Regarding.UID == service.UID && event.Series != nil {
				return event.Series.Count
			}
		}
		return 1
	}
}

var _ = Describe("Writes", func() {
	// settle creates one Service of each kind in a new namespace and Mesh.
	settle := func(ctx SpecContext) (namespace string, noisy *corev1.Service) {
		GinkgoHelper()
		namespace = expect.Namespace(ctx, api)
		mesh := newMesh(ctx, "ca-1")
		expect.Created(ctx, api, kit.Service(namespace, "plain", kit.InMesh(mesh), func(s *corev1.Service) { s.Labels["team"] = "a" }))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "plain-a", "plain"), "10.9.0.1", true)
		expect.Created(ctx, api, kit.Service(namespace, "per-pod", kit.InMesh(mesh), kit.Headless))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "per-pod-a", "per-pod"), "10.9.0.2", true)
		noisy = expect.Created(ctx, api, kit.Service(namespace, "noisy", kit.InMesh(mesh), func(s *corev1.Service) {
			s.Spec.Ports = append(s.Spec.Ports, corev1.ServicePort{Name: "udp", Port: 81, Protocol: corev1.ProtocolUDP})
		}))
		expect.Created(ctx, api, kit.Service(namespace, "lost", kit.InMesh(unique("no-mesh"))))
		Expect(api.Create(ctx, &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "taken"}})).To(Succeed())
		expect.Created(ctx, api, kit.Service(namespace, "taken", kit.InMesh(mesh)))

		for _, name := range []string{"plain", perPodName("per-pod", "per-pod-a")} {
			Eventually(observe.MeshService(ctx, api, namespace, name)).Should(HaveField("Status.Availability", v1alpha1.Online))
		}
		Eventually(observe.MeshService(ctx, api, namespace, "noisy")).Should(HaveField("Status.Conditions", HaveLen(3)))
		Eventually(eventNames(ctx, namespace)).Should(HaveLen(3))
		return namespace, noisy
	}

	It("are none in an unchanged cluster, neither at rest nor after a restart", func(ctx SpecContext) {
		namespace, _ := settle(ctx)
		Eventually(unchangedWrites).Should(Succeed())
		events := eventNames(ctx, namespace)(Default)

		running.stop()
		running = runManager()
		// A Service that is created after the restart shows that all syncs are done.
		expect.Created(ctx, api, kit.Service(namespace, "sentinel", kit.InMesh(newMesh(ctx, ""))))
		expectMeshService(ctx, namespace, "sentinel")
		Consistently(running.writes.in(namespace), "2s").Should(HaveEach(HaveField("Name", "sentinel")))
		Expect(eventNames(ctx, namespace)(Default)).To(ConsistOf(events))
	})

	It("are none when the cache is resynced", func(ctx SpecContext) {
		namespace, _ := settle(ctx)
		restartWith(func(*controllers.Options) {}, func(options *cache.Options) { options.SyncPeriod = ptr.To(500 * time.Millisecond) })
		Eventually(unchangedWrites).Should(Succeed())
		writes, syncs := running.writes.in(namespace)(), reconciliations()
		Eventually(reconciliations).Should(BeNumerically(">", syncs+10), "the resync causes syncs")
		Expect(running.writes.in(namespace)()).To(Equal(writes))
	})

	It("are one create and one status for a new Service", func(ctx SpecContext) {
		// Until the cache has the status, each sync would write it, if the period allowed.
		restartWith(func(options *controllers.Options) { options.StatusSyncPeriod = time.Minute })
		name := unique("counted")
		expect.Created(ctx, api, kit.Service(expect.Namespace(ctx, api), name, kit.InMesh(newMesh(ctx, ""))))
		Eventually(func() []string { return running.writes.of(name) }).Should(Equal([]string{"create", "apply-status"}))
		Consistently(func() []string { return running.writes.of(name) }).Should(HaveLen(2))
	})

	It("repeat no event while its cause persists, and report it again when it returns", func(ctx SpecContext) {
		_, noisy := settle(ctx)
		reported := observe.Events(ctx, api, noisy)(Default)
		Expect(reported).To(HaveLen(1))
		expect.Updated(ctx, api, noisy, func(s *corev1.Service) { s.Labels["synced"] = "again" })
		Eventually(observe.MeshService(ctx, api, noisy.Namespace, "noisy")).Should(HaveField("Labels", HaveKey("synced")))
		Expect(observe.Events(ctx, api, noisy)(Default)).To(Equal(reported))

		udp := slices.Clone(noisy.Spec.Ports)
		expect.Updated(ctx, api, noisy, func(s *corev1.Service) { s.Spec.Ports = udp[:1] })
		Eventually(observe.MeshService(ctx, api, noisy.Namespace, "noisy")).Should(
			HaveField("Status.Conditions", ContainElement(HaveField("Reason", v1alpha1.ReasonTranslated))))
		expect.Updated(ctx, api, noisy, func(s *corev1.Service) { s.Spec.Ports = udp })
		Eventually(eventCount(ctx, noisy)).Should(Equal(int32(2)))
	})
})
