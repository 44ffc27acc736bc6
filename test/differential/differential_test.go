package differential

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"k8s.io/endpointslice/topologycache"
)

var (
	worlds = flag.Int("worlds", 300, "how many worlds to compare")
	seed   = flag.Uint64("seed", 1, "the seed of the first world; every world prints its own")
	steps  = flag.Int("steps", 8, "how many times a world evolves")
)

// attempts is how often upstream may try to do the same as we: where several
// slices would do, it picks one at random, and what it picks can cost an update more.
const attempts = 300

func TestServicesLikeUpstream(t *testing.T) {
	used := map[string]int{}
	for i := range uint64(*worlds) {
		seed := *seed + i
		if differences := runWorld(seed, used); len(differences) > 0 {
			t.Errorf("seed %d (run with -seed=%d -worlds=1):\n%s", seed, seed, join(differences))
		}
	}
	t.Logf("%d worlds of %d steps from seed %d", *worlds, *steps, *seed)
	for _, deviation := range deviations {
		if deviation.prepare != nil {
			t.Logf("%6d × %s", used[deviation.name], deviation.name)
		}
		if deviation.prepare != nil && used[deviation.name] == 0 && *worlds >= 300 {
			t.Errorf("the deviation %q never occurred", deviation.name)
		}
	}
}

// runWorld lets a world evolve from a seed, and returns the differences of the
// first step that has any.
func runWorld(seed uint64, used map[string]int) []string {
	g := newGenerator(seed)
	w := g.world()
	us := newOurs()
	them := &kubernetesSide{topology: topologycache.NewTopologyCache()}
	for step := range *steps {
		mine, theirs, differences := runStep(w, us, them, used)
		if len(differences) > 0 {
			return append([]string{fmt.Sprintf("step %d", step)}, differences...)
		}
		w.slices = mine.list()
		_ = theirs
		g.evolve(w)
	}
	return nil
}

// runStep lets both sides make a pass over a world.
func runStep(w *world, us, them side, used map[string]int) (mine, theirs outcome, differences []string) {
	given := w.clone()
	mine = us.pass(given, newAPIServer(w.slices))
	if !reflect.DeepEqual(given, w.clone()) {
		differences = append(differences, "our reconciler has changed what it was given")
	}
	if mine.pointless > 0 {
		differences = append(differences, fmt.Sprintf("%d updates change nothing", mine.pointless))
	}
	differences = append(differences, untouched(w, mine)...)
	differences = append(differences, metadata(w, mine, nil)...)
	differences = append(differences, secondPass(w, us, them, mine)...)
	if len(differences) > 0 {
		return mine, theirs, differences
	}
	for range attempts {
		theirs = expected(w, them, used)
		differences = append(compare(w, mine, theirs), metadata(w, theirs, theirs.recycled)...)
		if len(differences) == 0 {
			break
		}
	}
	return mine, theirs, differences
}

// secondPass returns what a second pass over an unchanged world writes. Topology
// aware hints may never settle: then upstream writes too.
func secondPass(w *world, us, them side, first outcome) []string {
	after := w.clone()
	after.slices = first.list()
	second := us.pass(after, newAPIServer(after.slices))
	if writes(second) == 0 {
		return nil
	}
	for range attempts {
		if topologyAware(w.service) && writes(them.pass(after.clone(), newAPIServer(after.slices))) > 0 {
			return nil
		}
	}
	return []string{fmt.Sprintf("a second pass writes: %d creates, %d updates, %d pointless ones, %d deletes",
		second.creates, second.updates, second.pointless, second.deletes)}
}

func writes(of outcome) int { return of.creates + of.updates + of.pointless + of.deletes }

// expected lets upstream make a pass over a world, with the deviations.
func expected(w *world, them side, used map[string]int) outcome {
	prepared := w.clone()
	for _, deviation := range deviations {
		if deviation.prepare != nil && deviation.prepare(prepared) {
			used[deviation.name]++
		}
	}
	if prepared.service.DeletionTimestamp == nil {
		return them.pass(prepared, newAPIServer(w.slices).prepared(prepared.slices))
	}
	prepared.service.DeletionTimestamp = nil
	theirs := them.pass(prepared, newAPIServer(w.slices).prepared(prepared.slices))
	for name, slice := range theirs.slices {
		before := w.slice(name)
		switch {
		case before == nil:
			delete(theirs.slices, name)
			theirs.creates--
			theirs.dropped = true
		case placeholder(before) && placeholder(slice):
		case theirs.recycled[name]:
			delete(theirs.slices, name)
			theirs.updates--
			theirs.deletes++
			theirs.dropped = true
		}
	}
	return theirs
}

func join(lines []string) string {
	text := ""
	for _, line := range slices.Sorted(slices.Values(lines)) {
		text += "  " + line + "\n"
	}
	return text
}
