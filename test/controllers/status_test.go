package controllers_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("The status of a MeshService", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	condition := func(kind string, status metav1.ConditionStatus, reason string) OmegaMatcher {
		return HaveField("Status.Conditions", ContainElement(And(
			HaveField("Type", kind), HaveField("Status", status), HaveField("Reason", reason),
			HaveField("ObservedGeneration", BeNumerically(">", 0)))))
	}

	It("follows the Pods: none, ready, deleted", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		offline := And(HaveField("Status.Availability", v1alpha1.Offline),
			condition(v1alpha1.ConditionAvailable, metav1.ConditionFalse, v1alpha1.ReasonNoProxyOnline))
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(offline)

		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-a", "web"), "10.8.0.1", false)
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(offline,
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Offline: 1})))))

		expect.StatusUpdated(ctx, api, pod, kit.RunningAt("10.8.0.1"), kit.Readiness(true))
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			HaveField("Status.Availability", v1alpha1.Online),
			HaveField("Status.TLS", BeNil()),
			condition(v1alpha1.ConditionAvailable, metav1.ConditionTrue, v1alpha1.ReasonProxiesOnline),
			condition(v1alpha1.ConditionAccepted, metav1.ConditionTrue, v1alpha1.ReasonTranslated),
			condition(v1alpha1.ConditionTLSReady, metav1.ConditionFalse, v1alpha1.ReasonMTLSDisabled)))

		Expect(api.Delete(ctx, pod)).To(Succeed())
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(offline,
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{})))))
	})

	It("can be waited for", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-a", "web"), "10.8.1.1", true)
		expectMeshService(ctx, namespace, "web")
		env.Kubectl(ctx, "wait", "--for=condition=Available", "--timeout=1m", "-n", namespace, "msvc/web")
	})

	It("follows the certificates of the Pods and the backend of the Mesh", func(ctx SpecContext) {
		mesh := newMesh(ctx, "ca-1")
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		tls := func(state v1alpha1.TLSState, issued map[string]v1alpha1.ProxyCount) OmegaMatcher {
			return HaveField("Status.TLS", HaveValue(Equal(v1alpha1.TLS{State: state, Evidence: v1alpha1.TLSEvidenceAnnotation, IssuedBackends: issued})))
		}
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(tls(v1alpha1.TLSNotReady, nil))

		issued := func(p *corev1.Pod) { p.Annotations = map[string]string{v1alpha1.IssuedBackendAnnotation: "ca-1"} }
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-a", "web", issued), "10.8.2.1", true)
		late := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-b", "web"), "10.8.2.2", true)
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(tls(v1alpha1.TLSNotReady, map[string]v1alpha1.ProxyCount{"ca-1": 1}))

		expect.Updated(ctx, api, late, issued)
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			tls(v1alpha1.TLSReady, map[string]v1alpha1.ProxyCount{"ca-1": 2}),
			condition(v1alpha1.ConditionTLSReady, metav1.ConditionTrue, v1alpha1.ReasonCertificatesIssued)))

		object := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: mesh}}
		expect.Updated(ctx, api, object, func(m *v1alpha1.Mesh) { m.Spec.MTLS.EnabledBackend = "ca-2" })
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(tls(v1alpha1.TLSNotReady, map[string]v1alpha1.ProxyCount{"ca-1": 2}))

		expect.Updated(ctx, api, object, func(m *v1alpha1.Mesh) { m.Spec.MTLS = nil })
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("Status.TLS", BeNil()))
	})

	It("does not count the certificate of a deleted Pod that a slice still shows", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "ext", kit.InMesh(newMesh(ctx, "ca-1")), kit.WithoutSelector))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "ext-a", "ext", func(p *corev1.Pod) {
			p.Annotations = map[string]string{v1alpha1.IssuedBackendAnnotation: "ca-1"}
		}), "10.8.6.1", true)
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "ext", "IPv4", kit.PodEndpoint("ext-a", "10.8.6.1", true)))
		Eventually(observe.MeshService(ctx, api, namespace, "ext")).Should(HaveField("Status.TLS.State", v1alpha1.TLSReady))
		Eventually(unchangedWrites).Should(Succeed())

		Expect(api.Delete(ctx, pod)).To(Succeed())
		Eventually(observe.MeshService(ctx, api, namespace, "ext")).Should(HaveField("Status.TLS.State", v1alpha1.TLSNotReady))
	})

	It("counts the endpoints of a Service without selector by address", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "ext", kit.InMesh(newMesh(ctx, "")), kit.WithoutSelector))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "ext", "IPv4", kit.Endpoint("10.8.3.1", true), kit.Endpoint("10.8.3.2", false)))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "ext", "IPv4", kit.Endpoint("10.8.3.1", true)))
		Eventually(observe.MeshService(ctx, api, namespace, "ext")).Should(And(
			HaveField("Spec.Selector", BeNil()),
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1, Offline: 1})))))
	})

	It("is corrected, and keeps the conditions of others", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		var good v1alpha1.MeshServiceStatus
		Eventually(func(g Gomega) {
			good = observe.MeshService(ctx, api, namespace, "web")(g).Status
			g.Expect(good.VIPs).To(HaveLen(1))
		}).Should(Succeed())

		theirs := metav1.Condition{Type: "example.com/Theirs", Status: metav1.ConditionTrue, Reason: "Recorded", LastTransitionTime: metav1.Now().Rfc3339Copy()}
		expect.StatusUpdated(ctx, api, observe.MeshService(ctx, api, namespace, "web")(Default), func(m *v1alpha1.MeshService) {
			m.Status.VIPs = append(m.Status.VIPs, v1alpha1.VIP{IP: "192.0.2.7", Type: v1alpha1.VIPKubernetes})
			m.Status.Proxies.Online = 7
			m.Status.Conditions = append(m.Status.Conditions, theirs)
		})

		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			HaveField("Status.VIPs", Equal(good.VIPs)),
			HaveField("Status.Proxies", Equal(good.Proxies)),
			HaveField("Status.Conditions", ContainElement(HaveField("Type", theirs.Type)))))

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			HaveField("Spec.Ports", ConsistOf(HaveField("Port", int32(81)))),
			HaveField("Status.ObservedGeneration", BeNumerically(">", good.ObservedGeneration)),
			HaveField("Status.Conditions", ContainElement(HaveField("Type", theirs.Type)))))
	})

	It("reports endpoints with an invalid address or certificate annotation, and counts the rest", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, "ca-1"))))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-a", "web", func(p *corev1.Pod) {
			p.Annotations = map[string]string{v1alpha1.IssuedBackendAnnotation: "\u0000{not: a backend}"}
		}), "10.8.4.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-b", "web"), "10.8.4.2", true)
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(HavePrefix("InvalidIssuedBackend: "), ContainSubstring("web-a"))))
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 2}))))
	})

	It("is written at most once per period under churn, and is correct at the end", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "churn", kit.InMesh(newMesh(ctx, "")), kit.WithoutSelector))
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, "churn", "IPv4", kit.Endpoint("10.8.5.0", true)))
		Eventually(observe.MeshService(ctx, api, namespace, "churn")).Should(HaveField("Status.Availability", v1alpha1.Online))
		before := len(running.writes.of("churn"))

		const changes = 100
		began := metav1.Now()
		for i := range changes {
			expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) {
				s.Endpoints = append(s.Endpoints, kit.Endpoint(fmt.Sprintf("10.8.5.%d", i+1), true))
			})
		}
		Eventually(observe.MeshService(ctx, api, namespace, "churn")).Should(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: changes + 1}))))

		periods := int(metav1.Now().Sub(began.Time)/statusSyncPeriod) + 2
		Expect(len(running.writes.of("churn")) - before).To(BeNumerically("<=", periods))
	})
})
