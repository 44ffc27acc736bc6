package resource

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/name"
)

// atAddress separates the name of a port from a virtual IP, in the names of listeners for proxies.
const atAddress = "@"

// ServiceOf returns the Service that decides on the resources of a name. If there is none, they
// depend on the name alone.
func ServiceOf(text, clusterDomain string) (service types.NamespacedName, found bool) {
	if strings.HasPrefix(text, reasonPrefix) {
		return service, false
	}
	text, _, _ = strings.Cut(text, atAddress)
	called, err := name.Parse(text, clusterDomain)
	return called.Key(), err == nil
}

// Build returns the resource of a name. The Service is the result of ServiceOf, or nil.
func Build(kind Kind, text, clusterDomain string, service *Service) *Resource {
	return BuildFor("", kind, text, clusterDomain, service)
}

// BuildFor returns the resource for the clients in a namespace. It differs from Build only for the
// namespaces that the result of Build depends on.
func BuildFor(client string, kind Kind, text, clusterDomain string, service *Service) *Resource {
	switch {
	case text == "":
		return &Resource{Missing: "the name is empty", Unknown: true}
	case !utf8.ValidString(text):
		return &Resource{Missing: "the name is not valid UTF-8", Unknown: true} // gRPC does not accept it either
	}
	if strings.HasPrefix(text, reasonPrefix) {
		return buildReason(kind, text)
	}
	text, address, isAddress := strings.Cut(text, atAddress)
	if isAddress {
		return buildAddress(kind, text, address, clusterDomain, service)
	}
	called, err := name.Parse(text, clusterDomain)
	if err != nil {
		return buildUnknown(kind, text, err)
	}
	if kind != Listener && !name.IsNormalized(text) {
		return buildUnknown(kind, text, fmt.Errorf("%s is not spelled as in the listener: use %s", text, called))
	}
	port, err := service.port(called)
	if err != nil {
		return buildUnknown(kind, text, err)
	}
	target := target{name: called, service: service, port: port}
	if kind == Listener || kind == Route {
		return target.buildRouting(kind, text, client)
	}
	if service.isStrict() {
		return target.buildStrict(kind, text)
	}
	return target.build(kind, text)
}

// target is a port of a Service, by the name that a client uses.
type target struct {
	name    name.Name
	service *Service
	port    *corev1.ServicePort
}

// canonical is the same for all names of the port. Proxies get all ports under this name.
func (t target) canonical() string {
	canonical := t.name
	canonical.Port = strconv.Itoa(int(t.port.Port))
	return canonical.String()
}

// build returns a cluster or an assignment.
func (t target) build(kind Kind, text string) *Resource {
	if kind == Cluster {
		return &Resource{message: t.cluster(text)}
	}
	return t.assignment(text).resource()
}

// buildAddress returns a proxy's listener for a virtual IP.
func buildAddress(kind Kind, text, address, clusterDomain string, service *Service) *Resource {
	missing := &Resource{Missing: fmt.Sprintf("%s has no address %s", text, address), Unknown: true}
	called, err := name.Parse(text, clusterDomain)
	if kind != Listener || err != nil || service == nil || !slices.Contains(service.addresses, address) {
		return missing
	}
	port, err := service.port(called)
	if err != nil {
		return missing
	}
	target := target{name: called, service: service, port: port}
	return &Resource{message: target.addressListener(text+atAddress+address, address)}
}

// Names returns the names of a Service's resources that a wildcard selects: one name for each port.
func (s *Service) Names(kind Kind) []string {
	if s.unserved != "" {
		return nil
	}
	var names []string
	for _, port := range meshservice.TCPPorts(s.service) {
		called := name.Name{Service: s.key.Name, Namespace: s.key.Namespace, Port: strconv.Itoa(int(port.Port))}
		if kind == Listener {
			for _, address := range s.addresses {
				names = append(names, called.String()+atAddress+address)
			}
			continue
		}
		names = append(names, called.String())
		for _, host := range s.hosts() {
			called.Host = host
			names = append(names, called.String())
		}
	}
	return names
}
