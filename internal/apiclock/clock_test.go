package apiclock

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	clocktesting "k8s.io/utils/clock/testing"
)

func TestCorrected(t *testing.T) {
	sent := time.Date(2026, time.November, 1, 12, 0, 0, 400_000_000, time.UTC)
	for _, test := range []struct {
		name  string
		ahead time.Duration
		date  time.Duration // after the second in which the request was sent
		took  time.Duration
		wants time.Duration
	}{
		{name: "equal clocks", took: 10 * time.Millisecond},
		{name: "equal clocks, at the end of a second", date: time.Second, took: 700 * time.Millisecond},
		{name: "an hour ahead", date: time.Hour, took: 10 * time.Millisecond, wants: time.Hour - 410*time.Millisecond},
		{name: "a day behind", date: -24 * time.Hour, took: 10 * time.Millisecond, wants: -24*time.Hour + 600*time.Millisecond},
		{name: "known", ahead: time.Hour, date: time.Hour, took: 10 * time.Millisecond, wants: time.Hour},
		{name: "known, and the machine's clock was set", ahead: time.Hour, took: 10 * time.Millisecond, wants: 600 * time.Millisecond},
		{name: "a slow response proves little", ahead: 20 * time.Second, date: 30 * time.Second, took: 30 * time.Second, wants: 20 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			date := sent.Truncate(time.Second).Add(test.date)
			NewWithT(t).Expect(corrected(test.ahead, date, sent, sent.Add(test.took))).To(Equal(test.wants))
		})
	}
}

func TestClockFollowsResponses(t *testing.T) {
	g := NewWithT(t)
	own := clocktesting.NewFakePassiveClock(time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC))
	status, date := http.StatusOK, own.Now().Add(time.Hour)
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		response.Header()["Date"] = []string{date.Format(http.TimeFormat)}
		response.WriteHeader(status)
	}))
	defer server.Close()
	follower := New(own)
	client := &http.Client{Transport: follower.Wrap(http.DefaultTransport)}
	get := func() {
		response, err := client.Get(server.URL)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(response.Body.Close()).To(Succeed())
	}
	g.Expect(follower.Now()).To(Equal(own.Now()), "nothing is known yet")

	status = http.StatusServiceUnavailable
	get()
	g.Expect(follower.Now()).To(Equal(own.Now()), "a load balancer's answer")

	status = http.StatusOK
	get()
	g.Expect(follower.Now()).To(Equal(date))
	g.Expect(follower.Since(own.Now())).To(Equal(time.Hour))

	own.SetTime(own.Now().Add(time.Minute))
	server.Config.Handler = http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) { response.Header()["Date"] = nil })
	get()
	g.Expect(follower.Since(own.Now())).To(Equal(time.Hour), "a response without a date")
}

// API servers whose clocks differ answer in turn.
func TestClockReportsAtMostOnceAMinute(t *testing.T) {
	g := NewWithT(t)
	now := time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC)
	follower := New(clocktesting.NewFakePassiveClock(now))
	reports := 0
	for i := range 120 { // two minutes
		at := now.Add(time.Duration(i) * time.Second)
		if _, changed := follower.correct(at.Add(time.Duration(i%2)*30*time.Second), at, at); changed {
			reports++
		}
	}
	g.Expect(reports).To(Equal(2))
}
