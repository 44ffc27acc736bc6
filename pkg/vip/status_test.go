package vip_test

import (
	"net/netip"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

var (
	asked = metav1.NewTime(start.Add(time.Hour))
	noted = metav1.NewTime(start)
)

// saying has the Service bear the condition, beside somebody else's.
func saying(status metav1.ConditionStatus, reason, message string) change {
	return func(service *corev1.Service) {
		meta.SetStatusCondition(&service.Status.Conditions, metav1.Condition{
			Type: "example.com/Theirs", Status: metav1.ConditionTrue, Reason: "Theirs", LastTransitionTime: noted,
		})
		meta.SetStatusCondition(&service.Status.Conditions, metav1.Condition{
			Type: "meshwork.dev/VIPReady", Status: status, Reason: reason, Message: message,
			ObservedGeneration: service.Generation, LastTransitionTime: noted,
		})
	}
}

func ingress(addresses ...string) []corev1.LoadBalancerIngress {
	var made []corev1.LoadBalancerIngress
	for _, address := range addresses {
		made = append(made, corev1.LoadBalancerIngress{IP: address, IPMode: ptr.To(corev1.LoadBalancerIPModeProxy)})
	}
	return made
}

func addressesOf(texts ...string) []netip.Addr {
	var made []netip.Addr
	for _, text := range texts {
		made = append(made, at(text))
	}
	return made
}

func TestStatusOf(t *testing.T) {
	assigned := &metav1.Condition{
		Type: "meshwork.dev/VIPReady", Status: metav1.ConditionTrue, Reason: "VIPAssigned",
		Message: "the Service has an address of each of its IP families", ObservedGeneration: 3,
	}
	lacking := &metav1.Condition{Type: "meshwork.dev/VIPReady", Status: metav1.ConditionFalse, Reason: "NoVIPRange", Message: "none", ObservedGeneration: 3}
	problems := []finding.Finding{finding.Warning("NoVIPRange", "none"), finding.Warning("VIPOutOfRange", "another")}
	bearing := saying(metav1.ConditionTrue, "VIPAssigned", "")
	other := ofClass(ptr.To("example.com/other"))
	for _, test := range []struct {
		name      string
		service   *corev1.Service
		addresses []netip.Addr
		problems  []finding.Finding
		isOurs    bool
		want      *vip.Status
	}{
		{name: "it has one", service: served(), addresses: addressesOf("10.0.0.1"), want: &vip.Status{Ingress: ingress("10.0.0.1"), Condition: assigned}},
		{name: "of each family, in their order", service: served(ofFamilies(ipv6, ipv4)), addresses: addressesOf("10.0.0.1", "fd00::1"),
			want: &vip.Status{Ingress: ingress("fd00::1", "10.0.0.1"), Condition: assigned}},
		{name: "in the other order", service: served(both), addresses: addressesOf("fd00::1", "10.0.0.1"),
			want: &vip.Status{Ingress: ingress("10.0.0.1", "fd00::1"), Condition: assigned}},
		{name: "whatever it says already", service: served(bearing, showing("192.0.2.1")), addresses: addressesOf("10.0.0.1"),
			want: &vip.Status{Ingress: ingress("10.0.0.1"), Condition: assigned}},
		{name: "none of a family that it does not have", service: served(), addresses: addressesOf("fd00::1", "10.0.0.1"),
			want: &vip.Status{Ingress: ingress("10.0.0.1"), Condition: assigned}},
		{name: "it lacks one", service: served(both), addresses: addressesOf("10.0.0.1"), problems: problems,
			want: &vip.Status{Ingress: ingress("10.0.0.1"), Condition: lacking}},
		{name: "it has none", service: served(), problems: problems, want: &vip.Status{Condition: lacking}},
		{name: "it ends", service: served(deleted, bearing), problems: problems, want: &vip.Status{}},
		{name: "it ends, and has one", service: served(deleted), addresses: addressesOf("10.0.0.1"), want: &vip.Status{Ingress: ingress("10.0.0.1")}},

		{name: "another class", service: served(other), problems: problems},
		{name: "no class", service: served(ofClass(nil)), problems: problems},
		{name: "another type", service: served(ofType(corev1.ServiceTypeClusterIP))},
		{name: "another type and class", service: served(ofType(corev1.ServiceTypeNodePort), ofClass(nil)), problems: problems},
		{name: "another type now", service: served(ofType(corev1.ServiceTypeClusterIP), ofClass(nil), bearing), problems: problems, want: &vip.Status{Foreign: true}},
		{name: "another type now, with the class", service: served(ofType(corev1.ServiceTypeClusterIP), bearing), want: &vip.Status{Foreign: true}},
		{name: "another class now", service: served(other, bearing)},
		{name: "another class, which it has just got", service: served(other, bearing), isOurs: true, want: &vip.Status{Foreign: true}},
		{name: "no class now", service: served(ofClass(nil), bearing), want: &vip.Status{Foreign: true}},
		{name: "no class now, and an address of the cloud", service: served(ofClass(nil), bearing, showing("192.0.2.1")), want: &vip.Status{Foreign: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			before := test.service.DeepCopy()
			status := vip.StatusOf(test.service, class, test.addresses, test.problems, test.isOurs)
			g.Expect(status).To(Equal(test.want))
			if status != nil {
				status.Differs(test.service, asked)
			}
			g.Expect(test.service).To(Equal(before), "the Service is the cache's")
		})
	}
}

func TestDiffers(t *testing.T) {
	good := saying(metav1.ConditionTrue, "VIPAssigned", "the Service has an address of each of its IP families")
	standing := func(changes ...change) *corev1.Service {
		return served(append([]change{both, good, func(service *corev1.Service) {
			service.Status.LoadBalancer.Ingress = ingress("10.0.0.1", "fd00::1")
		}}, changes...)...)
	}
	condition := func(change func(*metav1.Condition)) change {
		return func(service *corev1.Service) {
			change(meta.FindStatusCondition(service.Status.Conditions, "meshwork.dev/VIPReady"))
		}
	}
	showingInstead := func(entries ...corev1.LoadBalancerIngress) change {
		return func(service *corev1.Service) { service.Status.LoadBalancer.Ingress = entries }
	}
	hostname := corev1.LoadBalancerIngress{Hostname: "web.example.com"}
	for _, test := range []struct {
		name     string
		service  *corev1.Service
		problems []finding.Finding
		differs  bool
		since    metav1.Time
	}{
		{name: "it says so", service: standing(), since: noted},
		{name: "it says nothing yet", service: served(both), differs: true, since: asked},
		{name: "it has become ready", service: standing(saying(metav1.ConditionFalse, "VIPsExhausted", "none is free")), differs: true, since: asked},
		{name: "it is ready no more", service: standing(), problems: []finding.Finding{finding.Warning("InvalidVIP", "nonsense")}, differs: true, since: asked},
		{name: "it is not ready for another reason", service: standing(saying(metav1.ConditionFalse, "VIPsExhausted", "none is free")),
			problems: []finding.Finding{finding.Warning("InvalidVIP", "nonsense")}, differs: true, since: noted},
		{name: "the same problem", service: standing(saying(metav1.ConditionFalse, "InvalidVIP", "nonsense")),
			problems: []finding.Finding{finding.Warning("InvalidVIP", "nonsense"), finding.Warning("NoVIPRange", "of no interest")}, since: noted},
		{name: "another message", service: standing(condition(func(c *metav1.Condition) { c.Message = "another" })), differs: true, since: noted},
		{name: "another generation", service: standing(func(s *corev1.Service) { s.Generation++ }), differs: true, since: noted},
		{name: "the condition has gone", service: standing(func(s *corev1.Service) { s.Status.Conditions = s.Status.Conditions[:1] }), differs: true, since: asked},
		{name: "somebody else's condition changed", service: standing(func(s *corev1.Service) { s.Status.Conditions[0].Status = metav1.ConditionFalse }), since: noted},
		{name: "an address too few", service: standing(showingInstead(ingress("10.0.0.1")...)), differs: true, since: noted},
		{name: "another address", service: standing(showingInstead(ingress("10.0.0.2", "fd00::1")...)), differs: true, since: noted},
		{name: "an address too many", service: standing(showingInstead(ingress("10.0.0.1", "fd00::1", "10.0.0.2")...)), differs: true, since: noted},
		{name: "a name beside the addresses", service: standing(showingInstead(append(ingress("10.0.0.1", "fd00::1"), hostname)...)), differs: true, since: noted},
		{name: "another order", service: standing(showingInstead(ingress("fd00::1", "10.0.0.1")...)), differs: true, since: noted},
		{name: "another mode", service: standing(func(s *corev1.Service) { s.Status.LoadBalancer.Ingress[1].IPMode = nil }), differs: true, since: noted},
		{name: "no addresses", service: standing(showingInstead()), differs: true, since: noted},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			before := test.service.DeepCopy()
			status := vip.StatusOf(test.service, class, addressesOf("10.0.0.1", "fd00::1"), test.problems, false)
			g.Expect(status.Differs(test.service, asked)).To(Equal(test.differs))
			g.Expect(status.Condition.LastTransitionTime).To(Equal(test.since))
			g.Expect(test.service).To(Equal(before), "the Service is the cache's")

			test.service.Status.LoadBalancer.Ingress = status.Ingress
			meta.SetStatusCondition(&test.service.Status.Conditions, *status.Condition)
			again := vip.StatusOf(test.service, class, addressesOf("10.0.0.1", "fd00::1"), test.problems, false)
			g.Expect(again.Differs(test.service, metav1.NewTime(start.Add(24*time.Hour)))).To(BeFalse(), "it is written once")
		})
	}
}

// What is left of a Service that has changed its type is the condition.
func TestDiffersWhileTheConditionIsLeft(t *testing.T) {
	g := NewWithT(t)
	for _, service := range all(served(ofType(corev1.ServiceTypeClusterIP), ofClass(nil)), served(deleted)) {
		saying(metav1.ConditionTrue, "VIPAssigned", "")(service)
		status := vip.StatusOf(service, class, nil, nil, false)
		g.Expect(status.Differs(service, asked)).To(BeTrue())
		g.Expect(status.Condition).To(BeNil())

		meta.RemoveStatusCondition(&service.Status.Conditions, "meshwork.dev/VIPReady")
		g.Expect(status.Differs(service, asked)).To(BeFalse())
		service.Status.LoadBalancer.Ingress = []corev1.LoadBalancerIngress{}
		g.Expect(status.Differs(service, asked)).To(BeFalse())
	}
}
