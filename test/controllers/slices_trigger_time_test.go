package controllers_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// haveTrigger and haveNoTrigger match slices by their trigger time.
func haveTrigger(time string) any {
	return HaveField("Annotations", HaveKeyWithValue(corev1.EndpointsLastChangeTriggerTime, time))
}

func haveNoTrigger() any {
	return HaveField("Annotations", Not(HaveKey(corev1.EndpointsLastChangeTriggerTime)))
}

// From this time, kube-proxies measure the delay of changes.
var _ = Describe("The trigger time of slices", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("is not the creation of a Service that was taken over", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.0.1", true)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.5.0.1!"))

		expect.Updated(ctx, api, service, kit.Delegated)
		expectTakenOver(ctx, service, "10.5.0.1!")
		Expect(slicesOf(ctx, service, kit.EndpointController)(Default)).To(HaveEach(haveNoTrigger()))

		later := metav1.NewTime(time.Now().Add(time.Hour).Truncate(time.Second))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.5.0.2", false)
		expect.StatusUpdated(ctx, api, pod, kit.Readiness(true), func(pod *corev1.Pod) {
			for i := range pod.Status.Conditions {
				pod.Status.Conditions[i].LastTransitionTime = later
			}
		})
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(HaveEach(haveTrigger(later.UTC().Format(time.RFC3339Nano))))
	})
})
