package endpointslice

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	discoveryv1 "k8s.io/api/discovery/v1"
)

// set is the groups with the same labels, and their slices.
type set struct {
	// key identifies the labels of the groups.
	key string
	// labels are the complete labels of the slices, unless Sync.Metadata returns them.
	labels   map[string]string
	ofGroups map[string]string
	groups   []*Group
	existing []*discoveryv1.EndpointSlice
	// stale is true if slices of the set are older in the cache than a write of the reconciler.
	stale bool
}

// divide divides the groups and the slices of the owner into sets, the first of which has no
// labels of its own. A slice belongs to the groups that have the same values of the labels that
// any group has.
func (p *planner) divide(stale []map[string]string) {
	keys := p.labelKeys()
	byKey := map[string]*set{}
	setOf := func(labels map[string]string) *set {
		key := setKey(keys, labels)
		found := byKey[key]
		if found == nil {
			found = &set{key: key}
			byKey[key] = found
			p.sets = append(p.sets, found)
		}
		return found
	}
	setOf(nil)
	for i := range p.Groups {
		of := setOf(p.Groups[i].Labels)
		of.ofGroups = p.Groups[i].Labels
		of.groups = append(of.groups, &p.Groups[i])
	}
	for _, slice := range p.managedSlices() {
		of := setOf(slice.Labels)
		of.existing = append(of.existing, slice)
	}
	for _, labels := range stale {
		setOf(labels).stale = true
	}
	slices.SortFunc(p.sets, func(a, b *set) int { return cmp.Compare(a.key, b.key) })
	for _, of := range p.sets {
		of.labels = p.labels(p.Labels, of.ofGroups)
	}
}

// labelKeys returns the keys of the labels of all groups, ordered.
func (p *planner) labelKeys() []string {
	var keys []string
	for i := range p.Groups {
		keys = slices.AppendSeq(keys, maps.Keys(p.Groups[i].Labels))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// setKey returns "" for slices and groups without any of the labels.
func setKey(keys []string, labels map[string]string) string {
	var key []byte
	for _, name := range keys {
		if value, found := labels[name]; found {
			key = strconv.AppendQuote(append(key, name...), value)
		}
	}
	return string(key)
}

// managedSlices returns the slices that may be written, ordered by name, and notes the kept ones.
func (p *planner) managedSlices() []*discoveryv1.EndpointSlice {
	ours := make([]*discoveryv1.EndpointSlice, 0, len(p.Existing))
	for _, slice := range p.Existing {
		switch {
		case slice.DeletionTimestamp != nil, !p.manages(slice):
		case p.Keep != nil && p.Keep(slice):
			p.kept.Insert(slice.AddressType)
		default:
			ours = append(ours, slice)
		}
	}
	slices.SortStableFunc(ours, func(a, b *discoveryv1.EndpointSlice) int { return cmp.Compare(a.Name, b.Name) })
	return ours
}

// group has the endpoints of a set with the same address type and ports. They share slices.
type group struct {
	set         *set
	addressType discoveryv1.AddressType
	ports       []discoveryv1.EndpointPort
	endpoints   []discoveryv1.Endpoint
	singleSlice bool
	existing    []*discoveryv1.EndpointSlice
}

// group groups the endpoints and slices of a set that have an address type by ports. Slices
// that match no desired ports are obsolete. Slices without the owner's reference are foreign if
// orphans are not adopted.
func (p *planner) group(addressType discoveryv1.AddressType, of *set) (groups []*group, obsolete, foreign []*discoveryv1.EndpointSlice) {
	byPorts := map[string]*group{}
	var keys []string
	for _, want := range of.groups {
		if want.AddressType != addressType {
			continue
		}
		key := portsKey(want.Ports)
		if g, found := byPorts[key]; found {
			g.endpoints = append(g.endpoints, want.Endpoints...)
			g.singleSlice = g.singleSlice || want.SingleSlice
			continue
		}
		byPorts[key] = &group{set: of, addressType: addressType, ports: want.Ports, endpoints: slices.Clip(want.Endpoints), singleSlice: want.SingleSlice}
		keys = append(keys, key)
	}
	for _, slice := range of.existing {
		switch {
		case slice.AddressType != addressType:
		case !p.config.AdoptOrphans && !p.owns(slice):
			foreign = append(foreign, slice)
		default:
			if g, found := byPorts[portsKey(slice.Ports)]; found {
				g.existing = append(g.existing, slice)
			} else {
				obsolete = append(obsolete, slice)
			}
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		groups = append(groups, byPorts[key])
	}
	return groups, obsolete, foreign
}
