package controllers_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/test/kit"
	"github.com/meshwork-dev/meshwork/test/kit/expect"
)

// kube-proxies measure by this time how long changes take to reach them.
var _ = Describe("The trigger time of slices", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	haveTrigger := func(match any) any {
		return HaveField("Annotations", HaveKeyWithValue(corev1.EndpointsLastChangeTriggerTime, match))
	}
	haveNoTrigger := HaveField("Annotations", Not(HaveKey(corev1.EndpointsLastChangeTriggerTime)))

	It("is not the creation of a Service that was taken over", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.0.1", true)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.5.0.1!"))

		expect.Updated(ctx, api, service, kit.Delegated)
		expectTakenOver(ctx, service, "10.5.0.1!")
		Expect(slicesOf(ctx, service, kit.EndpointController)(Default)).To(HaveEach(haveNoTrigger))

		later := metav1.NewTime(time.Now().Add(time.Hour).Truncate(time.Second))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.5.0.2", false)
		expect.StatusUpdated(ctx, api, pod, kit.Readiness(true), func(pod *corev1.Pod) {
			for i := range pod.Status.Conditions {
				pod.Status.Conditions[i].LastTransitionTime = later
			}
		})
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(HaveEach(haveTrigger(later.UTC().Format(time.RFC3339Nano))))
	})

	It("is the time of the Endpoints' last change only if that is mirrored, not taken over", func(ctx SpecContext) {
		weeksAgo := time.Now().Add(-1000 * time.Hour).UTC().Format(time.RFC3339Nano)
		triggered := func(endpoints *corev1.Endpoints) {
			metav1.SetMetaDataAnnotation(&endpoints.ObjectMeta, corev1.EndpointsLastChangeTriggerTime, weeksAgo)
		}
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector))
		endpoints := newEndpoints(ctx, service, subset("192.0.2.1"), triggered)
		Eventually(published(ctx, service, kit.DefaultMirroringController)).Should(ConsistOf("192.0.2.1!"))

		expect.Updated(ctx, api, service, kit.Delegated)
		expectMirrored(ctx, service, "192.0.2.1!")
		Expect(slicesOf(ctx, service, kit.MirroringController)(Default)).To(HaveEach(haveNoTrigger))

		now := time.Now().UTC().Format(time.RFC3339Nano)
		expect.Updated(ctx, api, endpoints, func(endpoints *corev1.Endpoints) {
			endpoints.Subsets = subset("192.0.2.2")
			metav1.SetMetaDataAnnotation(&endpoints.ObjectMeta, corev1.EndpointsLastChangeTriggerTime, now)
		})
		Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(HaveEach(haveTrigger(now)))
	})
})
