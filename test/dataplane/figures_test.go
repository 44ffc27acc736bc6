package dataplane_test

import (
	"fmt"
	"sync"

	. "github.com/onsi/ginkgo/v2"

	"github.com/meshwork-dev/meshwork/test/dataplane/traffic"
)

// figures are what the specs measured, for the table at the end of the suite.
var figures struct {
	mutex sync.Mutex
	rows  []string
}

// record adds a line to the table: what was measured for a row, the goal, and the figure.
func record(row, what, goal, figure string) {
	figures.mutex.Lock()
	defer figures.mutex.Unlock()
	figures.rows = append(figures.rows, fmt.Sprintf("| %s | %s | %s | %s |", row, what, goal, figure))
}

// recordAnswers adds a line for requests of which none may be lost.
func recordAnswers(row, what string, reports []traffic.Report) {
	sent, lost := 0, 0
	for _, report := range reports {
		sent, lost = sent+report.Sent, lost+report.Lost()
	}
	record(row, what, "every ready Pod answers, no other does", fmt.Sprintf("%d of %d lost", lost, sent))
}

var _ = ReportAfterSuite("figures", func(Report) {
	figures.mutex.Lock()
	defer figures.mutex.Unlock()
	if len(figures.rows) == 0 {
		return
	}
	fmt.Println("\n| row | what | goal | measured |\n| --- | --- | --- | --- |")
	for _, row := range figures.rows {
		fmt.Println(row)
	}
})
