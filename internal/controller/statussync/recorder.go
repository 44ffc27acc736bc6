package statussync

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

var (
	statusSyncs = metrics.Metric{
		Name: "meshwork_status_syncs_total", Type: metrics.Counter, Labels: []string{"kind", "result"},
		Help: "Statuses that were computed, by result: written, failed, unchanged (no write was needed), " +
			"or deferred (written at the end of the --status-sync-period, together with later changes).",
		Use: "See what status writes cost the API server, and how many are saved.",
	}
	longestPending = metrics.Metric{
		Name: "meshwork_status_longest_pending_seconds", Type: metrics.Gauge, Labels: []string{"kind"},
		Help: "Time for which the object that has waited longest has waited for its status to be written; 0 if none is waiting. " +
			"For MeshServices, the object is the Service that they are derived from.",
		Use: "Alert on statuses that are out of date because every write fails or is refused.",
	}
)

// Metrics are the metrics that a Recorder exposes.
var Metrics = []metrics.Metric{statusSyncs, longestPending}

// Result is what became of a status that a controller computed.
type Result string

// The results, as values of the label result.
const (
	Written   Result = "written"
	Failed    Result = "failed"
	Unchanged Result = "unchanged"
	Deferred  Result = "deferred"
)

// Recorder counts what becomes of the statuses of one kind, and records since when
// objects have been waiting for a write.
type Recorder struct {
	clock   clock.PassiveClock
	syncs   *prometheus.CounterVec
	longest *prometheus.Desc

	mutex   sync.Mutex
	pending map[types.NamespacedName]time.Time
}

// NewRecorder returns a Recorder of the statuses of a kind.
func NewRecorder(kind string, clock clock.PassiveClock) *Recorder {
	fixed := prometheus.Labels{"kind": kind}
	r := &Recorder{
		clock:   clock,
		syncs:   statusSyncs.CounterVec(fixed),
		longest: longestPending.Desc(fixed),
		pending: map[types.NamespacedName]time.Time{},
	}
	// Without a zero, rate() misses the first increment of a series.
	for _, result := range []Result{Written, Failed, Unchanged, Deferred} {
		r.syncs.WithLabelValues(string(result))
	}
	return r
}

// Record counts one status.
func (r *Recorder) Record(result Result) {
	r.syncs.WithLabelValues(string(result)).Inc()
}

// RecordWrite counts one write of a status by its error.
func (r *Recorder) RecordWrite(err error) {
	if err != nil {
		r.Record(Failed)
		return
	}
	r.Record(Written)
}

// Outcome is what a sync found out about the status of its object.
type Outcome int

const (
	// Undecided leaves the record as it is: the status could not be computed, or it
	// waits no longer than its period.
	Undecided Outcome = iota
	// UpToDate means that the status is true, or that the object does not exist.
	UpToDate
	// OutOfDate means that the status is still to be written.
	OutOfDate
)

// OutcomeOf returns the outcome of a sync that has failed, or that defers the status for so
// long, or neither.
func OutcomeOf(failed bool, deferred time.Duration) Outcome {
	switch {
	case failed:
		return OutOfDate
	case deferred > 0: // at most one period old
		return Undecided
	default:
		return UpToDate
	}
}

// Sync runs a sync of an object, and records since when its status has been out of date.
func (r *Recorder) Sync(name types.NamespacedName, sync func() (Outcome, reconcile.Result, error)) (reconcile.Result, error) {
	outcome, result, err := sync()
	r.recordOutcome(name, outcome)
	return result, err
}

func (r *Recorder) recordOutcome(name types.NamespacedName, outcome Outcome) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch outcome {
	case UpToDate:
		delete(r.pending, name)
	case OutOfDate:
		if _, waits := r.pending[name]; !waits {
			r.pending[name] = r.clock.Now()
		}
	}
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
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var longest time.Duration
	for _, since := range r.pending {
		longest = max(longest, r.clock.Since(since))
	}
	return longest
}
