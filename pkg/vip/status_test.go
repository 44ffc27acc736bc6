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

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/conditions"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

var (
	now     = metav1.NewTime(start.Add(time.Hour))
	earlier = metav1.NewTime(start)
	later   = metav1.NewTime(start.Add(2 * time.Hour))
)

// withCondition sets the condition on the Service, in addition to another manager's.
func withCondition(status metav1.ConditionStatus, reason, message string) change {
	return func(service *corev1.Service) {
		meta.SetStatusCondition(&service.Status.Conditions, metav1.Condition{
			Type: "example.com/Theirs", Status: metav1.ConditionTrue, Reason: "Theirs", LastTransitionTime: earlier,
		})
		meta.SetStatusCondition(&service.Status.Conditions, metav1.Condition{
			Type: "meshwork.dev/VIPReady", Status: status, Reason: reason, Message: message,
			ObservedGeneration: service.Generation, LastTransitionTime: earlier,
		})
	}
}

func ingress(addresses ...string) []corev1.LoadBalancerIngress {
	return ingressOf(corev1.LoadBalancerIPModeVIP, addresses...)
}

func ingressOf(mode corev1.LoadBalancerIPMode, addresses ...string) []corev1.LoadBalancerIngress {
	var entries []corev1.LoadBalancerIngress
	for _, address := range addresses {
		entries = append(entries, corev1.LoadBalancerIngress{IP: address, IPMode: ptr.To(mode)})
	}
	return entries
}

// published is what the status of a Service is computed from when all is well.
func published(service *corev1.Service, addresses ...string) vip.Publication {
	return vip.Publication{
		Service: service, Class: class, Addresses: addressesOf(addresses...), Mesh: "home",
		IPMode: corev1.LoadBalancerIPModeVIP, Serving: endpoints.Families{IPv4: true, IPv6: true},
	}
}

func addressesOf(texts ...string) []netip.Addr {
	var addresses []netip.Addr
	for _, text := range texts {
		addresses = append(addresses, at(text))
	}
	return addresses
}

