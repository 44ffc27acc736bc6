package kit

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
)

// slice returns a slice of the Service shop/web by a controller.
func slice(controller string, endpoints ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	made := EndpointSlice("shop", "web", discoveryv1.AddressTypeIPv4, endpoints...)
	made.Name = "web-" + controller
	made.Labels[discoveryv1.LabelManagedBy] = controller
	return made
}

func added(object *discoveryv1.EndpointSlice) watch.Event {
	return watch.Event{Type: watch.Added, Object: object}
}

func deleted(object *discoveryv1.EndpointSlice) watch.Event {
	return watch.Event{Type: watch.Deleted, Object: object}
}

func TestEndpointRecordFindsGaps(t *testing.T) {
	ready, notReady := Endpoint("10.0.0.1", true), Endpoint("10.0.0.1", false)
	six := slice("six", Endpoint("fd00::1", true))
	six.AddressType = discoveryv1.AddressTypeIPv6
	failed := watch.Event{Type: watch.Error, Object: &metav1.Status{Message: "too old"}}
	for name, test := range map[string]struct {
		events []watch.Event
		gaps   []string
	}{
		"handed over":         {events: []watch.Event{added(slice("a", ready)), added(slice("b", ready)), deleted(slice("a", ready))}},
		"ready later":         {events: []watch.Event{added(slice("a")), added(slice("a", notReady)), added(slice("a", ready))}},
		"never ready":         {events: []watch.Event{added(slice("a", notReady))}, gaps: []string{"no endpoint was ever ready"}},
		"deleted too early":   {events: []watch.Event{added(slice("a", ready)), deleted(slice("a", ready)), added(slice("b", ready))}, gaps: []string{"DELETED web-a of a"}},
		"emptied too early":   {events: []watch.Event{added(slice("a", ready)), added(slice("a")), added(slice("b", ready))}, gaps: []string{"ADDED web-a of a"}},
		"not ready any more":  {events: []watch.Event{added(slice("a", ready)), added(slice("a", notReady))}, gaps: []string{"ADDED web-a of a"}},
		"one family is gone":  {events: []watch.Event{added(slice("a", ready)), added(six), deleted(six)}, gaps: []string{"DELETED web-six of six"}},
		"gone at the end":     {events: []watch.Event{added(slice("a", ready)), deleted(slice("a", ready))}, gaps: []string{"DELETED web-a of a"}},
		"changes are missing": {events: []watch.Event{added(slice("a", ready)), failed}, gaps: []string{"too old"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			r := newEndpointRecord(types.NamespacedName{Namespace: "shop", Name: "web"})
			for _, event := range test.events {
				r.record(event)
			}
			g.Expect(r.Gaps()).To(HaveLen(len(test.gaps)), r.String())
			for i, gap := range test.gaps {
				g.Expect(r.Gaps()[i]).To(ContainSubstring(gap))
			}
		})
	}
}

func TestPublished(t *testing.T) {
	g := NewWithT(t)
	pod := PodEndpoint("web-0", "10.0.0.2", true)
	pod.TargetRef.UID = "uid-0"
	silent := discoveryv1.Endpoint{Addresses: []string{"10.0.0.3"}}
	published := Published{}
	published.Apply(watch.Added, slice("a", pod, silent, Endpoint("10.0.0.4", false)))
	published.Apply(watch.Added, slice("b"))
	six := slice("six", Endpoint("fd00::1", false))
	six.AddressType = discoveryv1.AddressTypeIPv6
	published.Apply(watch.Added, six)

	g.Expect(published.ReadyAddresses()).To(Equal([]string{"10.0.0.2", "10.0.0.3"}))
	g.Expect(published.Managers()).To(Equal([]string{"a", "six"}))
	ready := published.Ready()
	g.Expect(ready).To(HaveLen(2))
	g.Expect(ready[Front{Family: discoveryv1.AddressTypeIPv4, Port: "http"}].UnsortedList()).To(ConsistOf(Backend("uid-0"), Backend("10.0.0.3")))
	g.Expect(ready[Front{Family: discoveryv1.AddressTypeIPv6, Port: "http"}]).To(BeEmpty())

	published.Apply(watch.Deleted, slice("a"))
	g.Expect(published.ReadyAddresses()).To(BeEmpty())
}

func TestReadinessKeepsTheTimeOfWhatDoesNotChange(t *testing.T) {
	g := NewWithT(t)
	pod := Pod("shop", "web-0", "web", RunningAt("10.0.0.1", "fd00::1"), Readiness(true))
	g.Expect(IsReady(pod)).To(BeTrue())
	g.Expect(pod.Status.PodIP).To(Equal("10.0.0.1"))
	g.Expect(pod.Status.PodIPs).To(Equal([]corev1.PodIP{{IP: "10.0.0.1"}, {IP: "fd00::1"}}))

	before := metav1.Unix(0, 0)
	for i := range pod.Status.Conditions {
		pod.Status.Conditions[i].LastTransitionTime = before
	}
	Readiness(true)(pod)
	g.Expect(pod.Status.Conditions).To(HaveEach(HaveField("LastTransitionTime", before)))
	Readiness(false)(pod)
	g.Expect(IsReady(pod)).To(BeFalse())
	g.Expect(pod.Status.Conditions).To(HaveLen(2))
	g.Expect(pod.Status.Conditions).NotTo(ContainElement(HaveField("LastTransitionTime", before)))
}

func TestEditsCreateAndChange(t *testing.T) {
	g := NewWithT(t)
	service := Service("shop", "web", InMesh("shop"), Delegated, LoadBalanced("example.com/class"))
	g.Expect(service.Labels).To(HaveLen(2))
	g.Expect(service.Spec.LoadBalancerClass).To(HaveValue(Equal("example.com/class")))
	for _, edit := range []func(*corev1.Service){Undelegated, LoadBalanced(""), Selecting("db")} {
		edit(service)
	}
	g.Expect(service.Labels).To(HaveLen(1))
	g.Expect(service.Spec.LoadBalancerClass).To(BeNil())
	g.Expect(service.Spec.Selector).To(Equal(map[string]string{"app": "db"}))
}

func TestPathIsInTheRepository(t *testing.T) {
	g := NewWithT(t)
	g.Expect(Path("test", "lib", "kit", "doc.go")).To(BeARegularFile())
}
