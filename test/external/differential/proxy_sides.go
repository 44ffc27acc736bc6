package differential

import (
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/kubernetes/pkg/proxy"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// routes has the endpoints that the clients of each Node use.
type routes map[routeKey]route

// routeKey identifies a port of the Service in one family, as seen by a client.
type routeKey struct {
	client endpoints.Client
	port   endpoints.PortKey
}

func (k routeKey) String() string {
	return fmt.Sprintf("%s (zone %q), %s port %q/%s", k.client.Node, k.client.Zone, k.port.Family, k.port.Name, k.port.Protocol)
}

// route has the addresses that a client uses with each traffic policy, sorted.
type route struct {
	cluster, local []string
	// internal and external are the policies of the Service.
	internal, external endpoints.TrafficPolicy
	// reachable is set if there is an endpoint anywhere in the cluster.
	reachable bool
	// usesCluster and usesLocal are set if any traffic has the policy. Only kube-proxy's
	// routes have them, and no addresses for an unused policy.
	usesCluster, usesLocal bool
}

// ourRoutes returns the routes by package endpoints, and counts their reasons.
func ourRoutes(s *proxyScenario, reasons map[endpoints.Reason]int) routes {
	all, _ := endpoints.Aggregate(s.slices)
	ports := endpoints.GroupByPort(all)
	found := routes{}
	for _, family := range families {
		for _, servicePort := range s.service.Spec.Ports {
			key := endpoints.PortKey{Family: discoveryv1.AddressType(family), Name: servicePort.Name, Protocol: servicePort.Protocol}
			port := ports.Get(key)
			for _, client := range s.clients {
				cluster, local := port.Choose(endpoints.PolicyCluster, client), port.Choose(endpoints.PolicyLocal, client)
				reasons[cluster.Reason]++
				reasons[local.Reason]++
				found[routeKey{client, key}] = route{
					cluster:   addressesOf(cluster.Endpoints),
					local:     addressesOf(local.Endpoints),
					internal:  endpoints.InternalPolicy(s.service),
					external:  endpoints.ExternalPolicy(s.service),
					reachable: cluster.Reason != endpoints.NoEndpoints || local.Reason != endpoints.NoEndpoints,
				}
			}
		}
	}
	return found
}

func addressesOf(all []*endpoints.Endpoint) []string {
	var addresses []string
	for _, endpoint := range all {
		addresses = append(addresses, net.JoinHostPort(endpoint.Address.String(), strconv.Itoa(int(endpoint.Port))))
	}
	slices.Sort(addresses)
	return addresses
}

// kubeProxies are the kube-proxies of all Nodes. They learn of the slices from events, as
// real ones do.
type kubeProxies struct {
	slices   map[string]*discoveryv1.EndpointSlice
	trackers map[kubeProxyKey]*kubeProxy
}

type kubeProxyKey struct {
	node   string
	family corev1.IPFamily
}

// kubeProxy is the part of a kube-proxy that keeps the endpoints of one family.
type kubeProxy struct {
	changes   *proxy.EndpointsChangeTracker
	endpoints proxy.EndpointsMap
}

func newKubeProxies() *kubeProxies {
	return &kubeProxies{slices: map[string]*discoveryv1.EndpointSlice{}, trackers: map[kubeProxyKey]*kubeProxy{}}
}

// observe sends the differences to the slices of the last call to all kube-proxies.
func (k *kubeProxies) observe(s *proxyScenario) {
	current := map[string]*discoveryv1.EndpointSlice{}
	for _, slice := range s.slices {
		current[slice.Name] = slice.DeepCopy()
	}
	for _, client := range s.clients {
		for _, family := range families {
			kubeProxy := k.tracker(client.Node, family)
			for name, slice := range k.slices {
				if current[name] == nil {
					kubeProxy.changes.EndpointSliceUpdate(slice, true)
				}
			}
			for _, slice := range current {
				kubeProxy.changes.EndpointSliceUpdate(slice, false)
			}
			kubeProxy.endpoints.Update(kubeProxy.changes)
		}
	}
	k.slices = current
}

func (k *kubeProxies) tracker(node string, family corev1.IPFamily) *kubeProxy {
	key := kubeProxyKey{node, family}
	if k.trackers[key] == nil {
		k.trackers[key] = &kubeProxy{proxy.NewEndpointsChangeTracker(family, node, nil, nil), proxy.EndpointsMap{}}
	}
	return k.trackers[key]
}

// routes returns the routes by kube-proxy.
func (k *kubeProxies) routes(s *proxyScenario) routes {
	k.observe(s)
	found := routes{}
	for _, family := range families {
		for name, port := range servicePorts(s.service, family) {
			key := endpoints.PortKey{Family: discoveryv1.AddressType(family), Name: name.Port, Protocol: name.Protocol}
			for _, client := range s.clients {
				found[routeKey{client, key}] = k.route(client, family, name, port)
			}
		}
	}
	return found
}

func (k *kubeProxies) route(client endpoints.Client, family corev1.IPFamily, name proxy.ServicePortName, port proxy.ServicePort) route {
	labels := map[string]string{}
	if client.Zone != "" {
		labels[corev1.LabelTopologyZone] = client.Zone
	}
	cluster, local, union, reachable := proxy.CategorizeEndpoints(k.tracker(client.Node, family).endpoints[name], port, client.Node, labels)
	found := route{
		cluster:   proxyAddresses(cluster),
		local:     proxyAddresses(local),
		internal:  policyOf(port.InternalPolicyLocal()),
		external:  policyOf(port.ExternalPolicyLocal()),
		reachable: reachable,

		usesCluster: port.UsesClusterEndpoints(),
		usesLocal:   port.UsesLocalEndpoints(),
	}
	if both := sortedUnion(found.cluster, found.local); !slices.Equal(both, proxyAddresses(union)) {
		panic(fmt.Sprintf("kube-proxy uses %v and %v, but reaches %v", found.cluster, found.local, union))
	}
	return found
}

func sortedUnion(a, b []string) []string {
	union := map[string]bool{}
	for _, address := range slices.Concat(a, b) {
		union[address] = true
	}
	return slices.Sorted(maps.Keys(union))
}

// servicePorts returns kube-proxy's model of the ports of a Service.
func servicePorts(service *corev1.Service, family corev1.IPFamily) proxy.ServicePortMap {
	changes := proxy.NewServiceChangeTracker(family, nil, nil)
	changes.Update(nil, service)
	ports := proxy.ServicePortMap{}
	ports.Update(changes)
	return ports
}

func proxyAddresses(all []proxy.Endpoint) []string {
	var addresses []string
	for _, endpoint := range all {
		addresses = append(addresses, endpoint.String())
	}
	slices.Sort(addresses)
	return addresses
}

func policyOf(local bool) endpoints.TrafficPolicy {
	if local {
		return endpoints.PolicyLocal
	}
	return endpoints.PolicyCluster
}
