package controllers_test

import (
	"context"
	"errors"
	"maps"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// refusesFirst fails the first read.
type refusesFirst struct {
	client.Reader
	asked int
}

func (r *refusesFirst) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	r.asked++
	if r.asked == 1 {
		return errors.New("refused")
	}
	return r.Reader.Get(ctx, key, object, options...)
}

// retryPeriod is the time before the reporter retries a failed write of an event.
const retryPeriod = 15 * time.Second

var _ = Describe("EventReporter", func() {
	var (
		service  *corev1.Service
		clock    *clocktesting.FakePassiveClock
		reporter *events.Reporter
		record   *events.Record
	)
	start := func(reader client.Reader) {
		reporter, record = events.NewReporter("Test", reader, api, clock), &events.Record{}
	}

	BeforeEach(func(ctx SpecContext) {
		service = expect.Created(ctx, api, kit.Service(expect.Namespace(ctx, api), "web"))
		clock = clocktesting.NewFakePassiveClock(time.Now())
		start(api)
	})

	findings := func(messages ...string) (found []finding.Finding) {
		for _, message := range messages {
			found = append(found, finding.Warning("Same", "%s", message))
		}
		return found
	}
	report := func(ctx SpecContext, messages ...string) time.Duration {
		GinkgoHelper()
		return reporter.Report(ctx, record, events.AboutService(service), findings(messages...))
	}
	// counts returns the number of reports of each message.
	counts := func(ctx SpecContext) map[string]int32 {
		GinkgoHelper()
		var list eventsv1.EventList
		Expect(api.List(ctx, &list, client.InNamespace(service.Namespace))).To(Succeed())
		reported := map[string]int32{}
		for _, event := range list.Items {
			if event.ReportingController != "meshwork" { // the API server repairs cluster IPs, and reports it
				continue
			}
			reported[event.Note] = 1
			if event.Series != nil {
				reported[event.Note] = event.Series.Count
			}
		}
		return reported
	}

	It("reports each message once, even several of one reason", func(ctx SpecContext) {
		Expect(report(ctx)).To(BeZero(), "nothing to report, nothing to repeat")
		Expect(report(ctx, "a", "b")).To(Equal(time.Hour))
		report(ctx, "a", "b")
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 1, "b": 1}))
	})

	It("increases the count of an event whose cause returns", func(ctx SpecContext) {
		report(ctx, "a")
		report(ctx)
		report(ctx, "a")
		report(ctx)
		report(ctx, "a")
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 3}))
	})

	It("after a restart, does not repeat an event whose cause persists, and increases the count when it returns", func(ctx SpecContext) {
		report(ctx, "a", "b")
		start(api)
		report(ctx, "a")
		report(ctx, "a", "b")
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 1, "b": 2}))
	})

	It("does not repeat an event that it could not read after a restart", func(ctx SpecContext) {
		report(ctx, "a", "b")
		refusing := &refusesFirst{Reader: api}
		start(refusing)
		Expect(report(ctx, "a", "b")).To(Equal(retryPeriod))
		clock.SetTime(clock.Now().Add(retryPeriod))
		Expect(report(ctx, "a", "b")).To(Equal(time.Hour))
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 1, "b": 1}))

		clock.SetTime(clock.Now().Add(time.Hour))
		refusing.asked = 0
		Expect(report(ctx, "a", "b")).To(Equal(retryPeriod))
		Expect(api.DeleteAllOf(ctx, &eventsv1.Event{}, client.InNamespace(service.Namespace))).To(Succeed())
		clock.SetTime(clock.Now().Add(retryPeriod))
		report(ctx, "a", "b")
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 1, "b": 1}), "it looks again")
	})

	It("does not ask an API server that refuses events at each sync", func(ctx SpecContext) {
		report(ctx)
		refusing := &refusesFirst{Reader: api}
		start(refusing)
		Expect(report(ctx, "a")).To(Equal(retryPeriod))
		clock.SetTime(clock.Now().Add(retryPeriod / 3))
		Expect(report(ctx, "a", "b")).To(Equal(retryPeriod * 2 / 3))
		Expect(refusing.asked).To(Equal(1))
		Expect(metricstest.Values(Default, events.NewCollector("test", maps.All(map[types.NamespacedName]*events.Record{{}: record})))).To(HaveKeyWithValue("meshwork_services_with_findings controller=test reason=Same", "1"))
		Expect(counts(ctx)).To(BeEmpty())
		Expect(report(ctx)).To(BeZero(), "nothing to report, nothing to repeat")

		clock.SetTime(clock.Now().Add(retryPeriod * 2 / 3))
		Expect(report(ctx, "b")).To(Equal(time.Hour))
		Expect(counts(ctx)).To(Equal(map[string]int32{"b": 1}))
	})

	It("reports an expired event again while its cause persists", func(ctx SpecContext) {
		report(ctx, "a")
		clock.SetTime(clock.Now().Add(59 * time.Minute))
		Expect(report(ctx, "a")).To(Equal(time.Minute))
		Expect(api.DeleteAllOf(ctx, &eventsv1.Event{}, client.InNamespace(service.Namespace))).To(Succeed())
		clock.SetTime(clock.Now().Add(time.Minute))
		Expect(report(ctx, "a")).To(Equal(time.Hour))
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 1}))
	})

	It("reports again for another Service of the same name", func(ctx SpecContext) {
		report(ctx, "a")
		service.UID = "another"
		report(ctx, "a")
		var list eventsv1.EventList
		Expect(api.List(ctx, &list, client.InNamespace(service.Namespace))).To(Succeed())
		Expect(list.Items).To(ContainElements(HaveField("Regarding.UID", service.UID), HaveField("Regarding.UID", Not(Equal(service.UID)))))
	})

	It("records a repeated event after a minute, even if another reporter has recorded it before", func(ctx SpecContext) {
		recordAgain := func() {
			GinkgoHelper()
			Expect(events.NewRecorder("Test", api, api, clock).Record(ctx, events.AboutService(service), findings("a")[0])).To(Succeed())
		}
		recordAgain()
		clock.SetTime(clock.Now().Add(59 * time.Second))
		recordAgain()
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 1}))
		clock.SetTime(clock.Now().Add(time.Second))
		recordAgain()
		recordAgain()
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 2}))
		clock.SetTime(clock.Now().Add(time.Minute))
		recordAgain()
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 3}))

		Expect(api.DeleteAllOf(ctx, &eventsv1.Event{}, client.InNamespace(service.Namespace))).To(Succeed())
		recordAgain()
		Expect(counts(ctx)).To(Equal(map[string]int32{"a": 1}), "the API server has dropped it")
	})
})
