package handover

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// Handovers remembers which Services are being handed over between controllers
// and since when, for as long as it lasts. After a restart the time starts anew.
type Handovers struct {
	// timeout is how long a hand-over may last.
	timeout time.Duration
	clock   clock.PassiveClock

	durations   *prometheus.HistogramVec
	ineffective prometheus.Gauge

	mutex   sync.Mutex
	ongoing map[types.NamespacedName]handover
	failing sets.Set[types.NamespacedName]
}

// handover starts anew when the phase changes, or the default controller is let in.
type handover struct {
	phase    delegation.Phase
	keptAway bool
	since    time.Time
	// unsettled tells that the default controller was kept away, and has not been
	// seen without endpoints since: it may be about to take back what it has.
	unsettled bool
	// coveredSince is since when the others hold what is to be released.
	coveredSince time.Time
}

// settleTime is how long the others have to hold the endpoints before ours go. A
// controller that has just been let in may first finish what it was about to do.
const settleTime = time.Second

const (
	directionTake    = "take"
	directionRelease = "release"
)

// NewHandovers returns the hand-overs of one controller, which names its metrics.
func NewHandovers(controller string, timeout time.Duration, clock clock.PassiveClock) *Handovers {
	labels := prometheus.Labels{"controller": controller}
	return &Handovers{
		timeout:     timeout,
		clock:       clock,
		durations:   newHandoverDurations(labels),
		ineffective: IneffectiveDelegations.Gauge(labels),
		ongoing:     map[types.NamespacedName]handover{},
		failing:     sets.New[types.NamespacedName](),
	}
}

// Describe implements prometheus.Collector.
func (h *Handovers) Describe(descriptions chan<- *prometheus.Desc) {
	h.durations.Describe(descriptions)
	h.ineffective.Describe(descriptions)
}

// Collect implements prometheus.Collector.
func (h *Handovers) Collect(metrics chan<- prometheus.Metric) {
	h.durations.Collect(metrics)
	h.ineffective.Collect(metrics)
}

// decide decides about a Service, and returns how long there is to wait for the
// decision to change by time alone, 0 for never.
func (h *Handovers) decide(name types.NamespacedName, view delegation.View) (delegation.Decision, time.Duration) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	now := h.clock.Now()
	current, found := h.ongoing[name]
	if !found || current.phase != view.Phase || current.keptAway != view.KeptAway {
		current = handover{phase: view.Phase, keptAway: view.KeptAway, since: now, unsettled: current.unsettled}
	}
	if !view.OthersPublish() {
		current.unsettled = false
	}
	lasting := now.Sub(current.since)
	view.TimeIsUp = lasting >= h.timeout
	view.Settled = !current.unsettled && !current.coveredSince.IsZero() && now.Sub(current.coveredSince) >= settleTime

	decision := delegation.Decide(view)
	if !decision.Covered {
		current.coveredSince = time.Time{}
	} else if current.coveredSince.IsZero() {
		current.coveredSince = now
	}
	h.setFailing(name, decision.Ineffective)
	if !decision.Waiting && !decision.KeepAway && !decision.Withdraw {
		delete(h.ongoing, name)
		return decision, 0
	}
	h.ongoing[name] = current
	wait := max(h.timeout-lasting, 0)
	if decision.Covered && !current.unsettled {
		wait = min(wait, max(settleTime-now.Sub(current.coveredSince), 0))
	}
	return decision, wait
}

// taken notes that the default controller has been kept away.
func (h *Handovers) taken(name types.NamespacedName) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	now := h.clock.Now()
	if current, found := h.ongoing[name]; found {
		h.durations.WithLabelValues(directionTake).Observe(now.Sub(current.since).Seconds())
	}
	h.ongoing[name] = handover{phase: delegation.Serving, keptAway: true, since: now, unsettled: true}
}

// released notes that the slices have been deleted.
func (h *Handovers) released(name types.NamespacedName) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if current, found := h.ongoing[name]; found && current.phase == delegation.Releasing {
		h.durations.WithLabelValues(directionRelease).Observe(h.clock.Since(current.since).Seconds())
	}
	delete(h.ongoing, name)
}

// forget drops what is known of a Service that is none of the controller's business.
func (h *Handovers) Forget(name types.NamespacedName) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.ongoing, name)
	h.setFailing(name, false)
}

func (h *Handovers) setFailing(name types.NamespacedName, failing bool) {
	if failing {
		h.failing.Insert(name)
	} else {
		h.failing.Delete(name)
	}
	h.ineffective.Set(float64(h.failing.Len()))
}
