package delegation_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

var (
	firstSeed   = flag.Uint64("seed", 1, "seed of the first simulation")
	simulations = flag.Int("simulations", 2_000, "number of simulations")
)

// TestNoGap runs Decide in random simulations: as long as both controllers know of a
// ready Pod, clients see a ready endpoint, no matter how stale the controllers' caches
// are.
func TestNoGap(t *testing.T) { simulate(t, true) }

// TestNoGapWithImpatientUsers is the same with users who change the Service again
// before the default controller has seen the last change.
func TestNoGapWithImpatientUsers(t *testing.T) { simulate(t, false) }

func simulate(t *testing.T, patient bool) {
	t.Helper()
	takeovers, releases := 0, 0
	for seed := *firstSeed; seed < *firstSeed+uint64(*simulations); seed++ {
		s := newSimulation(seed, patient)
		s.changePods()
		s.runDefault()
		for range 100 {
			switch action := s.random.IntN(10); {
			case action < 2:
				s.changePods()
			case action < 5:
				s.runDefault()
			case action < 8:
				s.runOurs()
			case !patient || s.settled():
				s.toggle()
			}
			if missed := s.missed(); len(missed) > 0 {
				t.Fatalf("seed %d: clients reach no endpoint although %v are ready\n%s", seed, missed, strings.Join(s.history, "\n"))
			}
		}
		takeovers, releases = takeovers+s.takeovers, releases+s.releases
	}
	t.Logf("%d takeovers and %d releases in %d simulations from seed %d on", takeovers, releases, *simulations, *firstSeed)
	if takeovers < *simulations/2 || releases < *simulations/4 {
		t.Error("too few handovers")
	}
}

// TestDecideTakesOneStep checks that a decision never contains two steps, and that it
// never reports as ineffective what it is fixing.
func TestDecideTakesOneStep(t *testing.T) {
	s := newSimulation(*firstSeed, true)
	for range 20_000 {
		s.changePods()
		if s.random.IntN(2) == 0 {
			s.defaults = append(s.defaults, all(sliceOf()))
		} else {
			s.runDefault()
		}
		pods := last(s.pods)
		view := delegation.View{
			Phase:    []delegation.Phase{delegation.Foreign, delegation.Serving, delegation.Releasing, delegation.Abandoned}[s.random.IntN(4)],
			KeptAway: s.random.IntN(2) == 0, Ours: backends(s.pods[s.random.IntN(len(s.pods))]), Others: last(s.defaults),
			Default: delegation.DefaultManager, Successor: []string{"", theirs}[s.random.IntN(2)],
			Known:    func(uid string) bool { _, found := pods[uid]; return found },
			TimeIsUp: s.random.IntN(2) == 0,
		}
		decision := delegation.Decide(view)
		if !view.InHandover() {
			view.Ours, view.Known = nil, nil
			if without := delegation.Decide(view); without != decision {
				t.Fatalf("seed %d: %+v without the input for handovers, %+v with it", *firstSeed, without, decision)
			}
		}
		if decision.KeepAway && (decision.LetDefaultIn || decision.Withdraw || view.Phase != delegation.Serving || view.KeptAway) ||
			decision.Withdraw && (decision.Waiting || view.Phase == delegation.Serving) ||
			decision.Ineffective && (!decision.Waiting || decision.KeepAway || !view.TimeIsUp || view.Phase != delegation.Serving) ||
			decision.LetDefaultIn && view.Phase == delegation.Serving ||
			view.Phase == delegation.Foreign && decision != (delegation.Decision{}) {
			t.Fatalf("seed %d: decision %+v for %+v", *firstSeed, decision, view)
		}
	}
}
