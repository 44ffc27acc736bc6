package vip

import (
	"net/netip"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// NameOf is the name of the VirtualIP of an address: two of one address cannot exist.
func NameOf(address netip.Addr) string {
	return strings.ReplaceAll(address.StringExpanded(), ":", "-")
}

// AddressOf is the address that a VirtualIP stands for. The API server has seen to it that it is one.
func AddressOf(claim *v1alpha1.VirtualIP) netip.Addr {
	address, _ := netip.ParseAddr(claim.Spec.Address) // the zero address is nobody's
	return address
}

// NewClaim is the VirtualIP by which a Service gets an address of a Mesh.
func NewClaim(address netip.Addr, mesh, class string, service *corev1.Service) *v1alpha1.VirtualIP {
	return &v1alpha1.VirtualIP{
		ObjectMeta: metav1.ObjectMeta{
			Name: NameOf(address),
			Labels: map[string]string{
				v1alpha1.MeshLabel:      mesh,
				v1alpha1.ManagedByLabel: v1alpha1.ManagedByLoadBalancerController,
			},
		},
		Spec: v1alpha1.VirtualIPSpec{
			Address:           address.String(),
			Mesh:              mesh,
			LoadBalancerClass: class,
			Service: &v1alpha1.VirtualIPService{
				Namespace: service.Namespace, Name: service.Name, UID: service.UID, ResourceVersion: service.ResourceVersion,
			},
		},
	}
}

// IsClaim tells whether a VirtualIP is a claim for a Service of the class. Others
// only keep their address from being given away.
func IsClaim(virtualIP *v1alpha1.VirtualIP, class string) bool {
	return virtualIP.Labels[v1alpha1.ManagedByLabel] == v1alpha1.ManagedByLoadBalancerController &&
		virtualIP.Spec.LoadBalancerClass == class && virtualIP.Spec.Service != nil
}

// Shown are the addresses that a Service tells its clients.
func Shown(service *corev1.Service) []netip.Addr {
	var shown []netip.Addr
	for _, ingress := range service.Status.LoadBalancer.Ingress {
		if address, err := netip.ParseAddr(ingress.IP); err == nil {
			shown = append(shown, address.Unmap())
		}
	}
	return shown
}

// NeedsRenewal tells whether a claim has to be renewed before the Service shows
// its address at this version: see MayRelease.
func NeedsRenewal(claim *v1alpha1.VirtualIP, service *corev1.Service) bool {
	return claim.Spec.Service.ResourceVersion != service.ResourceVersion && !slices.Contains(Shown(service), AddressOf(claim))
}

// MayRelease tells whether an address can be freed, given its claim and the
// Service as it was read from the API server after the claim; nil when it is gone.
//
// An address is only ever shown by a write that asks for the version of the
// Service for which the address was claimed. So when the Service has another one
// and does not show the address, no such write can succeed any more, however long
// it has been on its way. And whoever claims the address for another version
// changes the claim, so that its deletion at the version that was read fails.
func MayRelease(claim *v1alpha1.VirtualIP, live *corev1.Service) bool {
	if live == nil || live.UID != claim.Spec.Service.UID {
		return true
	}
	return live.ResourceVersion != claim.Spec.Service.ResourceVersion && !slices.Contains(Shown(live), AddressOf(claim))
}
