package vip_test

import (
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

const class = v1alpha1.DefaultLoadBalancerClass

type change = func(*corev1.Service)

// served returns a Service of the class, with IPv4 unless it is changed.
func served(changes ...change) *corev1.Service {
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "web", UID: "uid", ResourceVersion: "7", Generation: 3, Annotations: map[string]string{}},
		Spec: corev1.ServiceSpec{
			Type: corev1.ServiceTypeLoadBalancer, LoadBalancerClass: ptr.To(class), IPFamilies: []corev1.IPFamily{ipv4},
		},
	}
	for _, change := range changes {
		change(service)
	}
	return service
}

func ofFamilies(families ...corev1.IPFamily) change {
	return func(service *corev1.Service) { service.Spec.IPFamilies = families }
}

func requesting(value string) change { return annotated(v1alpha1.VIPAnnotation, value) }

func annotated(key, value string) change {
	return func(service *corev1.Service) { service.Annotations[key] = value }
}

func ofType(serviceType corev1.ServiceType) change {
	return func(service *corev1.Service) { service.Spec.Type = serviceType }
}

func ofClass(class *string) change {
	return func(service *corev1.Service) { service.Spec.LoadBalancerClass = class }
}

func showing(addresses ...string) change {
	return func(service *corev1.Service) {
		for _, address := range addresses {
			service.Status.LoadBalancer.Ingress = append(service.Status.LoadBalancer.Ingress, corev1.LoadBalancerIngress{IP: address})
		}
	}
}

func deleted(service *corev1.Service) { service.DeletionTimestamp = &metav1.Time{Time: start} }

var (
	start = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	both  = ofFamilies(ipv4, ipv6)
)

// has returns a claim of the Service in Mesh home.
func has(address string, changes ...func(*v1alpha1.VirtualIP)) *v1alpha1.VirtualIP {
	claim := vip.NewClaim(at(address), "home", class, served())
	claim.CreationTimestamp = metav1.NewTime(start)
	for _, change := range changes {
		change(claim)
	}
	return claim
}

func inOtherMesh(claim *v1alpha1.VirtualIP)                  { claim.Spec.Mesh = "elsewhere" }
func ofFormerService(claim *v1alpha1.VirtualIP)              { claim.Spec.Service.UID = "former" }
func anHourLater(claim *v1alpha1.VirtualIP)                  { claim.CreationTimestamp.Time = start.Add(time.Hour) }
func all[T any](items ...T) []T                              { return items }
func claims(of ...*v1alpha1.VirtualIP) []*v1alpha1.VirtualIP { return of }

func TestNameOf(t *testing.T) {
	for _, test := range []struct{ address, name string }{
		{"10.200.0.7", "10.200.0.7"},
		{"0.0.0.0", "0.0.0.0"},
		{"255.255.255.255", "255.255.255.255"},
		{"fd00:200::7", "fd00-0200-0000-0000-0000-0000-0000-0007"},
		{"FD00:0200:0::0:7", "fd00-0200-0000-0000-0000-0000-0000-0007"},
		{"fd00::10.0.0.77", "fd00-0000-0000-0000-0000-0000-0a00-004d"},
		{"::", "0000-0000-0000-0000-0000-0000-0000-0000"},
		{"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff-ffff-ffff-ffff-ffff-ffff-ffff-ffff"},
	} {
		t.Run(test.address, func(t *testing.T) { NewWithT(t).Expect(vip.NameOf(at(test.address))).To(Equal(test.name)) })
	}

	random, named := rand.New(rand.NewPCG(*firstSeed, 3)), map[string]netip.Addr{}
	for range 10_000 {
		var sixteen [16]byte
		for i := range sixteen {
			sixteen[i] = byte(random.IntN(2) * random.IntN(256)) // with runs of zeros
		}
		for _, address := range all(netip.AddrFrom16(sixteen), netip.AddrFrom4([4]byte(sixteen[:4]))) {
			name := vip.NameOf(address)
			if before, taken := named[name]; taken && before != address {
				t.Fatalf("seed %d: %s is the name of both %s and %s", *firstSeed, name, before, address)
			}
			if problems := validation.IsDNS1123Subdomain(name); len(problems) > 0 {
				t.Fatalf("seed %d: %s: %v", *firstSeed, name, problems)
			}
			named[name] = address
		}
	}
}

func TestNewClaim(t *testing.T) {
	g := NewWithT(t)
	service := served()
	for address, name := range map[string]string{"10.0.0.7": "10.0.0.7", "fd00:0::7": "fd00-0000-0000-0000-0000-0000-0000-0007"} {
		claim := vip.NewClaim(at(address), "home", "example.com/class", service)
		g.Expect(claim).To(Equal(&v1alpha1.VirtualIP{
			ObjectMeta: metav1.ObjectMeta{
				Name:   name,
				Labels: map[string]string{"meshwork.dev/mesh": "home", "meshwork.dev/managed-by": "loadbalancer-controller"},
			},
			Spec: v1alpha1.VirtualIPSpec{
				Address: at(address).String(), Mesh: "home", LoadBalancerClass: "example.com/class",
				Service: &v1alpha1.VirtualIPService{Namespace: "ns", Name: "web", UID: "uid", ResourceVersion: "7"},
			},
		}))
		g.Expect(vip.AddressOf(claim)).To(Equal(at(address)))
		g.Expect(vip.IsClaim(claim, "example.com/class")).To(BeTrue())
		g.Expect(vip.NeedsRenewal(claim, service)).To(BeFalse(), "a new claim")
		g.Expect(vip.MayRelease(claim, service)).To(BeFalse(), "a claim whose address may be published now")
	}
	g.Expect(service).To(Equal(served()), "a Service from the cache must not change")
}

