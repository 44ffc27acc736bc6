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

// Owns reports whether the class serves a Service (KEP-1959): the Service is of type
// LoadBalancer and of exactly this class, and is not being deleted.
func Owns(service *corev1.Service, class string) bool {
	return service.DeletionTimestamp == nil && isOfClass(service, class)
}

func isOfClass(service *corev1.Service, class string) bool {
	return service.Spec.Type == corev1.ServiceTypeLoadBalancer && service.Spec.LoadBalancerClass != nil && *service.Spec.LoadBalancerClass == class
}

// View is the input of the decision about the addresses of one Service. It is not
// changed.
type View struct {
	Service *corev1.Service
	// Class is the load-balancer class that the manager serves.
	Class string
	// Mesh is the name of the Mesh that the Service should be in, or "" for none.
	Mesh string
	// Ignored is true if the Service is kept out of every mesh.
	Ignored bool
	// MeshFound is true if the Mesh exists and is not being deleted. Ranges are its
	// addresses.
	MeshFound bool
	Ranges    Ranges
	// Excluded is the finding for a Service that the Mesh does not admit, or nil.
	Excluded *finding.Finding
	// Claims are the claims of the Service, and of deleted Services of the same name, all
	// for Class.
	Claims []*v1alpha1.VirtualIP
}

// Decision lists the changes of a Service's addresses.
type Decision struct {
	// Orphans are claims of former Services of the same name. They are released first.
	Orphans []*v1alpha1.VirtualIP
	// Keep are the claims that the Service keeps.
	Keep []*v1alpha1.VirtualIP
	// Want are the addresses that the Service still needs.
	Want []Want
	// Release are the claims to release once the Service shows its other addresses. Like
	// Orphans, they include those that are released already and only have to cool down.
	Release []*v1alpha1.VirtualIP
	// Problems are the reasons why the Service lacks an address. Notices are other findings for
	// its owner.
	Problems, Notices []finding.Finding
}

// Want is an address that a Service needs.
type Want struct {
	Mesh   string
	Family corev1.IPFamily
	// Shown is an address that the Service already shows without a claim, because the
	// claim was deleted. It is the first choice.
	Shown netip.Addr
	// Requested is the address that the Service requests.
	Requested netip.Addr
	// Any is true if any address of the Mesh can be used.
	Any bool
	// Replaces is the claim that is released once the Service has the new address.
	Replaces *v1alpha1.VirtualIP
}

// Decide decides which addresses a Service keeps, needs and releases. A Service gets
// one address of each of its IP families, and keeps it until it requests another one.
func Decide(view View) Decision {
	d := decider{View: view}
	own := slices.DeleteFunc(slices.Clone(view.Claims), func(claim *v1alpha1.VirtualIP) bool {
		foreign := claim.Spec.Service.UID != view.Service.UID
		if foreign {
			d.Orphans = append(d.Orphans, claim)
		}
		return foreign
	})
	if !Owns(view.Service, view.Class) || view.Mesh == "" || view.Excluded != nil {
		d.Release = append(d.Release, own...)
		d.explainNoAddress()
		return d.Decision
	}
	d.readRequest()
	for _, family := range view.Service.Spec.IPFamilies {
		d.decide(family, claimsOf(family, own, view.Service))
	}
	for _, claim := range own { // release claims of families that the Service no longer has
		if !slices.Contains(view.Service.Spec.IPFamilies, FamilyOf(AddressOf(claim))) {
			d.Release = append(d.Release, claim)
		}
	}
	return d.Decision
}

// decider builds a Decision.
type decider struct {
	View
	Decision
	// requested are the addresses that the Service requests, by family.
	requested map[corev1.IPFamily]netip.Addr
	malformed bool
}

// explainNoAddress reports why a Service that may expect addresses gets none.
func (d *decider) explainNoAddress() {
	service := d.Service
	switch {
	case Owns(service, d.Class) && d.Ignored:
		d.problem(v1alpha1.ReasonNotInMesh, "load-balancer class %s assigns addresses of a mesh, but %s keeps the Service out of the mesh: remove that label or annotation", d.Class, v1alpha1.IgnoreKey)
	case Owns(service, d.Class) && d.Excluded != nil:
		d.Problems = append(d.Problems, *d.Excluded)
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

// problem adds a problem, once if it concerns both families.
func (d *decider) problem(reason, format string, args ...any) {
	if problem := finding.Warning(reason, format, args...); !slices.Contains(d.Problems, problem) {
		d.Problems = append(d.Problems, problem)
	}
}

// readRequest reads the annotation that requests addresses.
func (d *decider) readRequest() {
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

// decide decides about one family. There may be several claims if two managers made
// them concurrently or after an incomplete change. The first suitable one is kept.
func (d *decider) decide(family corev1.IPFamily, claims []*v1alpha1.VirtualIP) {
	requested := d.requested[family]
	want := Want{Mesh: d.Mesh, Family: family}
	if i := slices.IndexFunc(claims, func(claim *v1alpha1.VirtualIP) bool { return d.isSuitable(claim, requested) }); i > 0 {
		claims[0], claims[i] = claims[i], claims[0]
	}
	if len(claims) > 0 && IsReleased(claims[0]) && !d.isSuitable(claims[0], requested) { // and so are all the others
		d.Release, claims = append(d.Release, claims...), nil
	}
	if len(claims) > 0 {
		d.Release = append(d.Release, claims[1:]...)
		d.Keep = append(d.Keep, claims[0])
		if d.isSuitable(claims[0], requested) {
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

// isSuitable reports whether a claim is suitable for the Service. A Service keeps its
// address when the ranges of its Mesh change, and while its request is malformed. It
// gets back an address that it has released only if any other Service could get it.
func (d *decider) isSuitable(claim *v1alpha1.VirtualIP, requested netip.Addr) bool {
	switch {
	case IsReleased(claim) && (d.malformed || !d.Ranges.Contains(AddressOf(claim))):
		return false
	case d.malformed:
		return true
	case requested.IsValid():
		return AddressOf(claim) == requested
	}
	return claim.Spec.Mesh == d.Mesh || d.Ranges.Contains(AddressOf(claim))
}

// noticeOutside reports a claim whose address is outside the ranges of the Mesh.
func (d *decider) noticeOutside(claim *v1alpha1.VirtualIP, requested netip.Addr) {
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

// shownUnclaimed returns an address that the Service shows without a claim.
func (d *decider) shownUnclaimed(family corev1.IPFamily) netip.Addr {
	for _, address := range Shown(d.Service) {
		if FamilyOf(address) == family && d.Ranges.Contains(address) {
			return address
		}
	}
	return netip.Addr{}
}

// claimsOf returns the claims of one family: first the ones that the Service shows, then
// the oldest. The released ones are last.
func claimsOf(family corev1.IPFamily, claims []*v1alpha1.VirtualIP, service *corev1.Service) []*v1alpha1.VirtualIP {
	shown := Shown(service)
	rank := func(claim *v1alpha1.VirtualIP) int {
		switch {
		case IsReleased(claim):
			return 2
		case slices.Contains(shown, AddressOf(claim)):
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
			cmp.Compare(rank(a), rank(b)),
			a.CreationTimestamp.Compare(b.CreationTimestamp.Time),
			cmp.Compare(a.Name, b.Name))
	})
	return of
}
