package xdscache

import (
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// linkBackends links a Service to the backends that a listener or a route has just been built from. Links
// of the ones before last as long as one of these is kept.
func (c *Cache) linkBackends(of *service, shapes map[types.NamespacedName]resource.Shape) {
	var former map[*service]resource.Shape
	if of.routing == 0 {
		former, of.backends = of.backends, map[*service]resource.Shape{}
	}
	for key, shape := range shapes {
		backend := c.serviceOf(key)
		if before, isLinked := of.backends[backend]; isLinked && before != shape {
			shape = resource.Shape{} // the other resources are built from another state
		}
		of.backends[backend] = shape
		backend.dependents.Insert(of)
	}
	c.unlinkBackends(of, former)
}

// unlinkBackends removes the links to former backends of a Service.
func (c *Cache) unlinkBackends(of *service, former map[*service]resource.Shape) {
	for backend := range former {
		if _, isLinked := of.backends[backend]; !isLinked {
			backend.dependents.Delete(of)
			c.forgetIfUnused(backend)
		}
	}
}

// keepsOnly reports whether all listeners and routes of the Service that are kept have the shape.
func (s *service) keepsOnly(shape resource.Shape) bool {
	for entry := range s.entries {
		if entry.kind.IsRouting() && entry.kept != nil && entry.kept.shape != shape {
			return false
		}
	}
	return true
}

// dependentWatches drops the listeners and routes of other Services if a backend of theirs has changed,
// and returns the watches that have one of them in another version.
func (c *Cache) dependentWatches(backend *service) []*watch {
	if backend == nil || backend.dependents.Len() == 0 {
		return nil
	}
	shape := c.currentOf(backend).BackendShape()
	var dropped []*entry
	for dependent := range backend.dependents {
		if dependent.backends[backend] == shape {
			continue
		}
		dependent.backends[backend] = shape
		for entry := range dependent.entries {
			if entry.kind.IsRouting() {
				entry.keep(nil)
				dropped = append(dropped, entry)
			}
		}
	}
	var due []*watch
	for _, entry := range dropped {
		due = append(c.appendOutdated(due, entry), c.outdatedWildcards(entry)...)
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
