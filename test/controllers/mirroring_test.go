package controllers_test

import (
	"context"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

func subset(addresses ...string) []corev1.EndpointSubset {
	made := corev1.EndpointSubset{Ports: []corev1.EndpointPort{{Name: "http", Port: 80}}}
	for _, address := range addresses {
		made.Addresses = append(made.Addresses, corev1.EndpointAddress{IP: address})
	}
	return []corev1.EndpointSubset{made}
}

func newEndpoints(ctx context.Context, service *corev1.Service, subsets []corev1.EndpointSubset, change ...func(*corev1.Endpoints)) *corev1.Endpoints {
	GinkgoHelper()
	endpoints := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Namespace: service.Namespace, Name: service.Name}, Subsets: subsets}
	for _, f := range change {
		f(endpoints)
	}
	Expect(api.Create(ctx, endpoints)).To(Succeed())
	return endpoints
}

func skipMirror(endpoints *corev1.Endpoints) {
	metav1.SetMetaDataLabel(&endpoints.ObjectMeta, discoveryv1.LabelSkipMirror, "true")
}

func current(ctx context.Context, endpoints *corev1.Endpoints) func(Gomega) *corev1.Endpoints {
	return func(g Gomega) *corev1.Endpoints {
		live := &corev1.Endpoints{}
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(endpoints), live)).To(Succeed())
		return live
	}
}

// expectMirrored waits until only the manager's mirroring controller publishes these
// addresses.
func expectMirrored(ctx context.Context, service *corev1.Service, addresses ...string) {
	GinkgoHelper()
	Eventually(published(ctx, service, kit.MirroringController)).Should(ConsistOf(addresses))
	Eventually(slicesOf(ctx, service, kit.DefaultMirroringController)).Should(BeEmpty())
}