func TestIsClaim(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*v1alpha1.VirtualIP)
		want   bool
	}{
		{"a claim of the class", func(*v1alpha1.VirtualIP) {}, true},
		{"more labels", func(v *v1alpha1.VirtualIP) { v.Labels["team"] = "a" }, true},
		{"another Mesh", inOtherMesh, true},
		{"another class", func(v *v1alpha1.VirtualIP) { v.Spec.LoadBalancerClass = "example.com/other" }, false},
		{"no class", func(v *v1alpha1.VirtualIP) { v.Spec.LoadBalancerClass = "" }, false},
		{"reserved manually", func(v *v1alpha1.VirtualIP) { v.Spec.Service = nil }, false},
		{"its labels were removed", func(v *v1alpha1.VirtualIP) { v.Labels = nil }, true},
		{"another manager", func(v *v1alpha1.VirtualIP) { v.Labels[v1alpha1.ManagedByLabel] = "other" }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(vip.IsClaim(has("10.0.0.1", test.change), class)).To(Equal(test.want))
		})
	}
}

func TestShown(t *testing.T) {
	g := NewWithT(t)
	service := served(showing("fd00::2", "", "nonsense", "10.0.0.1/32", "10.0.0.300", "10.0.0.1", "FD00:0::1"))
	service.Status.LoadBalancer.Ingress[1].Hostname = "web.example.com"
	before := service.DeepCopy()
	g.Expect(vip.Shown(service)).To(Equal(all(at("fd00::2"), at("10.0.0.1"), at("fd00::1"))))
	g.Expect(service).To(Equal(before))
	g.Expect(vip.Shown(served())).To(BeEmpty())
}

// An address may be published at the version of the Service for which it was claimed.
// It is safe to release once the Service has another version and does not show it.
func TestNeedsRenewalAndMayRelease(t *testing.T) {
	at := func(version string) change {
		return func(service *corev1.Service) { service.ResourceVersion = version }
	}
	another := func(service *corev1.Service) { service.UID = "another" }
	for _, test := range []struct {
		name    string
		service *corev1.Service
		renew   bool
		release bool
	}{
		{name: "the claimed version", service: served(at("7"))},
		{name: "the claimed version, shown", service: served(at("7"), showing("10.0.0.1"))},
		{name: "a later version", service: served(at("8")), renew: true, release: true},
		{name: "an earlier version from a stale cache", service: served(at("6")), renew: true, release: true},
		{name: "versions are not numbers", service: served(at("07")), renew: true, release: true},
		{name: "a later version, shown", service: served(at("8"), showing("10.0.0.1"))},
		{name: "a later version, shown among others", service: served(at("8"), showing("", "fd00::1", "10.0.0.1"))},
		{name: "a later version that shows another address", service: served(at("8"), showing("10.0.0.11", "nonsense")), renew: true, release: true},
		{name: "another class, shown", service: served(at("8"), ofClass(ptr.To("example.com/other")), showing("10.0.0.1"))},
		{name: "being deleted, shown", service: served(at("8"), deleted, showing("10.0.0.1"))},
		{name: "being deleted", service: served(at("8"), deleted), renew: true, release: true},
		{name: "another Service with the name and version", service: served(another, at("7")), release: true},
		{name: "another Service with the name and version, shown", service: served(another, at("7"), showing("10.0.0.1")), release: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			claim, service := has("10.0.0.1"), test.service.DeepCopy()
			g.Expect(vip.MayRelease(claim, test.service)).To(Equal(test.release))
			if test.service.UID == claim.Spec.Service.UID {
				g.Expect(vip.NeedsRenewal(claim, test.service)).To(Equal(test.renew))
			}
			g.Expect(claim).To(Equal(has("10.0.0.1")))
			g.Expect(test.service).To(Equal(service))
		})
	}
	NewWithT(t).Expect(vip.MayRelease(has("10.0.0.1"), nil)).To(BeTrue(), "the Service does not exist")
}

func TestRenewalRestoresLabels(t *testing.T) {
	for name, edit := range map[string]func(*v1alpha1.VirtualIP){
		"none":          func(v *v1alpha1.VirtualIP) { v.Labels = nil },
		"no manager":    func(v *v1alpha1.VirtualIP) { delete(v.Labels, v1alpha1.ManagedByLabel) },
		"no Mesh":       func(v *v1alpha1.VirtualIP) { delete(v.Labels, v1alpha1.MeshLabel) },
		"the wrong one": func(v *v1alpha1.VirtualIP) { v.Labels[v1alpha1.MeshLabel] = "wrong" },
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			service, labels := served(showing("10.0.0.1")), has("10.0.0.1").Labels
			edited := has("10.0.0.1", edit, func(v *v1alpha1.VirtualIP) { metav1.SetMetaDataLabel(&v.ObjectMeta, "team", "a") })
			g.Expect(vip.NeedsRenewal(edited, service)).To(BeTrue())
			renewed := vip.Renewed(edited, service)
			g.Expect(vip.NeedsRenewal(renewed, service)).To(BeFalse())
			labels["team"] = "a"
			g.Expect(renewed.Labels).To(Equal(labels))
		})
	}
}

func TestAddresses(t *testing.T) {
	g := NewWithT(t)
	g.Expect(vip.Addresses(nil)).To(BeEmpty())
	g.Expect(vip.Addresses(claims(has("fd00::1"), has("10.0.0.1")))).To(Equal(all(at("fd00::1"), at("10.0.0.1"))))
	g.Expect(vip.AddressOf(&v1alpha1.VirtualIP{Spec: v1alpha1.VirtualIPSpec{Address: "nonsense"}})).To(Equal(netip.Addr{}))
}
