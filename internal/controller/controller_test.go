package controller

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

func TestDependenciesNameWhatIsMissing(t *testing.T) {
	g := NewWithT(t)
	api := interceptor.NewClient(nil, interceptor.Funcs{})
	dependencies := Dependencies{
		Client: api, APIReader: api, Clock: clocktesting.NewFakePassiveClock(time.Time{}), Metrics: prometheus.NewRegistry(), ConcurrentSyncs: 1,
	}
	g.Expect(dependencies.Validate()).To(Succeed())

	dependencies.Client, dependencies.ConcurrentSyncs = nil, 0
	g.Expect(dependencies.Validate()).To(MatchError("Client is required\nConcurrentSyncs is required"))
	g.Expect(Dependencies{}.Validate()).To(MatchError(And(
		ContainSubstring("APIReader"), ContainSubstring("Clock"), ContainSubstring("Metrics"))))
}
