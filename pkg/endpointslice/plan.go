package endpointslice

import (
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
)

// Plan has the writes of a sync. Its slices share memory with the Sync and must not be changed.
type Plan struct {
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
	// Ideal is the number of slices if all but the last of each group were full.
	Ideal int
	// Skipped is the number of addresses that did not become endpoints.
	Skipped int
	// Findings are the findings of the [Result].
	Findings []Finding

	// split has the names of the slices whose surplus endpoints move to other slices.
	split sets.Set[string]
}

// EndpointCounts counts the endpoints in all slices of an owner.
type EndpointCounts struct {
	Desired, Added, Updated, Removed int
}

// Empty reports whether there is nothing to write.
func (p *Plan) Empty() bool {
	return len(p.Create)+len(p.Update)+len(p.Delete) == 0
}

// NewPlan returns the writes that make the slices as desired, or an error that names an invalid
// part of the Sync. It is a pure function if [Sync.Hints] and the other functions are. The result
// depends neither on the order of the endpoints nor on the order of the slices.
//
// Address types are planned separately, and within them sets. Slices of other address types
// are last in Delete.
func NewPlan(config Config, sync Sync) (Plan, error) {
	if err := config.validate(); err != nil {
		return Plan{}, err
	}
	p, err := newPlanner(config, sync)
	if err != nil {
		return Plan{}, err
	}
	return p.plan(newMemory(), nil), nil
}

// planner holds the state of one plan.
type planner struct {
	Sync
	config   Config
	ownerRef metav1.OwnerReference
	// ownerDeleted is true if the owner is being deleted. Slices are then kept up to date,
	// but none are created, because the garbage collector may already be deleting them.
	ownerDeleted bool
	// limit is the effective maximum of endpoints per slice.
	limit int
	// kept are the address types of the slices to keep.
	kept   sets.Set[discoveryv1.AddressType]
	hints  hints
	sets   []*set
	memory *syncMemory
}

// plan plans with a memory of the slices in earlier syncs. It leaves the sets of the stale
// slices as they are, given the labels of these slices.
func (p *planner) plan(memory *memory, stale []map[string]string) Plan {
	p.memory = memory.startSync(p.name())
	defer memory.finishSync(p.name(), p.memory, len(stale) > 0)
	p.kept = sets.New[discoveryv1.AddressType]()
	skipped := p.checkGroups()
	plan := Plan{Findings: skippedFindings(skipped), Skipped: len(skipped), split: sets.New[string]()}
	p.divide(stale)
	for _, addressType := range p.AddressTypes {
		p.planAddressType(addressType, &plan)
	}
	p.dropUnsupported(&plan)
	return plan
}

// planAddressType plans the slices of one address type.
func (p *planner) planAddressType(addressType discoveryv1.AddressType, plan *Plan) {
	results, inUse, isStale := make([]packed, len(p.sets)), p.kept.Has(addressType), true
	for i, set := range p.sets {
		results[i] = p.packSet(addressType, set, plan)
		inUse = inUse || set.stale || len(results[i].bins) > 0
		isStale = isStale && set.stale
	}
	if !inUse && p.config.Placeholder {
		p.addPlaceholder(addressType, &results[0])
		plan.Ideal++
	}
	var written rendered
	for i := range results {
		p.recycle(&results[i])
		p.render(results[i].bins, &written)
		plan.Delete = slices.Concat(plan.Delete, results[i].obsolete, results[i].donors, results[i].foreign)
	}
	if !isStale { // the HintSource would see no endpoints
		p.setHints(addressType, &written, plan)
	}
	written.dropNoOps(p.Existing)
	p.setTriggerTime(&written)

	plan.Create = append(plan.Create, written.create...)
	plan.Update = append(plan.Update, written.update...)
	plan.Unchanged = append(plan.Unchanged, written.unchanged...)
}

// packSet distributes the endpoints of a set with one address type over its slices.
func (p *planner) packSet(addressType discoveryv1.AddressType, of *set, plan *Plan) packed {
	var result packed
	if of.stale {
		return result
	}
	groups, obsolete, foreign := p.group(addressType, of)
	result.obsolete, result.foreign = obsolete, foreign
	for _, slice := range slices.Concat(obsolete, foreign) {
		plan.Endpoints.Removed += len(slice.Endpoints)
	}
	for _, group := range groups {
		p.pack(group, &result, plan)
	}
	return result
}

// addPlaceholder adds a slice without endpoints and ports: the existing one if there is
// one.
func (p *planner) addPlaceholder(addressType discoveryv1.AddressType, to *packed) {
	empty := &group{set: p.sets[0], addressType: addressType, ports: []discoveryv1.EndpointPort{}}
	for i, slice := range to.obsolete {
		if len(slice.Endpoints) == 0 && len(slice.Ports) == 0 {
			to.bins, to.obsolete = []*bin{p.newBin(empty, slice)}, slices.Delete(to.obsolete, i, i+1)
			return
		}
	}
	to.bins = []*bin{p.newBin(empty, nil)}
}

// recycle converts pairs of a slice to delete and a slice to create into updates. If the
// owner is being deleted, it drops the slices to create.
func (p *planner) recycle(result *packed) {
	if p.ownerDeleted {
		result.bins = slices.DeleteFunc(result.bins, func(b *bin) bool { return b.live == nil })
		return
	}
	for i := range result.bins {
		if len(result.obsolete) == 0 {
			break
		}
		if result.bins[i].live == nil {
			result.bins[i] = result.bins[i].reuse(p, result.obsolete[0])
			result.obsolete = result.obsolete[1:]
		}
	}
}

// dropUnsupported deletes the slices of address types that the owner does not have.
func (p *planner) dropUnsupported(plan *Plan) {
	for _, set := range p.sets {
		for _, slice := range set.existing {
			if !set.stale && !slices.Contains(p.AddressTypes, slice.AddressType) {
				plan.Delete = append(plan.Delete, slice)
				plan.Endpoints.Removed += len(slice.Endpoints)
			}
		}
	}
}
