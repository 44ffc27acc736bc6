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

// Status is what Meshwork says in the status of a Service.
type Status struct {
	Ingress []corev1.LoadBalancerIngress
	// Condition is nil when there is nothing to say.
	Condition *metav1.Condition
	// Foreign tells that the Service is another's now, and only the condition has to go.
	Foreign bool
}

// StatusOf is what a Service should say, given its addresses and what is the
// matter with them. It is nil for a Service whose status is none of the class's
// business: one that does not speak of it, or says what another manager wrote.
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

// MayBeOthers tells whether the condition of a Service may be that of a manager of
// another class. Without class or type it is left over, since a change of type
// removes the addresses only.
func MayBeOthers(service *corev1.Service, class string) bool {
	return HasCondition(service) && !isOfClass(service, class) &&
		service.Spec.Type == corev1.ServiceTypeLoadBalancer && service.Spec.LoadBalancerClass != nil
}

// HasCondition tells whether the status of a Service speaks of addresses of a mesh.
func HasCondition(service *corev1.Service) bool {
	return meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady) != nil
}

// Differs tells whether a Service says something else, and sets the time of the
// condition.
func (s *Status) Differs(service *corev1.Service, now metav1.Time) bool {
	standing := meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady)
	if s.Foreign {
		return standing != nil
	}
	if s.Condition != nil {
		s.Condition.LastTransitionTime = now
		if standing != nil && standing.Status == s.Condition.Status {
			s.Condition.LastTransitionTime = standing.LastTransitionTime
		}
	}
	return !equality.Semantic.DeepEqual(service.Status.LoadBalancer.Ingress, s.Ingress) ||
		!equality.Semantic.DeepEqual(standing, s.Condition)
}

// Addresses are those of claims.
func Addresses(claims []*v1alpha1.VirtualIP) []netip.Addr {
	addresses := make([]netip.Addr, 0, len(claims))
	for _, claim := range claims {
		addresses = append(addresses, AddressOf(claim))
	}
	return addresses
}
