package delegation_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

var (
	firstSeed = flag.Uint64("seed", 1, "the seed of the first world")
	worlds    = flag.Int("worlds", 2_000, "how many worlds")
)

// TestNoGap follows Decide through random worlds: as long as both controllers
// know of a ready Pod, clients see a ready endpoint, however far behind each of them is.
func TestNoGap(t *testing.T) { inWorlds(t, true) }

// TestNoGapInHaste is the same with users who change their mind before the
// default controller has noticed.
func TestNoGapInHaste(t *testing.T) { inWorlds(t, false) }

func inWorlds(t *testing.T, patient bool) {
	t.Helper()
	takeOvers, releases := 0, 0
	for seed := *firstSeed; seed < *firstSeed+uint64(*worlds); seed++ {
		w := newWorld(seed, patient)
		w.changePods()
		w.runDefault()
		for range 100 {
			switch action := w.random.IntN(10); {
			case action < 2:
				w.changePods()
			case action < 5:
				w.runDefault()
			case action < 8:
				w.runOurs()
			case !patient || w.settled():
				w.toggle()
			}
			if missed := w.missed(); len(missed) > 0 {
				t.Fatalf("seed %d: clients reach nobody, while %v are ready\n%s", seed, missed, strings.Join(w.history, "\n"))
			}
		}
		takeOvers, releases = takeOvers+w.takeOvers, releases+w.releases
	}
	t.Logf("%d take-overs and %d releases in %d worlds from seed %d on", takeOvers, releases, *worlds, *firstSeed)
	if takeOvers < *worlds/2 || releases < *worlds/4 {
		t.Error("the worlds are too quiet")
	}
}

// TestDecideIsSingleMinded: never two steps at once, and nothing is told to be
// ineffective that is being put right.
func TestDecideIsSingleMinded(t *testing.T) {
	w := newWorld(*firstSeed, true)
	for range 20_000 {
		w.changePods()
		if w.random.IntN(2) == 0 {
			w.defaults = append(w.defaults, all(sliceOf()))
		} else {
			w.runDefault()
		}
		pods := last(w.pods)
		view := delegation.View{
			Phase:    []delegation.Phase{delegation.Foreign, delegation.Serving, delegation.Releasing, delegation.Abandoned}[w.random.IntN(4)],
			KeptAway: w.random.IntN(2) == 0, Ours: backends(w.pods[w.random.IntN(len(w.pods))]), Others: last(w.defaults),
			Known:    func(uid string) bool { _, found := pods[uid]; return found },
			TimeIsUp: w.random.IntN(2) == 0,
		}
		decision := delegation.Decide(view)
		if !view.InHandover() {
			view.Ours, view.Known = nil, nil
			if without := delegation.Decide(view); without != decision {
				t.Fatalf("seed %d: %+v without what is only for hand-overs, %+v with it", *firstSeed, without, decision)
			}
		}
		if decision.KeepAway && (decision.Withdraw || view.Phase != delegation.Serving || view.KeptAway) ||
			decision.Withdraw && (decision.Waiting || view.Phase == delegation.Serving) ||
			decision.Ineffective && (!decision.Waiting || decision.KeepAway || !view.TimeIsUp || view.Phase != delegation.Serving) ||
			view.Phase == delegation.Foreign && decision != (delegation.Decision{}) {
			t.Fatalf("seed %d: %+v of %+v", *firstSeed, decision, view)
		}
	}
}
