package vip

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Owns tells whether a Service is one that the class serves (KEP-1959): of type
// LoadBalancer, of exactly this class, and here to stay.
func Owns(service *corev1.Service, class string) bool {
	return service.DeletionTimestamp == nil && isOfClass(service, class)
}

func isOfClass(service *corev1.Service, class string) bool {
	return service.Spec.Type == corev1.ServiceTypeLoadBalancer && service.Spec.LoadBalancerClass != nil && *service.Spec.LoadBalancerClass == class
}

// View is what decides about the addresses of one Service. Nothing in it is changed.
type View struct {
	Service *corev1.Service
	// Class is the load-balancer class that is served.
	Class string
	// Mesh is the name of the Mesh that the Service is to be in, empty for none.
	Mesh string
	// MeshFound tells whether that Mesh exists and is to stay, and Ranges are its addresses.
	MeshFound bool
	Ranges    Ranges
	// Claims are the addresses that the Service has, and those of its namesakes
	// that are gone; all for Class.
	Claims []*v1alpha1.VirtualIP
}

// Decision is what becomes of the addresses of a Service.
type Decision struct {
	// Orphans are claims of former Services of the name, to be freed at first.
	Orphans []*v1alpha1.VirtualIP
	// Keep are the addresses that the Service goes on to have.
	Keep []*v1alpha1.VirtualIP
	// Want are addresses that it lacks.
	Want []Want
	// Release are those that are to be free again, once the Service shows the others.
	Release []*v1alpha1.VirtualIP
	// Problems say why an address is not as it should be, Notices what else the
	// owner of the Service should know.
	Problems, Notices []finding.Finding
}

// Want is an address that a Service lacks.
type Want struct {
	Mesh   string
	Family corev1.IPFamily
	// Shown is the one that the Service shows already, although it has not claimed
	// it: somebody deleted the claim. It is the first choice.
	Shown netip.Addr
	// Requested is the one that the Service asks for.
	Requested netip.Addr
	// Any tells that every address of the Mesh will do.
	Any bool
	// Replaces is the claim that is given up for it. Until then the Service keeps it.
	Replaces *v1alpha1.VirtualIP
}

// Decide decides which addresses a Service keeps, wants and gives back. It gets
// one for each of its families, and has it for as long as it asks for no other.
func Decide(view View) Decision {
	d := deciding{View: view}
	own := slices.DeleteFunc(slices.Clone(view.Claims), func(claim *v1alpha1.VirtualIP) bool {
		foreign := claim.Spec.Service.UID != view.Service.UID
		if foreign {
			d.Orphans = append(d.Orphans, claim)
		}
		return foreign
	})
	if !Owns(view.Service, view.Class) || view.Mesh == "" {
		d.Release = append(d.Release, own...)
		d.sayWhyNot()
		return d.Decision
	}
	d.readRequest()
	for _, family := range view.Service.Spec.IPFamilies {
		d.decide(family, claimsOf(family, own, view.Service))
	}
	for _, claim := range own { // of a family that the Service has no more
		if !slices.Contains(view.Service.Spec.IPFamilies, FamilyOf(AddressOf(claim))) {
			d.Release = append(d.Release, claim)
		}
	}
	return d.Decision
}

type deciding struct {
	View
	Decision
	// requested are the addresses that the Service asks for, by family.
	requested map[corev1.IPFamily]netip.Addr
	malformed bool
}

func (d *deciding) sayWhyNot() {
	service := d.Service
	switch {
	case Owns(service, d.Class) && (service.Labels[v1alpha1.IgnoreKey] == "true" || service.Annotations[v1alpha1.IgnoreKey] == "true"):
		d.problem(v1alpha1.ReasonNotInMesh, "load-balancer class %s assigns addresses of a mesh, but %s keeps the Service out of the mesh: remove that label or annotation", d.Class, v1alpha1.IgnoreKey)
	case Owns(service, d.Class):
		d.problem(v1alpha1.ReasonNotInMesh,
			"load-balancer class %s assigns addresses of a mesh, but the Service is in no mesh: set the label %s on the Service, or %s=true on its namespace",
			d.Class, v1alpha1.MeshLabel, v1alpha1.SidecarInjectionLabel)
	case service.Spec.Type == corev1.ServiceTypeLoadBalancer && service.Spec.LoadBalancerClass == nil &&
		service.Annotations[v1alpha1.LoadBalancerClassAnnotation] == d.Class:
		d.Notices = append(d.Notices, finding.Warning(v1alpha1.ReasonLoadBalancerClassIgnored,
			"annotation %s has no effect because spec.loadBalancerClass can no longer be set: change spec.type to ClusterIP, then back to LoadBalancer together with spec.loadBalancerClass",
			v1alpha1.LoadBalancerClassAnnotation))
	}
}

// problem is said once, also when both families have it.
func (d *deciding) problem(reason, format string, args ...any) {
	if problem := finding.Warning(reason, format, args...); !slices.Contains(d.Problems, problem) {
		d.Problems = append(d.Problems, problem)
	}
}

