package controllers_test

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("A request that waits", suite.NeedsPodCertificates, func() {
	outsideMesh := func(service *corev1.Service) { delete(service.Labels, v1alpha1.MeshLabel) }
	touched := func(service *corev1.Service) {
		service.Annotations = map[string]string{"example.com/touched": string(uuid.NewUUID())}
	}
	reasons := func(ctx context.Context, request *certificatesv1.PodCertificateRequest) func(Gomega) []string {
		return func(g Gomega) (found []string) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
			for _, condition := range request.Status.Conditions {
				found = append(found, condition.Reason)
			}
			return found
		}
	}

	It("is not denied while the Pod has a certificate, and its Service says so", func(ctx SpecContext) {
		clock := clocktesting.NewFakePassiveClock(time.Now())
		runSigner(ctx, clock)
		w := newCertificateWorld(ctx, "ca-1")
		pod := w.pod(ctx, "web-0")
		expectIssued(ctx, w.request(ctx, pod))
		service := kit.Service(w.namespace, "web")
		expect.Updated(ctx, api, service, outsideMesh)
		var request *certificatesv1.PodCertificateRequest
		Eventually(func(g Gomega) { // the signer has to know the Service
			request = w.request(ctx, pod)
			g.Eventually(func(g Gomega) {
				g.Expect(servicesWithEvent(ctx, g, w.namespace, v1alpha1.ReasonCertificatePending)).To(ConsistOf("web"))
			}).WithTimeout(5 * time.Second).Should(Succeed())
		}).Should(Succeed())

		clock.SetTime(time.Now().Add(8 * time.Hour)) // longer than any Pod may take to be in a mesh
		expect.Updated(ctx, api, service, touched)
		Consistently(reasons(ctx, request)).Should(BeEmpty())
		Expect(servicesWithEvent(ctx, Default, w.namespace, v1alpha1.ReasonCertificatePending)).To(ConsistOf("web"))

		clock.SetTime(time.Now())
		expect.Updated(ctx, api, service, kit.InMesh(w.mesh))
		expectIssued(ctx, request)
	})

	It("is reported at once if its namespace has only the labels of the policy", func(ctx SpecContext) {
		runSigner(ctx, clocktesting.NewFakePassiveClock(time.Now()))
		w := newCertificateWorld(ctx, "ca-1")
		half := kit.Namespace("spec")
		half.Labels = map[string]string{v1alpha1.XDSKey: v1alpha1.XDSEnabled, v1alpha1.CertificatesKey: v1alpha1.XDSEnabled, v1alpha1.MeshLabel: w.mesh}
		w.namespace = expect.Temporary(ctx, api, half).Name
		request := w.request(ctx, w.pod(ctx, "web-0"))
		Consistently(reasons(ctx, request)).Should(BeEmpty())
		expect.Created(ctx, api, kit.Service(w.namespace, "web")) // its owner gets the event, although it comes later
		Eventually(func(g Gomega) {
			g.Expect(servicesWithEvent(ctx, g, w.namespace, v1alpha1.ReasonCertificatePending)).To(ConsistOf("web"))
		}).Should(Succeed())
		Expect(reasons(ctx, request)(Default)).To(BeEmpty(), "it may still join")

		env.Kubectl(ctx, "label", "namespace", w.namespace, "--overwrite", v1alpha1.SidecarInjectionLabel+"=true") // as the event says
		expectIssued(ctx, request)
	})

	It("has the whole time to join a mesh again, however old it is", func(ctx SpecContext) {
		clock := clocktesting.NewFakePassiveClock(time.Now())
		runSigner(ctx, clock)
		w := newCertificateWorld(ctx) // nothing signs
		request := w.request(ctx, w.pod(ctx, "web-0"))
		Consistently(reasons(ctx, request)).Should(BeEmpty())

		clock.SetTime(time.Now().Add(time.Hour))
		service := kit.Service(w.namespace, "web", kit.InMesh(w.mesh))
		expect.Updated(ctx, api, service, touched)
		Eventually(func(g Gomega) []string {
			clock.SetTime(clock.Now().Add(11 * time.Second)) // the time since the signer knows it
			expect.Updated(ctx, api, service, touched)
			return servicesWithEvent(ctx, g, w.namespace, v1alpha1.ReasonCertificatePending)
		}).WithPolling(time.Second).Should(ConsistOf("web"), "it says why the request waits")
		expect.Updated(ctx, api, service, outsideMesh)
		Consistently(reasons(ctx, request)).Should(BeEmpty())
		Eventually(func(g Gomega) { // the signer has to know the Service
			clock.SetTime(clock.Now().Add(time.Hour))
			expect.Updated(ctx, api, service, touched)
			g.Expect(reasons(ctx, request)(g)).To(ConsistOf("NotInMesh"))
		}).Should(Succeed(), "the time is over")
	})
})
