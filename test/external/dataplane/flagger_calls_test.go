package dataplane_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// podGroup has the Pods of an app and a version. The app is "web" for the Pods that Flagger
// tries, "web-primary" for the others, and empty for calls that reached no Pod.
type podGroup struct{ app, version string }

type callCount struct{ answered, failed int }

// weightStep begins when the route gets other weights, with the counts of calls by address.
type weightStep struct {
	canaryWeight int32
	begin        map[string]callCount
}

func isAny(podGroup) bool       { return true }
func isCanary(of podGroup) bool { return of.app == "web" }

// tally returns the counts of all calls by address.
func (d *delivery) tally() map[string]callCount {
	total := map[string]callCount{}
	for _, caller := range d.callers {
		caller.mu.Lock()
		for address, count := range caller.answered {
			total[address] = callCount{total[address].answered + count, total[address].failed}
		}
		for address, count := range caller.failed {
			total[address] = callCount{total[address].answered, total[address].failed + count}
		}
		caller.mu.Unlock()
	}
	return total
}

// between counts the calls from one tally to another by group.
func (d *delivery) between(begin, end map[string]callCount) map[podGroup]callCount {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	total := map[podGroup]callCount{}
	for address, count := range end {
		group := d.pods[address]
		count.answered += total[group].answered - begin[address].answered
		count.failed += total[group].failed - begin[address].failed
		total[group] = count
	}
	maps.DeleteFunc(total, func(_ podGroup, count callCount) bool { return count == callCount{} })
	return total
}

// count returns the calls to matching groups since the last release.
func (d *delivery) count(matches func(podGroup) bool) callCount {
	return sumOf(d.between(d.history()[0].begin, d.tally()), matches)
}

func sumOf(counts map[podGroup]callCount, matches func(podGroup) bool) (sum callCount) {
	for group, count := range counts {
		if matches(group) {
			sum.answered, sum.failed = sum.answered+count.answered, sum.failed+count.failed
		}
	}
	return sum
}

func (d *delivery) history() []weightStep {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return slices.Clone(d.steps)
}

func (d *delivery) weights() []int32 {
	var weights []int32
	for _, step := range d.history() {
		weights = append(weights, step.canaryWeight)
	}
	return weights
}

// expectShares compares the calls during all steps but the last one with the weights.
func (d *delivery) expectShares() {
	GinkgoHelper()
	steps := d.history()
	for i, step := range steps[:len(steps)-1] {
		counts := d.between(step.begin, steps[i+1].begin)
		canary, all := sumOf(counts, isCanary), sumOf(counts, isAny)
		share := 100 * float64(canary.answered+canary.failed) / float64(all.answered+all.failed)
		Expect(share).To(BeNumerically("~", step.canaryWeight, 10), "weight %d: %v", step.canaryWeight, counts)
	}
}

// expectAnswersOf waits until 200 calls in a row are answered by this version of the primary.
func (d *delivery) expectAnswersOf(ctx SpecContext, version string) {
	GinkgoHelper()
	begin := d.tally()
	Eventually(ctx, func() int {
		counts := d.between(begin, d.tally())
		primary := counts[podGroup{"web-primary", version}].answered
		if all := sumOf(counts, isAny); all.answered+all.failed > primary {
			begin = d.tally()
			return 0
		}
		return primary
	}).Should(BeNumerically(">", 200), d.String)
}

// String shows the calls during each step, and the last failures.
func (d *delivery) String() string {
	var lines []string
	steps := d.history()
	for i, step := range steps {
		end := d.tally()
		if i+1 < len(steps) {
			end = steps[i+1].begin
		}
		lines = append(lines, fmt.Sprintf("weight %d: %v", step.canaryWeight, d.between(step.begin, end)))
	}
	for _, caller := range d.callers {
		lines = append(lines, caller.String())
	}
	return strings.Join(lines, "; ")
}

func (d *delivery) record(what, goal string) {
	record(flaggerRow, what, goal, d.String())
}
