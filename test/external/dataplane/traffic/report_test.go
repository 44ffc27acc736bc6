package traffic

import (
	"net/netip"
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

var begin = time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)

func answered(pod string, latency time.Duration) Record {
	return Record{Due: begin, Began: begin, Latency: latency, Outcome: Answered, Pod: pod, Local: netip.MustParseAddrPort("10.0.0.1:80")}
}

func TestReportAccountsForEveryRequest(t *testing.T) {
	g := NewWithT(t)
	var records []Record
	for i := range 99 {
		records = append(records, answered("web-1", time.Duration(i+1)*time.Millisecond))
	}
	records = append(records, answered("web-2", 2*time.Second),
		Record{Due: begin.Add(2 * time.Second), Began: begin.Add(5 * time.Second), Outcome: TimedOut, Error: "second"},
		Record{Due: begin.Add(time.Second), Began: begin.Add(time.Second), Outcome: Refused, Error: "first"})

	report := NewReport(records)

	g.Expect(report.Sent).To(Equal(102))
	g.Expect(report.Outcomes).To(Equal(map[Outcome]int{Answered: 100, TimedOut: 1, Refused: 1}))
	g.Expect(report.Pods).To(Equal(map[string]int{"web-1": 99, "web-2": 1}))
	g.Expect(report.PodNames()).To(Equal([]string{"web-1", "web-2"}))
	g.Expect(report.Locals).To(Equal(map[string]int{"10.0.0.1": 100}))
	g.Expect([]time.Duration{report.P50, report.P99, report.Max}).To(Equal([]time.Duration{50 * time.Millisecond, 99 * time.Millisecond, 2 * time.Second}))
	g.Expect(report.Slowest.Pod).To(Equal("web-2"))
	g.Expect(report.MaxLag).To(Equal(3 * time.Second))
	g.Expect(report.Lost()).To(Equal(2))
	g.Expect(report.Unanswered[0].Error).To(Equal("first"), "in the order in which they were due")
	g.Expect(report.LaterThan(time.Second)).To(Equal(1))
	g.Expect(report.LaterThan(98 * time.Millisecond)).To(Equal(2))
	g.Expect(report.LaterThan(99*time.Millisecond)).To(Equal(1), "99 ms is not later than 99 ms")
	g.Expect(report.String()).To(ContainSubstring("102 requests, 100 answered, 1 refused, 1 timed out"))
}

func TestReportLeavesOutThePausesOfTheClient(t *testing.T) {
	at := begin.Add
	// The client stood still from 1 s to 8 s.
	late := Record{Due: at(time.Second), Began: at(8 * time.Second), Latency: time.Millisecond, Outcome: Answered}
	for name, test := range map[string]struct {
		began, latency, expected time.Duration
	}{
		"before the pause":        {0, time.Second, time.Second},
		"into the pause":          {0, 3 * time.Second, time.Second},
		"across the pause":        {900 * time.Millisecond, 7300 * time.Millisecond, 300 * time.Millisecond},
		"from the pause on":       {7900 * time.Millisecond, 2 * time.Second, 1900 * time.Millisecond},
		"after the pause":         {8 * time.Second, 2 * time.Second, 2 * time.Second},
		"across an ordinary wait": {20 * time.Second, 4 * time.Second, 4 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			record := answered("web-1", test.latency)
			record.Due, record.Began = at(test.began), at(test.began)
			ordinary := Record{Due: at(21 * time.Second), Began: at(21*time.Second + ordinaryPause), Latency: time.Millisecond, Outcome: Answered}
			report := NewReport([]Record{record, late, late, ordinary})
			g.Expect(report.Max).To(Equal(test.expected))
			g.Expect(report.Slowest).To(Equal(record))
		})
	}
}

func TestAClientThatStoodStillDoesNotKnow(t *testing.T) {
	g := NewWithT(t)
	inTime := Record{Outcome: TimedOut, Latency: 5*time.Second + ordinaryPause}
	late := Record{Outcome: TimedOut, Latency: 5*time.Second + ordinaryPause + 1}
	refused := Record{Outcome: Refused, Latency: time.Minute}
	g.Expect(inTime.noticedLate(5 * time.Second)).To(BeFalse())
	g.Expect(late.noticedLate(5 * time.Second)).To(BeTrue())
	g.Expect(refused.noticedLate(5 * time.Second)).To(BeFalse())

	report := NewReport([]Record{answered("web-1", time.Second), {Due: begin, Began: begin, Outcome: Unknown}})
	g.Expect(report.Lost()).To(BeZero())
	g.Expect(report.String()).To(ContainSubstring("2 requests, 1 answered, 1 unknown"))
}

func TestReportOfNothing(t *testing.T) {
	g := NewWithT(t)
	report := NewReport(nil)
	g.Expect(report.Max).To(BeZero())
	g.Expect(report.LaterThan(0)).To(BeZero())
}

func TestAnswerIsParsedWholeOrNotAtAll(t *testing.T) {
	g := NewWithT(t)
	answer := Answer{Pod: "web-1", Local: netip.MustParseAddrPort("[fd00::1]:80")}
	g.Expect(ParseAnswer(answer.String() + "\n")).To(Equal(answer))
	for _, part := range []string{"", "\n", "web-1\n", "web-1 10.0.0.1:80", "web-1 10.0.0.1\n"} {
		_, err := ParseAnswer(part)
		g.Expect(err).To(HaveOccurred(), "%q", part)
	}
}