var _ = Describe("Mirroring for a delegated Service", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("leaves no gap in either direction", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector))
		newEndpoints(ctx, service, subset("192.0.2.1", "2001:db8::1"))
		record := recordEndpoints(ctx, service)
		for range 2 {
			expect.Updated(ctx, api, service, kit.Delegated)
			expectMirrored(ctx, service, "192.0.2.1!", "2001:db8::1!")
			expect.Updated(ctx, api, service, kit.Undelegated)
			Eventually(published(ctx, service, kit.DefaultMirroringController)).Should(ConsistOf("192.0.2.1!", "2001:db8::1!"))
			Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(BeEmpty())
		}
		expect.NoGap(record)
		Expect(observe.Events(ctx, api, service)(Default)).To(BeEmpty())
		Eventually(observe.Handovers(ctx, api, service)).Should(ConsistOf(
			HavePrefix("EndpointSlicesTakenOver: "), HavePrefix("EndpointSlicesReleased: ")), "each counts up")
	})

	It("gives slices the trigger time of Endpoints that changed, and none when it takes over", func(ctx SpecContext) {
		weeksAgo := time.Now().Add(-1000 * time.Hour).UTC().Format(time.RFC3339Nano)
		triggered := func(endpoints *corev1.Endpoints) {
			metav1.SetMetaDataAnnotation(&endpoints.ObjectMeta, corev1.EndpointsLastChangeTriggerTime, weeksAgo)
		}
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector))
		endpoints := newEndpoints(ctx, service, subset("192.0.2.1"), triggered)
		Eventually(published(ctx, service, kit.DefaultMirroringController)).Should(ConsistOf("192.0.2.1!"))

		expect.Updated(ctx, api, service, kit.Delegated)
		expectMirrored(ctx, service, "192.0.2.1!")
		Expect(slicesOf(ctx, service, kit.MirroringController)(Default)).To(HaveEach(haveNoTrigger()))

		now := time.Now().UTC().Format(time.RFC3339Nano)
		expect.Updated(ctx, api, endpoints, func(endpoints *corev1.Endpoints) {
			endpoints.Subsets = subset("192.0.2.2")
			metav1.SetMetaDataAnnotation(&endpoints.ObjectMeta, corev1.EndpointsLastChangeTriggerTime, now)
		})
		Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(HaveEach(haveTrigger(now)))
	})

	It("respects a label that its user has set, and keeps it", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector, kit.Delegated))
		endpoints := newEndpoints(ctx, service, subset("192.0.2.1"), skipMirror)
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix(v1alpha1.ReasonMirroringSkipped + ": ")))
		Expect(slicesOf(ctx, service, kit.MirroringController)(Default)).To(BeEmpty())

		expect.Updated(ctx, api, endpoints, func(e *corev1.Endpoints) { delete(e.Labels, discoveryv1.LabelSkipMirror) })
		expectMirrored(ctx, service, "192.0.2.1!")
		Eventually(current(ctx, endpoints)).Should(HaveField("Labels", HaveKey(discoveryv1.LabelSkipMirror)))

		// As when a manifest without the annotation is applied.
		expect.Updated(ctx, api, endpoints, func(e *corev1.Endpoints) { delete(e.Annotations, v1alpha1.SkipMirrorByAnnotation) })
		Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(BeEmpty())
		expect.Updated(ctx, api, service, kit.Undelegated)
		Consistently(current(ctx, endpoints), "300ms").Should(HaveField("Labels", HaveKeyWithValue(discoveryv1.LabelSkipMirror, "true")))
		Eventually(slicesOf(ctx, service, kit.DefaultMirroringController)).Should(BeEmpty())
		Consistently(slicesOf(ctx, service, kit.DefaultMirroringController), "300ms").Should(BeEmpty())
	})

	It("sets the label again when a file without it is applied", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector, kit.Delegated))
		endpoints := newEndpoints(ctx, service, subset("192.0.2.1"))
		expectMirrored(ctx, service, "192.0.2.1!")
		record := recordEndpoints(ctx, service)
		expect.Updated(ctx, api, endpoints, func(e *corev1.Endpoints) { e.Labels, e.Annotations, e.Subsets = nil, nil, subset("192.0.2.2") })
		expectMirrored(ctx, service, "192.0.2.2!")
		Eventually(current(ctx, endpoints)).Should(HaveField("Annotations", HaveKeyWithValue(v1alpha1.SkipMirrorByAnnotation, kit.EndpointController)))
		expect.NoGap(record)
	})

	It("leaves the Endpoints of a leader election alone", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector, kit.Delegated))
		endpoints := newEndpoints(ctx, service, subset("192.0.2.1"), func(e *corev1.Endpoints) {
			metav1.SetMetaDataAnnotation(&e.ObjectMeta, resourcelock.LeaderElectionRecordAnnotationKey, "{}")
		})
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix(v1alpha1.ReasonMirroringSkipped + ": ")))
		Consistently(slicesOf(ctx, service, kit.MirroringController), "300ms").Should(BeEmpty())
		Expect(current(ctx, endpoints)(Default).Labels).NotTo(HaveKey(discoveryv1.LabelSkipMirror))
	})

	It("mirrors as many addresses as Kubernetes does, and reports the others", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector))
		addresses := make([]string, 1_001)
		for i := range addresses {
			addresses[i] = fmt.Sprintf("10.6.%d.%d", i/250, 1+i%250)
		}
		newEndpoints(ctx, service, subset(addresses...))
		Eventually(published(ctx, service, kit.DefaultMirroringController)).Should(HaveLen(1_000))
		expect.Updated(ctx, api, service, kit.Delegated)
		Eventually(published(ctx, service, kit.MirroringController)).Should(HaveLen(1_000))
		Eventually(slicesOf(ctx, service, kit.DefaultMirroringController)).Should(BeEmpty())
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("TooManyAddressesToMirror: ")))
	})

	It("ends when the Endpoints or the Service are deleted", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector, kit.Delegated))
		endpoints := newEndpoints(ctx, service, subset("192.0.2.1"))
		expectMirrored(ctx, service, "192.0.2.1!")
		Expect(api.Delete(ctx, endpoints)).To(Succeed())
		Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(BeEmpty())

		newEndpoints(ctx, service, subset("192.0.2.2"))
		expectMirrored(ctx, service, "192.0.2.2!")
		Expect(api.Delete(ctx, service)).To(Succeed())
		Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(BeEmpty())
	})

	It("is restored when a slice is edited or deleted", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector, kit.Delegated))
		newEndpoints(ctx, service, subset("192.0.2.1"))
		expectMirrored(ctx, service, "192.0.2.1!")
		slice := onlySlice(ctx, service, kit.MirroringController)
		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints = nil })
		Eventually(published(ctx, service, kit.MirroringController)).Should(ConsistOf("192.0.2.1!"))
		Expect(api.Delete(ctx, slice)).To(Succeed())
		Eventually(published(ctx, service, kit.MirroringController)).Should(ConsistOf("192.0.2.1!"))
	})
})
