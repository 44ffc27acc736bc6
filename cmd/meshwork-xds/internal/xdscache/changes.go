package xdscache

import (
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Watches reports whether a client may notice a change of the Service.
func (c *Cache) Watches(service types.NamespacedName) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isWatched(service)
}

// isWatched reports whether clients subscribe to a resource of the Service, or one of its Pods may
// have a server.
func (c *Cache) isWatched(service types.NamespacedName) bool {
	return c.services[service] != nil || len(c.all) > 0 || len(c.pods[service.Namespace]) > 0
}

// WatchedServices returns the Services that clients subscribe to. With a wildcard, these are all
// Services: one without resources may get some.
func (c *Cache) WatchedServices() []types.NamespacedName {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) > 0 {
		return c.source.Services()
	}
	return slices.Collect(maps.Keys(c.services))
}

// Changed sends the clients of a Service its changes. It returns the time after which it must be called
// again, or 0 if only another change makes that necessary.
func (c *Cache) Changed(key types.NamespacedName) (again time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.begin()()
	if !c.isWatched(key) {
		return 0
	}
	service := c.source.Service(key)
	pods := c.relink(key, service)
	watched := c.services[key]
	if watched != nil {
		c.see(watched, service)
	}
	due := append(c.namedWatches(watched), c.changedWildcards(key, service)...)
	due = append(due, c.dependentWatches(watched)...)
	due = append(due, c.podServerWatches(pods)...)
	slices.SortStableFunc(due, func(a, b *watch) int { return a.rank() - b.rank() })
	for _, w := range due {
		if !w.open {
			continue
		}
		if update := c.compare(w); update.isDue() {
			c.respond(w, update)
		}
	}
	if watched = c.services[key]; watched != nil {
		again = watched.introduction.sent(c.currentOf(watched), time.Now())
		c.forgetIfUnused(watched) // its last Pod with a server may have left
	}
	return again
}

// rank orders answers: a resource that others refer to comes before them, and is removed after
// them. Otherwise, a client would lose its cluster before it receives another route, or the reason.
func (w *watch) rank() int {
	if w.loses && (w.kind == resource.Cluster || w.kind == resource.Assignment) {
		return int(w.kind) + len(resource.Kinds)
	}
	return int(w.kind)
}

// namedWatches drops the resources of a Service, and returns the watches that have one of them
// in another version.
func (c *Cache) namedWatches(of *service) []*watch {
	if of == nil {
		return nil
	}
	shape, routing := c.currentOf(of).Shape(), c.currentOf(of).RoutingShape()
	isUnchanged, keepsRouting := of.answered == shape, of.keepsOnly(routing)
	of.answered = shape
	var changed []*entry
	for entry := range of.entries {
		// A client may have many unknown names. They must not make each change of their Service
		// slow.
		if isUnchanged && entry.kept == nil {
			continue
		}
		if !entry.kind.IsRouting() || !keepsRouting {
			entry.keep(nil)
		}
		changed = append(changed, entry)
	}
	var due []*watch
	for _, entry := range changed {
		due = c.appendOutdated(due, entry)
	}
	return due
}

// appendOutdated adds the watches that have a resource in another version.
func (c *Cache) appendOutdated(due []*watch, of *entry) []*watch {
	for w := range of.watches {
		if c.isOutdated(w, of.resourceKey) {
			w.loses = w.loses || of.kept == nil && !w.wildcard
			due = append(due, w)
		}
	}
	return due
}

// isOutdated reports whether a watch has a resource in another version.
func (c *Cache) isOutdated(w *watch, key resourceKey) bool {
	version := isMissing
	if encoded, _ := c.get(key, w.client); encoded != nil {
		version = encoded.Version
	}
	return w.returned[key.name] != version
}

// changedWildcards updates the names of all resources. It returns the wildcards that have a
// resource of the Service in another version, or one that is gone.
func (c *Cache) changedWildcards(key types.NamespacedName, service *resource.Service) []*watch {
	var due []*watch
	for kind, all := range c.all {
		now := service.Names(kind)
		removed := all[key].Clone().Delete(now...)
		if len(now) > 0 {
			all[key] = sets.New(now...)
		} else {
			delete(all, key)
		}
		for w := range c.wildcards[kind] {
			gains := slices.ContainsFunc(now, func(name string) bool { return c.isOutdated(w, resourceKey{kind, name}) })
			w.loses = !gains && w.hasAny(removed)
			if gains || w.loses {
				due = append(due, w)
			}
		}
	}
	return due
}

// hasAny reports whether the client has a resource with one of the names.
func (w *watch) hasAny(names sets.Set[string]) bool {
	for name := range names {
		if version := w.returned[name]; version != "" && version != isMissing {
			return true
		}
	}
	return false
}
