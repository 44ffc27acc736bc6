package vip

import (
	"net/netip"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// NameOf returns the name of the VirtualIP of an address. It depends only on the
// address, so an address cannot have two VirtualIPs.
func NameOf(address netip.Addr) string {
	return strings.ReplaceAll(address.StringExpanded(), ":", "-")
}

// AddressOf returns the address of a VirtualIP. The API server has validated it.
func AddressOf(claim *v1alpha1.VirtualIP) netip.Addr {
	address, _ := netip.ParseAddr(claim.Spec.Address) // the zero Addr if it is invalid
	return address
}

// NewClaim returns the VirtualIP with which a Service claims an address of a Mesh.
func NewClaim(address netip.Addr, mesh, class string, service *corev1.Service) *v1alpha1.VirtualIP {
	return &v1alpha1.VirtualIP{
		ObjectMeta: metav1.ObjectMeta{
			Name:   NameOf(address),
			Labels: labelsOf(mesh),
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

func labelsOf(mesh string) map[string]string {
	return map[string]string{v1alpha1.MeshLabel: mesh, v1alpha1.ManagedByLabel: v1alpha1.ManagedByLoadBalancerController}
}

// IsClaim reports whether a VirtualIP is a claim for a Service of the class. Its spec, which
// is immutable, says so. Its labels may have been removed, but not replaced by the labels of
// another manager. Other VirtualIPs only prevent the allocation of their address.
func IsClaim(virtualIP *v1alpha1.VirtualIP, class string) bool {
	manager, isLabeled := virtualIP.Labels[v1alpha1.ManagedByLabel]
	return virtualIP.Spec.LoadBalancerClass == class && virtualIP.Spec.Service != nil &&
		(!isLabeled || manager == v1alpha1.ManagedByLoadBalancerController)
}

// IsReleased reports whether the Service of a VirtualIP has released the address, which
// cools down. See [Cooldowns].
func IsReleased(virtualIP *v1alpha1.VirtualIP) bool {
	return virtualIP.Spec.Service != nil && virtualIP.Spec.Service.ReleaseTime != nil
}

// Released returns the claim of an address that its Service has released.
func Released(claim *v1alpha1.VirtualIP, now metav1.Time) *v1alpha1.VirtualIP {
	released := claim.DeepCopy()
	released.Spec.Service.ReleaseTime = &now
	return released
}

// Renewed returns the claim with which this version of the Service may show the address,
// with its labels.
func Renewed(claim *v1alpha1.VirtualIP, service *corev1.Service) *v1alpha1.VirtualIP {
	renewed := claim.DeepCopy()
	renewed.Spec.Service.ResourceVersion, renewed.Spec.Service.ReleaseTime = service.ResourceVersion, nil
	for key, value := range labelsOf(claim.Spec.Mesh) {
		metav1.SetMetaDataLabel(&renewed.ObjectMeta, key, value)
	}
	return renewed
}

// Shown returns the addresses that a Service publishes in its status.
func Shown(service *corev1.Service) []netip.Addr {
	var shown []netip.Addr
	for _, ingress := range service.Status.LoadBalancer.Ingress {
		if address, err := netip.ParseAddr(ingress.IP); err == nil {
			shown = append(shown, address.Unmap())
		}
	}
	return shown
}

// NeedsRenewal reports whether a claim must be renewed before this version of the
// Service may show the address, see MayRelease, or because it lacks its labels.
func NeedsRenewal(claim *v1alpha1.VirtualIP, service *corev1.Service) bool {
	for key, value := range labelsOf(claim.Spec.Mesh) {
		if claim.Labels[key] != value {
			return true
		}
	}
	return IsReleased(claim) ||
		claim.Spec.Service.ResourceVersion != service.ResourceVersion && !slices.Contains(Shown(service), AddressOf(claim))
}

// MayRelease reports whether an address can be released, given its claim and the
// Service as read from the API server after the claim, or nil if the Service does not
// exist.
//
// An address is only published by a write whose precondition is the version of the
// Service for which the address was claimed. If the Service has another version and
// does not show the address, no such write can succeed any more, even if it is still
// in flight. A client that claims the address for another version changes the claim,
// so that its deletion with the old version as precondition fails.
func MayRelease(claim *v1alpha1.VirtualIP, live *corev1.Service) bool {
	if live == nil || live.UID != claim.Spec.Service.UID {
		return true
	}
	return live.ResourceVersion != claim.Spec.Service.ResourceVersion && !slices.Contains(Shown(live), AddressOf(claim))
}
