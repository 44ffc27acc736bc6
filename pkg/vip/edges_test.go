package vip_test

import (
	"math"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

func inHome(service *corev1.Service, held ...*v1alpha1.VirtualIP) vip.View {
	return vip.View{Service: service, Class: class, Mesh: "home", MeshFound: true, Ranges: rangesOf("10.0.0.0/24"), Claims: held}
}

// A move to another Mesh whose status is not written yet claims no further address.
func TestDecideContinuesAMove(t *testing.T) {
	view := inHome(served(showing("192.0.2.1")), has("192.0.2.1", inOtherMesh), has("10.0.0.1", anHourLater))
	NewWithT(t).Expect(inWords(vip.Decide(view))).To(Equal(outcome{keep: "10.0.0.1", release: "192.0.2.1"}))
}

func TestDecideReclaimsShownAddressDespiteProblems(t *testing.T) {
	for ask, problem := range map[string]string{"nonsense": v1alpha1.ReasonInvalidVIP, "192.0.2.7": v1alpha1.ReasonVIPOutOfRange} {
		decided := inWords(vip.Decide(inHome(served(showing("10.0.0.1"), requesting(ask)))))
		NewWithT(t).Expect(decided).To(Equal(outcome{want: "nothing else, first 10.0.0.1", problems: problem}), ask)
	}
}

func TestDecideReportsMissingMeshOnce(t *testing.T) {
	view := vip.View{Service: served(both), Class: class, Mesh: "home"}
	NewWithT(t).Expect(inWords(vip.Decide(view)).problems).To(Equal(v1alpha1.ReasonMeshNotFound))
}

func TestDecideReportsIgnoredService(t *testing.T) {
	decision := vip.Decide(vip.View{Service: served(), Class: class, Ignored: true})
	NewWithT(t).Expect(decision.Problems).To(ConsistOf(HaveField("Message", ContainSubstring("remove that"))))
}

// A Service whose namespace may not join the Mesh has left it, like one that opts out.
func TestDecideReleasesAddressesOfExcludedServices(t *testing.T) {
	for _, service := range []*corev1.Service{served(), served(showing("10.0.0.1")), served(requesting("10.0.0.7"))} {
		view := inHome(service, has("10.0.0.1"))
		excluded := finding.Warning(v1alpha1.ReasonNamespaceNotSelected, "Mesh home does not select namespace shop")
		view.Excluded = &excluded
		NewWithT(t).Expect(inWords(decide(t, view))).To(Equal(outcome{release: "10.0.0.1", problems: v1alpha1.ReasonNamespaceNotSelected}))
	}
}

func TestOwnsWithoutClass(t *testing.T) {
	service := served()
	service.Spec.LoadBalancerClass = nil
	NewWithT(t).Expect(vip.Owns(service, "")).To(BeFalse())
}

func TestStatusIsNotReadyWithoutAnAddress(t *testing.T) {
	g := NewWithT(t)
	for _, lacking := range []vip.Publication{{Service: served()}, {Service: served(both), Addresses: addressesOf("10.0.0.1")}} {
		lacking.Class = class
		g.Expect(vip.StatusOf(lacking).Conditions).To(ContainElement(HaveField("Reason", v1alpha1.ReasonFailedToAssignVIP)))
	}
}

func TestShownAddressesHaveOneForm(t *testing.T) {
	NewWithT(t).Expect(vip.Shown(served(showing("::ffff:10.0.0.1")))).To(Equal(addressesOf("10.0.0.1")))
}

// The cache lists in random order. A status that depended on the order would be written
// again and again.
func TestMeshStatusDoesNotDependOnOrder(t *testing.T) {
	g := NewWithT(t)
	mesh := meshAt(5, "m", "10.0.0.0/8")
	meshes := all(meshAt(1, "a", "10.0.0.0/24"), meshAt(2, "b", "10.1.0.0/24"), mesh)
	_, condition := vip.MeshStatus(mesh, meshes, nil)
	slices.Reverse(meshes)
	_, reversed := vip.MeshStatus(mesh, meshes, nil)
	g.Expect(reversed).To(Equal(condition))

	home := meshAt(5, "home", "10.0.0.0/24")
	for _, held := range [][]*v1alpha1.VirtualIP{{has("10.0.0.1"), has("10.0.0.2")}, {has("10.0.0.2"), has("10.0.0.1")}} {
		status, _ := vip.MeshStatus(home, nil, held)
		g.Expect(status.IPv4.LastAllocated).To(Equal("10.0.0.2"))
	}
}

func TestMeshStatusSaturates(t *testing.T) {
	status, _ := vip.MeshStatus(meshAt(0, "home", "fd00::/64"), nil, claims(has("fd00::1")))
	NewWithT(t).Expect(status.IPv6).To(HaveField("Available", int64(math.MaxInt64)))
}

func TestMeshStatusIgnoresInvalidAddresses(t *testing.T) {
	garbage := has("10.0.0.1", func(v *v1alpha1.VirtualIP) { v.Spec.Address = "x" })
	status, _ := vip.MeshStatus(meshAt(0, "home", "10.0.0.0/24"), nil, claims(garbage))
	NewWithT(t).Expect(status.IPv4).To(HaveField("Used", int64(0)))
}
