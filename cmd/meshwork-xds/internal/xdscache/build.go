package xdscache

import (
	"cmp"
	"time"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// built is a resource with its encoded variants.
type built struct {
	*resource.Resource
	// shape is the RoutingShape of the Service, of listeners and routes only. The resources of consumers
	// have the one of the common resource.
	shape resource.Shape
	// encoded has the variants that clients have needed, if there are several.
	encoded map[resource.Variant]*resource.Encoded
	// consumers has the resources of the namespaces that the resource depends on, from their first
	// client on.
	consumers map[string]*built
}

// scratch has results that several clients need during one operation, and that take too much memory
// to be kept.
type scratch struct {
	// services have all of their endpoints.
	services map[*service]*resource.Service
	// unknown are the resources of unknown names. Clients may subscribe to many of them.
	unknown map[*entry]*built
}

// begin begins an operation that may build resources.
func (c *Cache) begin() (end func()) {
	c.scratch = scratch{services: map[*service]*resource.Service{}, unknown: map[*entry]*built{}}
	return func() { c.scratch = scratch{} }
}

// get returns a client's message for a name, or why there is none.
func (c *Cache) get(key resourceKey, client resource.Client) (encoded *resource.Encoded, missing string) {
	entry := c.entry(key)
	built := c.builtFor(entry, client.Namespace)
	if missing := built.For(client).Missing; missing != "" {
		return nil, missing
	}
	if encoded := built.Encoded(client); encoded != nil {
		return encoded, ""
	}
	return built.encode(entry.kind, client)
}

// builtFor returns the resource for the clients in a namespace.
func (c *Cache) builtFor(of *entry, namespace string) *built {
	common := c.existing(of)
	if common == nil {
		common = c.build(of)
	}
	if !common.DependsOn(namespace) {
		return common
	}
	if own := common.consumers[namespace]; own != nil {
		return own
	}
	decides := c.currentOf(of.service)
	if decides.RoutingShape() != common.shape { // all resources of an entry are built from one state
		if common = c.build(of); !common.DependsOn(namespace) {
			return common
		}
	}
	own := resource.BuildFor(namespace, of.kind, of.name, c.options.ClusterDomain, decides)
	c.linkBackends(of.service, own.Backends)
	if common.consumers == nil {
		common.consumers = map[string]*built{}
	}
	common.consumers[namespace] = &built{Resource: own.Compact(of.kind)}
	return common.consumers[namespace]
}

// encode returns a client's variant of the resource.
func (b *built) encode(kind resource.Kind, client resource.Client) (encoded *resource.Encoded, missing string) {
	variant := b.Variant(client)
	if encoded := b.encoded[variant]; encoded != nil {
		return encoded, ""
	}
	encoded, err := resource.Encode(kind, b.Message(client))
	if err != nil {
		return nil, err.Error()
	}
	if b.encoded == nil {
		b.encoded = map[resource.Variant]*resource.Encoded{}
	}
	b.encoded[variant] = encoded
	return encoded, ""
}

// existing returns the resource if it has been built, or nil.
func (c *Cache) existing(of *entry) *built { return cmp.Or(of.kept, c.scratch.unknown[of]) }

func (c *Cache) build(of *entry) *built {
	if of.server != nil {
		return c.protect(of, of.server.Protection(c.servicesOf(of.server.pod)))
	}
	if of.service == nil {
		return c.keep(of, resource.Build(of.kind, of.name, c.options.ClusterDomain, nil))
	}
	decides, before := c.currentOf(of.service), of.kept
	made := resource.Build(of.kind, of.name, c.options.ClusterDomain, decides)
	if of.kind.IsRouting() {
		c.linkBackends(of.service, made.Backends)
	}
	built := c.keep(of, made)
	if of.kind.IsRouting() && !built.Unknown { // a client may request unknown names again and again
		built.shape = decides.RoutingShape()
	}
	if built.Unknown && (before != nil || decides.Shape() != of.service.answered) {
		of.service.answered = resource.Shape{} // this client is ahead of the others
	}
	return built
}

// keep keeps the resource for all of its subscribers. It keeps the resource of an unknown name only
// until the operation ends.
func (c *Cache) keep(of *entry, made *resource.Resource) *built {
	compact := &built{Resource: made.Compact(of.kind)}
	if compact.Unknown {
		of.keep(nil)
		c.scratch.unknown[of] = compact
	} else {
		of.keep(compact)
	}
	return compact
}

func (c *Cache) currentOf(of *service) *resource.Service {
	if current := c.scratch.services[of]; current != nil {
		return current
	}
	return c.see(of, c.source.Service(of.key))
}

// see makes a Service that has just been read the current one of the operation.
func (c *Cache) see(of *service, read *resource.Service) *resource.Service {
	current := of.introduction.see(read.Reusing(of.introduction.known()), time.Now())
	c.scratch.services[of] = current
	return current
}
