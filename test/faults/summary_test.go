package faults

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
)

// rightAfter is the name of the report entry with the time until everything was
// correct.
const rightAfter = "right after"

// docs/reports/faults.md shows the table that is printed at the end.
var _ = ReportAfterSuite("what the manager survived", func(report Report) {
	type summary struct {
		fault          string
		rounds, passed int
		rightAfter     []time.Duration
	}
	var summaries []*summary
	for _, spec := range report.SpecReports.WithLeafNodeType(types.NodeTypeIt) {
		if len(spec.ContainerHierarchyTexts) == 0 || spec.State == types.SpecStateSkipped {
			continue
		}
		fault := spec.ContainerHierarchyTexts[0]
		at := slices.IndexFunc(summaries, func(s *summary) bool { return s.fault == fault })
		if at < 0 {
			at, summaries = len(summaries), append(summaries, &summary{fault: fault})
		}
		of := summaries[at]
		of.rounds++
		if spec.State == types.SpecStatePassed {
			of.passed++
		}
		for _, entry := range spec.ReportEntries {
			if took, ok := entry.GetRawValue().(time.Duration); ok && entry.Name == rightAfter {
				of.rightAfter = append(of.rightAfter, took)
			}
		}
	}

	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "FAULT\tROUNDS\tPASSED\tRIGHT AFTER: MEDIAN\tLONGEST")
	for _, of := range summaries {
		median, longest := "-", "-"
		if slices.Sort(of.rightAfter); len(of.rightAfter) > 0 {
			median = of.rightAfter[len(of.rightAfter)/2].Round(time.Millisecond).String()
			longest = of.rightAfter[len(of.rightAfter)-1].Round(time.Millisecond).String()
		}
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\n", of.fault, of.rounds, of.passed, median, longest)
	}
	_ = table.Flush()
	fmt.Printf("\n\n%s\n", text.String())
})
