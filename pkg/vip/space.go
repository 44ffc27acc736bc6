package vip

import "slices"

// space is the part of a [Pool] for one family.
type space struct {
	spans []span
	size  number // of the spans

	// allocated are the numbers that are not fresh: the ones in use and the released ones.
	allocated bitmap
	// released are the allocated numbers that are not in use. They are inside the spans.
	released        queue
	allocatedInside int64 // number of allocated numbers inside the spans

	// cursor is the number at which the search for fresh numbers continues.
	cursor number
}

// setSpans changes the spans, and forgets the released numbers outside them.
func (s *space) setSpans(spans []span) {
	s.spans, s.size = spans, sizeOf(spans)
	s.released.retain(func(n number) bool {
		inside := s.contains(n)
		if !inside {
			s.allocated.remove(n)
		}
		return inside
	})
	s.allocatedInside = s.allocated.countIf(s.contains)
}

func (s *space) inUse(n number) bool { return s.allocated.has(n) && !s.released.has(n) }

func (s *space) reserve(n number) bool {
	switch {
	case s.released.remove(n):
		return true
	case s.allocated.has(n):
		return false
	}
	s.allocated.add(n)
	if s.contains(n) {
		s.allocatedInside++
	}
	return true
}

func (s *space) release(n number) {
	switch {
	case !s.inUse(n):
	case s.contains(n):
		s.released.push(n)
		s.forgetOldest()
	default:
		s.allocated.remove(n)
	}
}

// maxReleased bounds the released numbers that are remembered, and with them the memory
// of a large range whose numbers come into use and are released for a long time.
const maxReleased = 1 << 16

// forgetOldest makes the number that was released first fresh again if there are too many.
// It is allocated again only after all numbers from the cursor on.
func (s *space) forgetOldest() {
	if s.released.len() <= maxReleased {
		return
	}
	if n, found := s.released.pop(); found {
		s.allocated.remove(n)
		s.allocatedInside--
	}
}

func (s *space) allocate() (number, bool) {
	fresh, found := s.nextFresh()
	if !found {
		return s.released.pop()
	}
	s.allocated.add(fresh)
	s.allocatedInside++
	s.cursor = fresh.next()
	return fresh, true
}

// nextFresh first checks the count, to avoid a full search if there are no fresh
// numbers.
func (s *space) nextFresh() (number, bool) {
	if s.size == (number{low: uint64(s.allocatedInside)}) {
		return number{}, false
	}
	if n, found := s.firstFresh(s.cursor); found {
		return n, true
	}
	return s.firstFresh(number{})
}

func (s *space) firstFresh(from number) (number, bool) {
	for _, within := range s.spans[s.spanFrom(from):] {
		if within.first.compare(from) > 0 {
			from = within.first
		}
		if n, found := s.allocated.firstAbsent(from, within.last); found {
			return n, true
		}
	}
	return number{}, false
}

func (s *space) contains(n number) bool {
	i := s.spanFrom(n)
	return i < len(s.spans) && s.spans[i].first.compare(n) <= 0
}

// spanFrom returns the index of the span that contains n, or else of the next one.
func (s *space) spanFrom(n number) int {
	i, _ := slices.BinarySearchFunc(s.spans, n, func(within span, n number) int { return within.last.compare(n) })
	return i
}

func (s *space) usage() Usage {
	released := s.released.len()
	usedInside := number{low: uint64(s.allocatedInside - released)}
	return Usage{Total: s.size.int64(), Available: s.size.minus(usedInside).int64()}
}
