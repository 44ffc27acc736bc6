package status

import (
	"iter"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

var (
	statusSyncs = metrics.Metric{
		Name: "meshwork_status_syncs_total", Type: metrics.Counter, Labels: []string{"kind", "result"},
		Help: "Statuses that were computed, by result: written, failed, unchanged (no write was needed), " +
			"or deferred (written at the end of the --status-sync-period, together with later changes, or later if another client overwrites it each time).",
		Use: "See what status writes cost the API server, and how many are saved.",
	}
	longestPending = metrics.Metric{
		Name: "meshwork_status_longest_pending_seconds", Type: metrics.Gauge, Labels: []string{"kind"},
		Help: "Longest time that an object has been waiting for its status to be written; 0 if none is waiting. " +
			"For MeshServices, the object is the Service that they are derived from.",
		Use: "Alert on statuses that are out of date because every write fails or is refused.",
	}
)

// Metrics are the metrics that a Recorder exposes.
var Metrics = []metrics.Metric{statusSyncs, longestPending}

// Result is the result of computing a status, as a value of the label result.
type Result string

// The results.
const (
	Written   Result = "written"
	Failed    Result = "failed"
	Unchanged Result = "unchanged"
	Deferred  Result = "deferred"
)

// Pending is since when the status of an object has been out of date. The zero value is a
// status that is up to date. It is safe for concurrent use.
type Pending struct{ since atomic.Pointer[time.Time] }

// Record records the end of a sync. A deferred status is at most one period old, so the record stays
// as it is.
func (p *Pending) Record(failed bool, deferred time.Duration, now time.Time) {
	switch {
	case failed:
		p.since.CompareAndSwap(nil, &now)
	case deferred == 0:
		p.since.Store(nil)
	}
}

// Recorder counts the statuses of one kind by their result, and measures how long objects have
// been waiting for a write. It is a prometheus.Collector.
type Recorder struct {
	clock   clock.PassiveClock
	syncs   *prometheus.CounterVec
	longest *prometheus.Desc
	pending iter.Seq2[types.NamespacedName, *Pending]
}

// NewRecorder returns a Recorder of the statuses of a kind, with those that are pending.
func NewRecorder(kind string, pending iter.Seq2[types.NamespacedName, *Pending], clock clock.PassiveClock) *Recorder {
	fixed := prometheus.Labels{"kind": kind}
	r := &Recorder{clock: clock, syncs: statusSyncs.CounterVec(fixed), longest: longestPending.Desc(fixed), pending: pending}
	// Without a zero, rate() misses the first increment of a series.
	for _, result := range []Result{Written, Failed, Unchanged, Deferred} {
		r.syncs.WithLabelValues(string(result))
	}
	return r
}

// Record counts one status.
func (r *Recorder) Record(result Result) { r.syncs.WithLabelValues(string(result)).Inc() }

// RecordWrite counts one write of a status by its error.
func (r *Recorder) RecordWrite(err error) {
	if err != nil {
		r.Record(Failed)
		return
	}
	r.Record(Written)
}

// Describe implements prometheus.Collector.
func (r *Recorder) Describe(descriptions chan<- *prometheus.Desc) {
	r.syncs.Describe(descriptions)
	descriptions <- r.longest
}

// Collect implements prometheus.Collector.
func (r *Recorder) Collect(metrics chan<- prometheus.Metric) {
	r.syncs.Collect(metrics)
	metrics <- prometheus.MustNewConstMetric(r.longest, prometheus.GaugeValue, r.longestPending().Seconds())
}

func (r *Recorder) longestPending() time.Duration {
	var longest time.Duration
	for _, pending := range r.pending {
		if since := pending.since.Load(); since != nil {
			longest = max(longest, r.clock.Since(*since))
		}
	}
	return longest
}
