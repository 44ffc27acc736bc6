package endpointslice

import (
	"cmp"
	"slices"
	"time"

	"github.com/go-logr/logr"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/endpointslice/topologycache"
)

const (
	// DefaultMaxEndpointsPerSlice is the maximum of Kubernetes' own controller
	// (kube-controller-manager --max-endpoints-per-slice).
	DefaultMaxEndpointsPerSlice = 100
	// MaxEndpointsPerSliceLimit is the most endpoints that the API accepts in
	// one slice (https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/).
	MaxEndpointsPerSliceLimit = 1000
)

// Settings are what the options of a [Reconciler] set.
type Settings struct {
	// ControllerName is the value of the label endpointslice.kubernetes.io/managed-by.
	ControllerName string
	// MaxEndpointsPerSlice, see [WithMaxEndpointsPerSlice]; 0 is
	// [DefaultMaxEndpointsPerSlice].
	MaxEndpointsPerSlice int32
	// Placeholder, see [WithPlaceholder].
	Placeholder bool
	// OwnershipEnforced, see [WithOwnershipEnforced].
	OwnershipEnforced bool
	// CompactionDisabled, see [WithCompaction].
	CompactionDisabled bool
	// TrafficDistribution, see [WithTrafficDistribution].
	TrafficDistribution bool
	// TopologyCache, see [WithTopologyCache]. It is asked, and told what was decided.
	TopologyCache *topologycache.TopologyCache
}

// Request is what [Plan] compares: the slices that an owner should have with
// those that it has. The fields are the parameters of [Reconciler.Reconcile].
type Request struct {
	Owner                 metav1.Object
	OwnerKind             schema.GroupVersionKind
	Desired               []*EndpointPortAddressType
	Existing              []*discoveryv1.EndpointSlice
	SupportedAddressTypes sets.Set[discoveryv1.AddressType]
	TrafficDistribution   *string
	SetLabelsAnnotations  SetEndpointSliceLabelsAnnotations
	TriggerTime           time.Time
}

// Changes is what to write so that the slices are as requested. The slices
// share memory with the request and must not be changed.
type Changes struct {
	// Create holds slices without a name, but with a prefix for one.
	Create []*discoveryv1.EndpointSlice
	// Update holds whole slices, at the resource version that they were planned from.
	Update []*discoveryv1.EndpointSlice
	// Delete holds slices as they exist.
	Delete []*discoveryv1.EndpointSlice
	// Unchanged holds slices as they exist.
	Unchanged []*discoveryv1.EndpointSlice

	// Endpoints counts what happens to the endpoints.
	Endpoints EndpointCounts
	// Ideal is the number of slices that would do, were all but the last full.
	Ideal int
	// Events tell what was decided about topology hints.
	Events []*topologycache.EventBuilder

	// givers names the slices whose surplus other slices take over.
	givers sets.Set[string]
}

// EndpointCounts counts the endpoints of all slices of an owner.
type EndpointCounts struct {
	Desired, Added, Updated, Removed int
}

// Empty tells whether there is nothing to write.
func (c *Changes) Empty() bool {
	return len(c.Create)+len(c.Update)+len(c.Delete) == 0
}

// Plan decides what to write. It changes nothing that it is given (but for the
// topology cache, when there is one), and what it returns depends neither on
// the order of the endpoints nor on that of the slices.
//
// Address types are planned apart, IPv4 first. Slices of an address type that
// is not supported come last in Delete.
//
// Slices that another controller manages, by their label, and slices that are
// being deleted are left out of account.
func Plan(logger logr.Logger, settings Settings, request Request) Changes {
	return plan(logger, settings, request, newMemory())
}

// plan is Plan with a memory of the slices of earlier ones.
func plan(logger logr.Logger, settings Settings, request Request, memory *memory) Changes {
	p := newPlanner(logger, settings, request)
	p.recollection = memory.recall(nameOf(request.Owner))
	defer memory.remember(nameOf(request.Owner), p.recollection.seen)
	existing := p.manageable(request.Existing)

	changes := Changes{givers: sets.New[string]()}
	for _, addressType := range sets.List(request.SupportedAddressTypes) {
		p.planAddressType(addressType, existing, &changes)
	}
	p.dropUnsupported(existing, &changes)
	return changes
}

// planner is what all steps of one plan need.
type planner struct {
	Request
	settings Settings
	logger   logr.Logger
	// limit is the effective maximum of endpoints per slice.
	limit    int
	ownerRef metav1.OwnerReference
	// ownerDeleted tells that slices are only kept true, and none is made: the
	// garbage collector may be deleting them already.
	ownerDeleted bool
	hints        hintSource
	recollection *recollection
}

