package xdscache

import (
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// linkBackends links a Service to the Services that a resource of its routing has just been built from.
func (c *Cache) linkBackends(of *service, shapes map[types.NamespacedName]resource.Shape) {
	for key, shape := range shapes {
		backend := c.serviceOf(key)
		if before, isLinked := of.backends[backend]; isLinked && before != shape {
			shape = resource.Shape{} // the other resources are built from another state
		}
		of.backends[backend] = shape
		backend.dependents.Insert(of)
	}
}

// unlinkBackends is called when no resource of the Service's routing is kept.
func (c *Cache) unlinkBackends(of *service) {
	for backend := range of.backends {
		delete(of.backends, backend)
		backend.dependents.Delete(of)
		c.forgetIfUnused(backend)
	}
}

// isRoutedAs reports whether all listeners and routes of the Service that are kept have the shape.
func (s *service) isRoutedAs(shape resource.Shape) bool {
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
	var due []*watch
	for dependent := range backend.dependents {
		if dependent.backends[backend] == shape {
			continue
		}
		dependent.backends[backend] = shape
		for entry := range dependent.entries {
			if entry.kind.IsRouting() {
				entry.kept = nil
				due = append(c.appendOutdated(due, entry), c.outdatedWildcards(entry)...)
			}
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