func TestStatusOf(t *testing.T) {
	reachable := metav1.Condition{
		Type: "meshwork.dev/VIPReachable", Status: metav1.ConditionTrue, Reason: "EndpointsReady",
		Message: "kube-proxy forwards the addresses from every Node and Pod to endpoints of the Service", ObservedGeneration: 3,
	}
	nothing := metav1.Condition{
		Type: "meshwork.dev/VIPReachable", Status: metav1.ConditionFalse, Reason: "NoVIP",
		Message: "the Service has no address: see the condition meshwork.dev/VIPReady", ObservedGeneration: 3,
	}
	lacks := metav1.Condition{Type: "meshwork.dev/VIPReady", Status: metav1.ConditionFalse, Reason: "NoVIPRange", Message: "none", ObservedGeneration: 3}
	assigned := []metav1.Condition{{
		Type: "meshwork.dev/VIPReady", Status: metav1.ConditionTrue, Reason: "VIPAssigned",
		Message: "the Service has an address of each of its IP families", ObservedGeneration: 3,
	}, reachable}
	problems := []finding.Finding{finding.Warning("NoVIPRange", "none"), finding.Warning("VIPOutOfRange", "another")}
	withVIPCondition := withCondition(metav1.ConditionTrue, "VIPAssigned", "")
	other := ofClass(ptr.To("example.com/other"))
	for _, test := range []struct {
		name      string
		service   *corev1.Service
		addresses []string
		problems  []finding.Finding
		isOurs    bool
		want      *vip.Status
	}{
		{name: "an address", service: served(), addresses: []string{"10.0.0.1"}, want: &vip.Status{Ingress: ingress("10.0.0.1"), Conditions: assigned}},
		{name: "an address of each family", service: served(ofFamilies(ipv6, ipv4)), addresses: []string{"10.0.0.1", "fd00::1"},
			want: &vip.Status{Ingress: ingress("fd00::1", "10.0.0.1"), Conditions: assigned}},
		{name: "the order of the families", service: served(both), addresses: []string{"fd00::1", "10.0.0.1"},
			want: &vip.Status{Ingress: ingress("10.0.0.1", "fd00::1"), Conditions: assigned}},
		{name: "existing status", service: served(withVIPCondition, showing("192.0.2.1")), addresses: []string{"10.0.0.1"},
			want: &vip.Status{Ingress: ingress("10.0.0.1"), Conditions: assigned}},
		{name: "an address of a family that the Service does not have", service: served(), addresses: []string{"fd00::1", "10.0.0.1"},
			want: &vip.Status{Ingress: ingress("10.0.0.1"), Conditions: assigned}},
		{name: "an address is missing", service: served(both), addresses: []string{"10.0.0.1"}, problems: problems,
			want: &vip.Status{Ingress: ingress("10.0.0.1"), Conditions: []metav1.Condition{lacks, reachable}}},
		{name: "no address", service: served(), problems: problems, want: &vip.Status{Conditions: []metav1.Condition{lacks, nothing}}},
		{name: "being deleted", service: served(deleted, withVIPCondition), problems: problems, want: &vip.Status{}},
		{name: "being deleted, with an address", service: served(deleted), addresses: []string{"10.0.0.1"}, want: &vip.Status{Ingress: ingress("10.0.0.1")}},

		{name: "another class", service: served(other), problems: problems},
		{name: "no class", service: served(ofClass(nil)), problems: problems},
		{name: "another type", service: served(ofType(corev1.ServiceTypeClusterIP))},
		{name: "another type and class", service: served(ofType(corev1.ServiceTypeNodePort), ofClass(nil)), problems: problems},
		{name: "another type now", service: served(ofType(corev1.ServiceTypeClusterIP), ofClass(nil), withVIPCondition), problems: problems, want: &vip.Status{Foreign: true}},
		{name: "another type now, with the class", service: served(ofType(corev1.ServiceTypeClusterIP), withVIPCondition), want: &vip.Status{Foreign: true}},
		{name: "another class now", service: served(other, withVIPCondition)},
		{name: "another class, which it has just got", service: served(other, withVIPCondition), isOurs: true, want: &vip.Status{Foreign: true}},
		{name: "no class now", service: served(ofClass(nil), withVIPCondition), want: &vip.Status{Foreign: true}},
		{name: "no class now, and an address of the cloud", service: served(ofClass(nil), withVIPCondition, showing("192.0.2.1")), want: &vip.Status{Foreign: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			before := test.service.DeepCopy()
			publication := published(test.service, test.addresses...)
			publication.Problems, publication.IsOurs = test.problems, test.isOurs
			status := vip.StatusOf(publication)
			if status != nil { // TestTransitionTimes is about the times
				status.Conditions = conditions.WithoutTimes(status.Conditions)
				status.Differs(test.service)
			}
			g.Expect(status).To(Equal(test.want))
			g.Expect(test.service).To(Equal(before), "a Service from the cache must not change")
		})
	}
}