func newPlanner(logger logr.Logger, settings Settings, request Request) *planner {
	p := &planner{
		Request:  request,
		settings: settings,
		logger:   logger,
		limit:    int(boundMaximum(cmp.Or(settings.MaxEndpointsPerSlice, DefaultMaxEndpointsPerSlice))),
		ownerRef: *metav1.NewControllerRef(request.Owner, request.OwnerKind),
		hints:    hintSourceOf(settings, request),

		ownerDeleted: request.Owner.GetDeletionTimestamp() != nil,
	}
	if p.SetLabelsAnnotations == nil {
		p.SetLabelsAnnotations = keepLabelsAnnotations
	}
	return p
}

// boundMaximum brings a maximum to the nearest that is allowed.
func boundMaximum(maximum int32) int32 {
	return min(max(maximum, 1), MaxEndpointsPerSliceLimit)
}

// manageable returns the slices that are this controller's to write, by name.
func (p *planner) manageable(existing []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	ours := make([]*discoveryv1.EndpointSlice, 0, len(existing))
	for _, slice := range existing {
		manager := slice.Labels[discoveryv1.LabelManagedBy]
		if slice.DeletionTimestamp == nil && (manager == "" || manager == p.settings.ControllerName) {
			ours = append(ours, slice)
		}
	}
	slices.SortStableFunc(ours, func(a, b *discoveryv1.EndpointSlice) int { return cmp.Compare(a.Name, b.Name) })
	return ours
}

// planAddressType plans the slices of one address type.
func (p *planner) planAddressType(addressType discoveryv1.AddressType, existing []*discoveryv1.EndpointSlice, changes *Changes) {
	groups, obsolete, foreign := p.group(addressType, existing)
	for _, slice := range slices.Concat(obsolete, foreign) {
		changes.Endpoints.Removed += len(slice.Endpoints)
	}
	var bins []*bin
	var donors []*discoveryv1.EndpointSlice
	for _, group := range groups {
		packed := p.pack(group, changes)
		bins = append(bins, packed.bins...)
		obsolete = append(obsolete, packed.emptied...)
		donors = append(donors, packed.donors...)
	}
	if len(bins) == 0 && p.settings.Placeholder {
		bins, obsolete = p.placeholder(addressType, obsolete)
		changes.Ideal++
	}
	bins, obsolete = p.recycle(bins, obsolete)

	written := p.render(bins)
	p.setHints(addressType, &written, changes)
	written.dropPointless(existing)
	p.setTriggerTime(&written)

	changes.Create = append(changes.Create, written.create...)
	changes.Update = append(changes.Update, written.update...)
	changes.Unchanged = append(changes.Unchanged, written.unchanged...)
	changes.Delete = slices.Concat(changes.Delete, obsolete, donors, foreign)
}

// placeholder returns a slice without endpoints and ports, the one that exists
// if there is one.
func (p *planner) placeholder(addressType discoveryv1.AddressType, obsolete []*discoveryv1.EndpointSlice) ([]*bin, []*discoveryv1.EndpointSlice) {
	empty := &group{addressType: addressType, ports: []discoveryv1.EndpointPort{}}
	for i, slice := range obsolete {
		if len(slice.Endpoints) == 0 && len(slice.Ports) == 0 {
			return []*bin{p.newBin(empty, slice)}, slices.Delete(obsolete, i, i+1)
		}
	}
	return []*bin{p.newBin(empty, nil)}, obsolete
}

// recycle turns pairs of a slice to delete and one to create into updates. An
// owner that is being deleted gets no slice for what it did not have.
func (p *planner) recycle(bins []*bin, obsolete []*discoveryv1.EndpointSlice) ([]*bin, []*discoveryv1.EndpointSlice) {
	if p.ownerDeleted {
		return slices.DeleteFunc(bins, func(b *bin) bool { return b.live == nil }), obsolete
	}
	for i := range bins {
		if len(obsolete) == 0 {
			break
		}
		if bins[i].live == nil {
			bins[i] = bins[i].into(p, obsolete[0])
			obsolete = obsolete[1:]
		}
	}
	return bins, obsolete
}

// dropUnsupported deletes the slices whose address type is not supported, or no longer.
func (p *planner) dropUnsupported(existing []*discoveryv1.EndpointSlice, changes *Changes) {
	for _, slice := range existing {
		if p.SupportedAddressTypes.Has(slice.AddressType) {
			continue
		}
		changes.Delete = append(changes.Delete, slice)
		changes.Endpoints.Removed += len(slice.Endpoints)
		if cache := p.settings.TopologyCache; cache != nil {
			cache.RemoveHints(ownerKey(p.Owner), slice.AddressType)
		}
	}
}
