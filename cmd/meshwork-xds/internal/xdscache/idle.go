package xdscache

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

const (
	// idleTime is the time that a resource is kept after its last watch. A watch ends with each
	// response, and the next one begins when the client has accepted it.
	idleTime = time.Minute
	// maxIdle limits the resources without a watch. Clients that subscribe to ever new names cannot
	// fill the memory with them.
	maxIdle = 10000
)

// idled is called when the last watch of a resource has ended.
func (c *Cache) idled(entry *entry) {
	entry.idleSince = time.Now()
	switch {
	case c.isInAll(entry):
	case entry.kept == nil || c.idle >= maxIdle:
		c.forget(entry)
	default:
		c.countIdle(entry, true)
	}
}

func (c *Cache) countIdle(entry *entry, isIdle bool) {
	if entry.isIdle == isIdle {
		return
	}
	entry.isIdle = isIdle
	if isIdle {
		c.idle++
	} else {
		c.idle--
	}
}

// isInAll reports whether a wildcard selects the resource.
func (c *Cache) isInAll(entry *entry) bool {
	return entry.service != nil && c.all[entry.kind][entry.service.key].Has(entry.name)
}

func (c *Cache) forget(entry *entry) {
	delete(c.resources, entry.resourceKey)
	c.countIdle(entry, false)
	c.metrics.cached.Set(float64(len(c.resources)))
	entry.keep(nil)
	if of := entry.service; of != nil {
		of.entries.Delete(entry)
		c.forgetIfUnused(of)
	}
	if entry.server != nil {
		c.forgetPodServer(entry.server, entry)
	}
}

func (c *Cache) forgetIfUnused(of *service) {
	if of.entries.Len() > 0 {
		return
	}
	former := of.backends
	of.backends = map[*service]resource.Shape{}
	c.unlinkBackends(of, former)
	if of.pods.Len()+of.dependents.Len() == 0 {
		delete(c.services, of.key)
	}
}

// Start forgets idle resources until the context ends.
func (c *Cache) Start(ctx context.Context) error {
	wait.UntilWithContext(ctx, func(context.Context) { c.Sweep(time.Now(), idleTime) }, idleTime)
	return nil
}

// NeedLeaderElection returns false: every replica has a cache.
func (*Cache) NeedLeaderElection() bool { return false }

// Sweep forgets the resources that have been idle for the duration.
func (c *Cache) Sweep(now time.Time, idle time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for kind, watches := range c.wildcards {
		if watches.Len() == 0 {
			delete(c.all, kind)
		}
	}
	for _, entry := range c.resources {
		if entry.watches.Len() == 0 && now.Sub(entry.idleSince) >= idle && !c.isInAll(entry) {
			c.forget(entry)
		}
	}
}
