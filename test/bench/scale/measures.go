package main

import (
	"fmt"
	"strings"
)

// measure is one row of a table.
type measure struct {
	name   string
	target string // ratio of Meshwork's value to the original's, unless stated
	of     func(*result) float64
	show   func(float64) string
}

var measures = []measure{
	{"cold start to converged", "≤ 0.6×", func(r *result) float64 { return r.Cold.Seconds }, seconds},
	{"cold start, CPU", "≤ 0.4×", func(r *result) float64 { return r.Cold.CPUSeconds }, seconds},
	{"cold start, peak memory", "≤ 0.4×", func(r *result) float64 { return float64(r.Cold.PeakMemoryBytes) }, mebibytes},
	{"cold start, writes", "≤ 1×", func(r *result) float64 { return float64(r.Cold.Writes.total()) }, number},
	{"churn p50", "", func(r *result) float64 { return r.Churn.Latency.P50 }, milliseconds},
	{"churn p99", "≤ 1×", func(r *result) float64 { return r.Churn.Latency.P99 }, milliseconds},
	{"churn max", "≤ 1×", func(r *result) float64 { return r.Churn.Latency.Max }, milliseconds},
	{"churn p99, alone for 2 s", "", func(r *result) float64 { return r.Churn.LatencyAlone.P99 }, milliseconds},
	// A difference means that something else on the machine has disturbed one side.
	{"churn, flips a second", "", func(r *result) float64 { return r.Churn.FlipsPerSecond }, rate},
	{"churn, CPU per flip", "≤ 0.4×", cpuPerFlip, milliseconds},
	{"churn, writes", "≤ 1×", func(r *result) float64 { return float64(r.Churn.Writes.total()) }, number},
	{"rest, CPU", "", func(r *result) float64 { return r.Rest.CPUSeconds }, seconds},
	{"rest, writes", "0", func(r *result) float64 { return float64(r.Rest.Writes.total()) }, number},
	{"rollout, unready p50", "", func(r *result) float64 { return r.Rollout.Unready.P50 }, milliseconds},
	{"rollout, unready p99", "≤ 1.2×", func(r *result) float64 { return r.Rollout.Unready.P99 }, milliseconds},
	{"rollout, ready p50", "", func(r *result) float64 { return r.Rollout.Ready.P50 }, milliseconds},
	{"rollout, ready p99", "", func(r *result) float64 { return r.Rollout.Ready.P99 }, milliseconds},
	{"rollout, writes", "≤ 0.6×", func(r *result) float64 { return float64(r.Rollout.Writes.total()) }, number},
	{"rollout, CPU", "≤ 0.4×", func(r *result) float64 { return r.Rollout.CPUSeconds }, seconds},
	{"rollout, end to agreed", "", func(r *result) float64 { return r.Rollout.AgreedAfterSeconds }, milliseconds},
	{"all phases, CPU", "≤ 0.4×", func(r *result) float64 { return r.Total.CPUSeconds }, seconds},
	{"all phases, peak memory", "≤ 0.4×", func(r *result) float64 { return float64(r.Total.PeakMemoryBytes) }, mebibytes},
}

// meshMeasures are the measures up to the status of MeshServices.
var meshMeasures = []measure{
	{"cold start to every status", "", func(r *result) float64 { return r.Cold.Seconds }, seconds},
	{"cold start, CPU", "", func(r *result) float64 { return r.Cold.CPUSeconds }, seconds},
	{"cold start, peak memory", "", func(r *result) float64 { return float64(r.Cold.PeakMemoryBytes) }, mebibytes},
	{"Pod to status, alone for 2 s, p50", "", func(r *result) float64 { return r.Churn.LatencyAlone.P50 }, milliseconds},
	{"Pod to status, alone for 2 s, p99", "", func(r *result) float64 { return r.Churn.LatencyAlone.P99 }, milliseconds},
	{"Pod to status, alone for 2 s, max", "", func(r *result) float64 { return r.Churn.LatencyAlone.Max }, milliseconds},
	{"Pod to status p50", "", func(r *result) float64 { return r.Churn.Latency.P50 }, milliseconds},
	{"Pod to status p99", "", func(r *result) float64 { return r.Churn.Latency.P99 }, milliseconds},
	{"Pod to status max", "", func(r *result) float64 { return r.Churn.Latency.Max }, milliseconds},
	{"churn, CPU per flip", "", cpuPerFlip, milliseconds},
	{"churn, writes", "", func(r *result) float64 { return float64(r.Churn.Writes.total()) }, number},
	{"rest, writes", "0", func(r *result) float64 { return float64(r.Rest.Writes.total()) }, number},
	{"rollout, writes", "", func(r *result) float64 { return float64(r.Rollout.Writes.total()) }, number},
	{"rollout, status writes a second", "≤ 1", statusRate, rate},
	{"rollout, least time between them", "about 1 s", func(r *result) float64 { return r.Rollout.ShortestStatusGapSeconds }, seconds},
	{"rollout, end to agreed", "", func(r *result) float64 { return r.Rollout.AgreedAfterSeconds }, milliseconds},
	{"all phases, CPU", "", func(r *result) float64 { return r.Total.CPUSeconds }, seconds},
	{"all phases, peak memory", "", func(r *result) float64 { return float64(r.Total.PeakMemoryBytes) }, mebibytes},
}

func cpuPerFlip(r *result) float64 { return r.Churn.CPUSeconds / float64(max(1, r.Churn.Flips)) }

// statusRate leaves out the first write, which is immediate.
func statusRate(r *result) float64 {
	duration := r.Rollout.Seconds + r.Rollout.AgreedAfterSeconds
	if duration == 0 {
		return 0
	}
	return float64(max(0, r.Rollout.StatusWrites-1)) / duration
}

func seconds(value float64) string { return fmt.Sprintf("%.2f s", value) }

func milliseconds(value float64) string { return fmt.Sprintf("%.1f ms", value*1e3) }

func mebibytes(value float64) string { return fmt.Sprintf("%.0f MiB", value/(1<<20)) }

func rate(value float64) string { return fmt.Sprintf("%.2f", value) }

// number separates the thousands.
func number(value float64) string {
	digits := fmt.Sprintf("%.0f", value)
	var text strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteByte(',')
		}
		text.WriteRune(digit)
	}
	return text.String()
}
