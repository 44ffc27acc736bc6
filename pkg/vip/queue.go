package vip

// queue is a first-in-first-out queue of distinct numbers. Numbers can also be removed
// out of order.
type queue struct {
	members bitmap
	// entries[head:] holds the members, oldest first, and dead entries of numbers that
	// were removed out of order.
	entries []number
	head    int
	// dead counts the dead entries of a number. They are its oldest ones.
	dead      map[number]int
	deadTotal int // the sum of dead
}

func (q *queue) len() int64 { return q.members.count }

func (q *queue) has(n number) bool { return q.members.has(n) }

// push adds a number that is not in the queue.
func (q *queue) push(n number) {
	// Compaction when at least half of the entries are unused has constant amortized
	// cost per entry.
	if len(q.entries) == cap(q.entries) && 2*(q.head+q.deadTotal) >= len(q.entries) {
		q.retain(func(number) bool { return true })
	}
	q.entries = append(q.entries, n)
	q.members.add(n)
}

// pop removes and returns the oldest number.
func (q *queue) pop() (number, bool) {
	for q.head < len(q.entries) {
		n := q.entries[q.head]
		q.head++
		if !q.skip(n) {
			q.members.remove(n)
			return n, true
		}
	}
	return number{}, false
}

// remove removes a number, and reports whether it was in the queue.
func (q *queue) remove(n number) bool {
	if !q.members.has(n) {
		return false
	}
	q.members.remove(n)
	if q.dead == nil {
		q.dead = map[number]int{}
	}
	q.dead[n]++
	q.deadTotal++
	return true
}

// retain removes the numbers for which keep returns false.
func (q *queue) retain(keep func(number) bool) {
	kept := q.entries[:0]
	for _, n := range q.entries[q.head:] {
		switch {
		case q.skip(n):
		case keep(n):
			kept = append(kept, n)
		default:
			q.members.remove(n)
		}
	}
	q.entries, q.head = kept, 0
}

// skip reports whether the oldest entry of the number is dead, and must be called once
// for each entry that is consumed.
func (q *queue) skip(n number) bool {
	switch q.dead[n] {
	case 0:
		return false
	case 1:
		delete(q.dead, n)
	default:
		q.dead[n]--
	}
	q.deadTotal--
	return true
}
