package loadbalancer_test

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// picture is the state of the Services, and of the objects that the implementations created
// for them.
type picture struct {
	services   map[types.NamespacedName]*corev1.Service
	virtualIPs map[string]virtualIP
	balancers  map[types.UID]netip.Addr
}

func look(ctx context.Context, g Gomega, namespaces ...string) *picture {
	GinkgoHelper()
	p := &picture{services: map[types.NamespacedName]*corev1.Service{}, balancers: cloud.addresses()}
	for _, namespace := range namespaces {
		var list corev1.ServiceList
		g.Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
		for i := range list.Items {
			p.services[client.ObjectKeyFromObject(&list.Items[i])] = &list.Items[i]
		}
	}
	var err error
	p.virtualIPs, err = listVirtualIPs(ctx)
	g.Expect(err).NotTo(HaveOccurred())
	return p
}

// audit collects problems.
type audit struct {
	*picture
	problems []string
	// holders has the Service of each address.
	holders map[netip.Addr]*corev1.Service
	// used and balanced are the objects that should exist for the Services.
	used     map[string]virtualIP
	balanced map[types.UID]bool
}

// problems returns the differences between the wanted and the actual state of all
// Services. There are none when everything has settled.
func (p *picture) problems(all []*wanted) []string {
	a := &audit{picture: p, holders: map[netip.Addr]*corev1.Service{}, used: map[string]virtualIP{}, balanced: map[types.UID]bool{}}
	known := map[types.NamespacedName]bool{}
	for _, w := range all {
		known[w.key] = true
		service := p.services[w.key]
		if service == nil {
			a.report("%s does not exist", w.key)
			continue
		}
		a.service(w, service)
	}
	for key := range p.services {
		if !known[key] {
			a.report("%s still exists", key)
		}
	}
	a.leaks()
	slices.Sort(a.problems)
	return a.problems
}

