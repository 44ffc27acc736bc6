// Command benchtable reads the output of `go test -bench SideBySide`, and prints it as a
// table in Markdown: our figures, upstream's, and the ratios of upstream's to ours. All of
// them are from one run on one machine; the times apply to that machine only.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := printTable(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

// row is one case, of one number of endpoints.
type row struct {
	name, endpoints string
	sides           map[string]figures
}

// figures are the measurements of one side, by unit.
type figures map[string]float64

func printTable(benchmarks io.Reader, table io.Writer) error {
	rows, err := read(benchmarks)
	if err != nil {
		return err
	}
	fmt.Fprintln(table, "| case | endpoints | time | upstream | ratio | allocations | upstream | ratio | writes | upstream |")
	fmt.Fprintln(table, "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |")
	for _, r := range rows {
		ours, upstream := r.sides["ours"], r.sides["upstream"]
		fmt.Fprintf(table, "| %s | %s | %s | %s | **%s** | %.0f | %.0f | **%s** | %.0f | %.0f |\n", r.name, r.endpoints,
			duration(ours["ns/op"]), duration(upstream["ns/op"]), ratio(ours["ns/op"], upstream["ns/op"]),
			ours["allocs/op"], upstream["allocs/op"], ratio(ours["allocs/op"], upstream["allocs/op"]),
			ours["writes/op"], upstream["writes/op"])
	}
	return nil
}

// read collects lines such as
//
//	BenchmarkSideBySide/NoChange/5000/ours-2  100  1234 ns/op  0 writes/op
func read(benchmarks io.Reader) ([]*row, error) {
	var rows []*row
	byName := map[string]*row{}
	lines := bufio.NewScanner(benchmarks)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "BenchmarkSideBySide/") {
			continue
		}
		path := strings.Split(fields[0], "/")
		if len(path) != 4 {
			return nil, fmt.Errorf("unexpected name %q", fields[0])
		}
		key := path[1] + "/" + path[2]
		if byName[key] == nil {
			byName[key] = &row{name: path[1], endpoints: path[2], sides: map[string]figures{}}
			rows = append(rows, byName[key])
		}
		side, _, _ := strings.Cut(path[3], "-")
		byName[key].sides[side] = figures{}
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", fields[0], err)
			}
			byName[key].sides[side][fields[i+1]] = value
		}
	}
	return rows, lines.Err()
}

func duration(nanoseconds float64) string {
	d := time.Duration(nanoseconds)
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%.0f µs", nanoseconds/1e3)
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", nanoseconds/1e6)
	default:
		return fmt.Sprintf("%.0f ms", nanoseconds/1e6)
	}
}

func ratio(ours, upstream float64) string {
	if ours == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f×", upstream/ours)
}
