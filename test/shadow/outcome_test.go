package shadow

import (
	"fmt"
	"maps"
	"strings"
	"text/tabwriter"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
)

// outcome is the record of the watches in one run.
type outcome struct {
	*ledger
	namespace string
	// handovers is the number of completed ones, each way. Others were reverted.
	handovers int
	// changes is the number of changes of endpoints during the run.
	changes int
}

// own returns the accounts of this run, without earlier specs' ones.
func (o outcome) own() map[types.NamespacedName]*account {
	own := maps.Clone(o.accounts)
	maps.DeleteFunc(own, func(name types.NamespacedName, _ *account) bool { return name.Namespace != o.namespace })
	return own
}

func (o outcome) handedOver() []*account  { return o.in(o.namespace, "web-") }
func (o outcome) created() []*account     { return o.in(o.namespace, "new-") }
func (o outcome) overwritten() []*account { return o.in(o.namespace, "kept-") }

func (o outcome) gaps() []string {
	var found []string
	for name, account := range o.own() {
		for front, gaps := range account.gaps {
			for _, gap := range *gaps {
				found = append(found, fmt.Sprintf("%s %v: no ready endpoint for %s, from version %d to %d (open: %t)",
					name, front, gap.duration(), gap.from.version, gap.to.version, gap.open))
			}
		}
	}
	return found
}

// lost describes the untouched Pods that disappeared from the slices.
func (o outcome) lost() []string {
	var found []string
	for name, account := range o.own() {
		for _, loss := range account.losses {
			if loss.untouched {
				found = append(found, fmt.Sprintf("%s %v: Pod %s is in no slice any more since version %d of %s",
					name, loss.Front, loss.backend, loss.version, loss.slice))
			}
		}
	}
	return found
}

func (o outcome) expectNoGap() {
	GinkgoHelper()
	Expect(o.gaps()).To(BeEmpty())
	Expect(o.lost()).To(BeEmpty())
}

func (o outcome) table() string {
	var without, both, leaving, created, keyless, again []time.Duration
	missing := 0
	for _, account := range o.handedOver() {
		for _, gaps := range account.gaps {
			without = append(without, gaps.durations()...)
		}
		both = append(both, account.doubled.durations()...)
		leaving = append(leaving, account.leaving.durations()...)
		missing = max(missing, account.mostMissing)
	}
	for _, account := range o.created() {
		if last := len(account.doubled) - 1; last >= 0 {
			created = append(created, account.doubled[last].to.at.Sub(account.created.at))
		}
	}
	for _, account := range o.overwritten() {
		keyless = append(keyless, account.afterCreation(account.keyless)...)
		again = append(again, account.afterCreation(account.doubled)...)
	}

	var text strings.Builder
	fmt.Fprintf(&text, "%d handovers each way, some reverted, during %d changes; the most ready Pods missing at a time: %d\n",
		o.handovers, o.changes, missing)
	writer := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(writer, "\tn\tp50\tp99\tmax")
	row := func(what string, all []time.Duration, count int) {
		// A span that did not occur lasted no time.
		all = append(all, make([]time.Duration, max(0, count-len(all)))...)
		fmt.Fprintf(writer, "%s\t%d", what, len(all))
		for _, percent := range []int{50, 99, 100} {
			fmt.Fprintf(writer, "\t%s", percentile(all, percent).Round(100*time.Microsecond))
		}
		fmt.Fprintln(writer)
	}
	row("without a ready endpoint", without, 2*o.handovers)
	row("taking over: published by both", both, 0)
	row("releasing: until Meshwork's slices are gone", leaving, 0)
	row("created with the label: until the default slices are empty", created, *handovers)
	row("written without the key: until it is back", keyless, *handovers)
	row("written without the key: published by both", again, *handovers)
	_ = writer.Flush()
	return text.String()
}

// afterCreation leaves out the spans before the Service was first overwritten.
func (a *account) afterCreation(all spans) []time.Duration {
	var after spans
	for _, span := range all {
		if len(a.keyless) > 1 && span.from.version >= a.keyless[1].from.version {
			after = append(after, span)
		}
	}
	return after.durations()
}
