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

// tracker tracks which Services are being handed over between controllers, and since
// when. After a restart of the manager the time starts from zero.
type tracker struct {
	// timeout is the longest time that a handover may take.
	timeout time.Duration
	clock   clock.PassiveClock

	durations   *prometheus.HistogramVec
	ineffective prometheus.Gauge

	mutex   sync.Mutex
	ongoing map[types.NamespacedName]handover
	patches map[types.NamespacedName]patches
	failing sets.Set[types.NamespacedName]
}

// patches are the consecutive patches that have set the key of a Service to the same state.
// Every one after the first means that another client had undone the one before.
type patches struct {
	keptAway bool
	count    int
	last     time.Time
}

const (
	// contestedAfter is the number of patches after which the key is contested: a user may
	// undo one by mistake.
	contestedAfter = 3
	// contestedPeriod is the time without another patch after which it no longer is. It is
	// longer than the interval at which tools compare a cluster with its configuration.
	contestedPeriod = time.Hour
)

func (p patches) contested(view delegation.View, now time.Time) bool {
	direction := p.keptAway == (view.Phase == delegation.Serving)
	return direction && p.count >= contestedAfter && now.Sub(p.last) < contestedPeriod
}

// handover starts over when the phase or the successor changes, or when the default
// controller is let in or kept away.
type handover struct {
	phase     delegation.Phase
	keptAway  bool
	successor string
	since     time.Time
	// defaultMayWithdraw is true from when the default controller is kept away until it has
	// withdrawn its endpoints.
	defaultMayWithdraw bool
	// coveredSince is since when the successor publishes the endpoints that this
	// controller releases.
	coveredSince time.Time
}

// settleTime is how long the successor has to publish the endpoints before ours are
// deleted. A controller that has just been let in may first finish a sync that it
// started before.
const settleTime = time.Second

const (
	directionTake    = "take"
	directionRelease = "release"
)

func newTracker(controller string, timeout time.Duration, clock clock.PassiveClock) *tracker {
	fixed := prometheus.Labels{"controller": controller}
	return &tracker{
		timeout:     timeout,
		clock:       clock,
		durations:   newDurations(fixed),
		ineffective: ineffectiveDelegations.Gauge(fixed),
		ongoing:     map[types.NamespacedName]handover{},
		patches:     map[types.NamespacedName]patches{},
		failing:     sets.New[types.NamespacedName](),
	}
}

// decide returns what to do about a Service, and how long until time alone changes
// that, 0 for never.
func (t *tracker) decide(name types.NamespacedName, view delegation.View) (delegation.Decision, time.Duration) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	now := t.clock.Now()
	current, found := t.ongoing[name]
	if !found || current.phase != view.Phase || current.keptAway != view.KeptAway || current.successor != view.Successor {
		current = handover{phase: view.Phase, keptAway: view.KeptAway, successor: view.Successor, since: now, defaultMayWithdraw: current.defaultMayWithdraw}
	}
	current.defaultMayWithdraw = current.defaultMayWithdraw && view.DefaultPublishes()
	elapsed := now.Sub(current.since)
	view.TimeIsUp = elapsed >= t.timeout
	view.DefaultMayWithdraw = current.defaultMayWithdraw
	view.Contested = t.patches[name].contested(view, now)
	view.CoveredLongEnough = !current.coveredSince.IsZero() && now.Sub(current.coveredSince) >= settleTime

	decision := delegation.Decide(view)
	if !decision.Covered {
		current.coveredSince = time.Time{}
	} else if current.coveredSince.IsZero() {
		current.coveredSince = now
	}
	t.setFailing(name, decision.Ineffective)
	if !decision.Waiting && !decision.KeepAway && !decision.Withdraw {
		delete(t.ongoing, name)
		return decision, 0
	}
	t.ongoing[name] = current
	wait := max(t.timeout-elapsed, 0)
	if untilSettled := settleTime - now.Sub(current.coveredSince); decision.Covered && untilSettled > 0 {
		wait = min(wait, untilSettled)
	}
	return decision, wait
}

// recordTaken records that the default controller has been kept away, and returns how many
// times in a row.
func (t *tracker) recordTaken(name types.NamespacedName) int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	now := t.clock.Now()
	times := t.recordPatch(name, true)
	if current, found := t.ongoing[name]; found && times == 1 {
		t.durations.WithLabelValues(directionTake).Observe(now.Sub(current.since).Seconds())
	}
	t.ongoing[name] = handover{phase: delegation.Serving, keptAway: true, since: now, defaultMayWithdraw: true}
	return times
}

// recordLetIn records that the default controller has been let in.
func (t *tracker) recordLetIn(name types.NamespacedName) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.recordPatch(name, false)
}

// recordPatch returns the number of consecutive patches to this state. The caller holds the
// mutex.
func (t *tracker) recordPatch(name types.NamespacedName, keptAway bool) int {
	now, before := t.clock.Now(), t.patches[name]
	if before.keptAway != keptAway || now.Sub(before.last) >= contestedPeriod {
		before.count = 0
	}
	t.patches[name] = patches{keptAway: keptAway, count: before.count + 1, last: now}
	return before.count + 1
}

// recordReleased records that the slices have been deleted.
func (t *tracker) recordReleased(name types.NamespacedName) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if current, found := t.ongoing[name]; found && current.phase == delegation.Releasing {
		t.durations.WithLabelValues(directionRelease).Observe(t.clock.Since(current.since).Seconds())
	}
	delete(t.ongoing, name)
	delete(t.patches, name) // a successor may have replaced the key
}

func (t *tracker) forget(name types.NamespacedName) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.ongoing, name)
	delete(t.patches, name)
	t.setFailing(name, false)
}

func (t *tracker) setFailing(name types.NamespacedName, failing bool) {
	if failing {
		t.failing.Insert(name)
	} else {
		t.failing.Delete(name)
	}
	t.ineffective.Set(float64(t.failing.Len()))
}

// Describe implements prometheus.Collector.
func (t *tracker) Describe(descriptions chan<- *prometheus.Desc) {
	t.durations.Describe(descriptions)
	t.ineffective.Describe(descriptions)
}

// Collect implements prometheus.Collector.
func (t *tracker) Collect(metrics chan<- prometheus.Metric) {
	t.durations.Collect(metrics)
	t.ineffective.Collect(metrics)
}
