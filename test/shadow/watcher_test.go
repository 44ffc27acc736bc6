package shadow

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const defaultManager = "endpointslice-controller.k8s.io"

var web = types.NamespacedName{Namespace: "default", Name: "web"}

// story is a sequence of events, one every second.
type story struct{ events []event }

func (s *story) then(object client.Object) *story {
	version := uint64(len(s.events) + 1)
	s.events = append(s.events, event{
		moment: moment{version: version, at: time.Unix(int64(version), 0)}, object: object,
	})
	return s
}

func (s *story) thenGone(object client.Object) *story {
	s.then(object).events[len(s.events)-1].deleted = true
	return s
}

func (s *story) account() *account { return replay(kit.EndpointController, s.events).account(web) }

func webService(labeled, keyed bool) *corev1.Service {
	service := kit.Service(web.Namespace, web.Name)
	if labeled {
		kit.Delegated(service)
	}
	if keyed {
		service.Spec.Selector[v1alpha1.DelegatedKey] = kit.EndpointController
	}
	return service
}

func readyPod(name string, ready bool) *corev1.Pod {
	return kit.Pod(web.Namespace, name, "web", kit.Readiness(ready), func(pod *corev1.Pod) {
		pod.UID = types.UID(name)
		pod.Labels[untouchedLabel] = "true"
	})
}

// sliceBy returns a slice with the ready endpoints of Pods.
func sliceBy(manager string, family discoveryv1.AddressType, pods ...string) *discoveryv1.EndpointSlice {
	slice := &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: web.Namespace, Name: manager + string(family),
			Labels: map[string]string{discoveryv1.LabelServiceName: web.Name, discoveryv1.LabelManagedBy: manager},
		},
		AddressType: family,
		Ports:       []discoveryv1.EndpointPort{{Name: new("http")}},
	}
	for _, pod := range pods {
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
			Conditions: discoveryv1.EndpointConditions{Ready: new(true)},
			TargetRef:  &corev1.ObjectReference{UID: types.UID(pod)},
		})
	}
	return slice
}

func TestHandOverWithoutGap(t *testing.T) {
	g := NewWithT(t)
	ipv4 := discoveryv1.AddressTypeIPv4
	account := (&story{}).
		then(readyPod("a", true)).
		then(webService(false, false)).
		then(sliceBy(defaultManager, ipv4, "a")).
		then(webService(true, false)). // 4
		then(sliceBy(kit.EndpointController, ipv4, "a")).
		then(webService(true, true)).        // 6
		then(sliceBy(defaultManager, ipv4)). // 7
		then(webService(false, false)).      // 8
		then(sliceBy(defaultManager, ipv4, "a")).
		thenGone(sliceBy(kit.EndpointController, ipv4, "a")). // 10
		account()

	g.Expect(*account.gaps[kit.Front{Family: ipv4, Port: "http"}]).To(BeEmpty())
	g.Expect(account.losses).To(BeEmpty())
	g.Expect(account.doubled.durations()).To(Equal([]time.Duration{3 * time.Second}))
	g.Expect(account.keyless.durations()).To(Equal([]time.Duration{2 * time.Second}))
	g.Expect(account.leaving.durations()).To(Equal([]time.Duration{2 * time.Second}))
	g.Expect(account.released()).To(BeTrue())
}

func TestGapIsFound(t *testing.T) {
	g := NewWithT(t)
	ipv4, ipv6 := discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6
	account := (&story{}).
		then(readyPod("a", true)).
		then(readyPod("b", true)).
		then(webService(true, true)).
		then(sliceBy(kit.EndpointController, ipv4, "a", "b")).
		then(sliceBy(kit.EndpointController, ipv6, "a", "b")).
		then(sliceBy(defaultManager, ipv4, "a")).
		thenGone(sliceBy(kit.EndpointController, ipv4)). // 7: b is missing
		thenGone(sliceBy(kit.EndpointController, ipv6)). // 8: both are
		then(sliceBy(defaultManager, ipv4, "a", "b")).
		then(sliceBy(defaultManager, ipv6, "a", "b")). // 10
		account()

	g.Expect(*account.gaps[kit.Front{Family: ipv4, Port: "http"}]).To(BeEmpty(), "the other family has its own gaps")
	gaps := *account.gaps[kit.Front{Family: ipv6, Port: "http"}]
	g.Expect(gaps.durations()).To(Equal([]time.Duration{2 * time.Second}))
	g.Expect(gaps[0].from.version).To(BeEquivalentTo(8))
	g.Expect(account.mostMissing).To(Equal(2))
	g.Expect(account.losses).To(HaveLen(3))
	g.Expect(account.losses[0]).To(Equal(loss{
		Front: kit.Front{Family: ipv4, Port: "http"}, moment: moment{version: 7, at: time.Unix(7, 0)}, backend: "b", slice: kit.EndpointController + "IPv4", untouched: true,
	}))
}

func TestGapAtTheEndIsFound(t *testing.T) {
	g := NewWithT(t)
	ipv4 := discoveryv1.AddressTypeIPv4
	account := (&story{}).then(webService(false, false)).
		then(sliceBy(defaultManager, ipv4, "a")).
		then(sliceBy(defaultManager, ipv4)).
		account()
	g.Expect(*account.gaps[kit.Front{Family: ipv4, Port: "http"}]).To(ConsistOf(WithTransform(func(s span) bool { return s.open }, BeTrue())))
}

func TestWhatIsNotReadyIsNotMissing(t *testing.T) {
	g := NewWithT(t)
	ipv4 := discoveryv1.AddressTypeIPv4
	account := (&story{}).
		then(readyPod("a", true)).
		then(readyPod("b", true)).
		then(webService(false, false)).
		then(sliceBy(defaultManager, ipv4, "a", "b")).
		then(readyPod("b", false)).
		then(sliceBy(defaultManager, ipv4, "a")).
		account()
	g.Expect(account.losses).To(BeEmpty())
	g.Expect(account.mostMissing).To(BeZero())
}

func TestServiceThatGoesHasNoGap(t *testing.T) {
	g := NewWithT(t)
	ipv4 := discoveryv1.AddressTypeIPv4
	account := (&story{}).then(webService(false, false)).
		then(sliceBy(defaultManager, ipv4, "a")).
		thenGone(webService(false, false)).
		thenGone(sliceBy(defaultManager, ipv4, "a")).
		account()
	g.Expect(*account.gaps[kit.Front{Family: ipv4, Port: "http"}]).To(BeEmpty())
}

func TestEventsOfSeveralWatchesAreOrdered(t *testing.T) {
	g := NewWithT(t)
	ipv4 := discoveryv1.AddressTypeIPv4
	told := (&story{}).
		then(readyPod("a", true)).
		then(sliceBy(defaultManager, ipv4, "a")).
		then(readyPod("a", false)).
		then(sliceBy(defaultManager, ipv4))
	// The watch of Pods lags behind the watch of EndpointSlices.
	told.events = []event{told.events[0], told.events[1], told.events[3], told.events[2]}
	g.Expect(told.account().losses).To(BeEmpty())
}

func TestPercentile(t *testing.T) {
	g := NewWithT(t)
	var all []time.Duration
	for i := range 200 {
		all = append(all, time.Duration(200-i))
	}
	g.Expect(percentile(all, 50)).To(BeEquivalentTo(100))
	g.Expect(percentile(all, 99)).To(BeEquivalentTo(198))
	g.Expect(percentile(all, 100)).To(BeEquivalentTo(200))
	g.Expect(percentile(nil, 99)).To(BeZero())
}
