package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// figures are the rows of the table that is printed.
type figures struct{ rows [][3]string }

func (f *figures) add(what, goal, format string, args ...any) {
	row := [3]string{what, goal, fmt.Sprintf(format, args...)}
	progress("%s: %s", row[0], row[2])
	f.rows = append(f.rows, row)
}

// settled is the minute from which on memory should not grow: caches have filled by then.
const settled = 2

func (f *figures) addMemory(samples []memory) {
	for _, each := range []struct {
		what string
		of   func(memory) float64
	}{
		{"memory of the command", func(m memory) float64 { return m.command }},
		{"heap of the command", func(m memory) float64 { return m.commandHeap }},
		{"memory of Chromium's renderer", func(m memory) float64 { return m.renderer }},
		{"JavaScript heap without garbage", func(m memory) float64 { return m.pageHeap }},
	} {
		first, middle, last := samples[0], samples[min(settled, len(samples)-1)], samples[len(samples)-1]
		f.add(fmt.Sprintf("%s, at the start / after %d / after %d minutes", each.what, settled, len(samples)-1), "flat",
			"%.1f / %.1f / %.1f MiB", mebibytes(each.of(first)), mebibytes(each.of(middle)), mebibytes(each.of(last)))
	}
}

func (f *figures) print(to io.Writer) {
	_, _ = fmt.Fprintf(to, "| measure | goal | figure |\n| --- | --- | --: |\n")
	for _, row := range f.rows {
		_, _ = fmt.Fprintf(to, "| %s | %s | %s |\n", row[0], row[1], row[2])
	}
}

func percentile(values []float64, percent int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)*percent/100]
}

func mebibytes(bytes float64) float64 { return bytes / (1 << 20) }

func seconds(period time.Duration) string { return fmt.Sprintf("%.2f s", period.Seconds()) }
