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
)

func perPodName(service, pod string) string { return meshservice.PodMeshServiceName(service, pod) }

var _ = Describe("A headless Service", func() {
	var namespace, mesh string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = newNamespace(ctx, nil), newMesh(ctx, "")
	})

	It("has a MeshService for each Pod, ready or not, until the Pod leaves it", func(ctx SpecContext) {
		newService(ctx, namespace, "db", mesh, headless)
		stateful := func(p *corev1.Pod) {
			p.Spec.Hostname, p.Spec.Subdomain = p.Name, "db"
			p.Labels["statefulset.kubernetes.io/pod-name"], p.Labels["apps.kubernetes.io/pod-index"] = p.Name, "0"
		}
		ready := newPod(ctx, namespace, "db-0", "db", "10.1.0.1", true, stateful)
		newPod(ctx, namespace, "db-1", "db", "10.1.0.2", false)

		Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf(perPodName("db", "db-0"), perPodName("db", "db-1")))
		Eventually(getMeshService(ctx, namespace, perPodName("db", "db-0"))).Should(And(
			HaveField("Spec.Selector.Dataplane.Name", "db-0"),
			HaveField("Status.VIPs", ConsistOf(v1alpha1.VIP{IP: "10.1.0.1", Type: v1alpha1.VIPKubernetes})),
			HaveField("Status.Hostnames", ConsistOf("db-0.db."+namespace+".svc."+clusterDomain)),
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1}))),
			HaveField("Labels", And(
				HaveKeyWithValue(v1alpha1.PodNameLabel, "db-0"),
				HaveKeyWithValue("statefulset.kubernetes.io/pod-name", "db-0"),
				HaveKeyWithValue("apps.kubernetes.io/pod-index", "0")))))
		Eventually(getMeshService(ctx, namespace, perPodName("db", "db-1"))).Should(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Offline: 1}))))

		change(ctx, ready, func(p *corev1.Pod) { p.Labels["app"] = "somebody-else" })
		Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf(perPodName("db", "db-1")), "the Pod lives on elsewhere")
	})

	It("keeps the MeshService of a StatefulSet's Pod over a restart, until it is scaled away", func(ctx SpecContext) {
		newService(ctx, namespace, "db", mesh, headless)
		set := newStatefulSet(ctx, namespace, "db", 2)
		first := podOfSet(ctx, set, 0)
		podOfSet(ctx, set, 1)
		markRunning(ctx, first, "10.1.1.1")
		name := perPodName("db", "db-0")
		meshService := expectMeshService(ctx, namespace, name)
		change(ctx, meshService, func(m *v1alpha1.MeshService) { m.Labels["theirs"] = "stays" })

		Expect(api.Delete(ctx, first)).To(Succeed())
		second := &corev1.Pod{}
		Eventually(func(g Gomega) {
			second = podOfSet(ctx, set, 0)
			g.Expect(second.UID).NotTo(Equal(first.UID))
		}).Should(Succeed())
		withoutAddress := And(HaveField("UID", meshService.UID),
			HaveField("Status.Availability", v1alpha1.Offline), HaveField("Status.VIPs", BeEmpty()))
		Eventually(getMeshService(ctx, namespace, name)).Should(withoutAddress)
		Consistently(getMeshService(ctx, namespace, name)).Should(withoutAddress, "the new Pod has no address yet")

		markRunning(ctx, second, "10.1.1.2")
		Eventually(getMeshService(ctx, namespace, name)).Should(And(
			HaveField("UID", meshService.UID),
			HaveField("Labels", HaveKeyWithValue("theirs", "stays")),
			HaveField("Status.Availability", v1alpha1.Online),
			HaveField("Status.VIPs", ConsistOf(HaveField("IP", "10.1.1.2")))))

		change(ctx, set, func(s *appsv1.StatefulSet) { s.Spec.Replicas = ptr.To(int32(0)) })
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())
	})

	It("lets the MeshService go when the StatefulSet goes", func(ctx SpecContext) {
		newService(ctx, namespace, "db", mesh, headless)
		set := newStatefulSet(ctx, namespace, "db", 1)
		markRunning(ctx, podOfSet(ctx, set, 0), "10.1.2.1")
		expectMeshService(ctx, namespace, perPodName("db", "db-0"))

		Expect(api.Delete(ctx, set, client.PropagationPolicy(metav1.DeletePropagationBackground))).To(Succeed())
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())
	})

	It("has one MeshService without a VIP when it has no selector", func(ctx SpecContext) {
		newService(ctx, namespace, "ext", mesh, headless, withoutSelector)
		newSlice(ctx, namespace, "ext", "IPv4", endpoint("10.2.0.1", true), endpoint("10.2.0.2", false))
		Eventually(getMeshService(ctx, namespace, "ext")).Should(And(
			HaveField("Spec.Selector", BeNil()),
			HaveField("Status.VIPs", BeEmpty()),
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1, Offline: 1})))))
	})

	It("changes its shape with the Service", func(ctx SpecContext) {
		service := newService(ctx, namespace, "db", mesh)
		newSlice(ctx, namespace, "db", "IPv4", podEndpoint("db-0", "10.3.0.1", true))
		expectMeshService(ctx, namespace, "db")

		Expect(api.Delete(ctx, service)).To(Succeed()) // the cluster IP is immutable
		again := newService(ctx, namespace, "db", mesh, headless)
		newSlice(ctx, namespace, "db", "IPv4", podEndpoint("db-0", "10.3.0.1", true))
		Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf(perPodName("db", "db-0")))

		change(ctx, again, func(s *corev1.Service) { s.Spec.Selector = nil })
		Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf("db"))

		change(ctx, again, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "db"} })
		Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf(perPodName("db", "db-0")))

		change(ctx, again, func(s *corev1.Service) {
			s.Spec = corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "example.com"}
		})
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())

		change(ctx, again, func(s *corev1.Service) {
			s.Spec = corev1.ServiceSpec{Type: corev1.ServiceTypeClusterIP, Ports: []corev1.ServicePort{{Port: 80}}}
		})
		Eventually(getMeshService(ctx, namespace, "db")).Should(HaveField("Status.VIPs", HaveLen(1)))
	})

	It("takes Pods of any name", func(ctx SpecContext) {
		name := strings.Repeat("a.", 126) + "z"
		Expect(name).To(HaveLen(253))
		newService(ctx, namespace, "db", mesh, headless)
		newSlice(ctx, namespace, "db", "IPv4", podEndpoint(name, "10.4.0.1", true))
		Eventually(getMeshService(ctx, namespace, perPodName("db", name))).Should(
			HaveField("Spec.Selector.Dataplane.Name", name))
	})

	It("takes the labels of a Pod that it hears of after its endpoint", func(ctx SpecContext) {
		newService(ctx, namespace, "db", mesh, headless)
		newSlice(ctx, namespace, "db", "IPv4", podEndpoint("late-0", "10.4.1.1", true))
		expectMeshService(ctx, namespace, perPodName("db", "late-0"))
		Eventually(unchangedWrites).Should(Succeed())

		newPod(ctx, namespace, "late-0", "other", "10.4.1.1", true, func(p *corev1.Pod) { p.Labels["apps.kubernetes.io/pod-index"] = "0" })
		Eventually(getMeshService(ctx, namespace, perPodName("db", "late-0"))).Should(
			HaveField("Labels", HaveKeyWithValue("apps.kubernetes.io/pod-index", "0")))
	})

	It("touches no other namespace's", func(ctx SpecContext) {
		other := newNamespace(ctx, nil)
		for _, in := range []string{namespace, other} {
			newService(ctx, in, "db", mesh, headless)
			newSlice(ctx, in, "db", "IPv4", podEndpoint("db-0", "10.5.0.1", true))
			expectMeshService(ctx, in, perPodName("db", "db-0"))
		}
		foreign := podEndpoint("db-1", "10.5.0.2", true)
		foreign.TargetRef.Namespace = other
		newSlice(ctx, namespace, "db", "IPv4", foreign)
		expectMeshService(ctx, namespace, "db") // for the endpoint that is no Pod of its namespace
		Expect(meshServiceNames(ctx, other)(Default)).To(ConsistOf(perPodName("db", "db-0")))
	})

	It("keeps up with two hundred Pods that come and go", func(ctx SpecContext) {
		newService(ctx, namespace, "db", mesh, headless)
		var endpoints []discoveryv1.Endpoint
		for i := range 200 {
			endpoints = append(endpoints, podEndpoint(fmt.Sprintf("db-%d", i), fmt.Sprintf("10.6.0.%d", i), i%2 == 0))
		}
		slice := newSlice(ctx, namespace, "db", "IPv4", endpoints...)
		Eventually(meshServiceNames(ctx, namespace)).Should(HaveLen(200))

		change(ctx, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints = s.Endpoints[:10] })
		Eventually(meshServiceNames(ctx, namespace)).Should(HaveLen(10))
		Expect(api.Delete(ctx, slice)).To(Succeed())
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())
	})

	It("wakes both Services when a slice changes hands", func(ctx SpecContext) {
		newService(ctx, namespace, "one", mesh, withoutSelector)
		newService(ctx, namespace, "two", mesh, withoutSelector)
		slice := newSlice(ctx, namespace, "one", "IPv4", endpoint("10.7.0.1", true))
		Eventually(getMeshService(ctx, namespace, "one")).Should(HaveField("Status.Availability", v1alpha1.Online))

		change(ctx, slice, func(s *discoveryv1.EndpointSlice) { s.Labels[discoveryv1.LabelServiceName] = "two" })
		Eventually(getMeshService(ctx, namespace, "one")).Should(HaveField("Status.Availability", v1alpha1.Offline))
		Eventually(getMeshService(ctx, namespace, "two")).Should(HaveField("Status.Availability", v1alpha1.Online))
		Expect(api.Get(ctx, client.ObjectKeyFromObject(slice), slice)).To(Succeed())
	})
})
