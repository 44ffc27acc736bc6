package controllers

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
)

var (
	statusSyncs = Metric{
		Name: "meshwork_status_syncs_total", Type: Counter, Labels: []string{"kind", "result"},
		Help: "Statuses that were looked at, by what came of it: written, failed, unchanged (no write was needed), " +
			"or deferred to the end of the period of --status-sync-period, together with what else changes until then.",
		Use: "See what the status writes cost the API server, and what is saved.",
	}
	statusLongestPending = Metric{
		Name: "meshwork_status_longest_pending_seconds", Type: Gauge, Labels: []string{"kind"},
		Help: "How long the object that has waited longest has waited for its status to be written, 0 when none waits; " +
			"of MeshServices, the Service that they are derived from.",
		Use: "Alert on statuses that are not true: each try is refused, or fails.",
	}
)

// Values of the label result of statusSyncs.
const (
	statusWritten   = "written"
	statusFailed    = "failed"
	statusUnchanged = "unchanged"
	statusDeferred  = "deferred"
)

// statusMetrics counts what comes of the statuses of one kind, and knows since
// when those wait that could not be written. A nil one counts nothing.
type statusMetrics struct {
	clock   clock.PassiveClock
	syncs   *prometheus.CounterVec
	longest *prometheus.Desc

	mutex   sync.Mutex
	pending map[types.NamespacedName]time.Time
}

func newStatusMetrics(kind string, clock clock.PassiveClock) *statusMetrics {
	fixed := prometheus.Labels{"kind": kind}
	m := &statusMetrics{
		clock:   clock,
		syncs:   statusSyncs.counterVec(fixed),
		longest: statusLongestPending.desc(fixed),
		pending: map[types.NamespacedName]time.Time{},
	}
	// A rate misses the first one of a series that begins with it.
	for _, result := range []string{statusWritten, statusFailed, statusUnchanged, statusDeferred} {
		m.syncs.WithLabelValues(result)
	}
	return m
}

// count notes what came of one status.
func (m *statusMetrics) count(result string) {
	if m != nil {
		m.syncs.WithLabelValues(result).Inc()
	}
}

// attempted notes what came of writing one status.
func (m *statusMetrics) attempted(err error) {
	if err != nil {
		m.count(statusFailed)
		return
	}
	m.count(statusWritten)
}

// passed notes whether a pass over an object left its status as it should be. An
// object that is gone has nothing left to write.
func (m *statusMetrics) passed(name types.NamespacedName, settled bool) {
	if m == nil {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if settled {
		delete(m.pending, name)
	} else if _, waits := m.pending[name]; !waits {
		m.pending[name] = m.clock.Now()
	}
}

// Describe implements prometheus.Collector.
func (m *statusMetrics) Describe(descriptions chan<- *prometheus.Desc) {
	m.syncs.Describe(descriptions)
	descriptions <- m.longest
}

// Collect implements prometheus.Collector.
func (m *statusMetrics) Collect(metrics chan<- prometheus.Metric) {
	m.syncs.Collect(metrics)
	metrics <- prometheus.MustNewConstMetric(m.longest, prometheus.GaugeValue, m.longestPending().Seconds())
}

// longestPending looks at the objects that wait, which are few.
func (m *statusMetrics) longestPending() time.Duration {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	var longest time.Duration
	for _, since := range m.pending {
		longest = max(longest, m.clock.Since(since))
	}
	return longest
}
