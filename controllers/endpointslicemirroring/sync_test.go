package endpointslicemirroring

import (
	"context"
	"errors"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/util/workqueue"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
)

// world has a delegated Service whose Endpoints have a loopback address.
type world struct {
	Gomega
	*Reconciler
	api     client.Client
	clock   *clocktesting.FakePassiveClock
	metrics *prometheus.Registry
	// refusal is the answer to creates of events, eventReads counts their reads.
	refusal    error
	eventReads int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	meta := metav1.ObjectMeta{Namespace: web.Namespace, Name: web.Name, UID: "1", Labels: map[string]string{v1alpha1.EndpointControllerNameLabel: "ours"}}
	w := &world{Gomega: NewWithT(t), clock: clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)), metrics: prometheus.NewRegistry()}
	w.api = fake.NewClientBuilder().WithScheme(scheme.Scheme).
		WithObjects(
			&corev1.Service{ObjectMeta: meta},
			&corev1.Endpoints{ObjectMeta: meta, Subsets: []corev1.EndpointSubset{{
				Addresses: []corev1.EndpointAddress{{IP: "192.0.2.1"}, {IP: "127.0.0.1"}}, Ports: []corev1.EndpointPort{{Port: 80}},
			}}}).
		WithIndex(cache.SlicesByService.Object, cache.SlicesByService.Name, cache.SlicesByService.Keys).
		WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if _, is := object.(*eventsv1.Event); is {
					w.eventReads++
				}
				return c.Get(ctx, key, object, options...)
			},
			Create: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.CreateOption) error {
				if _, is := object.(*eventsv1.Event); is && w.refusal != nil {
					return w.refusal
				}
				return c.Create(ctx, object, options...)
			},
		}).Build()
	reconciler, err := New(Options{
		Dependencies:   controller.Dependencies{Client: w.api, APIReader: w.api, Clock: w.clock, Metrics: w.metrics, ConcurrentSyncs: 1},
		ControllerName: "ours", Intervals: pace.DefaultIntervals,
	})
	w.Expect(err).NotTo(HaveOccurred())
	w.Reconciler = reconciler
	return w
}

// sync syncs after a while, and returns when the next sync is due.
func (w *world) sync(after time.Duration) (time.Duration, error) {
	w.clock.SetTime(w.clock.Now().Add(after))
	result, err := w.Reconcile(context.Background(), reconcile.Request{NamespacedName: web})
	return result.RequeueAfter, err
}

// events returns the events without those about handovers.
func (w *world) events() []string {
	var list eventsv1.EventList
	w.Expect(w.api.List(context.Background(), &list)).To(Succeed())
	var events []string
	for _, event := range list.Items {
		if event.Reason == v1alpha1.ReasonEndpointSlicesTakenOver {
			continue
		}
		events = append(events, string(event.Regarding.UID)+" "+event.Type+" "+event.Reason+": "+event.Note)
	}
	return events
}

var skippedLoopback = HaveExactElements(HavePrefix(`1 Warning InvalidIPAddress: no valid IP address; skipped: "127.0.0.1"`))

// setAddresses changes the ready addresses of the Endpoints.
func (w *world) setAddresses(ips ...string) {
	endpoints := &corev1.Endpoints{}
	w.Expect(w.api.Get(context.Background(), web, endpoints)).To(Succeed())
	endpoints.Subsets[0].Addresses = nil
	for _, ip := range ips {
		endpoints.Subsets[0].Addresses = append(endpoints.Subsets[0].Addresses, corev1.EndpointAddress{IP: ip})
	}
	w.Expect(w.api.Update(context.Background(), endpoints)).To(Succeed())
}

// published returns the addresses in the slices.
func (w *world) published() []string {
	var list discoveryv1.EndpointSliceList
	w.Expect(w.api.List(context.Background(), &list)).To(Succeed())
	var addresses []string
	for _, slice := range list.Items {
		for _, endpoint := range slice.Endpoints {
			addresses = append(addresses, endpoint.Addresses...)
		}
	}
	return addresses
}

