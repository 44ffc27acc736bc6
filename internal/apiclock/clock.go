// Package apiclock follows the clock of the API server. It sets the times of objects, and
// refuses certificates whose times are far from its own.
package apiclock

import (
	"net/http"
	"sync"
	"time"

	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

const (
	// reportedChange is the least change of the difference that is logged.
	reportedChange = 10 * time.Second
	// reportPeriod is the least time between two log lines: the clocks of API servers that
	// answer in turn may differ.
	reportPeriod = time.Minute
)

// Clock is a clock that is corrected by the header Date of the API server's responses.
// Until the first response, it is the machine's own clock.
type Clock struct {
	own clock.PassiveClock

	mutex sync.Mutex
	// ahead is the time by which the API server's clock is ahead of the machine's.
	ahead, reported time.Duration
	// reportedAt is the time of the last report of the difference, by the machine's clock.
	reportedAt time.Time
}

// New returns a Clock that corrects the machine's own clock.
func New(own clock.PassiveClock) *Clock { return &Clock{own: own} }

// Now implements clock.PassiveClock.
func (c *Clock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.own.Now().Add(c.ahead)
}

// Since implements clock.PassiveClock.
func (c *Clock) Since(earlier time.Time) time.Duration { return c.Now().Sub(earlier) }

// Wrap observes the responses that a transport gets. It is for rest.Config.Wrap.
func (c *Clock) Wrap(inner http.RoundTripper) http.RoundTripper { return observer{inner, c} }

type observer struct {
	inner http.RoundTripper
	clock *Clock
}

// RoundTrip implements http.RoundTripper.
func (o observer) RoundTrip(request *http.Request) (*http.Response, error) {
	sent := o.clock.own.Now()
	response, err := o.inner.RoundTrip(request)
	if err != nil || response.StatusCode/100 != 2 { // a load balancer may have answered
		return response, err
	}
	if date, err := http.ParseTime(response.Header.Get("Date")); err == nil {
		if ahead, changed := o.clock.correct(date, sent, o.clock.own.Now()); changed {
			log.FromContext(request.Context()).Info("following the clock of the API server", "ahead", ahead.Round(time.Second).String())
		}
	}
	return response, nil
}

// correct applies the time of a response, and reports whether the difference has changed
// by so much that it is worth a log line.
func (c *Clock) correct(date, sent, received time.Time) (ahead time.Duration, changed bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.ahead = corrected(c.ahead, date, sent, received)
	changed = (c.ahead-c.reported).Abs() >= reportedChange && received.Sub(c.reportedAt).Abs() >= reportPeriod
	if changed {
		c.reported, c.reportedAt = c.ahead, received
	}
	return c.ahead, changed
}

// corrected changes the difference as little as a response requires. Its date was read
// between the two times, and has no fraction of a second, so the clocks of an API server and
// a machine that agree are left alone.
func corrected(ahead time.Duration, date, sent, received time.Time) time.Duration {
	least, most := date.Sub(received), date.Add(time.Second).Sub(sent)
	return min(max(ahead, least), most)
}
