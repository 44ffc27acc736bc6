package resource

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
)

// PodServer is a listening address of a gRPC server in a Pod. The name of its listener begins with
// xdsbootstrap.ServerListenerPrefix.
type PodServer struct {
	Pod  types.NamespacedName
	name string
	// host is spelled as in the server's request: gRPC compares it with the host in the listener.
	host string
	port uint16
}

// PodServerOf returns the server that a name of a listener belongs to.
func PodServerOf(text string) (server PodServer, found bool) {
	rest, isServer := strings.CutPrefix(text, xdsbootstrap.ServerListenerPrefix)
	if !isServer || !utf8.ValidString(text) {
		return PodServer{}, false
	}
	parts := strings.SplitN(rest, "/", 3)
	if len(parts) != 3 {
		return PodServer{}, false
	}
	namespace, pod := parts[0], parts[1]
	host, portText, err := net.SplitHostPort(parts[2])
	if err != nil || len(validation.IsDNS1123Label(namespace)) > 0 || len(validation.IsDNS1123Subdomain(pod)) > 0 {
		return PodServer{}, false
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil || port == 0 {
		return PodServer{}, false
	}
	if _, err := netip.ParseAddr(host); err != nil {
		return PodServer{}, false
	}
	return PodServer{Pod: types.NamespacedName{Namespace: namespace, Name: pod}, name: text, host: host, port: uint16(port)}, true
}

// Port is the number of the port.
func (s PodServer) Port() uint16 { return s.port }

// Protection restricts the callers of a server.
type Protection struct {
	// closed is the reason for accepting no connections, or "".
	closed string
	// strict is the Service that requires mutual TLS, or "".
	strict string
	// callers are distinct and sorted. A strict server without any refuses all calls.
	callers []caller
}

type caller struct {
	identity string
	isPrefix bool
}

// Equal reports whether servers with either protection get the same listener.
func (p Protection) Equal(other Protection) bool {
	return p.closed == other.closed && p.strict == other.strict && slices.Equal(p.callers, other.callers)
}

// Protection depends on the Services of the Pod whose target port is the server's port, so it is the
// same for all addresses of the port. Without any, the server is closed: the Service that protects
// the port may no longer select the Pod. The server is one process: it is strict if one of these
// Services is. If callers of some of them are restricted, only these callers may connect, since the
// others could be called by the same name of a Pod.
func (s PodServer) Protection(services []*Service) Protection {
	services, ofPod := s.behind(services)
	switch {
	case ofPod == 0:
		return Protection{closed: fmt.Sprintf("Pod %s is in no EndpointSlice of a Service", s.Pod)}
	case len(services) == 0:
		return Protection{closed: fmt.Sprintf("no Service of Pod %s has the target port %d", s.Pod, s.port)}
	}
	isRestricted := slices.ContainsFunc(services, func(of *Service) bool { return of.tls.Restricted })
	var protection Protection
	for _, of := range services {
		if of.unknownMesh != "" {
			return Protection{closed: of.unknownMesh + ": whether it requires mutual TLS is not known"}
		}
		if !of.isStrict() {
			continue
		}
		if err := of.withoutCertificates(); err != nil {
			return Protection{closed: err.Error()}
		}
		if protection.strict == "" {
			protection.strict = of.key.String()
		}
		if of.tls.Restricted || !isRestricted {
			protection.callers = append(protection.callers, of.callers()...)
		}
	}
	slices.SortFunc(protection.callers, func(a, b caller) int { return strings.Compare(a.identity, b.identity) })
	protection.callers = slices.Compact(protection.callers)
	return protection
}

// behind returns the Services with the server's port, ordered by name, and the number of all
// Services of the Pod. Clients choose the port of a headless Service that has none, so it counts
// too. It opens no port that other Services of the Pod do not have.
func (s PodServer) behind(services []*Service) (ofPort []*Service, ofPod int) {
	var portless []*Service
	for _, of := range services {
		ports, isBehind := of.podPorts()[s.Pod.Name]
		if !isBehind || of.key.Namespace != s.Pod.Namespace {
			continue
		}
		ofPod++
		switch {
		case of.view.Service != nil && len(of.view.Service.Spec.Ports) == 0:
			portless = append(portless, of)
		case slices.Contains(ports, int32(s.port)):
			ofPort = append(ofPort, of)
		}
	}
	if len(ofPort) > 0 || len(portless) == ofPod {
		ofPort = append(ofPort, portless...)
	}
	slices.SortFunc(ofPort, func(a, b *Service) int { return cmp.Compare(a.key.Name, b.key.Name) })
	return ofPort, ofPod
}

// callers returns the allowed callers of this Service.
func (s *Service) callers() []caller {
	trustDomain := tlspolicy.TrustDomain(s.mesh)
	if !s.tls.Restricted {
		return []caller{{identity: tlspolicy.AnyIdentity(trustDomain), isPrefix: true}}
	}
	var callers []caller
	for _, allowed := range s.tls.Callers {
		identity, isPrefix := allowed.Identity(trustDomain)
		callers = append(callers, caller{identity, isPrefix})
	}
	return callers
}

// podPorts returns the TCP ports of each Pod of the Service, served or not, by the Pod's name. Only
// servers need them.
func (s *Service) podPorts() map[string][]int32 {
	s.podsOnce.Do(func() { s.pods = podPortsIn(s.view.Slices) })
	return s.pods
}

// Pods returns the names of the Service's Pods, ready or not.
func (s *Service) Pods() iter.Seq[string] { return maps.Keys(s.podPorts()) }

// HasPod reports whether a Pod is an endpoint of the Service, ready or not.
func (s *Service) HasPod(pod string) bool {
	_, isBehind := s.podPorts()[pod]
	return isBehind
}

// podPortsIn returns nil ports for a Pod that is only in slices without TCP ports.
func podPortsIn(slicesOfService []*discoveryv1.EndpointSlice) map[string][]int32 {
	pods := map[string][]int32{}
	for _, slice := range slicesOfService {
		ports := withTCPPorts(nil, slice)
		for i := range slice.Endpoints {
			pod := endpoints.PodOf(slice.Namespace, &slice.Endpoints[i]).Name
			if pod == "" {
				continue
			}
			switch known, seen := pods[pod]; {
			case !seen:
				pods[pod] = ports
			case !slices.Equal(known, ports): // as they are in the slices of two families
				pods[pod] = withTCPPorts(known, slice)
			}
		}
	}
	return pods
}

// withTCPPorts returns the ports and the TCP ports of a slice, each once. It does not change the list of
// ports, which other Pods have too.
func withTCPPorts(ports []int32, slice *discoveryv1.EndpointSlice) []int32 {
	ports = slices.Clip(ports)
	for _, port := range slice.Ports {
		number := ptr.Deref(port.Port, 0)
		if ptr.Deref(port.Protocol, corev1.ProtocolTCP) == corev1.ProtocolTCP && !slices.Contains(ports, number) {
			ports = append(ports, number)
		}
	}
	return ports
}
