package traffic

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Report accounts for the requests of a load.
type Report struct {
	Sent     int
	Outcomes map[Outcome]int
	// Pods counts the answers by Pod, and Locals by local address.
	Pods   map[string]int
	Locals map[string]int
	// P50, P99 and Max are of the latencies of the answered requests, without the pauses in
	// which the client itself stood still.
	P50, P99, Max time.Duration
	// Slowest is the answered request that took longest.
	Slowest Record
	// MaxLag is the longest delay of a request by the client itself.
	MaxLag time.Duration
	// Unanswered are the requests that are known to have had no answer, in the order in
	// which they were due.
	Unanswered []Record

	latencies []time.Duration
}

// NewReport returns the report of records, in any order.
func NewReport(records []Record) Report {
	report := Report{Sent: len(records), Outcomes: map[Outcome]int{}, Pods: map[string]int{}, Locals: map[string]int{}}
	pauses := pausesOf(records)
	var slowest time.Duration
	for _, record := range records {
		report.Outcomes[record.Outcome]++
		report.MaxLag = max(report.MaxLag, record.Began.Sub(record.Due))
		if record.Outcome != Answered {
			if record.Outcome != Unknown {
				report.Unanswered = append(report.Unanswered, record)
			}
			continue
		}
		report.Pods[record.Pod]++
		report.Locals[record.Local.Addr().Unmap().String()]++
		latency := latencyWithout(pauses, record)
		report.latencies = append(report.latencies, latency)
		if latency > slowest {
			slowest, report.Slowest = latency, record
		}
	}
	slices.Sort(report.latencies)
	slices.SortFunc(report.Unanswered, func(a, b Record) int { return a.Due.Compare(b.Due) })
	report.P50, report.P99, report.Max = report.percentile(50), report.percentile(99), report.percentile(100)
	return report
}

// pause is a time in which the client itself stood still.
type pause struct{ from, to time.Time }

// pausesOf finds the pauses by the requests that were sent late.
func pausesOf(records []Record) []pause {
	var pauses []pause
	for _, record := range records {
		if record.Began.Sub(record.Due) > ordinaryPause {
			pauses = append(pauses, pause{record.Due, record.Began})
		}
	}
	return pauses
}

// latencyWithout returns the latency of a request without the longest pause in it. Pauses
// can overlap, so it does not subtract their sum.
func latencyWithout(pauses []pause, record Record) time.Duration {
	latency, ended := record.Latency, record.Began.Add(record.Latency)
	for _, pause := range pauses {
		from, to := pause.from, pause.to
		if from.Before(record.Began) {
			from = record.Began
		}
		if to.After(ended) {
			to = ended
		}
		latency = min(latency, record.Latency-to.Sub(from))
	}
	return latency
}

// percentile returns the latency that this percentage of the answers did not exceed.
func (r Report) percentile(percent int) time.Duration {
	if len(r.latencies) == 0 {
		return 0
	}
	return r.latencies[(len(r.latencies)*percent+99)/100-1]
}

// Lost is the number of requests that are known to have had no answer.
func (r Report) Lost() int { return len(r.Unanswered) }

// LaterThan returns the number of requests whose answer took longer than the limit.
func (r Report) LaterThan(limit time.Duration) int {
	at, _ := slices.BinarySearchFunc(r.latencies, limit+1, func(a, b time.Duration) int { return int(a - b) })
	return len(r.latencies) - at
}

// PodNames returns the Pods that answered, sorted.
func (r Report) PodNames() []string { return slices.Sorted(maps.Keys(r.Pods)) }

const timeFormat = "15:04:05.000"

// maxShown is the number of unanswered requests that String shows.
const maxShown = 10

// String shows the report, for a message.
func (r Report) String() string {
	var text strings.Builder
	_, _ = fmt.Fprintf(&text, "%d requests", r.Sent)
	for _, outcome := range slices.Sorted(maps.Keys(r.Outcomes)) {
		_, _ = fmt.Fprintf(&text, ", %d %s", r.Outcomes[outcome], outcome)
	}
	_, _ = fmt.Fprintf(&text, "; %d Pods; p50 %s, p99 %s, max %s at %s by %s; the client was at most %s late",
		len(r.Pods), rounded(r.P50), rounded(r.P99), rounded(r.Max), r.Slowest.Began.Format(timeFormat), r.Slowest.Pod, rounded(r.MaxLag))
	for i, record := range r.Unanswered {
		if i == maxShown {
			_, _ = fmt.Fprintf(&text, "\n  … and %d more", len(r.Unanswered)-i)
			break
		}
		_, _ = fmt.Fprintf(&text, "\n  %s %s after %s: %s", record.Began.Format(timeFormat), record.Outcome, rounded(record.Latency), record.Error)
	}
	return text.String()
}

func rounded(duration time.Duration) time.Duration { return duration.Round(100 * time.Microsecond) }
