package dataplane_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
)

// figure names the report entries that are rows of the table at the end of the suite.
// Report entries also reach it from other processes.
const figure = "figure"

// record adds a row to the table: its group, the measured quantity, the goal, and the figure.
func record(row, what, goal, measured string) {
	AddReportEntry(figure, fmt.Sprintf("| %s | %s | %s | %s |", row, what, goal, measured), ReportEntryVisibilityNever)
}

// recordAnswers adds a row for requests of which none may be lost.
func recordAnswers(row, what string, reports []traffic.Report) {
	sent, lost := 0, 0
	for _, report := range reports {
		sent, lost = sent+report.Sent, lost+report.Lost()
	}
	record(row, what, "every ready Pod answers, no other does", fmt.Sprintf("%d of %d lost", lost, sent))
}

var _ = ReportAfterSuite("figures", func(report Report) {
	var rows []string
	for _, spec := range report.SpecReports {
		for _, entry := range spec.ReportEntries {
			if entry.Name == figure {
				rows = append(rows, entry.StringRepresentation())
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	fmt.Println("\n| row | what | goal | measured |\n| --- | --- | --- | --- |")
	for _, row := range rows {
		fmt.Println(row)
	}
})

// Ginkgo prints the message of a failure far above the end of its output, where readers look first.
var _ = ReportAfterSuite("failures", func(report Report) {
	for _, spec := range report.SpecReports.WithState(types.SpecStateFailureStates) {
		fmt.Printf("FAILED after %s: %s: %.1000s\n", spec.RunTime, spec.FullText(), spec.FailureMessage())
	}
})
