package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// report is everything that was measured.
type report struct {
	Setup   setup     `json:"setup"`
	Results []*result `json:"results"`
}

// publish prints the report and, if a file is named, writes it there as JSON.
func (r *report) publish(out io.Writer, path string) error {
	if len(r.Results) == 0 {
		return nil
	}
	if _, err := io.WriteString(out, r.text()); err != nil {
		return err
	}
	if path == "" {
		return nil
	}
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(content, '\n'), 0o644)
}

func (r *report) text() string {
	var text strings.Builder
	s := &r.Setup
	fmt.Fprintf(&text, "%d Services of %d Pods in %d namespaces, %d Nodes; Kubernetes %s, %s, %d CPUs.\n",
		s.Services, s.PodsPerService, s.Namespaces, s.Nodes, s.Kubernetes, s.Platform, s.CPUs)
	fmt.Fprintf(&text, "The same Pods for all; the Services change hands, and all EndpointSlices are deleted, in between.\n")
	if s.ColdStarts > 1 {
		fmt.Fprintf(&text, "Cold start: the median of %d, taken in turns.\n", s.ColdStarts)
	}
	fmt.Fprintf(&text, "Churn: %d flips at %g/s (seed %d), each from the response of the Pod's patch to the watch's event.\n",
		s.Flips, s.FlipsPerSecond, s.Seed)
	if s.RolloutPods > 0 {
		fmt.Fprintf(&text, "Rollout: a Service of %d Pods, %g of them a second.\n", s.RolloutPods, s.RolloutPodsPerSecond)
	}
	for _, result := range r.Results {
		fmt.Fprintf(&text, "%s: %s\n", result.Title, s.Flags[result.Name])
	}
	if sides := r.only(kcmName, meshworkName); len(sides) > 0 {
		text.WriteString("\n" + sidesTable(sides))
	}
	for _, all := range r.only(allName) {
		text.WriteString("\n" + meshTable(all))
	}
	text.WriteString("\n" + r.writesTable())
	return text.String()
}

func (r *report) only(names ...string) []*result {
	var found []*result
	for _, result := range r.Results {
		if slices.Contains(names, result.Name) {
			found = append(found, result)
		}
	}
	return found
}

// sidesTable returns a table with one column for each side, and the ratio of
// Meshwork's value.
func sidesTable(results []*result) string {
	header := []string{"measure", "target"}
	for _, result := range results {
		header = append(header, result.Title)
	}
	table := [][]string{append(header, "ratio")}
	for _, m := range measures {
		row := []string{m.name, m.target}
		var values []float64
		for _, result := range results {
			value := m.of(result)
			values = append(values, value)
			row = append(row, m.show(value))
		}
		table = append(table, append(row, ratio(values)))
	}
	return markdown(table)
}

// ratio returns Meshwork's value divided by the original's.
func ratio(values []float64) string {
	if len(values) != 2 || values[0] == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f×", values[1]/values[0])
}

func meshTable(result *result) string {
	table := [][]string{{"measure", "target", result.Title}}
	for _, m := range meshMeasures {
		table = append(table, []string{m.name, m.target, m.show(m.of(result))})
	}
	return markdown(table)
}

// writesTable returns a table with every kind of write.
func (r *report) writesTable() string {
	table := [][]string{{"writes", "controller", "cold start", "churn", "rest", "rollout"}}
	for _, result := range r.Results {
		phases := []writes{result.Cold.Writes, result.Churn.Writes, result.Rest.Writes, result.Rollout.Writes}
		for _, kind := range kinds(phases) {
			row := []string{kind, result.Title}
			for _, phase := range phases {
				row = append(row, fmt.Sprint(phase[kind]))
			}
			table = append(table, row)
		}
	}
	return markdown(table)
}

func kinds(phases []writes) []string {
	var found []string
	for _, phase := range phases {
		for kind := range phase {
			found = append(found, kind)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// labelColumns are aligned to the left: names and targets.
const labelColumns = 2

// markdown returns an aligned table. The first row is the header.
func markdown(table [][]string) string {
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for column, cell := range row {
			widths[column] = max(widths[column], utf8.RuneCountInString(cell), len("---"))
		}
	}
	var text strings.Builder
	for number, row := range table {
		for column, cell := range row {
			padding := strings.Repeat(" ", widths[column]-utf8.RuneCountInString(cell))
			if column < labelColumns {
				fmt.Fprintf(&text, "| %s%s ", cell, padding)
			} else {
				fmt.Fprintf(&text, "| %s%s ", padding, cell)
			}
		}
		text.WriteString("|\n")
		if number == 0 {
			text.WriteString(ruler(widths))
		}
	}
	return text.String()
}

func ruler(widths []int) string {
	var text strings.Builder
	for column, width := range widths {
		line := strings.Repeat("-", width)
		if column >= labelColumns {
			line = line[1:] + ":"
		}
		fmt.Fprintf(&text, "| %s ", line)
	}
	return text.String() + "|\n"
}
