package server

import (
	"sync"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/time/rate"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
)

// logInterval is the shortest time between two log lines about refused clients.
const logInterval = time.Minute

// quota limits the amount that each of these may have: a user at an address, an address, the users
// of a namespace, and all clients together.
type quota struct {
	unit           string
	perClient, all int
	log            logr.Logger
	logs           rate.Sometimes

	mu          sync.Mutex
	byOrigin    map[origin]int
	byAddress   *ratelimit.Shares
	byNamespace *ratelimit.Shares
}

func newQuota(unit string, perClient, all int, log logr.Logger) *quota {
	return &quota{
		unit: unit, perClient: perClient, all: all, log: log, logs: rate.Sometimes{First: 1, Interval: logInterval},
		byOrigin: map[origin]int{}, byAddress: ratelimit.NewShares(all, perAddress(all, perClient)), byNamespace: ratelimit.NewShares(all, all),
	}
}

// take returns an error, and takes nothing, if the client would exceed a limit.
func (q *quota) take(of *client, amount int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	now, by, namespace := time.Now(), of.origin(), of.user.Namespace()
	if q.byOrigin[by]+amount > q.perClient {
		return status.Errorf(codes.ResourceExhausted, "%s may have at most %d %s from %s", by.user, q.perClient, q.unit, by.address)
	}
	ofAddress, ofNamespace := q.byAddress.Check(now, by.address, amount), ratelimit.Granted
	if namespace != "" {
		ofNamespace = q.byNamespace.Check(now, namespace, amount)
	}
	switch {
	case ofAddress == ratelimit.Full || ofNamespace == ratelimit.Full:
		q.report(by, namespace)
		return status.Errorf(codes.ResourceExhausted, "all clients together may have at most %d %s", q.all, q.unit)
	case ofAddress == ratelimit.OverShare:
		q.report(by, namespace)
		return status.Errorf(codes.ResourceExhausted, "%s has its share of the %d %s of all clients", by.address, q.all, q.unit)
	case ofNamespace == ratelimit.OverShare:
		q.report(by, namespace)
		return status.Errorf(codes.ResourceExhausted, "%s has its share of the %d %s of all clients", namespace, q.all, q.unit)
	}
	q.byOrigin[by] += amount
	q.byAddress.Take(now, by.address, amount)
	if namespace != "" {
		q.byNamespace.Take(now, namespace, amount)
	}
	return nil
}

func (q *quota) release(of *client, amount int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now, by := time.Now(), of.origin()
	q.byOrigin[by] -= amount
	if q.byOrigin[by] == 0 {
		delete(q.byOrigin, by)
	}
	q.byAddress.Release(now, by.address, amount)
	if namespace := of.user.Namespace(); namespace != "" {
		q.byNamespace.Release(now, namespace, amount)
	}
}

// report logs the greediest clients, because of which others are refused. The lock must be held.
func (q *quota) report(refused origin, namespace string) {
	q.logs.Do(func() {
		greediest, most := q.greediest()
		address, ofAddress, total := q.byAddress.Greediest()
		q.log.Info("a limit of all clients refuses some: find out what the greediest needs, or raise the limit",
			"limitOf", q.unit, "limit", q.all, "inUse", total, "refusedClient", refused.user, "refusedAddress", refused.address, "refusedNamespace", namespace,
			"greediestNamespace", greediest, "useOfGreediestNamespace", most, "greediestAddress", address, "useOfGreediestAddress", ofAddress)
	})
}

func (q *quota) greediest() (namespace string, most int) {
	namespace, most, _ = q.byNamespace.Greediest()
	return namespace, most
}

// use is the part of a quota that is in use.
type use struct {
	// total is used by all clients, the others by the greediest ones.
	total, ofAddress, ofNamespace int
	namespace                     string
}

func (q *quota) use() use {
	q.mu.Lock()
	defer q.mu.Unlock()
	var of use
	_, of.ofAddress, of.total = q.byAddress.Greediest()
	of.namespace, of.ofNamespace = q.greediest()
	return of
}
