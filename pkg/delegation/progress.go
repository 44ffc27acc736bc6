package delegation

import (
	"time"

	"github.com/meshwork-dev/meshwork/pkg/contest"
)

// settleTime is the time that the successor must have published the endpoints before this controller
// deletes its slices. A controller that has just been admitted may first finish a sync that it started
// before.
const settleTime = time.Second

// Progress is the progress of the handovers of one Service, as one controller remembers it. The
// zero value is a Service that is not being handed over. After a restart of the manager, all
// times start from zero.
type Progress struct {
	handover handover
	// patches have kept the default controller away, or have admitted it.
	patches contest.Writes[keyState]
}

// keyState is the state of the key of a Service.
type keyState struct{ keptAway bool }

// handover starts over when the phase or the successor changes, or when the default
// controller is admitted or kept away.
type handover struct {
	phase     Phase
	keptAway  bool
	successor string
	// since is the start of the handover, zero if there is none.
	since time.Time
	// defaultMayWithdraw is true from when the default controller is kept away until it has
	// withdrawn its endpoints.
	defaultMayWithdraw bool
	// coveredSince is the time since which the successor publishes the endpoints that this
	// controller releases.
	coveredSince time.Time
}

func (h handover) ongoing() bool { return !h.since.IsZero() }

// Next returns the next step for a Service, and the time after which to ask again although nothing
// has changed, 0 for never. A handover takes no longer than the timeout. The fields of the view that
// depend on time need not be set.
func (p *Progress) Next(view View, now time.Time, timeout time.Duration) (Decision, time.Duration) {
	current := p.handover
	if !current.ongoing() || current.phase != view.Phase || current.keptAway != view.KeptAway || current.successor != view.Successor {
		current = handover{phase: view.Phase, keptAway: view.KeptAway, successor: view.Successor, since: now, defaultMayWithdraw: current.defaultMayWithdraw}
	}
	current.defaultMayWithdraw = current.defaultMayWithdraw && view.DefaultPublishes()
	elapsed := now.Sub(current.since)
	view.TimeIsUp = elapsed >= timeout
	view.DefaultMayWithdraw = current.defaultMayWithdraw
	wanted := keyState{keptAway: view.Phase == Serving}
	view.Contested = p.patches.IsContested(wanted, now)
	view.CoveredLongEnough = !current.coveredSince.IsZero() && now.Sub(current.coveredSince) >= settleTime

	decision := Decide(view)
	var untilPatch time.Duration
	if decision.KeepAway || decision.LetDefaultIn && view.KeptAway {
		untilPatch = p.patches.Wait(wanted, now)
	}
	if untilPatch > 0 {
		decision.KeepAway, decision.LetDefaultIn = false, false
	}
	if !decision.Covered {
		current.coveredSince = time.Time{}
	} else if current.coveredSince.IsZero() {
		current.coveredSince = now
	}
	if !decision.Waiting && !decision.KeepAway && !decision.Withdraw {
		p.handover = handover{}
		return decision, untilPatch
	}
	p.handover = current
	var untilSettled time.Duration
	if decision.Covered {
		untilSettled = settleTime - now.Sub(current.coveredSince)
	}
	return decision, earliest(timeout-elapsed, untilSettled, untilPatch)
}

// earliest returns the shortest of the times that are not over, 0 if there is none.
func earliest(times ...time.Duration) time.Duration {
	var shortest time.Duration
	for _, until := range times {
		if until > 0 && (shortest == 0 || until < shortest) {
			shortest = until
		}
	}
	return shortest
}

// RecordTaken records that the default controller has been kept away. It returns how many times
// in a row that has happened, and how long the takeover took, 0 if there was none.
func (p *Progress) RecordTaken(now time.Time) (times int, took time.Duration) {
	times = p.patches.Record(keyState{keptAway: true}, now)
	if p.handover.ongoing() {
		took = now.Sub(p.handover.since)
	}
	p.handover = handover{phase: Serving, keptAway: true, since: now, defaultMayWithdraw: true}
	return times, took
}

// RecordLetIn records that the default controller has been admitted.
func (p *Progress) RecordLetIn(now time.Time) { p.patches.Record(keyState{keptAway: false}, now) }

// AtRest returns the progress of a Service that is not being handed over. Only its patches count: another
// client may undo the last one later.
func (p *Progress) AtRest() Progress { return Progress{patches: p.patches} }

// UntilForgotten returns the time for which a Progress at rest counts, 0 if it is empty.
func (p *Progress) UntilForgotten(now time.Time) time.Duration { return p.patches.UntilForgotten(now) }

// RecordReleased records that the slices have been deleted. It returns how long the release has
// taken, or false if there was none, as for a Service that was abandoned.
func (p *Progress) RecordReleased(now time.Time) (took time.Duration, wasReleasing bool) {
	before := p.handover
	p.handover = handover{}
	p.patches.Forget(keyState{keptAway: true}) // a successor may have replaced the key
	if !before.ongoing() || before.phase != Releasing {
		return 0, false
	}
	return now.Sub(before.since), true
}
