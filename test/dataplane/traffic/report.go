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
	// Pods counts the answers of each Pod, and Locals those of each local address.
	Pods   map[string]int
	Locals map[string]int
	// P50, P99 and Max are how long the answered requests waited.
	P50, P99, Max time.Duration
	// Slowest is the answered request that took longest.
	Slowest Record
	// MaxLag is how late the client itself was with a request.
	MaxLag time.Duration
	// Unanswered are the other requests whose outcome is known, in the order in which they
	// were due.
	Unanswered []Record

	waits []time.Duration
}

// NewReport returns the report of records, in any order.
func NewReport(records []Record) Report {
	report := Report{Sent: len(records), Outcomes: map[Outcome]int{}, Pods: map[string]int{}, Locals: map[string]int{}}
	for _, record := range records {
		report.Outcomes[record.Outcome]++
		report.MaxLag = max(report.MaxLag, record.Began.Sub(record.Due))
		switch record.Outcome {
		case Answered:
		case Unknown:
			continue
		default:
			report.Unanswered = append(report.Unanswered, record)
			continue
		}
		report.Pods[record.Pod]++
		report.Locals[record.Local.Addr().Unmap().String()]++
		report.waits = append(report.waits, record.Waited())
		if record.Waited() > report.Slowest.Waited() {
			report.Slowest = record
		}
	}
	slices.Sort(report.waits)
	slices.SortFunc(report.Unanswered, func(a, b Record) int { return a.Due.Compare(b.Due) })
	report.P50, report.P99, report.Max = report.percentile(50), report.percentile(99), report.percentile(100)
	return report
}

// percentile returns the time within which so many percent of the answers came.
func (r Report) percentile(percent int) time.Duration {
	if len(r.waits) == 0 {
		return 0
	}
	return r.waits[(len(r.waits)*percent+99)/100-1]
}

// Lost is the number of requests that had no answer, as far as is known.
func (r Report) Lost() int { return len(r.Unanswered) }

// LaterThan is the number of requests whose answer took longer.
func (r Report) LaterThan(limit time.Duration) int {
	at, _ := slices.BinarySearchFunc(r.waits, limit+1, func(a, b time.Duration) int { return int(a - b) })
	return len(r.waits) - at
}

// PodNames returns the Pods that answered, sorted.
func (r Report) PodNames() []string { return slices.Sorted(maps.Keys(r.Pods)) }

const timeFormat = "15:04:05.000"

// maxShown is how many unanswered requests String shows.
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
