package controllers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

// eventReads records the requests of a manager that read one event.
type eventReads struct {
	mutex sync.Mutex
	paths []string
}

func (r *eventReads) wrap(inner http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		if request.Method == http.MethodGet && strings.Contains(request.URL.Path, "/events/") {
			r.mutex.Lock()
			r.paths = append(r.paths, request.URL.Path)
			r.mutex.Unlock()
		}
		return inner.RoundTrip(request)
	})
}

// in returns the requests for events of a namespace.
func (r *eventReads) in(namespace string) []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.DeleteFunc(slices.Clone(r.paths), func(path string) bool { return !strings.Contains(path, "/namespaces/"+namespace+"/") })
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

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
				expectOlder(ctx, bad)
			}
		}
		last := expect.Created(ctx, api, kit.Pod(namespace, "last", "web", kit.AttachedTo("fast", "192.0.2.2")))
		expect.StatusUpdated(ctx, api, last, kit.RunningAt("10.4.9.2"), kit.Readiness(true))
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("192.0.2.1!", "192.0.2.2!"))

		// The order of the three depends on whether a second ended between them.
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(And(
			ContainSubstring("Pod bad-500,"), ContainSubstring("Pod bad-499,"), ContainSubstring("Pod bad-498,"), HaveSuffix(", …"))))
		reported := observe.Events(ctx, api, service)(Default)
		Expect(len(reported)).To(BeNumerically("<=", named+1), "%v", reported)
	})

	It("about topology hints are read once, and not at each sync", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated, func(s *corev1.Service) {
			metav1.SetMetaDataAnnotation(&s.ObjectMeta, corev1.AnnotationTopologyMode, "Auto")
		}))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.4.9.9", true)
		expectTakenOver(ctx, service, "10.4.9.9!")
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("TopologyAwareHintsDisabled: ")))

		before := running.eventReads.in(namespace)
		Expect(before).NotTo(BeEmpty())
		for _, ready := range []bool{false, true, false, true} {
			expect.Readiness(ctx, api, pod, ready)
			Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf(map[bool]string{true: "10.4.9.9!", false: "10.4.9.9"}[ready]))
		}
		Expect(running.eventReads.in(namespace)).To(Equal(before))
		Expect(observe.Events(ctx, api, service)(Default)).To(HaveLen(1))
	})
})