func (a *audit) report(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

func (a *audit) service(w *wanted, service *corev1.Service) {
	if live := wantedOf(service); *live != *w {
		a.report("%s is not as its user wants it: %+v, not %+v", w.key, *live, *w)
	}
	switch w.implementation() {
	case byCloud:
		a.servedByCloud(w, service)
	case byNone:
		a.servedByNone(w, service)
	default:
		a.servedByMeshwork(w, service)
	}
	for _, ingress := range service.Status.LoadBalancer.Ingress {
		a.hold(w, service, ingress.IP)
	}
}

// hold records that a Service has an address, and reports it if another one has it too.
func (a *audit) hold(w *wanted, service *corev1.Service, written string) {
	address, err := netip.ParseAddr(written)
	if err != nil || address.String() != written {
		a.report("%s has the address %q", w.key, written)
		return
	}
	if holder := a.holders[address]; holder != nil {
		a.report("%s is the address of both %s and %s", address, client.ObjectKeyFromObject(holder), w.key)
	}
	a.holders[address] = service
}

func (a *audit) servedByCloud(w *wanted, service *corev1.Service) {
	address := a.balancers[service.UID]
	a.balanced[service.UID] = true
	ingress := service.Status.LoadBalancer.Ingress
	if len(ingress) != 1 || ingress[0].IP != address.String() || !cloudRange.Contains(address) {
		a.report("%s should be served by the cloud provider at %s: %s", w.key, address, encode(ingress))
	}
	a.untouched(w, service, []string{cloudFinalizer}, []string{cloudManager, user})
}

func (a *audit) servedByNone(w *wanted, service *corev1.Service) {
	if ingress := service.Status.LoadBalancer.Ingress; len(ingress) > 0 {
		a.report("%s should be served by no implementation: %s", w.key, encode(ingress))
	}
	if isReady(service) {
		a.report("%s has the condition %s", w.key, v1alpha1.ConditionVIPReady)
	}
	a.notTheClouds(w, service)
	// The Meshwork of its class may report why it does not serve it.
	if !w.isMeshworks() {
		a.untouched(w, service, nil, []string{user})
	}
}

func (a *audit) notTheClouds(w *wanted, service *corev1.Service) {
	if slices.Contains(service.Finalizers, cloudFinalizer) || slices.Contains(managers(service), cloudManager) {
		a.report("%s has traces of the cloud provider: %v", w.key, service.Finalizers)
	}
}

// untouched reports traces of clients that may not write a Service.
func (a *audit) untouched(w *wanted, service *corev1.Service, finalizers, writers []string) {
	if !slices.Equal(service.Finalizers, finalizers) {
		a.report("%s has the finalizers %v, not %v", w.key, service.Finalizers, finalizers)
	}
	if actual := managers(service); !slices.Equal(actual, writers) {
		a.report("%s was written by %v, not %v%s", w.key, actual, writers, entries(service, writers))
	}
	if len(service.Status.Conditions) > 0 {
		a.report("%s has conditions: %s", w.key, encode(service.Status.Conditions))
	}
}

func (a *audit) servedByMeshwork(w *wanted, service *corev1.Service) {
	a.notTheClouds(w, service)
	ingress := service.Status.LoadBalancer.Ingress
	if len(ingress) != len(service.Spec.IPFamilies) {
		a.report("%s should have an address of each of %v: %s", w.key, service.Spec.IPFamilies, encode(ingress))
	}
	for i, family := range service.Spec.IPFamilies[:min(len(ingress), len(service.Spec.IPFamilies))] {
		a.virtual(w, service, family, ingress[i])
	}
	if !isReady(service) {
		a.report("%s lacks the condition %s: %s", w.key, v1alpha1.ConditionVIPReady, encode(service.Status.Conditions))
	}
}

// virtual checks one address of a Service in a Mesh.
func (a *audit) virtual(w *wanted, service *corev1.Service, family corev1.IPFamily, ingress corev1.LoadBalancerIngress) {
	address, _ := netip.ParseAddr(ingress.IP)
	if !inRanges(w.mesh, address) || address.Is4() != (family == corev1.IPv4Protocol) || ptr.Deref(ingress.IPMode, "") != corev1.LoadBalancerIPModeVIP {
		a.report("%s should be served by %s at an %s address of the Mesh %s: %s", w.key, w.class, family, w.mesh, encode(ingress))
		return
	}
	a.used[virtualIPName(address)] = virtualIP{
		Address: address.String(), Mesh: w.mesh, Class: w.class, Service: w.key, UID: service.UID,
	}
}

// leaks reports objects that belong to no Service, and objects that are missing.
func (a *audit) leaks() {
	for name, expected := range a.used {
		if actual, found := a.virtualIPs[name]; !found {
			a.report("the VirtualIP %s of %s is missing", name, expected.Service)
		} else if actual != expected {
			a.report("the VirtualIP %s says %+v, not %+v", name, actual, expected)
		}
	}
	for name, leaked := range a.virtualIPs {
		if _, isUsed := a.used[name]; !isUsed {
			a.report("the VirtualIP %s is of no Service: %+v", name, leaked)
		}
	}
	for uid, address := range a.balancers {
		if !a.balanced[uid] {
			a.report("the cloud's load balancer %s is of no Service", address)
		}
	}
}

// clearedIngress are the fields that a field manager still owns after the API server has
// removed its addresses because the Service is no longer a LoadBalancer.
const clearedIngress = `{"f:status":{"f:loadBalancer":{"f:ingress":{}}}}`

// managers returns the field managers of a Service, without duplicates.
func managers(service *corev1.Service) []string {
	names := map[string]bool{}
	for _, entry := range service.ManagedFields {
		if len(service.Status.LoadBalancer.Ingress) > 0 || entry.FieldsV1.GetRawString() != clearedIngress {
			names[entry.Manager] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// entries shows the fields of a Service that field managers other than the writers own.
func entries(service *corev1.Service, writers []string) string {
	text := ""
	for _, entry := range service.ManagedFields {
		if !slices.Contains(writers, entry.Manager) {
			text += fmt.Sprintf("; %s has %s", entry.Manager, entry.FieldsV1.GetRawString())
		}
	}
	return text
}

func isReady(service *corev1.Service) bool {
	return slices.ContainsFunc(service.Status.Conditions, func(condition metav1.Condition) bool {
		return condition.Type == v1alpha1.ConditionVIPReady && condition.Status == metav1.ConditionTrue
	})
}
