package server

import (
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// quota limits how much of something clients have: each of them, and all together.
type quota struct {
	what           string
	perClient, all int

	mu       sync.Mutex
	taken    int
	byOrigin map[origin]int
}

// origin is a user at an address, which is what limits hold for.
type origin struct{ user, address string }

func (c *client) origin() origin { return origin{c.identity.Name(), c.address} }

func (o origin) String() string { return o.user + "@" + o.address }

func newQuota(what string, perClient, all int) *quota {
	return &quota{what: what, perClient: perClient, all: all, byOrigin: map[origin]int{}}
}

// take returns an error, and takes nothing, if it would be more than the client may have.
func (q *quota) take(of *client, amount int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	by := of.origin()
	switch {
	case q.byOrigin[by]+amount > q.perClient:
		return status.Errorf(codes.ResourceExhausted, "%s may have at most %d %s from %s", by.user, q.perClient, q.what, by.address)
	case q.taken+amount > q.all:
		return status.Errorf(codes.ResourceExhausted, "all clients together may have at most %d %s", q.all, q.what)
	}
	q.taken += amount
	q.byOrigin[by] += amount
	return nil
}

func (q *quota) release(of *client, amount int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	by := of.origin()
	q.taken -= amount
	q.byOrigin[by] -= amount
	if q.byOrigin[by] == 0 {
		delete(q.byOrigin, by)
	}
}