func TestBadNewsAboutEndpointsDoesNotWait(t *testing.T) {
	w := newWorld(t)
	syncAfter := func(after time.Duration) time.Duration {
		t.Helper()
		next, err := w.sync(after)
		w.Expect(err).NotTo(HaveOccurred())
		return next
	}
	syncAfter(time.Minute)
	w.setAddresses("192.0.2.2")
	w.Expect(syncAfter(10 * time.Millisecond)).To(Equal(40 * time.Millisecond))
	w.Expect(w.published()).To(ConsistOf("192.0.2.1"), "it waits with other changes")

	queue := workqueue.NewTypedRateLimitingQueue[reconcile.Request](pace.RateLimiter())
	defer queue.ShutDown()
	endpoints := cache.EndpointsMetadata()
	endpoints.Namespace, endpoints.Name = web.Namespace, web.Name
	w.enqueueForEndpoints().Update(t.Context(), event.UpdateEvent{ObjectOld: endpoints, ObjectNew: endpoints}, queue)
	w.Expect(queue.Len()).To(Equal(1))
	w.Expect(syncAfter(0)).To(BeZero())
	w.Expect(w.published()).To(ConsistOf("192.0.2.2"))
	w.Expect(syncAfter(10*time.Millisecond)).To(Equal(40*time.Millisecond), "the news is handled")
}

// A slice cannot have two ports of one name. The addresses with other ports stay true.
func TestPortsOfTheSameNameCostNoOtherAddress(t *testing.T) {
	w := newWorld(t)
	_, err := w.sync(0)
	w.Expect(err).NotTo(HaveOccurred())
	endpoints := &corev1.Endpoints{}
	w.Expect(w.api.Get(t.Context(), web, endpoints)).To(Succeed())
	clash := []corev1.EndpointAddress{{IP: "192.0.2.3"}}
	endpoints.Subsets = []corev1.EndpointSubset{
		{Addresses: []corev1.EndpointAddress{{IP: "192.0.2.2"}}, Ports: []corev1.EndpointPort{{Port: 80}}},
		{Addresses: clash, Ports: []corev1.EndpointPort{{Name: "http", Port: 81}}},
		{Addresses: clash, Ports: []corev1.EndpointPort{{Name: "http", Port: 82}}},
	}
	w.Expect(w.api.Update(t.Context(), endpoints)).To(Succeed())
	_, err = w.sync(time.Minute)
	w.Expect(err).NotTo(HaveOccurred())
	w.Expect(w.published()).To(ConsistOf("192.0.2.2"))
	w.Expect(w.events()).To(ContainElement(ContainSubstring("rename them")))
}

func TestSkippedAddressesAreReportedAgainAfterAnHour(t *testing.T) {
	w := newWorld(t)
	next, err := w.sync(0)
	w.Expect(err).NotTo(HaveOccurred())
	w.Expect(next).To(Equal(time.Hour))
	w.Expect(w.events()).To(skippedLoopback)

	reads := w.eventReads
	next, err = w.sync(59 * time.Minute)
	w.Expect(err).NotTo(HaveOccurred())
	w.Expect(next).To(Equal(time.Minute))
	w.Expect(w.eventReads).To(Equal(reads), "events are not read at each sync")

	w.Expect(w.api.DeleteAllOf(t.Context(), &eventsv1.Event{}, client.InNamespace(web.Namespace))).To(Succeed())
	_, err = w.sync(time.Minute)
	w.Expect(err).NotTo(HaveOccurred())
	w.Expect(w.events()).To(skippedLoopback, "the API server has deleted the event")
}

func TestAFailedEventAboutSkippedAddressesIsRetried(t *testing.T) {
	w := newWorld(t)
	w.refusal = errors.New("refused")
	next, err := w.sync(0)
	w.Expect(err).NotTo(HaveOccurred(), "the slices are written")
	w.Expect(w.events()).To(BeEmpty())

	w.refusal = nil
	_, err = w.sync(next)
	w.Expect(err).NotTo(HaveOccurred())
	w.Expect(w.events()).To(skippedLoopback)
}

func TestSkippedAddressesAreCountedInTheMetric(t *testing.T) {
	w := newWorld(t)
	_, err := w.sync(0)
	w.Expect(err).NotTo(HaveOccurred())
	const series = "meshwork_services_with_findings controller=endpointslicemirroring reason=InvalidIPAddress"
	w.Expect(metricstest.Values(w, w.metrics)).To(HaveKeyWithValue(series, "1"))
}
