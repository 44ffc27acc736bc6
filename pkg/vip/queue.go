package vip

// queue is a first-in-first-out queue of numbers, each in it once, that may also
// leave it out of turn.
type queue struct {
	members bitmap
	// entries from head on are the members, the oldest first, among entries of
	// what left out of turn.
	entries []number
	head    int
	// left tells how many entries of a number, the oldest ones, stand for nothing
	// any more.
	left map[number]int
	void int // the sum of left
}

func (q *queue) len() int64 { return q.members.count }

func (q *queue) has(n number) bool { return q.members.has(n) }

// push takes a number that is not in the queue.
func (q *queue) push(n number) {
	// Compacting no sooner than half of the entries are gone costs each a constant.
	if len(q.entries) == cap(q.entries) && 2*(q.head+q.void) >= len(q.entries) {
		q.retain(func(number) bool { return true })
	}
	q.entries = append(q.entries, n)
	q.members.add(n)
}

// pop removes and returns what has been in the queue for the longest.
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

// remove tells whether the number was in the queue.
func (q *queue) remove(n number) bool {
	if !q.members.has(n) {
		return false
	}
	q.members.remove(n)
	if q.left == nil {
		q.left = map[number]int{}
	}
	q.left[n]++
	q.void++
	return true
}

// retain removes all that keep does not want.
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

// skip tells whether the oldest entry of the number stands for nothing, and is
// to be called once for that entry.
func (q *queue) skip(n number) bool {
	switch q.left[n] {
	case 0:
		return false
	case 1:
		delete(q.left, n)
	default:
		q.left[n]--
	}
	q.void--
	return true
}
