package endpointslice

import (
	"cmp"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
)

// bin is a planned slice: an existing one or a new one.
type bin struct {
	group *group
	// live is the existing slice, or nil for a new one.
	live *discoveryv1.EndpointSlice
	// endpoints are indexes into the group's endpoints, in the order of the slice.
	endpoints []int32
	// changed is true if the slice must be written.
	changed bool
	// hinted is true if an existing or a desired endpoint has hints.
	hinted bool

	labels, annotations map[string]string
}

// newBin returns an empty bin for an existing slice, or for a new one if live is nil.
func (p *planner) newBin(g *group, live *discoveryv1.EndpointSlice) *bin {
	b := &bin{group: g, live: live}
	slice := live
	if slice == nil {
		slice = p.newSlice(g)
	}
	var changed bool
	b.labels, b.annotations, changed = p.metadata(slice, g.set)
	b.changed = live == nil || changed || p.ownedByPredecessor(live)
	return b
}

// reuse moves the content of a bin for a new slice to an existing slice.
func (b *bin) reuse(p *planner, live *discoveryv1.EndpointSlice) *bin {
	recycled := p.newBin(b.group, live)
	recycled.endpoints, recycled.changed = b.endpoints, true
	return recycled
}

// packed has the slices of a set with one address type.
type packed struct {
	bins []*bin
	// obsolete are slices without desired endpoints, which can be reused.
	obsolete []*discoveryv1.EndpointSlice
	// donors are slices whose endpoints move to other slices. They are not reused, because
	// their endpoints are in no other slice until the others are written.
	donors []*discoveryv1.EndpointSlice
	// foreign are slices that belong to no owner, or an earlier one.
	foreign []*discoveryv1.EndpointSlice
}

// pack distributes the endpoints of a group over slices, as described in
// https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#distribution-of-endpointslices
// Few writes are more important than full slices, because every write is sent to every Node.
//
//  1. Existing slices keep the endpoints that are still desired.
//  2. Slices that must be written anyway are filled.
//  3. The remaining endpoints are added to one more slice if it has room for all of them,
//     or else to new slices.
func (p *planner) pack(g *group, set *packed, plan *Plan) {
	limit := p.limit
	if g.singleSlice {
		limit = MaxEndpointsPerSliceLimit
	}
	index := newEndpointIndex(p.memory.seed, g.endpoints)
	plan.Endpoints.Desired += index.missing
	plan.Ideal += (index.missing + limit - 1) / limit

	var result packed
	for _, live := range g.existing {
		if b := p.keep(g, live, index, plan); len(b.endpoints) > 0 {
			result.bins = append(result.bins, b)
		} else {
			result.obsolete = append(result.obsolete, live)
		}
	}
	plan.Endpoints.Added += index.missing

	if g.singleSlice {
		result.mergeIntoFirst()
	}
	if !p.ownerDeleted {
		for _, b := range result.bins {
			b.dropSurplus(limit, index, plan)
		}
	}
	if index.missing > 0 {
		p.fill(g, &result, index.leftover(), limit)
	}
	if !p.ownerDeleted && !p.config.DisableCompaction {
		result.compact(limit)
	}
	set.bins = append(set.bins, result.bins...)
	set.obsolete = append(set.obsolete, result.obsolete...)
	set.donors = append(set.donors, result.donors...)
}

// keep returns a bin with the endpoints of a slice that are still desired.
func (p *planner) keep(g *group, live *discoveryv1.EndpointSlice, index *endpointIndex, plan *Plan) *bin {
	b := p.newBin(g, live)
	known := p.memory.get(live)
	b.hinted = known.hinted || index.hinted
	found := index.find(known.prints)
	b.endpoints = found[:0]
	for i, want := range found {
		if want == none || index.placed[want] {
			continue
		}
		index.markPlaced(want)
		b.endpoints = append(b.endpoints, want)
		if known.prints[i].state != index.prints[want].state || b.hinted && !p.hints.canMatch(live.Endpoints[i].Hints, &g.endpoints[want]) {
			b.changed = true
			plan.Endpoints.Updated++
		}
	}
	if removed := len(live.Endpoints) - len(b.endpoints); removed > 0 {
		b.changed = true
		plan.Endpoints.Removed += removed
	}
	return b
}

