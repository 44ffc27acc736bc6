package traffic

import (
	"context"
	"net"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

// serve answers connections with a line, after a while.
func serve(t *testing.T, line string, after time.Duration) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			time.AfterFunc(after, func() {
				_, _ = connection.Write([]byte(line))
				_ = connection.Close()
			})
		}
	}()
	return listener.Addr().String()
}

func TestSchedule(t *testing.T) {
	const count = 50
	g := NewWithT(t)
	// No request is answered before all have been sent.
	var asked sync.WaitGroup
	asked.Add(count)
	client := Client{Network: "tcp", Target: serve(t, "web 10.0.0.1:80\n", 0), Rate: 1000, Count: count}
	client.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		asked.Done()
		asked.Wait()
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	var records []Record
	g.Expect(client.Run(t.Context(), func(record Record) { records = append(records, record) })).To(Succeed())

	g.Expect(NewReport(records).Outcomes).To(Equal(map[Outcome]int{Answered: count}))
	slices.SortFunc(records, func(a, b Record) int { return a.Due.Compare(b.Due) })
	for i, record := range records {
		g.Expect(record.Due.Sub(records[0].Due)).To(BeNumerically(">=", time.Duration(i)*time.Millisecond), "request %d", i)
		g.Expect(record.Began).NotTo(BeTemporally("<", record.Due), "request %d", i)
	}
}

func TestATimeoutThatIsNoticedLateIsUnknown(t *testing.T) {
	client := Client{Network: "tcp", Target: "127.0.0.1:1", Rate: 1000, Count: 1, Timeout: time.Millisecond}
	client.Dial = func(context.Context, string, string) (net.Conn, error) {
		<-time.After(client.Timeout + ordinaryPause + time.Millisecond)
		return nil, os.ErrDeadlineExceeded
	}
	var record Record
	g := NewWithT(t)
	g.Expect(client.Run(t.Context(), func(r Record) { record = r })).To(Succeed())
	g.Expect(record.Outcome).To(Equal(Unknown))
	g.Expect(client.Once().Outcome).To(Equal(TimedOut), "what one request saw")
}

func TestOutcomes(t *testing.T) {
	for name, test := range map[string]struct {
		target  string
		outcome Outcome
	}{
		"a whole answer": {serve(t, "web 10.0.0.1:80\n", 0), Answered},
		"a part of one":  {serve(t, "web 10.0.0.1", 0), Reset},
		"no answer":      {serve(t, "", 0), Reset},
		"too late":       {serve(t, "web 10.0.0.1:80\n", time.Minute), TimedOut},
		"nobody listens": {"127.0.0.1:1", Refused},
		"no address":     {"10.0.0.1:80:80", Failed},
	} {
		t.Run(name, func(t *testing.T) {
			timeout := time.Minute
			if test.outcome == TimedOut {
				timeout = 100 * time.Millisecond
			}
			record := Client{Network: "tcp", Target: test.target, Timeout: timeout}.Once()
			NewWithT(t).Expect(record.Outcome).To(Equal(test.outcome), record.Error)
		})
	}
}

func TestRunRefusesNonsense(t *testing.T) {
	g := NewWithT(t)
	g.Expect(Client{Network: "tcp"}.Run(t.Context(), func(Record) {})).To(MatchError(ContainSubstring("rate")))
	g.Expect(Client{Network: "ipx"}.Once().Error).To(ContainSubstring("ipx"))
}
