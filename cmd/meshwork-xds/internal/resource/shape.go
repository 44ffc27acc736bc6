package resource

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// Shape identifies one aspect of the state of a Service. No Service has the zero value.
type Shape [sha256.Size]byte

// Shape changes with the names of the Service, and with the reasons why others are unknown. It does not
// change with its endpoints.
func (s *Service) Shape() Shape { return s.shape() }

// RoutingShape changes with the listeners and routes of the Service, not with its endpoints: as long
// as it stays, and the BackendShape of each backend does, they need not be built again.
func (s *Service) RoutingShape() Shape { return s.routingShape() }

// BackendShape changes with everything that the routes of other Services depend on if this one is a
// backend of them.
func (s *Service) BackendShape() Shape { return s.backendShape() }

func backendShapeOf(s *Service) Shape {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q", s.unserved)
	s.hashPorts(hash)
	s.hashClients(hash, "")
	return Shape(hash.Sum(nil))
}

// routingShapeOf hashes everything of the Service that listeners and routes depend on. It reads no
// rules: it is computed at each change of an endpoint, and rules are large.
func routingShapeOf(s *Service) Shape {
	hash := sha256.New()
	fmt.Fprintf(hash, "%x", s.Shape())
	if s.unserved != "" {
		return Shape(hash.Sum(nil))
	}
	for i := range s.service.Spec.Ports {
		fmt.Fprintf(hash, " %q", ptr.Deref(s.service.Spec.Ports[i].AppProtocol, ""))
	}
	for _, host := range append(slices.Clone(s.hosts()), "") {
		s.hashClients(hash, host)
	}
	// The Service's retry-on applies to the retries of its routes. The policy has it only if the
	// Service has retries, too.
	fmt.Fprintf(hash, " %q %q %q", versions(s.view.Routes), versions(s.view.Upcoming),
		trafficpolicy.OverrideCalls(nil, s.service.Annotations))
	return Shape(hash.Sum(nil))
}

// versions returns the versions of routes, which may come in any order.
func versions(all []*routes.Route) []string {
	versions := make([]string, len(all))
	for i, route := range all {
		versions[i] = route.Version()
	}
	slices.Sort(versions)
	return versions
}

// hashClients hashes the state that decides which clients can call the Service, or its Pods with a hostname,
// and how.
func (s *Service) hashClients(hash io.Writer, host string) {
	if s.unserved != "" { // no client can
		return
	}
	always, withoutCertificates := s.obstacles(host)
	fmt.Fprintf(hash, " %+v %v %v", s.policy, always, withoutCertificates)
}

// shapeOf hashes everything that Build needs for an unknown name.
func shapeOf(s *Service) Shape {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q", s.unserved, s.addresses)
	if s.unserved == "" {
		fmt.Fprintf(hash, " %q", s.hosts())
	}
	s.hashPorts(hash)
	return Shape(hash.Sum(nil))
}

func (s *Service) hashPorts(hash io.Writer) {
	if s.unserved != "" {
		return
	}
	for i := range s.service.Spec.Ports {
		port := &s.service.Spec.Ports[i]
		fmt.Fprintf(hash, " %q %d %q", port.Protocol, port.Port, port.Name)
	}
}
