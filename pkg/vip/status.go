package vip

import (
	"net/netip"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Status is the part of a Service's status that Meshwork writes.
type Status struct {
	Ingress []corev1.LoadBalancerIngress
	// Condition is nil if the Service should not have it.
	Condition *metav1.Condition
	// Foreign is true if the Service is no longer of the class, so that only the
	// condition must be removed.
	Foreign bool
}

// StatusOf returns the status that a Service should have, given its addresses and
// the problems with them. It returns nil for a Service whose status must not be
// changed: the Service is not of the class, and has no condition or one that another
// manager may have written (isOurs: this manager wrote it).
func StatusOf(service *corev1.Service, class string, addresses []netip.Addr, problems []finding.Finding, isOurs bool) *Status {
	if !isOfClass(service, class) {
		if !HasCondition(service) || MayBeOthers(service, class) && !isOurs {
			return nil
		}
		return &Status{Foreign: true}
	}
	status, missing := &Status{}, false
	for _, family := range service.Spec.IPFamilies {
		has := func(address netip.Addr) bool { return FamilyOf(address) == family }
		missing = missing || !slices.ContainsFunc(addresses, has)
		for _, address := range addresses {
			if has(address) {
				status.Ingress = append(status.Ingress, corev1.LoadBalancerIngress{
					IP: address.String(), IPMode: ptr.To(corev1.LoadBalancerIPModeProxy),
				})
			}
		}
	}
	if service.DeletionTimestamp != nil {
		return status
	}
	status.Condition = &metav1.Condition{
		Type: v1alpha1.ConditionVIPReady, Status: metav1.ConditionTrue, ObservedGeneration: service.Generation,
		Reason: v1alpha1.ReasonVIPAssigned, Message: "the Service has an address of each of its IP families",
	}
	if missing && len(problems) == 0 {
		problems = []finding.Finding{finding.Warning(v1alpha1.ReasonFailedToAssignVIP, "no address could be claimed yet; will retry")}
	}
	if len(problems) > 0 {
		status.Condition.Status, status.Condition.Reason = metav1.ConditionFalse, problems[0].Reason
		status.Condition.Message = problems[0].Message
	}
	return status
}

// MayBeOthers reports whether the condition of a Service may have been written by a
// manager of another class. If the Service has no class or another type, the condition
// is a leftover, because a change of the type only removes the addresses.
func MayBeOthers(service *corev1.Service, class string) bool {
	return HasCondition(service) && !isOfClass(service, class) &&
		service.Spec.Type == corev1.ServiceTypeLoadBalancer && service.Spec.LoadBalancerClass != nil
}

// HasCondition reports whether a Service has the condition VIPReady.
func HasCondition(service *corev1.Service) bool {
	return meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady) != nil
}

// Differs reports whether the status of a Service differs, and sets the transition
// time of the condition.
func (s *Status) Differs(service *corev1.Service, now metav1.Time) bool {
	existing := meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady)
	if s.Foreign {
		return existing != nil
	}
	if s.Condition != nil {
		s.Condition.LastTransitionTime = now
		if existing != nil && existing.Status == s.Condition.Status {
			s.Condition.LastTransitionTime = existing.LastTransitionTime
		}
	}
	return !equality.Semantic.DeepEqual(service.Status.LoadBalancer.Ingress, s.Ingress) ||
		!equality.Semantic.DeepEqual(existing, s.Condition)
}

// Addresses returns the addresses of claims.
func Addresses(claims []*v1alpha1.VirtualIP) []netip.Addr {
	addresses := make([]netip.Addr, 0, len(claims))
	for _, claim := range claims {
		addresses = append(addresses, AddressOf(claim))
	}
	return addresses
}
