package ratelimit

import "time"

// Verdict is the answer to a holder that wants more.
type Verdict int

const (
	// Granted means that the holder has it.
	Granted Verdict = iota
	// Full means that there is not enough left for anyone.
	Full
	// OverShare means that the holder has its share. Others may still get some.
	OverShare
)

// heldFor is the least time for which a holder may have back a released amount. Clients that
// are disconnected because their connection is old are back within seconds.
const heldFor = time.Minute

// Shares divides an amount of something among holders, such as the clients of each namespace.
//
// While less than half of it is in use, a holder may have its limit. Beyond that, the limit
// shrinks in proportion to the free amount, so that it takes many holders to use up everything:
// a single one without a limit of its own gets two thirds, and leaves one third to the others.
//
// The amount that a holder had a moment ago stays reserved for it. A client that was connected
// can come back, however many others want its place.
//
// It is not safe for concurrent use.
type Shares struct {
	all, limit int
	holders    map[string]*holder
	// reserved is the sum of the amounts that all holders have or may have back.
	reserved int
	turned   time.Time
}

// holder has taken an amount. The peaks are the most that it had in this period and in the
// previous one.
type holder struct{ taken, peak, previous int }

func (h *holder) reserved() int { return max(h.peak, h.previous) }

// NewShares returns shares of an amount, of which a holder may have at most its limit.
func NewShares(all, limit int) *Shares {
	return &Shares{all: all, limit: min(limit, all), holders: map[string]*holder{}}
}

// Take gives an amount to a holder if it may have it.
func (s *Shares) Take(now time.Time, name string, amount int) Verdict {
	verdict := s.Check(now, name, amount)
	if verdict == Granted {
		s.add(name, amount)
	}
	return verdict
}

// Check returns the verdict of Take, and takes nothing.
func (s *Shares) Check(now time.Time, name string, amount int) Verdict {
	s.turn(now)
	of := s.holders[name]
	if of == nil {
		of = &holder{}
	}
	wanted, free := of.taken+amount, s.all-s.reserved
	switch more := wanted - of.reserved(); {
	case more <= 0:
		return Granted
	case more > free:
		return Full
	case wanted > s.share(free):
		return OverShare
	default:
		return Granted
	}
}

// share returns how much a holder may have while so much is free.
func (s *Shares) share(free int) int {
	if 2*free >= s.all {
		return s.limit
	}
	return max(1, int(int64(s.limit)*2*int64(free)/int64(s.all)))
}

func (s *Shares) add(name string, amount int) {
	of := s.holders[name]
	if of == nil {
		of = &holder{}
		s.holders[name] = of
	}
	s.reserved -= of.reserved()
	of.taken += amount
	of.peak = max(of.peak, of.taken)
	s.reserved += of.reserved()
}

// Release takes an amount back from a holder, which may have it again within heldFor.
func (s *Shares) Release(now time.Time, name string, amount int) {
	s.turn(now)
	if of := s.holders[name]; of != nil {
		of.taken -= amount
	}
}

// turn begins a new period if the last one is over, and forgets holders that have had
// nothing since.
func (s *Shares) turn(now time.Time) {
	elapsed := now.Sub(s.turned)
	if elapsed < heldFor {
		return
	}
	s.turned, s.reserved = now, 0
	for name, of := range s.holders {
		of.previous, of.peak = of.peak, of.taken
		if elapsed >= 2*heldFor {
			of.previous = of.taken
		}
		if of.reserved() == 0 {
			delete(s.holders, name)
			continue
		}
		s.reserved += of.reserved()
	}
}

// All returns the amount that is divided.
func (s *Shares) All() int { return s.all }

// Greediest returns the holder that has most, and how much, and how much all have.
func (s *Shares) Greediest() (name string, most, total int) {
	for holder, of := range s.holders {
		total += of.taken
		if of.taken > most || of.taken == most && holder < name {
			name, most = holder, of.taken
		}
	}
	return name, most, total
}
