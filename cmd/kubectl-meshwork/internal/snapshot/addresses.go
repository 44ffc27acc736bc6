package snapshot

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// VIPView returns the view that decides about the Service's addresses.
func (s *Service) VIPView(class string) vip.View {
	var mesh *v1alpha1.Mesh
	var ranges vip.Ranges
	if name := meshservice.WantedMesh(s.Service, s.Namespace); name != "" {
		mesh = s.Mesh(name)
	}
	if mesh != nil {
		ranges = vip.RangesOf(mesh, s.Meshes).Ranges
	}
	return meshservice.VIPView(s.Service, s.Namespace, mesh, ranges, class, s.claims(class))
}

func (s *Service) claims(class string) []*v1alpha1.VirtualIP {
	var claims []*v1alpha1.VirtualIP
	candidates := s.VirtualIPs
	if s.held != nil {
		candidates = s.held[s.Service.Namespace+"/"+s.Service.Name]
	}
	for _, virtualIP := range candidates {
		if !vip.IsClaim(virtualIP, class) {
			continue
		}
		if holder := virtualIP.Spec.Service; holder.Namespace == s.Service.Namespace && holder.Name == s.Service.Name {
			claims = append(claims, virtualIP)
		}
	}
	return claims
}

// Holder returns the VirtualIP that holds the address, nil if the address is free.
func (s *Service) Holder(address netip.Addr) *v1alpha1.VirtualIP {
	for _, virtualIP := range s.VirtualIPs {
		if address.IsValid() && vip.AddressOf(virtualIP) == address {
			return virtualIP
		}
	}
	return nil
}

// HasFree reports whether the ranges have a free address of the family.
func (s *Service) HasFree(ranges vip.Ranges, family corev1.IPFamily) bool {
	pool := vip.NewPool(ranges)
	for _, virtualIP := range s.VirtualIPs {
		if address := vip.AddressOf(virtualIP); ranges.Contains(address) {
			pool.Reserve(address)
		}
	}
	return pool.Usage(family).Available > 0
}
