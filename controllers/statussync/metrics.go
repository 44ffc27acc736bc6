package statussync

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/controllers/metrics"
)

var (
	StatusSyncs = metrics.Metric{
		Name: "meshwork_status_syncs_total", Type: metrics.Counter, Labels: []string{"kind", "result"},
		Help: "Statuses that were looked at, by what came of it: written, failed, unchanged (no write was needed), " +
			"or deferred to the end of the period of --status-sync-period, together with what else changes until then.",
		Use: "See what the status writes cost the API server, and what is saved.",
	}
	StatusLongestPending = metrics.Metric{
		Name: "meshwork_status_longest_pending_seconds", Type: metrics.Gauge, Labels: []string{"kind"},
		Help: "How long the object that has waited longest has waited for its status to be written, 0 when none waits; " +
			"of MeshServices, the Service that they are derived from.",
		Use: "Alert on statuses that are not true: each try is refused, or fails.",
	}
)

// Values of the label result of statusSyncs.
const (
	statusWritten   = "written"
	statusFailed    = "failed"
	StatusUnchanged = "unchanged"
	StatusDeferred  = "deferred"
)

// statusMetrics counts what comes of the statuses of one kind, and knows since
// when those wait that could not be written. A nil one counts nothing.
type StatusMetrics struct {
	clock   clock.PassiveClock
	syncs   *prometheus.CounterVec
	longest *prometheus.Desc

	mutex   sync.Mutex
	pending map[types.NamespacedName]time.Time
}

func NewStatusMetrics(kind string, clock clock.PassiveClock) *StatusMetrics {
	fixed := prometheus.Labels{"kind": kind}
	m := &StatusMetrics{
		clock:   clock,
		syncs:   StatusSyncs.CounterVec(fixed),
		longest: StatusLongestPending.Desc(fixed),
		pending: map[types.NamespacedName]time.Time{},
	}
	// A rate misses the first one of a series that begins with it.
	for _, result := range []string{statusWritten, statusFailed, StatusUnchanged, StatusDeferred} {
		m.syncs.WithLabelValues(result)
	}
	return m
}

// count notes what came of one status.
func (m *StatusMetrics) Count(result string) {
	if m != nil {
		m.syncs.WithLabelValues(result).Inc()
	}
}

// attempted notes what came of writing one status.
func (m *StatusMetrics) Attempted(err error) {
	if err != nil {
		m.Count(statusFailed)
		return
	}
	m.Count(statusWritten)
}

// passed notes whether a pass over an object left its status as it should be. An
// object that is gone has nothing left to write.
func (m *StatusMetrics) Passed(name types.NamespacedName, settled bool) {
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
func (m *StatusMetrics) Describe(descriptions chan<- *prometheus.Desc) {
	m.syncs.Describe(descriptions)
	descriptions <- m.longest
}

// Collect implements prometheus.Collector.
func (m *StatusMetrics) Collect(metrics chan<- prometheus.Metric) {
	m.syncs.Collect(metrics)
	metrics <- prometheus.MustNewConstMetric(m.longest, prometheus.GaugeValue, m.longestPending().Seconds())
}

// longestPending looks at the objects that wait, which are few.
func (m *StatusMetrics) longestPending() time.Duration {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	var longest time.Duration
	for _, since := range m.pending {
		longest = max(longest, m.clock.Since(since))
	}
	return longest
}
