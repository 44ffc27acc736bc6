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

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

const (
	// DefaultMaxEndpointsPerSlice is the default of Kubernetes' own controller
	// (kube-controller-manager --max-endpoints-per-slice).
	DefaultMaxEndpointsPerSlice = 100
	// MaxEndpointsPerSliceLimit is the maximum number of endpoints that the API accepts in
	// a slice (https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/).
	MaxEndpointsPerSliceLimit = 1000
)

// Settings are set by the options of a [Reconciler].
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
	// TopologyCache, see [WithTopologyCache]. Planning reads and updates it.
	TopologyCache *topologycache.TopologyCache
}

// Request is the input of [Plan]: the desired endpoints and existing slices of an owner.
// The fields are the parameters of [Reconciler.Reconcile].
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

// Changes are the writes that make the slices as requested. The slices share memory with
// the request and must not be changed.
type Changes struct {
	// Create holds slices with a generateName and without a name.
	Create []*discoveryv1.EndpointSlice
	// Update holds complete slices, with the resource version of the existing slices.
	Update []*discoveryv1.EndpointSlice
	// Delete holds existing slices.
	Delete []*discoveryv1.EndpointSlice
	// Unchanged holds existing slices.
	Unchanged []*discoveryv1.EndpointSlice

	// Endpoints counts the desired and changed endpoints.
	Endpoints EndpointCounts
	// Ideal is the number of slices if all but the last were full.
	Ideal int
	// Findings are reports to the operators of the owner: skipped addresses, and
	// whether the endpoints have the hints by zone that the owner requests. They are all
	// that hold, whether or not an earlier plan had them too.
	Findings []finding.Finding

	// split has the names of the slices whose surplus endpoints move to other slices.
	split sets.Set[string]
}

// EndpointCounts counts the endpoints in all slices of an owner.
type EndpointCounts struct {
	Desired, Added, Updated, Removed int
}

// Empty reports whether there is nothing to write.
func (c *Changes) Empty() bool {
	return len(c.Create)+len(c.Update)+len(c.Delete) == 0
}

// Plan decides about the writes. It does not change its input, except the topology cache if
// there is one. The result depends neither on the order of the endpoints nor on the order
// of the slices.
//
// Address types are planned separately, IPv4 first. Slices of unsupported address types
// are last in Delete.
//
// Slices that another controller manages, according to their label, and slices that are
// being deleted are ignored.
func Plan(logger logr.Logger, settings Settings, request Request) Changes {
	return plan(logger, settings, request, newMemory())
}

// plan is Plan with a memory of the slices in earlier calls.
func plan(logger logr.Logger, settings Settings, request Request, memory *memory) Changes {
	p := newPlanner(logger, settings, request)
	p.memory = memory.startSync(nameOf(request.Owner))
	defer memory.finishSync(nameOf(request.Owner), p.memory.seen)
	existing := p.managedSlices(request.Existing)

	changes := Changes{Findings: skippedFindings(request.Desired), split: sets.New[string]()}
	for _, addressType := range sets.List(request.SupportedAddressTypes) {
		p.planAddressType(addressType, existing, &changes)
	}
	p.dropUnsupported(existing, &changes)
	return changes
}

// planner holds the state of one call of Plan.
type planner struct {
	Request
	settings Settings
	logger   logr.Logger
	// limit is the effective maximum of endpoints per slice.
	limit    int
	ownerRef metav1.OwnerReference
	// ownerDeleted is true if the owner is being deleted. Slices are then kept up to date,
	// but none are created, because the garbage collector may already be deleting them.
	ownerDeleted bool
	hints        hintSource
	memory       *syncMemory
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

// boundMaximum returns the nearest valid maximum.
func boundMaximum(maximum int32) int32 {
	return min(max(maximum, 1), MaxEndpointsPerSliceLimit)
}

// managedSlices returns the slices that this controller may write, ordered by name.
func (p *planner) managedSlices(existing []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
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
	written.dropNoOps(existing)
	p.setTriggerTime(&written)

	changes.Create = append(changes.Create, written.create...)
	changes.Update = append(changes.Update, written.update...)
	changes.Unchanged = append(changes.Unchanged, written.unchanged...)
	changes.Delete = slices.Concat(changes.Delete, obsolete, donors, foreign)
}

// placeholder returns a slice without endpoints and ports: the existing one if there is
// one.
func (p *planner) placeholder(addressType discoveryv1.AddressType, obsolete []*discoveryv1.EndpointSlice) ([]*bin, []*discoveryv1.EndpointSlice) {
	empty := &group{addressType: addressType, ports: []discoveryv1.EndpointPort{}}
	for i, slice := range obsolete {
		if len(slice.Endpoints) == 0 && len(slice.Ports) == 0 {
			return []*bin{p.newBin(empty, slice)}, slices.Delete(obsolete, i, i+1)
		}
	}
	return []*bin{p.newBin(empty, nil)}, obsolete
}

// recycle converts pairs of a slice to delete and a slice to create into updates. If the
// owner is being deleted, it drops the slices to create.
func (p *planner) recycle(bins []*bin, obsolete []*discoveryv1.EndpointSlice) ([]*bin, []*discoveryv1.EndpointSlice) {
	if p.ownerDeleted {
		return slices.DeleteFunc(bins, func(b *bin) bool { return b.live == nil }), obsolete
	}
	for i := range bins {
		if len(obsolete) == 0 {
			break
		}
		if bins[i].live == nil {
			bins[i] = bins[i].reuse(p, obsolete[0])
			obsolete = obsolete[1:]
		}
	}
	return bins, obsolete
}

// dropUnsupported deletes the slices of unsupported address types.
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