// readRequest reads the annotation that asks for addresses.
func (d *deciding) readRequest() {
	value, found := d.Service.Annotations[v1alpha1.VIPAnnotation]
	if !found {
		return
	}
	d.requested = map[corev1.IPFamily]netip.Addr{}
	malformed := func(format string, args ...any) {
		d.malformed, d.requested = true, nil
		d.problem(v1alpha1.ReasonInvalidVIP, "annotation "+v1alpha1.VIPAnnotation+" "+format, args...)
	}
	for _, text := range strings.Split(value, ",") {
		address, err := netip.ParseAddr(strings.TrimSpace(text))
		if err != nil || address.Zone() != "" || address.Is4In6() {
			malformed("must be an IP address, or one of each family separated by a comma; invalid: %s", finding.Quote(text))
			return
		}
		family := FamilyOf(address)
		if _, twice := d.requested[family]; twice {
			malformed("has two %s addresses: keep one", family)
			return
		}
		if !slices.Contains(d.Service.Spec.IPFamilies, family) {
			malformed("has an %[1]s address, but %[1]s is not in the Service's spec.ipFamilies", family)
			return
		}
		d.requested[family] = address
	}
}

// decide decides about one family. Of several claims, which two managers may have
// made at a time, or which a change left behind, the first that suits stays.
func (d *deciding) decide(family corev1.IPFamily, claims []*v1alpha1.VirtualIP) {
	requested := d.requested[family]
	want := Want{Mesh: d.Mesh, Family: family}
	if i := slices.IndexFunc(claims, func(claim *v1alpha1.VirtualIP) bool { return d.suits(claim, requested) }); i > 0 {
		claims[0], claims[i] = claims[i], claims[0]
	}
	if len(claims) > 0 {
		d.Release = append(d.Release, claims[1:]...)
		d.Keep = append(d.Keep, claims[0])
		if d.suits(claims[0], requested) {
			d.noticeOutside(claims[0], requested)
			return
		}
		want.Replaces = claims[0]
	} else {
		want.Shown = d.shownUnclaimed(family)
	}
	switch {
	case d.malformed:
	case !d.MeshFound:
		d.problem(v1alpha1.ReasonMeshNotFound, "Mesh %s does not exist or is being deleted: create it, or set the label %s to another Mesh", d.Mesh, v1alpha1.MeshLabel)
	case d.Ranges.Size(family) == 0:
		d.problem(v1alpha1.ReasonNoVIPRange, "Mesh %s has no %s addresses: add a range to its spec.vips.cidrs, or remove the family from the Service", d.Mesh, family)
	case requested.IsValid() && !d.Ranges.Contains(requested):
		d.problem(v1alpha1.ReasonVIPOutOfRange, "%s, requested by annotation %s, is not in the ranges of Mesh %s: %s",
			requested, v1alpha1.VIPAnnotation, d.Mesh, finding.Clip(d.Ranges.String(), finding.RoomForFirst))
	default:
		want.Requested, want.Any = requested, !requested.IsValid()
	}
	if want.Shown.IsValid() || want.Requested.IsValid() || want.Any {
		d.Want = append(d.Want, want)
	}
}

// suits tells whether the Service has what it is to have. An address stays also
// when the ranges of its Mesh have changed, and while its owner asks for nonsense.
func (d *deciding) suits(claim *v1alpha1.VirtualIP, requested netip.Addr) bool {
	if d.malformed {
		return true
	}
	if requested.IsValid() {
		return AddressOf(claim) == requested
	}
	return claim.Spec.Mesh == d.Mesh || d.Ranges.Contains(AddressOf(claim))
}

func (d *deciding) noticeOutside(claim *v1alpha1.VirtualIP, requested netip.Addr) {
	if !d.MeshFound || d.Ranges.Contains(AddressOf(claim)) {
		return
	}
	remedy := "change spec.type to ClusterIP and back"
	if requested.IsValid() {
		remedy = "change the annotation " + v1alpha1.VIPAnnotation
	}
	d.Notices = append(d.Notices, finding.Warning(v1alpha1.ReasonVIPOutsideRanges,
		"the Service keeps %s, which is in no range of Mesh %s; to get another address, %s", claim.Spec.Address, d.Mesh, remedy))
}

// shownUnclaimed is an address that the Service shows without a claim.
func (d *deciding) shownUnclaimed(family corev1.IPFamily) netip.Addr {
	for _, address := range Shown(d.Service) {
		if FamilyOf(address) == family && d.Ranges.Contains(address) {
			return address
		}
	}
	return netip.Addr{}
}

// claimsOf are those of one family: what the Service shows first, then the oldest.
func claimsOf(family corev1.IPFamily, claims []*v1alpha1.VirtualIP, service *corev1.Service) []*v1alpha1.VirtualIP {
	shown := Shown(service)
	isHidden := func(claim *v1alpha1.VirtualIP) int {
		if slices.Contains(shown, AddressOf(claim)) {
			return 0
		}
		return 1
	}
	var of []*v1alpha1.VirtualIP
	for _, claim := range claims {
		if FamilyOf(AddressOf(claim)) == family {
			of = append(of, claim)
		}
	}
	slices.SortFunc(of, func(a, b *v1alpha1.VirtualIP) int {
		return cmp.Or(
			cmp.Compare(isHidden(a), isHidden(b)),
			a.CreationTimestamp.Compare(b.CreationTimestamp.Time),
			cmp.Compare(a.Name, b.Name))
	})
	return of
}
