package dataplane_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// rolloutOf describes a rollout that is measured once for each drain.
type rolloutOf struct {
	pods int
	// pace is the number of Pods that are replaced per second, and rate the number of
	// connections that are opened per second to each of the two Services.
	pace, rate float64
	// minSyncPeriod is kube-proxy's setting.
	minSyncPeriod time.Duration
	// drains are the times for which a server accepts connections after SIGTERM, one per round.
	drains []time.Duration
}

func (r rolloutOf) String() string {
	return fmt.Sprintf("%d Pods, %g a second, %g connections a second, kube-proxy every %s", r.pods, r.pace, r.rate, r.minSyncPeriod)
}

const (
	fast = 10 * time.Millisecond
	slow = time.Second
)

// ampleDrain is a drain within which even a busy machine passes the end of a Pod on.
const ampleDrain = 5 * time.Second

func milliseconds(numbers ...int) []time.Duration {
	all := make([]time.Duration, len(numbers))
	for i, number := range numbers {
		all[i] = time.Duration(number) * time.Millisecond
	}
	return all
}

var _ = Describe("A rollout", Serial, func() {
	DescribeTable("loses no more connections to a delegated Service than to one of kube-controller-manager", expectNoMoreLost,
		Entry("of 20 Pods", rolloutOf{pods: 20, pace: 10, rate: 250, minSyncPeriod: fast, drains: milliseconds(0, 1000)}),
		Entry("of 250 Pods, with the fastest kube-proxy", Label("long"),
			rolloutOf{pods: 250, pace: 15, rate: 500, minSyncPeriod: fast, drains: milliseconds(0, 50, 100, 250, 1000, 5000)}),
		Entry("of 250 Pods, with kube-proxy's default", Label("long"),
			rolloutOf{pods: 250, pace: 15, rate: 500, minSyncPeriod: slow, drains: milliseconds(0, 50, 100, 250, 1000, 5000)}),
		Entry("of 20 Pods, often, with the fastest kube-proxy", Label("long"),
			rolloutOf{pods: 20, pace: 10, rate: 300, minSyncPeriod: fast, drains: milliseconds(50, 50, 100, 100, 250, 250, 1000, 1000)}),
		Entry("of 20 Pods, often, with kube-proxy's default", Label("long"),
			rolloutOf{pods: 20, pace: 10, rate: 300, minSyncPeriod: slow, drains: milliseconds(50, 50, 100, 100, 250, 250, 1000, 1000)}),
	)
})

// lost counts the connections that were lost in the rounds with one drain.
type lost struct {
	drain           time.Duration
	usual, meshwork []int
	// latest is the longest time until Meshwork's slices showed that a Pod is terminating.
	latest time.Duration
}

func sum(numbers []int) int {
	total := 0
	for _, number := range numbers {
		total += number
	}
	return total
}

func joined(numbers []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(numbers)), ", "), "[]")
}

func expectNoMoreLost(ctx SpecContext, of rolloutOf) {
	r := newRollout(ctx, of)
	var all []*lost
	for i, drain := range of.drains {
		following := of.drains[min(i+1, len(of.drains)-1)]
		if len(all) == 0 || all[len(all)-1].drain != drain {
			all = append(all, &lost{drain: drain})
		}
		r.measure(ctx, all[len(all)-1], following)
	}
	r.recordFigures(all)
	for _, l := range all {
		if l.tooMany() != nil {
			l = r.measureAgain(ctx, l)
			r.recordFigures([]*lost{l})
		}
		Expect(l.tooMany()).To(Succeed(), "%s, drain %s, twice", of, l.drain)
	}
}

// measure replaces all Pods once. The new ones accept connections for the duration following
// after SIGTERM.
func (r *rollout) measure(ctx SpecContext, l *lost, following time.Duration) {
	GinkgoHelper()
	begin := time.Now()
	usual, meshwork := r.replaceAll(ctx, following)
	GinkgoWriter.Printf("%s, drain %s, %s\n  kube-controller-manager: %s\n  Meshwork: %s\n", r.of, l.drain, rounded(time.Since(begin)), usual, meshwork)
	GinkgoWriter.Println(r.watched.timeline(begin))
	// On a busy machine, one load may send more requests than the other.
	l.usual, l.meshwork = append(l.usual, usual.Lost()), append(l.meshwork, inProportion(meshwork.Lost(), meshwork.Sent, usual.Sent))
	l.latest = max(l.latest, r.watched.latencies(r.delegated.Name, false, begin).max())
}

// measureAgain repeats the rounds with one drain. A machine that stops for a moment can hit one
// of the two Services, so only repeated losses are a fault.
func (r *rollout) measureAgain(ctx SpecContext, first *lost) *lost {
	GinkgoHelper()
	r.replaceAll(ctx, first.drain)
	again := &lost{drain: first.drain}
	for range first.usual {
		r.measure(ctx, again, first.drain)
	}
	return again
}

// tooMany returns an error if Meshwork lost more connections than by chance.
func (l *lost) tooMany() error {
	usual, meshwork := sum(l.usual), sum(l.meshwork)
	if meshwork > allowed(usual) {
		return fmt.Errorf("lost with Meshwork: %v, with kube-controller-manager: %v", l.meshwork, l.usual)
	}
	// On a busy machine, kube-proxy itself may take longer than a server accepts connections.
	if usual == 0 && meshwork > 0 && (l.drain >= ampleDrain || l.latest > l.drain/2) {
		return fmt.Errorf("lost with Meshwork: %v, with kube-controller-manager: none; slices were %s late", l.meshwork, l.latest)
	}
	return nil
}

func (r *rollout) recordFigures(all []*lost) {
	for _, l := range all {
		record("rollout", fmt.Sprintf("%s, D = %d ms", r.of, l.drain.Milliseconds()),
			fmt.Sprintf("≤ %d lost", allowed(sum(l.usual))),
			fmt.Sprintf("%s lost; kube-controller-manager %s", joined(l.meshwork), joined(l.usual)))
	}
	for _, change := range []struct {
		name  string
		ready bool
	}{{"not ready", false}, {"ready", true}} {
		usual, meshwork := r.watched.latencies(r.usual.Name, change.ready, time.Time{}), r.watched.latencies(r.delegated.Name, change.ready, time.Time{})
		record("rollout", fmt.Sprintf("%s: Pod %s → slice, p50, p99, max", r.of, change.name), "", fmt.Sprintf("%s; kube-controller-manager %s", meshwork, usual))
	}
}
