package vip

import (
	"cmp"
	"net/netip"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/conditions"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// ownConditions are the conditions that Meshwork sets on a Service.
var ownConditions = conditions.Types{v1alpha1.ConditionVIPReady, v1alpha1.ConditionVIPReachable}

// Publication is the input of the status of one Service. It is not changed.
type Publication struct {
	Service *corev1.Service
	// Class is the load-balancer class that the manager serves.
	Class string
	// Addresses are the addresses of the Service. Problems are the reasons why one is missing.
	Addresses []netip.Addr
	Problems  []finding.Finding
	// Mesh is the name of the Mesh that the Service should be in. IPMode is the mode of
	// its addresses. If it is "", the addresses keep the mode that the Service shows.
	Mesh   string
	IPMode corev1.LoadBalancerIPMode
	// Serving are the IP families in which the Service has an endpoint.
	Serving endpoints.Families
	// Now is the time of conditions that change.
	Now metav1.Time
	// IsOurs is true if this manager wrote the conditions of a Service of another class.
	IsOurs bool
}

// Status is the part of a Service's status that Meshwork writes.
type Status struct {
	Ingress []corev1.LoadBalancerIngress
	// Conditions are all that the Service should have of Meshwork's conditions.
	Conditions []metav1.Condition
	// Foreign is true if the Service is no longer of the class, so that only the
	// conditions must be removed.
	Foreign bool
}

// StatusOf returns the status that a Service should have. It returns nil for a Service
// whose status must not be changed: the Service is not of the class, and has no
// condition or one that another manager may have written.
func StatusOf(p Publication) *Status {
	if !isOfClass(p.Service, p.Class) {
		if !HasCondition(p.Service) || MayBeOthers(p.Service, p.Class) && !p.IsOurs {
			return nil
		}
		return &Status{Foreign: true}
	}
	status := &Status{Ingress: p.ingress()}
	if p.Service.DeletionTimestamp == nil {
		wanted := []metav1.Condition{p.ready(), Reachable(p.Service, status.Ingress, p.Mesh, p.Serving)}
		status.Conditions = conditions.WithTimes(wanted, p.Service.Status.Conditions, p.Service.Generation, p.Now)
	}
	return status
}

// ingress returns the addresses in the order of the Service's IP families.
func (p Publication) ingress() []corev1.LoadBalancerIngress {
	var ingress []corev1.LoadBalancerIngress
	for _, family := range p.Service.Spec.IPFamilies {
		for _, address := range p.Addresses {
			if FamilyOf(address) == family {
				mode := cmp.Or(p.IPMode, shownMode(p.Service, address), corev1.LoadBalancerIPModeVIP)
				ingress = append(ingress, corev1.LoadBalancerIngress{IP: address.String(), IPMode: &mode})
			}
		}
	}
	return ingress
}

// shownMode returns the mode of an address that the Service shows, or "".
func shownMode(service *corev1.Service, address netip.Addr) corev1.LoadBalancerIPMode {
	for _, ingress := range service.Status.LoadBalancer.Ingress {
		if ingress.IP == address.String() {
			return ptr.Deref(ingress.IPMode, "")
		}
	}
	return ""
}

// ready returns the condition VIPReady.
func (p Publication) ready() metav1.Condition {
	problems := p.Problems
	if len(problems) == 0 && p.isAddressMissing() {
		problems = []finding.Finding{finding.Warning(v1alpha1.ReasonFailedToAssignVIP, "no address could be claimed yet; will retry")}
	}
	condition := metav1.Condition{
		Type: v1alpha1.ConditionVIPReady, Status: metav1.ConditionTrue,
		Reason: v1alpha1.ReasonVIPAssigned, Message: "the Service has an address of each of its IP families",
	}
	if len(problems) > 0 {
		condition.Status, condition.Reason, condition.Message = metav1.ConditionFalse, problems[0].Reason, problems[0].Message
	}
	return condition
}

func (p Publication) isAddressMissing() bool {
	return slices.ContainsFunc(p.Service.Spec.IPFamilies, func(family corev1.IPFamily) bool {
		return !slices.ContainsFunc(p.Addresses, func(address netip.Addr) bool { return FamilyOf(address) == family })
	})
}

// MayBeOthers reports whether the conditions of a Service may have been written by a
// manager of another class. If the Service has no class or another type, they are
// leftovers, because a change of the type only removes the addresses.
func MayBeOthers(service *corev1.Service, class string) bool {
	return HasCondition(service) && !isOfClass(service, class) &&
		service.Spec.Type == corev1.ServiceTypeLoadBalancer && service.Spec.LoadBalancerClass != nil
}

// HasCondition reports whether a Service has one of Meshwork's conditions.
func HasCondition(service *corev1.Service) bool { return len(ConditionsOf(service)) > 0 }

// ConditionsOf returns Meshwork's conditions of a Service, in a fixed order.
func ConditionsOf(service *corev1.Service) []metav1.Condition {
	return ownConditions.Of(service.Status.Conditions)
}

// Differs reports whether the Service has another status.
func (s *Status) Differs(service *corev1.Service) bool {
	if s.Foreign {
		return HasCondition(service)
	}
	return !equality.Semantic.DeepEqual(service.Status.LoadBalancer.Ingress, s.Ingress) ||
		!equality.Semantic.DeepEqual(ConditionsOf(service), s.Conditions)
}

// Fingerprint changes with the status and with the Service, not with the transition times of conditions.
func (s *Status) Fingerprint(service types.UID) contest.Fingerprint {
	status := *s
	status.Conditions = conditions.WithoutTimes(s.Conditions)
	return contest.FingerprintOf(service, status)
}

// MayWait reports whether the write of a status that differs can be put off: the
// Service shows the same addresses, and knows whether any is missing.
func (s *Status) MayWait(service *corev1.Service) bool {
	existing := meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady)
	return !s.Foreign &&
		equality.Semantic.DeepEqual(withoutModes(service.Status.LoadBalancer.Ingress), withoutModes(s.Ingress)) &&
		equality.Semantic.DeepEqual(existing, meta.FindStatusCondition(s.Conditions, v1alpha1.ConditionVIPReady))
}

func withoutModes(ingress []corev1.LoadBalancerIngress) []corev1.LoadBalancerIngress {
	ingress = slices.Clone(ingress)
	for i := range ingress {
		ingress[i].IPMode = nil
	}
	return ingress
}

// Addresses returns the addresses of claims.
func Addresses(claims []*v1alpha1.VirtualIP) []netip.Addr {
	addresses := make([]netip.Addr, 0, len(claims))
	for _, claim := range claims {
		addresses = append(addresses, AddressOf(claim))
	}
	return addresses
}
