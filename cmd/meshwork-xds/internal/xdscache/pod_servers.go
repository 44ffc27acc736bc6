package xdscache

import (
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// pod is a Pod with servers that subscribe to their listeners.
type pod struct {
	key types.NamespacedName
	// services has the Services that the Pod is an endpoint of.
	services sets.Set[*service]
	entries  sets.Set[*entry]
}

// podServer is the part of an entry that only the listener of a Pod server has.
type podServer struct {
	resource.PodServer
	pod *pod
	// protection is the protection in the entry's resource.
	protection resource.Protection
}

// addPodServer makes an entry depend on all Services of the server's Pod.
func (c *Cache) addPodServer(added *entry, server resource.PodServer) {
	added.server = &podServer{PodServer: server, pod: c.podOf(server.Pod)}
	added.server.pod.entries.Insert(added)
}

func (c *Cache) podOf(key types.NamespacedName) *pod {
	if existing := c.pods[key.Namespace][key.Name]; existing != nil {
		return existing
	}
	added := &pod{key: key, services: sets.New[*service](), entries: sets.New[*entry]()}
	if c.pods[key.Namespace] == nil {
		c.pods[key.Namespace] = map[string]*pod{}
	}
	c.pods[key.Namespace][key.Name] = added
	for _, of := range c.source.ServicesOf(key) {
		added.link(c.serviceOf(of))
	}
	return added
}

func (p *pod) link(to *service) {
	p.services.Insert(to)
	to.pods.Insert(p)
}

func (p *pod) unlink(from *service) {
	p.services.Delete(from)
	from.pods.Delete(p)
}

// relink updates the links between a Service and its Pods, and returns all Pods that are or were
// linked.
func (c *Cache) relink(key types.NamespacedName, current *resource.Service) sets.Set[*pod] {
	ofNamespace := c.pods[key.Namespace]
	if len(ofNamespace) == 0 {
		return nil
	}
	affected := sets.New[*pod]()
	for name := range current.Pods() {
		if pod := ofNamespace[name]; pod != nil {
			pod.link(c.serviceOf(key))
			affected.Insert(pod)
		}
	}
	if of := c.services[key]; of != nil {
		for pod := range of.pods {
			affected.Insert(pod)
			if !current.HasPod(pod.key.Name) {
				pod.unlink(of)
			}
		}
	}
	return affected
}

func (c *Cache) servicesOf(pod *pod) []*resource.Service {
	var services []*resource.Service
	for service := range pod.services {
		services = append(services, c.currentOf(service))
	}
	return services
}

// protect builds the listener of a server, unless it exists with this protection.
func (c *Cache) protect(of *entry, protection resource.Protection) *built {
	if existing := c.existing(of); existing != nil && protection.Equal(of.server.protection) {
		return existing
	}
	of.server.protection = protection
	return c.keep(of, of.server.Build(protection, c.options.AuditDeniedCalls))
}

// podServerWatches returns the watches for servers in these Pods that have a listener in another
// version.
func (c *Cache) podServerWatches(affected sets.Set[*pod]) []*watch {
	var due []*watch
	for pod := range affected {
		services := c.servicesOf(pod)
		// All addresses of a port have the same protection, and a client can name many of them.
		protections := map[uint16]resource.Protection{}
		for entry := range pod.entries {
			port := entry.server.Port()
			protection, known := protections[port]
			if !known {
				protection = entry.server.Protection(services)
				protections[port] = protection
			}
			c.protect(entry, protection)
			due = c.appendOutdated(due, entry)
		}
	}
	return due
}

func (c *Cache) forgetPodServer(of *podServer, removed *entry) {
	pod := of.pod
	pod.entries.Delete(removed)
	if pod.entries.Len() > 0 {
		return
	}
	for service := range pod.services {
		pod.unlink(service)
		c.forgetIfUnused(service)
	}
	delete(c.pods[pod.key.Namespace], pod.key.Name)
	if len(c.pods[pod.key.Namespace]) == 0 {
		delete(c.pods, pod.key.Namespace)
	}
}
