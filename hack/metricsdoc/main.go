// Command metricsdoc generates docs/metrics.md from the metrics that the code declares, so
// that there is no second list to maintain. The xDS server is another module, so its own
// generator prints its metrics to the standard input:
//
//	go run -C cmd/meshwork-xds ./internal/metricsdoc | go run ./hack/metricsdoc docs/metrics.md
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/template"

	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

//go:embed metrics.md.tmpl
var page string

// tables is the data of the page.
type tables struct {
	Own, XDS, Libraries []metrics.Metric
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: metricsdoc FILE <XDS-METRICS")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Stdin); err != nil {
		fmt.Fprintf(os.Stderr, "metricsdoc: %v\n", err)
		os.Exit(1)
	}
}

func write(path string, xds io.Reader) error {
	var ofXDS []metrics.Metric
	if err := json.NewDecoder(xds).Decode(&ofXDS); err != nil {
		return fmt.Errorf("reading the metrics of the xDS server: %w", err)
	}
	ofSlices, err := sliceMetrics()
	if err != nil {
		return err
	}
	parsed, err := template.New("metrics.md").Funcs(template.FuncMap{"row": row}).Parse(page)
	if err != nil {
		return err
	}
	var written bytes.Buffer
	data := tables{Own: append(controllers.Metrics(), ofSlices...), XDS: ofXDS, Libraries: libraryMetrics}
	if err := parsed.Execute(&written, data); err != nil {
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
