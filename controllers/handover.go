package controllers

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
}

const (
	directionTake    = "take"
	directionRelease = "release"
)

// NewHandovers returns the hand-overs of one controller, which names its metrics.
func NewHandovers(controller string, timeout time.Duration, clock clock.PassiveClock) *Handovers {
	labels := prometheus.Labels{"controller": controller}
	return &Handovers{
		timeout: timeout,
		clock:   clock,
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:        "meshwork_handover_duration_seconds",
			Help:        "How long it took to take a Service's EndpointSlices over from another controller, or to release them to one.",
			ConstLabels: labels,
			Buckets:     []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60},
		}, []string{"direction"}),
		ineffective: prometheus.NewGauge(prometheus.GaugeOpts{
			Name:        "meshwork_delegation_ineffective_services",
			Help:        "Delegated Services for which another controller publishes endpoints as well.",
			ConstLabels: labels,
		}),
		ongoing: map[types.NamespacedName]handover{},
		failing: sets.New[types.NamespacedName](),
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
		current = handover{phase: view.Phase, keptAway: view.KeptAway, since: now}
	}
	lasting := now.Sub(current.since)
	view.TimeIsUp = lasting >= h.timeout

	decision := delegation.Decide(view)
	h.setFailing(name, decision.Ineffective)
	if !decision.Waiting && !decision.KeepAway && !decision.Withdraw {
		delete(h.ongoing, name)
		return decision, 0
	}
	h.ongoing[name] = current
	return decision, max(h.timeout-lasting, 0)
}

// done notes that what was decided has been done.
func (h *Handovers) done(name types.NamespacedName, decision delegation.Decision) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	current, found := h.ongoing[name]
	if !found {
		return
	}
	direction := directionTake
	if decision.Withdraw {
		direction = directionRelease
	}
	h.durations.WithLabelValues(direction).Observe(h.clock.Since(current.since).Seconds())
	delete(h.ongoing, name)
}

// has tells whether a Service is being handed over.
func (h *Handovers) has(name types.NamespacedName) bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	_, found := h.ongoing[name]
	return found
}

// forget drops what is known of a Service that is none of the controller's business.
func (h *Handovers) forget(name types.NamespacedName) {
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
