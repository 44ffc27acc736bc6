package controllers_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/kit"
	"github.com/meshwork-dev/meshwork/test/kit/expect"
	"github.com/meshwork-dev/meshwork/test/kit/observe"
)

// eventReads counts the requests of a manager that read one event.
type eventReads struct {
	http.RoundTripper
	count *atomic.Int64
}

func (r eventReads) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method == http.MethodGet && strings.Contains(request.URL.Path, "/events/") {
		r.count.Add(1)
	}
	return r.RoundTripper.RoundTrip(request)
}

var _ = Describe("Events of a delegated Service", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("are few when hundreds of malformed Pods arrive, whose names are in the opposite order", func(ctx SpecContext) {
		const pods, named = 500, 3
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated, kit.OnPodNetwork("net1")))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "good", "web", kit.AttachedTo("fast", "192.0.2.1")), "10.4.9.1", true)
		expectTakenOver(ctx, service, "192.0.2.1!")
		DeferCleanup(func(ctx SpecContext) {
			Expect(api.DeleteAllOf(ctx, &corev1.Pod{}, client.InNamespace(namespace), client.GracePeriodSeconds(0))).To(Succeed())
		})
		for i := range pods {
			bad := expect.Created(ctx, api, kit.Pod(namespace, fmt.Sprintf("bad-%03d", pods-i), "web", kit.AttachedTo("fast", "nonsense")))
			if i == named-1 {
				// The API server records the age of Pods in seconds.
				Eventually(func() metav1.Time {
					probe := kit.Pod(namespace, "probe", "web")
					Expect(api.Create(ctx, probe, client.DryRunAll)).To(Succeed())
					return probe.CreationTimestamp
				}).Should(HaveField("Time", BeTemporally(">", bad.CreationTimestamp.Time)))
			}
		}
		last := expect.Created(ctx, api, kit.Pod(namespace, "last", "web", kit.AttachedTo("fast", "192.0.2.2")))
		expect.StatusUpdated(ctx, api, last, kit.RunningAt("10.4.9.2"), kit.Readiness(true))
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("192.0.2.1!", "192.0.2.2!"))

		reported := observe.Events(ctx, api, service)(Default)
		// The order of the three depends on whether a second ended between them.
		Expect(reported).To(ContainElement(And(
			ContainSubstring("Pod bad-500,"), ContainSubstring("Pod bad-499,"), ContainSubstring("Pod bad-498,"), HaveSuffix(", …"))))
		Expect(len(reported)).To(BeNumerically("<=", named+1), "%v", reported)
	})

	It("about topology hints are read once, and not at each sync", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated, func(s *corev1.Service) {
			metav1.SetMetaDataAnnotation(&s.ObjectMeta, corev1.AnnotationTopologyMode, "Auto")
		}))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.4.9.9", true)
		expectTakenOver(ctx, service, "10.4.9.9!")
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("TopologyAwareHintsDisabled: ")))

		before := running.eventReads.Load()
		for _, ready := range []bool{false, true, false, true} {
			expect.Readiness(ctx, api, pod, ready)
			Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf(map[bool]string{true: "10.4.9.9!", false: "10.4.9.9"}[ready]))
		}
		Expect(running.eventReads.Load()).To(Equal(before))
		Expect(observe.Events(ctx, api, service)(Default)).To(HaveLen(1))
	})
})
