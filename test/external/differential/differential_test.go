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
	scenarios = flag.Int("scenarios", 300, "how many scenarios to compare")
	seed      = flag.Uint64("seed", 1, "the seed of the first scenario; a scenario that fails prints its own")
	steps     = flag.Int("steps", 8, "how many times a scenario evolves")
)

// attempts is the number of times that upstream may try to do the same as Meshwork: if
// several slices fit, it picks one at random, and its choice can cost one more update.
const attempts = 300

func TestServicesLikeUpstream(t *testing.T) {
	used := map[string]int{}
	for i := range uint64(*scenarios) {
		seed := *seed + i
		if differences := runScenario(seed, used); len(differences) > 0 {
			t.Errorf("seed %d (run with -seed=%d -scenarios=1):\n%s", seed, seed, join(differences))
		}
	}
	t.Logf("%d scenarios of %d steps from seed %d", *scenarios, *steps, *seed)
	for _, deviation := range deviations {
		if deviation.prepare != nil {
			t.Logf("%6d × %s", used[deviation.name], deviation.name)
		}
		if deviation.prepare != nil && used[deviation.name] == 0 && *scenarios >= 300 {
			t.Errorf("the deviation %q never occurred", deviation.name)
		}
	}
}

// runScenario evolves the scenario of a seed, and returns the differences of the first step
// that has any.
func runScenario(seed uint64, used map[string]int) []string {
	g := newGenerator(seed)
	s := g.scenario()
	us := newOurs()
	them := &kubernetesSide{topology: topologycache.NewTopologyCache()}
	for step := range *steps {
		mine, theirs, differences := runStep(s, us, them, used)
		if len(differences) > 0 {
			return append([]string{fmt.Sprintf("step %d", step)}, differences...)
		}
		s.slices = mine.list()
		_ = theirs
		g.evolve(s)
	}
	return nil
}

// runStep syncs a scenario with both sides, and returns their outcomes and differences.
func runStep(s *scenario, us, them side, used map[string]int) (mine, theirs outcome, differences []string) {
	given := s.clone()
	mine = us.sync(given, newAPIServer(s.slices))
	if !reflect.DeepEqual(given, s.clone()) {
		differences = append(differences, "our reconciler has changed what it was given")
	}
	if mine.pointless > 0 {
		differences = append(differences, fmt.Sprintf("%d updates change nothing", mine.pointless))
	}
	differences = append(differences, untouched(s, mine)...)
	differences = append(differences, metadata(s, mine, nil)...)
	differences = append(differences, secondSync(s, us, them, mine)...)
	if len(differences) > 0 {
		return mine, theirs, differences
	}
	for range attempts {
		theirs = expected(s, them, used)
		differences = append(compare(s, mine, theirs), metadata(s, theirs, theirs.recycled)...)
		if len(differences) == 0 {
			break
		}
	}
	return mine, theirs, differences
}

// secondSync returns the writes of a second sync of an unchanged scenario. Topology aware
// hints may never settle, but then upstream writes too.
func secondSync(s *scenario, us, them side, first outcome) []string {
	after := s.clone()
	after.slices = first.list()
	second := us.sync(after, newAPIServer(after.slices))
	if writes(second) == 0 {
		return nil
	}
	for range attempts {
		if topologyAware(s.service) && writes(them.sync(after.clone(), newAPIServer(after.slices))) > 0 {
			return nil
		}
	}
	return []string{fmt.Sprintf("a second sync writes: %d creates, %d updates, %d pointless ones, %d deletes",
		second.creates, second.updates, second.pointless, second.deletes)}
}

func writes(of outcome) int { return of.creates + of.updates + of.pointless + of.deletes }

// expected returns the outcome of upstream, with the deviations.
func expected(s *scenario, them side, used map[string]int) outcome {
	prepared := s.clone()
	for _, deviation := range deviations {
		if deviation.prepare != nil && deviation.prepare(prepared) {
			used[deviation.name]++
		}
	}
	isDeleted := prepared.service.DeletionTimestamp != nil
	prepared.service.DeletionTimestamp = nil
	theirs := them.sync(prepared, newAPIServer(s.slices).prepared(prepared.slices))
	putFirstAddressesFirst(prepared, theirs)
	if !isDeleted {
		return theirs
	}
	for name, slice := range theirs.slices {
		before := s.slice(name)
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
