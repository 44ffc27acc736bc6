package controllers_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

func perPodName(service, pod string) string { return meshservice.PodMeshServiceName(service, pod) }

var _ = Describe("A headless Service", func() {
	var namespace, mesh string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = expect.Namespace(ctx, api), newMesh(ctx, "")
	})

	It("has a MeshService for each Pod, ready or not, until the Pod leaves it", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Headless))
		stateful := func(p *corev1.Pod) {
			p.Spec.Hostname, p.Spec.Subdomain = p.Name, "db"
			p.Labels["statefulset.kubernetes.io/pod-name"], p.Labels["apps.kubernetes.io/pod-index"] = p.Name, "0"
		}
		ready := expect.RunningPod(ctx, api, kit.Pod(namespace, "db-0", "db", stateful), "10.1.0.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "db-1", "db"), "10.1.0.2", false)

		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf(perPodName("db", "db-0"), perPodName("db", "db-1")))
		Eventually(observe.MeshService(ctx, api, namespace, perPodName("db", "db-0"))).Should(And(
			HaveField("Spec.Selector.Dataplane.Name", "db-0"),
			HaveField("Status.VIPs", ConsistOf(v1alpha1.VIP{IP: "10.1.0.1", Type: v1alpha1.VIPKubernetes})),
			HaveField("Status.Hostnames", ConsistOf("db-0.db."+namespace+".svc."+clusterDomain)),
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1}))),
			HaveField("Labels", And(
				HaveKeyWithValue(v1alpha1.PodNameLabel, "db-0"),
				HaveKeyWithValue("statefulset.kubernetes.io/pod-name", "db-0"),
				HaveKeyWithValue("apps.kubernetes.io/pod-index", "0")))))
		Eventually(observe.MeshService(ctx, api, namespace, perPodName("db", "db-1"))).Should(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Offline: 1}))))

		expect.Updated(ctx, api, ready, func(p *corev1.Pod) { p.Labels["app"] = "other" })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf(perPodName("db", "db-1")), "the Pod has left the Service")
	})

	It("keeps the MeshService of a StatefulSet's Pod across a restart, until the set is scaled down", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Headless))
		set := expect.Created(ctx, api, kit.StatefulSet(namespace, "db", 2, placed))
		first := podOfSet(ctx, set, 0)
		podOfSet(ctx, set, 1)
		expect.StatusUpdated(ctx, api, first, kit.RunningAt("10.1.1.1"), kit.Readiness(true))
		name := perPodName("db", "db-0")
		meshService := expectMeshService(ctx, namespace, name)
		expect.Updated(ctx, api, meshService, func(m *v1alpha1.MeshService) { m.Labels["theirs"] = "stays" })

		Expect(api.Delete(ctx, first)).To(Succeed())
		second := &corev1.Pod{}
		Eventually(func(g Gomega) {
			second = podOfSet(ctx, set, 0)
			g.Expect(second.UID).NotTo(Equal(first.UID))
		}).Should(Succeed())
		withoutAddress := And(HaveField("UID", meshService.UID),
			HaveField("Status.Availability", v1alpha1.Offline), HaveField("Status.VIPs", BeEmpty()))
		Eventually(observe.MeshService(ctx, api, namespace, name)).Should(withoutAddress)
		Consistently(observe.MeshService(ctx, api, namespace, name)).Should(withoutAddress, "the new Pod has no address yet")

		expect.StatusUpdated(ctx, api, second, kit.RunningAt("10.1.1.2"), kit.Readiness(true))
		Eventually(observe.MeshService(ctx, api, namespace, name)).Should(And(
			HaveField("UID", meshService.UID),
			HaveField("Labels", HaveKeyWithValue("theirs", "stays")),
			HaveField("Status.Availability", v1alpha1.Online),
			HaveField("Status.VIPs", ConsistOf(HaveField("IP", "10.1.1.2")))))

		expect.Updated(ctx, api, set, func(s *appsv1.StatefulSet) { s.Spec.Replicas = ptr.To(int32(0)) })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})

	It("deletes the MeshService when the StatefulSet is deleted", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Headless))
		set := expect.Created(ctx, api, kit.StatefulSet(namespace, "db", 1, placed))
		expect.StatusUpdated(ctx, api, podOfSet(ctx, set, 0), kit.RunningAt("10.1.2.1"), kit.Readiness(true))
		expectMeshService(ctx, namespace, perPodName("db", "db-0"))

		Expect(api.Delete(ctx, set, client.PropagationPolicy(metav1.DeletePropagationBackground))).To(Succeed())
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})

	It("has one MeshService without a VIP when it has no selector", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "ext", kit.InMesh(mesh), kit.Headless, kit.WithoutSelector))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "ext", "IPv4", kit.Endpoint("10.2.0.1", true), kit.Endpoint("10.2.0.2", false)))
		Eventually(observe.MeshService(ctx, api, namespace, "ext")).Should(And(
			HaveField("Spec.Selector", BeNil()),
			HaveField("Status.VIPs", BeEmpty()),
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1, Offline: 1})))))
	})

	It("follows the Service between per-Pod MeshServices and a single one", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh)))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "db", "IPv4", kit.PodEndpoint("db-0", "10.3.0.1", true)))
		expectMeshService(ctx, namespace, "db")

		Expect(api.Delete(ctx, service)).To(Succeed()) // the cluster IP is immutable
		again := expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Headless))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "db", "IPv4", kit.PodEndpoint("db-0", "10.3.0.1", true)))
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf(perPodName("db", "db-0")))

		expect.Updated(ctx, api, again, func(s *corev1.Service) { s.Spec.Selector = nil })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf("db"))

		expect.Updated(ctx, api, again, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "db"} })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf(perPodName("db", "db-0")))

		expect.Updated(ctx, api, again, func(s *corev1.Service) {
			s.Spec = corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "example.com"}
		})
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())

		expect.Updated(ctx, api, again, func(s *corev1.Service) {
			s.Spec = corev1.ServiceSpec{Type: corev1.ServiceTypeClusterIP, Ports: []corev1.ServicePort{{Port: 80}}}
		})
		Eventually(observe.MeshService(ctx, api, namespace, "db")).Should(HaveField("Status.VIPs", HaveLen(1)))
	})

	It("accepts Pods of any name", func(ctx SpecContext) {
		name := strings.Repeat("a.", 126) + "z"
		Expect(name).To(HaveLen(253))
		expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Headless))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "db", "IPv4", kit.PodEndpoint(name, "10.4.0.1", true)))
		Eventually(observe.MeshService(ctx, api, namespace, perPodName("db", name))).Should(
			HaveField("Spec.Selector.Dataplane.Name", name))
	})

	It("copies the labels of a Pod that appears after its endpoint", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Headless))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "db", "IPv4", kit.PodEndpoint("late-0", "10.4.1.1", true)))
		expectMeshService(ctx, namespace, perPodName("db", "late-0"))
		Eventually(unchangedWrites).Should(Succeed())

		expect.RunningPod(ctx, api, kit.Pod(namespace, "late-0", "other", func(p *corev1.Pod) { p.Labels["apps.kubernetes.io/pod-index"] = "0" }), "10.4.1.1", true)
		Eventually(observe.MeshService(ctx, api, namespace, perPodName("db", "late-0"))).Should(
			HaveField("Labels", HaveKeyWithValue("apps.kubernetes.io/pod-index", "0")))
	})

	It("does not touch MeshServices of other namespaces", func(ctx SpecContext) {
		other := expect.Namespace(ctx, api)
		for _, in := range []string{namespace, other} {
			expect.Created(ctx, api, kit.Service(in, "db", kit.InMesh(mesh), kit.Headless))
			expect.Created(ctx, api, kit.EndpointSlice(in, "db", "IPv4", kit.PodEndpoint("db-0", "10.5.0.1", true)))
			expectMeshService(ctx, in, perPodName("db", "db-0"))
		}
		foreign := kit.PodEndpoint("db-1", "10.5.0.2", true)
		foreign.TargetRef.Namespace = other
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "db", "IPv4", foreign))
		expectMeshService(ctx, namespace, "db") // for the endpoint that is no Pod of its namespace
		Expect(observe.MeshServiceNames(ctx, api, other)(Default)).To(ConsistOf(perPodName("db", "db-0")))
	})

	It("keeps up with two hundred Pods that are created and deleted", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Headless))
		var endpoints []discoveryv1.Endpoint
		for i := range 200 {
			endpoints = append(endpoints, kit.PodEndpoint(fmt.Sprintf("db-%d", i), fmt.Sprintf("10.6.0.%d", i), i%2 == 0))
		}
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, "db", "IPv4", endpoints...))
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(HaveLen(200))

		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints = s.Endpoints[:10] })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(HaveLen(10))
		Expect(api.Delete(ctx, slice)).To(Succeed())
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})

	It("syncs both Services when a slice moves from one to the other", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "one", kit.InMesh(mesh), kit.WithoutSelector))
		expect.Created(ctx, api, kit.Service(namespace, "two", kit.InMesh(mesh), kit.WithoutSelector))
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, "one", "IPv4", kit.Endpoint("10.7.0.1", true)))
		Eventually(observe.MeshService(ctx, api, namespace, "one")).Should(HaveField("Status.Availability", v1alpha1.Online))

		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Labels[discoveryv1.LabelServiceName] = "two" })
		Eventually(observe.MeshService(ctx, api, namespace, "one")).Should(HaveField("Status.Availability", v1alpha1.Offline))
		Eventually(observe.MeshService(ctx, api, namespace, "two")).Should(HaveField("Status.Availability", v1alpha1.Online))
		Expect(api.Get(ctx, client.ObjectKeyFromObject(slice), slice)).To(Succeed())
	})
})
