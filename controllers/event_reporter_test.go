package controllers_test

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// recorder writes down what it is told, in place of sending it.
type recorder struct{ reasons []string }

func (r *recorder) Eventf(_, _ runtime.Object, _, reason, _, _ string, _ ...any) {
	r.reasons = append(r.reasons, reason)
}

var _ = Describe("EventReporter", func() {
	It("repeats what has expired while its cause stays", func(ctx SpecContext) {
		service := newService(ctx, newNamespace(ctx, nil), "web", "")
		name := client.ObjectKeyFromObject(service)
		said := &recorder{}
		clock := clocktesting.NewFakePassiveClock(time.Now())
		reporter := controllers.NewEventReporter(said, api, "expiry-test", clock)
		report := func(ctx context.Context, reasons ...string) time.Duration {
			var findings []meshservice.Finding
			for _, reason := range reasons {
				findings = append(findings, meshservice.Finding{Type: corev1.EventTypeWarning, Reason: reason, Message: reason})
			}
			return reporter.Report(ctx, name, service, findings)
		}

		Expect(report(ctx)).To(BeZero(), "nothing to say, nothing to repeat")
		Expect(report(ctx, "A")).To(Equal(time.Hour))
		clock.SetTime(clock.Now().Add(59 * time.Minute))
		Expect(report(ctx, "A", "B")).To(Equal(time.Minute))
		Expect(said.reasons).To(Equal([]string{"A", "B"}))

		clock.SetTime(clock.Now().Add(time.Minute)) // the API server has none of the two
		Expect(report(ctx, "A", "B")).To(Equal(time.Hour))
		Expect(said.reasons).To(Equal([]string{"A", "B", "A", "B"}))

		Expect(report(ctx)).To(BeZero())
		Expect(report(ctx, "A")).NotTo(BeZero())
		Expect(said.reasons).To(HaveLen(5), "said again since it had gone")
	})
})