func TestDiffers(t *testing.T) {
	good := func(service *corev1.Service) {
		withCondition(metav1.ConditionTrue, "VIPAssigned", "the Service has an address of each of its IP families")(service)
		reachable := vip.Reachable(service, ingress("10.0.0.1"), "home", endpoints.Families{IPv4: true})
		reachable.ObservedGeneration = service.Generation
		reachable.LastTransitionTime = earlier
		meta.SetStatusCondition(&service.Status.Conditions, reachable)
	}
	existing := func(changes ...change) *corev1.Service {
		return served(append([]change{both, good, func(service *corev1.Service) {
			service.Status.LoadBalancer.Ingress = ingress("10.0.0.1", "fd00::1")
		}}, changes...)...)
	}
	condition := func(change func(*metav1.Condition)) change {
		return func(service *corev1.Service) {
			change(meta.FindStatusCondition(service.Status.Conditions, "meshwork.dev/VIPReady"))
		}
	}
	reachability := func(change func(*metav1.Condition)) change {
		return func(service *corev1.Service) {
			change(meta.FindStatusCondition(service.Status.Conditions, "meshwork.dev/VIPReachable"))
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
		// mayWait: no address moves.
		mayWait bool
		since   metav1.Time
	}{
		{name: "up to date", service: existing(), since: earlier},
		{name: "no status yet", service: served(both), differs: true, since: now},
		{name: "becomes ready", service: existing(withCondition(metav1.ConditionFalse, "VIPsExhausted", "none is free")), differs: true, since: now},
		{name: "no longer ready", service: existing(), problems: []finding.Finding{finding.Warning("InvalidVIP", "nonsense")}, differs: true, since: now},
		{name: "not ready for another reason", service: existing(withCondition(metav1.ConditionFalse, "VIPsExhausted", "none is free")),
			problems: []finding.Finding{finding.Warning("InvalidVIP", "nonsense")}, differs: true, since: earlier},
		{name: "the same problem", service: existing(withCondition(metav1.ConditionFalse, "InvalidVIP", "nonsense")),
			problems: []finding.Finding{finding.Warning("InvalidVIP", "nonsense"), finding.Warning("NoVIPRange", "ignored")}, since: earlier},
		{name: "another message", service: existing(condition(func(c *metav1.Condition) { c.Message = "another" })), differs: true, since: earlier},
		{name: "another generation", service: existing(func(s *corev1.Service) { s.Generation++ }), differs: true, since: earlier},
		{name: "the condition was removed", service: existing(func(s *corev1.Service) { s.Status.Conditions = s.Status.Conditions[:1] }), differs: true, since: now},
		{name: "another condition changed", service: existing(func(s *corev1.Service) { s.Status.Conditions[0].Status = metav1.ConditionFalse }), since: earlier},
		{name: "an address is missing", service: existing(showingInstead(ingress("10.0.0.1")...)), differs: true, since: earlier},
		{name: "another address", service: existing(showingInstead(ingress("10.0.0.2", "fd00::1")...)), differs: true, since: earlier},
		{name: "an additional address", service: existing(showingInstead(ingress("10.0.0.1", "fd00::1", "10.0.0.2")...)), differs: true, since: earlier},
		{name: "an additional hostname", service: existing(showingInstead(append(ingress("10.0.0.1", "fd00::1"), hostname)...)), differs: true, since: earlier},
		{name: "another order", service: existing(showingInstead(ingress("fd00::1", "10.0.0.1")...)), differs: true, since: earlier},
		{name: "another mode", service: existing(showingInstead(ingressOf(corev1.LoadBalancerIPModeProxy, "10.0.0.1", "fd00::1")...)), differs: true, mayWait: true, since: earlier},
		{name: "another mode of one address", service: existing(func(s *corev1.Service) { s.Status.LoadBalancer.Ingress[1].IPMode = nil }), differs: true, mayWait: true, since: earlier},
		{name: "another mode and address", service: existing(showingInstead(ingressOf(corev1.LoadBalancerIPModeProxy, "10.0.0.2", "fd00::1")...)), differs: true, since: earlier},
		{name: "not reachable before", service: existing(reachability(func(c *metav1.Condition) { c.Status = metav1.ConditionFalse })), differs: true, mayWait: true, since: earlier},
		{name: "another reason of the reachability", service: existing(reachability(func(c *metav1.Condition) { c.Reason = "Another" })), differs: true, mayWait: true, since: earlier},
		{name: "the reachability was removed", service: existing(func(s *corev1.Service) { s.Status.Conditions = s.Status.Conditions[:2] }), differs: true, mayWait: true, since: earlier},
		{name: "no addresses", service: existing(showingInstead()), differs: true, since: earlier},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			before := test.service.DeepCopy()
			publication := published(test.service, "10.0.0.1", "fd00::1")
			publication.Problems, publication.Now = test.problems, now
			status := vip.StatusOf(publication)
			g.Expect(status.Differs(test.service)).To(Equal(test.differs))
			g.Expect(status.Conditions[0].LastTransitionTime).To(Equal(test.since))
			if test.differs {
				g.Expect(status.MayWait(test.service)).To(Equal(test.mayWait))
			}
			g.Expect(test.service).To(Equal(before), "a Service from the cache must not change")

			test.service.Status.LoadBalancer.Ingress = status.Ingress
			for _, condition := range status.Conditions {
				meta.SetStatusCondition(&test.service.Status.Conditions, condition)
			}
			publication.Now = metav1.NewTime(start.Add(24 * time.Hour))
			g.Expect(vip.StatusOf(publication).Differs(test.service)).To(BeFalse(), "written only once")
		})
	}
}

