package resource

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/name"
)

// View is the state of the cluster for one Service. It is not changed.
type View struct {
	Key types.NamespacedName
	// Service is nil if there is none.
	Service *corev1.Service
	// Namespace is nil while the cache does not contain it.
	Namespace *corev1.Namespace
	// Mesh returns the Mesh with the name, or nil if there is none.
	Mesh func(name string) *v1alpha1.Mesh
	// MeshServices are derived from the Service.
	MeshServices []*v1alpha1.MeshService
	// Slices are the Service's EndpointSlices of all controllers.
	Slices []*discoveryv1.EndpointSlice
	// Certificate returns the record of a Pod's certificates, or nil if there is none. The Pod is
	// in the namespace of the Service.
	Certificate func(pod string) *v1alpha1.MeshCertificate
	// Routes are the routes of the Gateway API that are attached to the Service.
	Routes []*routes.Route
	// Upcoming are the routes that are about to replace Routes. Clients get to know their backends.
	Upcoming []*routes.Route
	// Backend returns another Service, which a route refers to. It may be nil without routes.
	Backend func(types.NamespacedName) *Service
}

// Service is the immutable basis of the resources of a Service.
type Service struct {
	view View
	key  types.NamespacedName
	// unknownMesh is the reason why the TLS mode of the Service's Mesh is unknown, or "".
	unknownMesh string
	// unserved is the reason why all names of the Service are unknown, or "".
	unserved  string
	service   *corev1.Service
	addresses []string // virtual IPs
	tcpPorts  int
	policy    trafficpolicy.Policy
	// podEndpoints returns the result of AggregatePods, computed on the first call. Most resources
	// do not need it.
	podEndpoints func() []endpoints.Endpoint
	// hosts returns the hostnames of Pods in alphabetical order.
	hosts func() []string
	// slicesOfHosts returns the slices with the endpoints of each hostname.
	slicesOfHosts func() map[string][]*discoveryv1.EndpointSlice
	shape         func() Shape
	routingShape  func() Shape
	backendShape  func() Shape

	// mesh is nil if the Service is in no mesh.
	mesh *v1alpha1.Mesh
	tls  tlspolicy.Policy
	// identities returns the identity of each Pod with a certificate of the Mesh.
	identities func() map[endpoints.PodReference]string
	// identitiesOfHosts returns the identities of the Pods with a hostname and, by "", of all Pods.
	identitiesOfHosts func() map[string]sets.Set[string]
	podsOnce          sync.Once
	pods              map[string][]int32
}

// NewService returns the Service of a view.
func NewService(view View) *Service {
	view.Backend, view.Mesh = once(view.Backend), once(view.Mesh)
	s := &Service{view: view, key: view.Key}
	s.shape = sync.OnceValue(func() Shape { return shapeOf(s) })
	s.routingShape = sync.OnceValue(func() Shape { return routingShapeOf(s) })
	s.backendShape = sync.OnceValue(func() Shape { return backendShapeOf(s) })
	if view.Service != nil {
		s.tls, _ = tlspolicy.Read(view.Service.Annotations)
	}
	s.mesh, s.unserved = view.named().Serves()
	s.unknownMesh = unknownMeshOf(view, s.mesh)
	s.podEndpoints = sync.OnceValue(func() []endpoints.Endpoint {
		all, _ := endpoints.AggregatePods(view.Slices)
		return all
	})
	s.hosts = sync.OnceValue(func() []string { return hostsOf(view.Slices, s.podEndpoints) })
	s.slicesOfHosts = sync.OnceValue(func() map[string][]*discoveryv1.EndpointSlice { return slicesByHost(view.Slices) })
	s.identities = sync.OnceValue(func() map[endpoints.PodReference]string { return s.identitiesBy(view.Certificate) })
	s.identitiesOfHosts = sync.OnceValue(func() map[string]sets.Set[string] { return s.identitiesByHost() })
	if s.unserved != "" {
		return s
	}
	s.service, s.tcpPorts = view.Service, len(meshservice.TCPPorts(view.Service))
	s.policy, _ = trafficpolicy.Read(view.Service.Annotations)
	if len(view.MeshServices) == 1 && !meshservice.IsPerPod(view.Service) {
		for _, vip := range view.MeshServices[0].Status.VIPs {
			s.addresses = append(s.addresses, vip.IP)
		}
	}
	return s
}

// once reads each object once. Thousands of shares of a table may have the same backend, and two reads
// could return different versions.
func once[Key comparable, Object any](read func(Key) *Object) func(Key) *Object {
	var mu sync.Mutex
	known := map[Key]*Object{}
	return func(key Key) *Object {
		mu.Lock()
		defer mu.Unlock()
		object, found := known[key]
		if !found {
			object = read(key)
			known[key] = object
		}
		return object
	}
}

