package endpointslice

import (
	"cmp"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
)

// bin is a slice that is to be: what goes into one that exists, or into a new one.
type bin struct {
	group *group
	// live is the slice as it exists, nil for one to be created.
	live *discoveryv1.EndpointSlice
	// endpoints are indexes into the group's endpoints, in the order of the slice.
	endpoints []int32
	// changed tells whether it has to be written.
	changed bool

	labels, annotations map[string]string
}

// newBin returns an empty bin for a slice that exists, or a new one (nil).
func (p *planner) newBin(g *group, live *discoveryv1.EndpointSlice) *bin {
	b := &bin{group: g, live: live}
	slice := live
	if slice == nil {
		slice = p.newSlice(g)
	}
	var changed bool
	b.labels, b.annotations, changed = p.labelsAnnotations(slice)
	b.changed = live == nil || changed || p.ownedByPredecessor(live)
	return b
}

// into moves what a new bin holds into a slice that exists.
func (b *bin) into(p *planner, live *discoveryv1.EndpointSlice) *bin {
	recycled := p.newBin(b.group, live)
	recycled.endpoints, recycled.changed = b.endpoints, true
	return recycled
}

// packed is the result of pack.
type packed struct {
	bins []*bin
	// emptied are slices that nothing is left of.
	emptied []*discoveryv1.EndpointSlice
	// donors are slices whose endpoints move into others. They are not used
	// again: until those others are written, the endpoints stand only here.
	donors []*discoveryv1.EndpointSlice
}

// pack distributes the endpoints of a group over slices, in the way that
// https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#distribution-of-endpointslices
// describes: few writes come before full slices, since every write goes to every Node.
//
//  1. Existing slices keep the endpoints that are still desired.
//  2. Slices that have to be written anyway are filled.
//  3. What is left goes into one more slice, if one has room for all of it, or else into new ones.
func (p *planner) pack(g *group, changes *Changes) packed {
	limit := p.limit
	if g.singleSlice {
		limit = max(MaxEndpointsPerSliceLimit, len(g.endpoints))
	}
	index := newEndpointIndex(p.recollection.seed, g.endpoints)
	changes.Endpoints.Desired += index.missing
	changes.Ideal += (index.missing + limit - 1) / limit

	var result packed
	for _, live := range g.existing {
		if b := p.keep(g, live, index, changes); len(b.endpoints) > 0 {
			result.bins = append(result.bins, b)
		} else {
			result.emptied = append(result.emptied, live)
		}
	}
	changes.Endpoints.Added += index.missing

	if g.singleSlice {
		result.mergeIntoFirst()
	}
	if !p.ownerDeleted {
		for _, b := range result.bins {
			b.giveSurplus(limit, index, changes)
		}
	}
	if index.missing > 0 {
		p.fill(g, &result, index.leftover(), limit)
	}
	if !p.ownerDeleted && !p.settings.CompactionDisabled {
		result.compact(limit)
	}
	return result
}

// keep returns a bin with the endpoints of a slice that are still desired.
func (p *planner) keep(g *group, live *discoveryv1.EndpointSlice, index *endpointIndex, changes *Changes) *bin {
	b := p.newBin(g, live)
	known := p.recollection.of(live)
	hinted := known.hinted || index.hinted
	found := index.find(known.prints)
	b.endpoints = found[:0]
	for i, want := range found {
		if want == none || index.placed[want] {
			continue
		}
		index.place(want)
		b.endpoints = append(b.endpoints, want)
		if known.prints[i].state != index.prints[want].state || hinted && !p.hints.same(&live.Endpoints[i], &g.endpoints[want]) {
			b.changed = true
			changes.Endpoints.Updated++
		}
	}
	if removed := len(live.Endpoints) - len(b.endpoints); removed > 0 {
		b.changed = true
		changes.Endpoints.Removed += removed
	}
	return b
}

// giveSurplus takes what is above the limit out of a slice, after the maximum
// has been lowered.
func (b *bin) giveSurplus(limit int, index *endpointIndex, changes *Changes) {
	if len(b.endpoints) <= limit {
		return
	}
	for _, endpoint := range b.endpoints[limit:] {
		index.unplace(endpoint)
	}
	b.endpoints = b.endpoints[:limit]
	b.changed = true
	changes.givers.Insert(b.live.Name)
}

// fill puts endpoints that have no slice into slices that change anyway, the
// fullest first, then all that are left into the one slice that they fill best,
// or else into new ones.
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

// take moves endpoints into the bin up to the limit, and returns the others.
func (b *bin) take(endpoints []int32, limit int) []int32 {
	room := min(max(limit-len(b.endpoints), 0), len(endpoints))
	if room > 0 {
		b.endpoints = append(b.endpoints, endpoints[:room]...)
		b.changed = true
	}
	return endpoints[room:]
}

// fullestWithRoom returns the fullest of the unchanged slices that has room for
// so many endpoints. To so many that they fill a slice of their own, it gives none.
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

// compact empties slices into others when at most half of their room is used,
// and more slices go than have to be written for it that would be left alone
// otherwise. So what it saves lasts, and it cannot happen at every other pass.
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

// rewritten counts the slices that are written only to receive what the donors hold.
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

// mergeIntoFirst moves everything into the first slice.
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