// dropSurplus removes endpoints above the limit from a slice, after the maximum was
// lowered.
func (b *bin) dropSurplus(limit int, index *endpointIndex, plan *Plan) {
	if len(b.endpoints) <= limit {
		return
	}
	for _, endpoint := range b.endpoints[limit:] {
		index.markUnplaced(endpoint)
	}
	b.endpoints = b.endpoints[:limit]
	b.changed = true
	plan.split.Insert(b.live.Name)
}

// fill adds endpoints without a slice to slices that change anyway, the fullest first. Then
// it adds the remaining ones to the slice that they fill best, or else to new slices.
func (p *planner) fill(g *group, result *packed, endpoints []int32, limit int) {
	changed := make([]*bin, 0, len(result.bins))
	for _, b := range result.bins {
		if b.changed {
			changed = append(changed, b)
		}
	}
	sortFullestFirst(changed)
	for _, b := range changed {
		endpoints = b.take(endpoints, limit)
	}
	for len(endpoints) > 0 {
		b := fullestWithRoom(result.bins, len(endpoints), limit)
		if b == nil {
			b = p.newBin(g, nil)
			result.bins = append(result.bins, b)
		}
		endpoints = b.take(endpoints, limit)
	}
}

// take adds endpoints to the bin up to the limit, and returns the others.
func (b *bin) take(endpoints []int32, limit int) []int32 {
	room := min(max(limit-len(b.endpoints), 0), len(endpoints))
	if room > 0 {
		b.endpoints = append(b.endpoints, endpoints[:room]...)
		b.changed = true
	}
	return endpoints[room:]
}

// fullestWithRoom returns the fullest unchanged slice that has room for count endpoints. It
// returns nil if they would fill a new slice.
func fullestWithRoom(bins []*bin, count, limit int) *bin {
	if count >= limit {
		return nil
	}
	var best *bin
	for _, b := range bins {
		if !b.changed && len(b.endpoints)+count <= limit && (best == nil || len(b.endpoints) > len(best.endpoints)) {
			best = b
		}
	}
	return best
}

// compact moves endpoints to fewer slices if at most half of the capacity is used, and more
// slices can be deleted than must be written only for this purpose. Thus the savings last,
// and compaction cannot happen in every other sync.
func (r *packed) compact(limit int) {
	endpoints := 0
	for _, b := range r.bins {
		endpoints += len(b.endpoints)
	}
	if 2*endpoints > limit*len(r.bins) {
		return
	}
	bins := slices.Clone(r.bins)
	sortFullestFirst(bins)
	enough := (endpoints + limit - 1) / limit
	receivers, donors := bins[:enough], bins[enough:]
	if len(donors) <= rewritten(receivers, donors, limit) {
		return
	}
	for _, donor := range donors {
		rest := donor.endpoints
		for _, b := range receivers {
			rest = b.take(rest, limit)
		}
		if donor.live != nil {
			r.donors = append(r.donors, donor.live)
		}
	}
	r.bins = slices.DeleteFunc(r.bins, func(b *bin) bool { return slices.Contains(donors, b) })
}

// rewritten counts the slices that are written only to receive endpoints of the donors.
func rewritten(receivers, donors []*bin, limit int) int {
	moving := 0
	for _, donor := range donors {
		moving += len(donor.endpoints)
	}
	count := 0
	for _, b := range receivers {
		room := limit - len(b.endpoints)
		if moving > 0 && room > 0 && !b.changed {
			count++
		}
		moving -= room
	}
	return count
}

// mergeIntoFirst moves all endpoints to the first slice.
func (r *packed) mergeIntoFirst() {
	for _, b := range r.bins[min(1, len(r.bins)):] {
		r.bins[0].endpoints = append(r.bins[0].endpoints, b.endpoints...)
		r.bins[0].changed = true
		r.donors = append(r.donors, b.live)
	}
	r.bins = r.bins[:min(1, len(r.bins))]
}

func sortFullestFirst(bins []*bin) {
	slices.SortStableFunc(bins, func(a, b *bin) int { return cmp.Compare(len(b.endpoints), len(a.endpoints)) })
}
