// Command metricsdoc generates docs/metrics.md from the metrics that the code
// declares, so that there is no second list to maintain.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/template"

	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
)

//go:embed metrics.md.tmpl
var page string

// tables is the data of the page.
type tables struct {
	Own, Libraries []metrics.Metric
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: metricsdoc FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "metricsdoc: %v\n", err)
		os.Exit(1)
	}
}

func write(path string) error {
	ofSlices, err := sliceMetrics()
	if err != nil {
		return err
	}
	parsed, err := template.New("metrics.md").Funcs(template.FuncMap{"row": row}).Parse(page)
	if err != nil {
		return err
	}
	var written bytes.Buffer
	if err := parsed.Execute(&written, tables{Own: append(controllers.Metrics(), ofSlices...), Libraries: libraryMetrics}); err != nil {
		return err
	}
	return os.WriteFile(path, written.Bytes(), 0o644)
}

// row formats a metric as a row of a Markdown table.
func row(metric metrics.Metric) string {
	labels := slices.Clone(metric.Labels)
	for i := range labels {
		labels[i] = "`" + labels[i] + "`"
	}
	return fmt.Sprintf("| %#q | %s | %s | %s | %s |", metric.Name, metric.Type, strings.Join(labels, ", "), metric.Help, metric.Use)
}