// named is the part of the view that decides whether the Service has names.
func (v View) named() meshservice.Named {
	return meshservice.Named{Key: v.Key, Service: v.Service, Namespace: v.Namespace, Mesh: v.Mesh, HasMeshService: len(v.MeshServices) > 0}
}

// unknownMeshOf returns the reason why the TLS mode of the Service's Mesh is unknown, or "". A Mesh
// that is being deleted counts as missing.
func unknownMeshOf(view View, mesh *v1alpha1.Mesh) string {
	switch {
	case view.Service == nil || mesh != nil:
		return ""
	case view.named().IsNamespaceMissing():
		return fmt.Sprintf("Service %s is in namespace %s, which is not known yet", view.Key, view.Key.Namespace)
	}
	if wanted := meshservice.WantedMesh(view.Service, view.Namespace); wanted != "" {
		return fmt.Sprintf("Service %s is in Mesh %s, which does not exist or does not select its namespace", view.Key, wanted)
	}
	return ""
}

// port returns the port of the Service that the name refers to. Clients get the text of the error.
func (s *Service) port(called name.Name) (*corev1.ServicePort, error) {
	if s.unserved != "" {
		return nil, errors.New(s.unserved)
	}
	if called.Host != "" && !s.hasHost(called.Host) {
		return nil, fmt.Errorf("Service %s has no Pod with the hostname %s", s.key, called.Host)
	}
	return meshservice.TCPPort(s.service, s.key, called.Port)
}

func (s *Service) hasHost(host string) bool {
	_, found := slices.BinarySearch(s.hosts(), host)
	return found
}

// hostsOf returns the hostnames of endpoints. It does not compute the endpoints if there are no
// hostnames.
func hostsOf(slicesOfService []*discoveryv1.EndpointSlice, all func() []endpoints.Endpoint) []string {
	if !slices.ContainsFunc(slicesOfService, hasHostname) {
		return nil
	}
	var hosts []string
	for _, endpoint := range all() {
		if endpoint.Hostname != "" {
			hosts = append(hosts, endpoint.Hostname)
		}
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

func hasHostname(slice *discoveryv1.EndpointSlice) bool {
	return slices.ContainsFunc(slice.Endpoints, func(endpoint discoveryv1.Endpoint) bool { return endpoint.Hostname != nil })
}

// endpointsOf returns the endpoints of a port of the whole Service or, if there is a host, of the
// Pods with this hostname.
func (s *Service) endpointsOf(host, port string) []endpoints.Endpoint {
	of := s.view.Slices
	if host != "" {
		of = s.slicesOfHosts()[host]
	}
	all, _ := endpoints.Aggregate(restrict(of, port))
	return all
}

// restrict returns copies of the slices with this port only. The memory of all endpoints with all
// ports is unlimited.
func restrict(all []*discoveryv1.EndpointSlice, port string) []*discoveryv1.EndpointSlice {
	var restricted []*discoveryv1.EndpointSlice
	for _, slice := range all {
		i := slices.IndexFunc(slice.Ports, func(of discoveryv1.EndpointPort) bool { return ptr.Deref(of.Name, "") == port })
		if i < 0 {
			continue
		}
		ofPort := *slice
		ofPort.Ports = slice.Ports[i : i+1]
		restricted = append(restricted, &ofPort)
	}
	return restricted
}

// slicesByHost returns copies of the slices with the endpoints of each hostname only. A headless
// Service may have a name for each of thousands of Pods.
func slicesByHost(all []*discoveryv1.EndpointSlice) map[string][]*discoveryv1.EndpointSlice {
	byHost := map[string][]*discoveryv1.EndpointSlice{}
	for _, slice := range all {
		ofSlice := map[string]*discoveryv1.EndpointSlice{}
		for i := range slice.Endpoints {
			host := ptr.Deref(slice.Endpoints[i].Hostname, "")
			if host == "" {
				continue
			}
			of := ofSlice[host]
			if of == nil {
				of = ptr.To(*slice)
				of.Endpoints = nil
				ofSlice[host] = of
				byHost[host] = append(byHost[host], of)
			}
			of.Endpoints = append(of.Endpoints, slice.Endpoints[i])
		}
	}
	return byHost
}

// families returns the families of the Service's addresses in the order of preference.
func (s *Service) families() []discoveryv1.AddressType {
	if families := s.service.Spec.IPFamilies; len(families) > 0 && families[0] == corev1.IPv6Protocol {
		return []discoveryv1.AddressType{discoveryv1.AddressTypeIPv6, discoveryv1.AddressTypeIPv4}
	}
	return []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6}
}
