package xdscache

import (
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// linkBackends updates the links between a Service and the Services that its routes refer to, and that
// its routing has just been built from.
func (c *Cache) linkBackends(of *service, shapes map[types.NamespacedName]resource.Shape) {
	for backend := range of.backends {
		if _, isBackend := shapes[backend.key]; !isBackend {
			c.unlinkBackend(of, backend)
		}
	}
	for key, shape := range shapes {
		backend := c.serviceOf(key)
		switch {
		case backend.dependents.Len() == 0:
			backend.asBackend = shape
		case backend.asBackend != shape:
			backend.asBackend = resource.Shape{} // this routing is ahead of the rest
		}
		of.backends.Insert(backend)
		backend.dependents.Insert(of)
	}
}

func (c *Cache) unlinkBackend(of, backend *service) {
	of.backends.Delete(backend)
	backend.dependents.Delete(of)
	c.forgetIfUnused(backend)
}

// dependentWatches drops the listeners and routes of other Services if a backend of theirs has changed,
// and returns the watches that have one of them in another version.
func (c *Cache) dependentWatches(backend *service) []*watch {
	if backend == nil || backend.dependents.Len() == 0 {
		return nil
	}
	shape := c.currentOf(backend).BackendShape()
	if shape == backend.asBackend {
		return nil
	}
	backend.asBackend = shape
	var due []*watch
	for dependent := range backend.dependents {
		for entry := range dependent.entries {
			if !entry.kind.IsRouting() {
				continue
			}
			entry.kept = nil
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
