package traffic

import "time"

// ordinaryPause is the time for which a busy machine stops any process now and then.
const ordinaryPause = time.Second / 2

// schedule decides the times at which requests are due.
type schedule struct {
	begin time.Time
	// rate is the number of requests per second.
	rate float64
}

func (s *schedule) due(request int) time.Time {
	return s.begin.Add(time.Duration(float64(request) / s.rate * float64(time.Second)))
}

// putOff puts off all later requests if this one is sent so late that the client must have
// stood still. Otherwise, the client would send all that it has missed at once.
func (s *schedule) putOff(due, sent time.Time) {
	if late := sent.Sub(due); late > ordinaryPause {
		s.begin = s.begin.Add(late)
	}
}
