// Package traffic sends requests at a fixed rate from a namespace, each on a connection
// of its own, and accounts for every one of them.
package traffic

import (
	"fmt"
	"net/netip"
	"strings"
	"time"
)

// Outcome is the outcome of a request.
type Outcome string

// The outcomes of a request.
const (
	// Answered is a whole answer.
	Answered Outcome = "answered"
	// Refused is a connection that was refused, by a host or by a rule.
	Refused Outcome = "refused"
	// TimedOut is a request without an answer within the timeout.
	TimedOut Outcome = "timed out"
	// Reset is a connection that ended without a whole answer.
	Reset Outcome = "reset"
	// Failed is any other error, such as no route.
	Failed Outcome = "failed"
	// Unknown is a request whose timeout was noticed late: the client itself stood still,
	// and would have missed an answer.
	Unknown Outcome = "unknown"
)

// Record describes one request and its outcome.
type Record struct {
	// Due is the time of the request in the schedule, and Began the time at which it was
	// sent: later only if the client is too slow.
	Due   time.Time `json:"due"`
	Began time.Time `json:"began"`
	// Latency is the time from Began to the end of the answer or to the failure.
	Latency time.Duration `json:"latency"`
	Outcome Outcome       `json:"outcome"`
	// Pod answered, at this address of its own.
	Pod   string         `json:"pod,omitempty"`
	Local netip.AddrPort `json:"local,omitzero"`
	// Error is set unless the request was answered.
	Error string `json:"error,omitempty"`
}

func (r Record) noticedLate(timeout time.Duration) bool {
	return r.Outcome == TimedOut && r.Latency > timeout+ordinaryPause
}

// Answer is the answer of a server, in one line.
type Answer struct {
	Pod   string
	Local netip.AddrPort
}

// String returns the line, without its end.
func (a Answer) String() string { return a.Pod + " " + a.Local.String() }

// ParseAnswer parses a whole line with its end. A part of one is an error.
func ParseAnswer(line string) (Answer, error) {
	whole, found := strings.CutSuffix(line, "\n")
	pod, local, two := strings.Cut(whole, " ")
	address, err := netip.ParseAddrPort(local)
	if !found || !two || err != nil {
		return Answer{}, fmt.Errorf("the answer %q is not a whole one", line)
	}
	return Answer{Pod: pod, Local: address}, nil
}