// A Service that changes its type keeps only the condition.
func TestDiffersWhileTheConditionRemains(t *testing.T) {
	g := NewWithT(t)
	for _, service := range all(served(ofType(corev1.ServiceTypeClusterIP), ofClass(nil)), served(deleted)) {
		withCondition(metav1.ConditionTrue, "VIPAssigned", "")(service)
		status := vip.StatusOf(published(service))
		g.Expect(status.Differs(service)).To(BeTrue())
		g.Expect(status.MayWait(service)).To(BeFalse())
		g.Expect(status.Conditions).To(BeEmpty())

		meta.RemoveStatusCondition(&service.Status.Conditions, "meshwork.dev/VIPReady")
		g.Expect(status.Differs(service)).To(BeFalse())
		service.Status.LoadBalancer.Ingress = []corev1.LoadBalancerIngress{}
		g.Expect(status.Differs(service)).To(BeFalse())
	}
}

// Each condition has the time of its own transition.
func TestTransitionTimes(t *testing.T) {
	g := NewWithT(t)
	service := served(withCondition(metav1.ConditionTrue, "VIPAssigned", "the Service has an address of each of its IP families"))
	publication := published(service, "10.0.0.1")
	for _, test := range []struct {
		serving endpoints.Families
		at      metav1.Time
	}{{endpoints.Families{}, now}, {endpoints.Families{IPv4: true}, later}} {
		publication.Serving, publication.Now = test.serving, test.at
		status := vip.StatusOf(publication)
		g.Expect(status.Differs(service)).To(BeTrue())
		g.Expect(status.Conditions).To(HaveExactElements(HaveField("LastTransitionTime", earlier), HaveField("LastTransitionTime", test.at)))
		service.Status.LoadBalancer.Ingress = status.Ingress
		meta.SetStatusCondition(&service.Status.Conditions, status.Conditions[1])
	}
}

// The Mesh decides about the mode. Without a Mesh the addresses keep theirs.
func TestIPMode(t *testing.T) {
	const asVIP, asProxy = corev1.LoadBalancerIPModeVIP, corev1.LoadBalancerIPModeProxy
	showing := func(mode corev1.LoadBalancerIPMode) *corev1.Service {
		return served(func(service *corev1.Service) { service.Status.LoadBalancer.Ingress = ingressOf(mode, "10.0.0.1") })
	}
	meshWith := func(vips *v1alpha1.MeshVIPs) *v1alpha1.Mesh {
		return &v1alpha1.Mesh{Spec: v1alpha1.MeshSpec{VIPs: vips}}
	}
	for _, test := range []struct {
		name    string
		mesh    *v1alpha1.Mesh
		service *corev1.Service
		want    corev1.LoadBalancerIPMode
	}{
		{name: "the default", mesh: meshWith(&v1alpha1.MeshVIPs{}), service: served(), want: asVIP},
		{name: "the default changes what an earlier version wrote", mesh: meshWith(&v1alpha1.MeshVIPs{}), service: showing(asProxy), want: asVIP},
		{name: "the default, without addresses of the Mesh", mesh: meshWith(nil), service: showing(asProxy), want: asVIP},
		{name: "VIP", mesh: meshWith(&v1alpha1.MeshVIPs{IPMode: asVIP}), service: served(), want: asVIP},
		{name: "Proxy", mesh: meshWith(&v1alpha1.MeshVIPs{IPMode: asProxy}), service: served(), want: asProxy},
		{name: "changed by another client", mesh: meshWith(&v1alpha1.MeshVIPs{IPMode: asProxy}), service: showing(asVIP), want: asProxy},
		{name: "no Mesh, shown as Proxy", service: showing(asProxy), want: asProxy},
		{name: "no Mesh, shown as VIP", service: showing(asVIP), want: asVIP},
		{name: "no Mesh, not shown", service: served(), want: asVIP},
	} {
		t.Run(test.name, func(t *testing.T) {
			publication := published(test.service, "10.0.0.1")
			publication.IPMode = vip.IPModeOf(test.mesh)
			NewWithT(t).Expect(vip.StatusOf(publication).Ingress).To(Equal(ingressOf(test.want, "10.0.0.1")))
		})
	}
}
