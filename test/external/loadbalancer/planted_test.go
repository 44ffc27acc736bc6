package loadbalancer_test

import (
	"net/netip"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// faults are mistakes that the implementations could make, each in a picture that is
// otherwise correct.
var faults = map[string]func(p *picture){
	"an unknown class is served by the cloud": func(p *picture) {
		p.balancers["unknown"] = p.balancers["plain"].Next()
		show(p.at("unknown"), corev1.LoadBalancerIPModeVIP, p.balancers["unknown"].String())
	},
	"an unknown class is served by a Meshwork": func(p *picture) {
		serve(p, p.at("unknown"), firstClass, "10.200.0.9")
	},
	"a Service without class is served by a Meshwork": func(p *picture) {
		delete(p.balancers, "plain")
		serve(p, p.at("plain"), firstClass, "10.200.0.9")
	},
	"a class is served by the other's Meshwork": func(p *picture) {
		p.virtualIPs["10.200.0.1"] = virtualIP{"10.200.0.1", firstMesh, otherClass, key("first"), "first"}
	},
	"a class is served by the cloud": func(p *picture) {
		show(p.at("first"), corev1.LoadBalancerIPModeVIP, "198.18.0.9")
	},
	"the cloud keeps a load balancer": func(p *picture) { p.balancers["first"] = p.balancers["plain"].Next() },
	"the cloud leaves its finalizer": func(p *picture) {
		p.at("first").Finalizers = []string{cloudFinalizer}
	},
	"the cloud's finalizer is lost":  func(p *picture) { p.at("plain").Finalizers = nil },
	"the cloud's Service is written": func(p *picture) { write(p.at("plain"), "meshwork") },
	"the unknown Service is written": func(p *picture) { write(p.at("unknown"), "meshwork") },
	"a finalizer is added to the cloud's Service": func(p *picture) {
		p.at("plain").Finalizers = append(p.at("plain").Finalizers, "example.com/finalizer")
	},
	"a condition stays when the class changes": func(p *picture) {
		p.at("plain").Status.Conditions = p.at("first").Status.Conditions
	},
	"a label is changed":           func(p *picture) { p.at("first").Labels[v1alpha1.MeshLabel] = otherMesh },
	"a class is lost":              func(p *picture) { p.at("first").Spec.LoadBalancerClass = nil },
	"a Service is lost":            func(p *picture) { delete(p.services, key("clusterip")) },
	"a Service is left":            func(p *picture) { p.services[key("left")] = &corev1.Service{} },
	"addresses of no LoadBalancer": func(p *picture) { show(p.at("clusterip"), corev1.LoadBalancerIPModeVIP, "10.200.0.9") },
	"a family has no address": func(p *picture) {
		p.at("first").Status.LoadBalancer.Ingress = p.at("first").Status.LoadBalancer.Ingress[:1]
		delete(p.virtualIPs, "fd00-0200-0000-0000-0000-0000-0000-0001")
	},
	"an address is of the wrong Mesh": func(p *picture) {
		delete(p.virtualIPs, "10.200.0.2")
		serve(p, p.at("other"), otherClass, "10.202.0.2")
	},
	"kube-proxy ignores an address": func(p *picture) { show(p.at("other"), corev1.LoadBalancerIPModeProxy, "10.200.0.2") },
	"an address is given away twice": func(p *picture) {
		p.at("other").Status.LoadBalancer.Ingress[0].IP = "10.200.0.1"
		delete(p.virtualIPs, "10.200.0.2")
	},
	"a VirtualIP is missing": func(p *picture) { delete(p.virtualIPs, "10.200.0.2") },
	"a VirtualIP is leaked": func(p *picture) {
		p.virtualIPs["10.200.0.9"] = virtualIP{"10.200.0.9", firstMesh, firstClass, key("gone"), "gone"}
	},
	"a VirtualIP is of a namesake": func(p *picture) {
		p.virtualIPs["10.200.0.2"] = virtualIP{"10.200.0.2", firstMesh, otherClass, key("other"), "before"}
	},
	"one that opted out is served": func(p *picture) { serve(p, p.at("ignored"), firstClass, "10.200.0.9") },
	"one that is served lacks its condition": func(p *picture) {
		p.at("first").Status.Conditions = nil
	},
}

func TestFaultsAreSeen(t *testing.T) {
	right, all := settledPicture()
	if problems := right.problems(all); len(problems) > 0 {
		t.Fatalf("what is right is taken for wrong: %q", problems)
	}
	for name, plant := range faults {
		t.Run(name, func(t *testing.T) {
			p, all := settledPicture()
			plant(p)
			problems := p.problems(all)
			if len(problems) == 0 {
				t.Error("nothing is seen of it")
			}
			t.Logf("%q", problems)
		})
	}
}

// settledPicture returns a picture with one Service of each sort and without problems.
func settledPicture() (*picture, []*wanted) {
	p := &picture{
		services:   map[types.NamespacedName]*corev1.Service{},
		virtualIPs: map[string]virtualIP{},
		balancers:  map[types.UID]netip.Addr{"plain": cloudRange.Addr().Next()},
	}
	for name, class := range map[string]string{"plain": "", "first": firstClass, "other": otherClass, "unknown": unknownClass, "ignored": firstClass, "clusterip": ""} {
		service := balanced("namespace", name, class, kit.InMesh(firstMesh))
		service.UID = types.UID(name)
		service.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol}
		write(service, user)
		p.services[key(name)] = service
	}
	p.at("clusterip").Spec.Type = corev1.ServiceTypeClusterIP
	p.at("ignored").Labels[v1alpha1.IgnoreKey] = "true"
	p.at("plain").Finalizers = []string{cloudFinalizer}
	write(p.at("plain"), cloudManager)
	show(p.at("plain"), corev1.LoadBalancerIPModeVIP, p.balancers["plain"].String())
	p.at("first").Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}
	serve(p, p.at("first"), firstClass, "10.200.0.1", "fd00:200::1")
	serve(p, p.at("other"), otherClass, "10.200.0.2")

	var all []*wanted
	for _, service := range p.services {
		all = append(all, wantedOf(service))
	}
	return p, all
}

func key(name string) types.NamespacedName {
	return types.NamespacedName{Namespace: "namespace", Name: name}
}

func (p *picture) at(name string) *corev1.Service { return p.services[key(name)] }

// serve gives a Service addresses, as a Meshwork does.
func serve(p *picture, service *corev1.Service, class string, addresses ...string) {
	show(service, corev1.LoadBalancerIPModeVIP, addresses...)
	for _, written := range addresses {
		p.virtualIPs[virtualIPName(netip.MustParseAddr(written))] = virtualIP{written, service.Labels[v1alpha1.MeshLabel], class, key(service.Name), service.UID}
	}
	service.Status.Conditions = []metav1.Condition{{Type: v1alpha1.ConditionVIPReady, Status: metav1.ConditionTrue}}
	write(service, "meshwork")
}

func show(service *corev1.Service, mode corev1.LoadBalancerIPMode, addresses ...string) {
	service.Status.LoadBalancer.Ingress = nil
	for _, address := range addresses {
		service.Status.LoadBalancer.Ingress = append(service.Status.LoadBalancer.Ingress, corev1.LoadBalancerIngress{IP: address, IPMode: &mode})
	}
}

func write(service *corev1.Service, manager string) {
	service.ManagedFields = append(service.ManagedFields, metav1.ManagedFieldsEntry{Manager: manager, FieldsV1: &metav1.FieldsV1{}})
}
