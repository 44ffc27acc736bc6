// Package xdscache caches the resources that clients subscribe to, and sends exactly these clients
// the changes.
package xdscache

import (
	"cmp"
	"sync"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	ktypes "k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Source provides Services.
type Source interface {
	// Service returns the current state of a Service, even if it does not exist.
	Service(key ktypes.NamespacedName) *resource.Service
	// Services returns the keys of all Services.
	Services() []ktypes.NamespacedName
	// ServicesOf returns the keys of the Services that a Pod is an endpoint of.
	ServicesOf(pod ktypes.NamespacedName) []ktypes.NamespacedName
}

// Cache implements go-control-plane's cache for streams. A resource exists in it only while a
// client subscribes to it and, unless its name is unknown, for a while afterwards. It is serialized
// once for all clients.
type Cache struct {
	source   Source
	options  Options
	clientOf func(node *corev3.Node) resource.Client
	metrics  *Metrics

	mu sync.Mutex
	// resources has the resources that clients have subscribed to, by kind and name.
	resources map[resourceKey]*entry
	// idle counts resources that have no watch and are kept for the next one.
	idle int
	// services has the Services that decide on these resources.
	services map[ktypes.NamespacedName]*service
	// pods has the Pods with servers that subscribe to their listeners, by namespace and name.
	pods map[string]map[string]*pod
	// wildcards has the watches for all resources of a kind.
	wildcards map[resource.Kind]sets.Set[*watch]
	// all has the names of all resources of the kinds that have had a wildcard.
	all     map[resource.Kind]map[ktypes.NamespacedName]sets.Set[string]
	scratch scratch
}

var _ cachev3.ConfigWatcher = (*Cache)(nil)

type resourceKey struct {
	kind resource.Kind
	name string
}

// Options are the same for all clients.
type Options struct {
	// ClusterDomain is the domain of the cluster's DNS.
	ClusterDomain string
	// MaxAnswerBytes is the size of the resources in an answer. The default is DefaultMaxAnswerBytes.
	MaxAnswerBytes int
	// AuditDeniedCalls makes servers log the calls that they deny.
	AuditDeniedCalls bool
}

// DefaultMaxAnswerBytes leaves room for names and reasons: gRPC clients refuse messages of more than
// 4 MiB, and then repeat their request without end.
const DefaultMaxAnswerBytes = 3 << 20

// New returns an empty cache.
func New(source Source, options Options, clientOf func(*corev3.Node) resource.Client, metrics *Metrics) *Cache {
	options.MaxAnswerBytes = cmp.Or(options.MaxAnswerBytes, DefaultMaxAnswerBytes)
	return &Cache{
		source: source, options: options, clientOf: clientOf, metrics: metrics,
		resources: map[resourceKey]*entry{},
		services:  map[ktypes.NamespacedName]*service{},
		pods:      map[string]map[string]*pod{},
		wildcards: map[resource.Kind]sets.Set[*watch]{},
		all:       map[resource.Kind]map[ktypes.NamespacedName]sets.Set[string]{},
	}
}

// service is a Service that decides on a resource, or that has a Pod with a server.
type service struct {
	key     ktypes.NamespacedName
	entries sets.Set[*entry]
	// answered is the shape of the Service in the last answers to all clients of unknown names, or
	// zero if these answers differ.
	answered resource.Shape
	// pods are endpoints of it.
	pods sets.Set[*pod]
	// routing is the number of listeners and routes that are kept.
	routing int
	// backends are the Services that its routes refer to, with the BackendShape that all kept listeners
	// and routes are built from, or zero if they are built from different ones.
	backends map[*service]resource.Shape
	// dependents are the Services whose routes refer to this one.
	dependents   sets.Set[*service]
	introduction introduction
}

// entry is a resource that clients have subscribed to.
type entry struct {
	resourceKey
	// service decides on the resource. It is nil if the name alone does, or the Services of a Pod.
	service *service
	// server is nil unless the resource is the listener of a server.
	server *podServer
	// kept is nil if the name is unknown. Without watches, it is also nil after a change.
	kept    *built
	watches sets.Set[*watch]
	// idleSince is the end of the last watch, or zero.
	idleSince time.Time
	isIdle    bool // and counted
}

// keep replaces the resource.
func (e *entry) keep(made *built) {
	if e.service != nil && e.kind.IsRouting() {
		if e.kept != nil {
			e.service.routing--
		}
		if made != nil {
			e.service.routing++
		}
	}
	e.kept = made
}

// CreateWatch answers a request at once if the client lacks something, and at the next change
// otherwise. An answer ends the watch.
func (c *Cache) CreateWatch(request *cachev3.Request, subscription cachev3.Subscription, responses chan cachev3.Response) (func(), error) {
	kind, known := resource.KindOf(request.GetTypeUrl())
	if !known {
		return nil, nil // clients work without their other kinds
	}
	w := newWatch(kind, c.clientOf(request.GetNode()), subscription)
	// A client may have dropped a resource while it was not connected, so the version in its
	// request is not reliable (https://github.com/grpc/grpc-go/issues/7013). Proxies with a
	// wildcard keep their resources.
	w.accepted = request.GetVersionInfo()
	w.first = request.GetResponseNonce() == ""
	answered := &cachev3.Request{TypeUrl: request.GetTypeUrl()} // the rest is not read any more
	w.send = func(update update) { responses <- update.response(answered) }
	return c.open(w)
}

// CreateDeltaWatch does the same for the incremental protocol.
func (c *Cache) CreateDeltaWatch(request *cachev3.DeltaRequest, subscription cachev3.Subscription, responses chan cachev3.DeltaResponse) (func(), error) {
	kind, known := resource.KindOf(request.GetTypeUrl())
	if !known {
		return nil, nil
	}
	w := newWatch(kind, c.clientOf(request.GetNode()), subscription)
	w.incremental = true
	// A client that names a resource without a version lacks it, even if it had it before on this
	// stream.
	for _, name := range request.GetResourceNamesSubscribe() {
		if _, has := request.GetInitialResourceVersions()[name]; !has {
			delete(w.returned, name)
		}
	}
	w.first = request.GetResponseNonce() == ""
	answered := &cachev3.DeltaRequest{TypeUrl: request.GetTypeUrl()}
	w.send = func(update update) { responses <- update.deltaResponse(answered) }
	return c.open(w)
}

// open registers a watch, and answers it if the client lacks something.
func (c *Cache) open(w *watch) (cancel func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.begin()()
	c.register(w)
	update := c.compare(w)
	switch {
	case w.wildcard && w.first && !w.incremental && !update.isPartial && update.version() == w.accepted:
		w.returned = update.returned
	case update.isDue() || w.wildcard && w.first:
		c.respond(w, update)
		return nil, nil
	}
	return func() { c.cancel(w) }, nil
}

func (c *Cache) cancel(w *watch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unregister(w)
}

// respond ends the watch with an answer. The channel has room for it: go-control-plane's channels
// hold an answer for each kind.
func (c *Cache) respond(w *watch, update update) {
	c.unregister(w)
	c.metrics.pushed(w.kind, len(update.changed))
	w.send(update)
}

// register adds the watch to the entries of its names.
func (c *Cache) register(w *watch) {
	w.open = true
	if w.wildcard {
		if c.wildcards[w.kind] == nil {
			c.wildcards[w.kind] = sets.New[*watch]()
		}
		c.wildcards[w.kind].Insert(w)
		c.listAll(w.kind)
	}
	for name := range w.names {
		entry := c.entry(resourceKey{w.kind, name})
		entry.watches.Insert(w)
		c.countIdle(entry, false)
	}
}

func (c *Cache) unregister(w *watch) {
	if !w.open {
		return
	}
	w.open = false
	c.wildcards[w.kind].Delete(w)
	for name := range w.names {
		entry := c.resources[resourceKey{w.kind, name}]
		entry.watches.Delete(w)
		if entry.watches.Len() == 0 {
			c.idled(entry)
		}
	}
}

// listAll lists the names of all resources of a kind, for its first wildcard.
func (c *Cache) listAll(kind resource.Kind) {
	if c.all[kind] != nil {
		return
	}
	c.all[kind] = map[ktypes.NamespacedName]sets.Set[string]{}
	for _, key := range c.source.Services() {
		service := c.source.Service(key)
		if names := service.Names(kind); len(names) > 0 {
			c.all[kind][key] = sets.New(names...)
			c.see(c.serviceOf(key), service) // it is needed next
		}
	}
}

// entry returns the resource with the name, which it adds if it is new.
func (c *Cache) entry(key resourceKey) *entry {
	if existing := c.resources[key]; existing != nil {
		return existing
	}
	added := &entry{resourceKey: key, watches: sets.New[*watch]()}
	c.resources[key] = added
	c.metrics.cached.Set(float64(len(c.resources)))
	if server, found := resource.PodServerOf(key.name); found && key.kind == resource.Listener {
		c.addPodServer(added, server)
	} else if decides, found := resource.ServiceOf(key.name, c.options.ClusterDomain); found {
		added.service = c.serviceOf(decides)
		added.service.entries.Insert(added)
	}
	return added
}

func (c *Cache) serviceOf(key ktypes.NamespacedName) *service {
	existing := c.services[key]
	if existing == nil {
		existing = &service{
			key: key, entries: sets.New[*entry](), pods: sets.New[*pod](),
			backends: map[*service]resource.Shape{}, dependents: sets.New[*service](),
		}
		c.services[key] = existing
	}
	return existing
}

// lookupsOfBuild is the number of lookups that take as long as building a resource.
const lookupsOfBuild = 5

// Lookups returns the time that answering a request for the names takes, as a number of lookups of
// kept resources. Resources of unknown names are built each time.
func (c *Cache) Lookups(kind resource.Kind, names sets.Set[string]) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	lookups := 0
	for name := range names {
		if entry := c.resources[resourceKey{kind, name}]; entry != nil && entry.kept != nil {
			lookups++
		} else {
			lookups += lookupsOfBuild
		}
	}
	return lookups
}

// Count returns the number of resources of a kind that a wildcard selects, or 0 if there has been
// no wildcard.
func (c *Cache) Count(kind resource.Kind) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	count := 0
	for _, names := range c.all[kind] {
		count += len(names)
	}
	return count
}
