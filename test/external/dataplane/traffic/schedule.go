package traffic

import "time"

// ordinaryPause is how long a busy machine lets every process wait now and then.
const ordinaryPause = time.Second / 2

// schedule says when requests are due.
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
