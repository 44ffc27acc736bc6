package resource

import (
	"crypto/sha256"
	"fmt"
)

// Shape identifies the unknown names of a Service, and the reasons why they are. No Service has the
// zero value.
type Shape [sha256.Size]byte

// Shape changes with the names of the Service, not with its endpoints.
func (s *Service) Shape() Shape { return s.shape() }

// shapeOf hashes everything that Build needs for an unknown name.
func shapeOf(s *Service) Shape {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q", s.unserved, s.addresses)
	if s.unserved == "" {
		fmt.Fprintf(hash, " %q", s.hosts())
		for i := range s.service.Spec.Ports {
			port := &s.service.Spec.Ports[i]
			fmt.Fprintf(hash, " %q %d %q", port.Protocol, port.Port, port.Name)
		}
	}
	return Shape(hash.Sum(nil))
}
