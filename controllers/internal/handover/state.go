// Package handover is the common part of the two controllers of EndpointSlices: they keep
// Kubernetes' own controller away from a Service that is delegated, and admit it again.
package handover

import (
	"iter"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Memory is the memory of a controller, by Service.
type Memory = memory.Memory[State]

// State is the memory of one Service.
type State struct {
	Pace     pace.Pace
	Progress delegation.Progress
	Refusals write.Refusals
	Events   events.Record
	// completed are the handovers that have ended since the last report.
	completed []finding.Finding
	// LatestChange is the time of the latest change of a Pod that is in the slices, zero before
	// the first sync.
	LatestChange time.Time

	// BadNews is set by the event handlers when an endpoint that clients use has gone.
	BadNews atomic.Bool
	// handlesBadNews is true if the last sync that started had bad news to handle.
	handlesBadNews bool
	// Ineffective is read by the collector of the metrics.
	Ineffective atomic.Bool
}

// Start starts a sync, or returns how long it has to wait after a number of consecutive failures.
func (s *State) Start(now time.Time, intervals pace.Intervals, failures int) (wait time.Duration) {
	if wait = s.Pace.Wait(now, intervals, s.BadNews.Load(), failures); wait == 0 {
		s.Pace.Start(now)
		s.handlesBadNews = s.BadNews.Swap(false) // before the sync reads
	}
	return wait
}

// Fail records that the sync that started last has failed, or met a stale cache: its bad news is
// still to be handled.
func (s *State) Fail() {
	if s.handlesBadNews {
		s.BadNews.Store(true)
	}
}

// Reset forgets the handover of a Service that the controller does nothing for.
func (s *State) Reset() {
	s.Progress, s.Refusals = s.Progress.AtRest(), write.Refusals{}
	s.Ineffective.Store(false)
}

// Leave forgets a Service that the controller has nothing to do with. While another client may undo the
// last step of its handover, it keeps the number of these steps, and returns for how long.
func Leave(of *Memory, service types.NamespacedName, exists bool, now time.Time) time.Duration {
	kept := of.Of(service).Progress.AtRest()
	of.Forget(service)
	period := kept.UntilForgotten(now)
	if !exists || period == 0 {
		return 0
	}
	of.Of(service).Progress = kept
	return period
}

// Records returns the reports about each Service.
func Records(of *Memory) iter.Seq2[types.NamespacedName, *events.Record] {
	return memory.Each(of, func(s *State) *events.Record { return &s.Events })
}
