package xdscache

import (
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
)

// linkBackends updates the links between a Service and the Services that its routes refer to.
func (c *Cache) linkBackends(of *service, keys sets.Set[types.NamespacedName]) {
	for backend := range of.backends {
		if !keys.Has(backend.key) {
			c.unlinkBackend(of, backend)
		}
	}
	for key := range keys {
		backend := c.serviceOf(key)
		of.backends.Insert(backend)
		backend.dependents.Insert(of)
	}
}

func (c *Cache) unlinkBackend(of, backend *service) {
	of.backends.Delete(backend)
	backend.dependents.Delete(of)
	c.forgetIfUnused(backend)
}

// dependentWatches returns the watches of other Services that have a listener or a route in another
// version, because a backend has changed.
func (c *Cache) dependentWatches(backend *service) []*watch {
	if backend == nil {
		return nil
	}
	var due []*watch
	for dependent := range backend.dependents {
		shape := c.currentOf(dependent).RoutingShape()
		for entry := range dependent.entries {
			if !entry.kind.IsRouting() {
				continue
			}
			if entry.shape != shape {
				entry.kept = nil
			}
			due = append(c.appendOutdated(due, entry), c.outdatedWildcards(entry)...)
		}
	}
	return due
}

// outdatedWildcards returns the wildcards that have the resource in another version.
func (c *Cache) outdatedWildcards(of *entry) []*watch {
	var due []*watch
	if c.isInAll(of) {
		for w := range c.wildcards[of.kind] {
			if c.isOutdated(w, of.resourceKey) {
				due = append(due, w)
			}
		}
	}
	return due
}
