package loadbalancer

import (
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/cache"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// virtualIPs tracks which addresses are in use, cool down, or are free. It learns of
// VirtualIPs from the watch and, earlier, from this manager's own writes. It is only
// an estimate: the API server decides whether an address is free, by refusing a
// second VirtualIP of the same name.
type virtualIPs struct {
	clock clock.PassiveClock
	mutex sync.Mutex
	// inUse has the VirtualIPs by address, and held the addresses by Service.
	inUse map[netip.Addr]*v1alpha1.VirtualIP
	held  map[types.NamespacedName]sets.Set[netip.Addr]
	pools map[string]*meshPool // by Mesh
	// cooldowns has the addresses that no Service shows any more. Their VirtualIPs are
	// still in inUse.
	cooldowns *vip.Cooldowns
	// waiting has the Services that lack an address.
	waiting sets.Set[types.NamespacedName]
	// gone has the UIDs of VirtualIPs whose deletion was seen: the response to an earlier write
	// may still be on its way.
	gone *cache.LRUExpireCache
}

// meshPool has the addresses of one version of a Mesh's spec.
type meshPool struct {
	*vip.Pool
	uid        types.UID
	generation int64
}

const (
	// gonePeriod is longer than a response takes.
	gonePeriod = time.Minute
	maxGone    = 10000
)

func newVirtualIPs(cooldownPeriod time.Duration, clock clock.PassiveClock) *virtualIPs {
	return &virtualIPs{
		clock:     clock,
		inUse:     map[netip.Addr]*v1alpha1.VirtualIP{},
		held:      map[types.NamespacedName]sets.Set[netip.Addr]{},
		pools:     map[string]*meshPool{},
		cooldowns: vip.NewCooldowns(cooldownPeriod),
		waiting:   sets.New[types.NamespacedName](),
		gone:      cache.NewLRUExpireCacheWithClock(maxGone, clock),
	}
}

// setMeshes updates the ranges of the Meshes.
func (v *virtualIPs) setMeshes(meshes []*v1alpha1.Mesh) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	gone := sets.KeySet(v.pools)
	for _, mesh := range meshes {
		gone.Delete(mesh.Name)
		ranges := vip.RangesOf(mesh, meshes).Ranges
		pool, found := v.pools[mesh.Name]
		if !found {
			pool = &meshPool{Pool: vip.NewPool(vip.Ranges{})}
			for _, last := range vip.LastAllocated(mesh) {
				pool.ResumeAfter(last)
			}
			v.pools[mesh.Name] = pool
		}
		pool.uid, pool.generation = mesh.UID, mesh.Generation
		if pool.Ranges().Equal(ranges) {
			continue
		}
		pool.SetRanges(ranges)
		for address := range v.inUse {
			reserve(pool, address)
		}
	}
	maps.DeleteFunc(v.pools, func(mesh string, _ *meshPool) bool { return gone.Has(mesh) })
}

// reserve marks an address as used in a pool that contains it.
func reserve(pool *meshPool, address netip.Addr) {
	if pool.Ranges().Contains(address) {
		pool.Reserve(address)
	}
}

// record records that a VirtualIP exists, unless its deletion was seen.
func (v *virtualIPs) record(virtualIP *v1alpha1.VirtualIP) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if _, isGone := v.gone.Get(virtualIP.UID); isGone {
		return
	}
	address := vip.AddressOf(virtualIP)
	if known := v.inUse[address]; known != nil && known.UID != virtualIP.UID {
		v.unlink(known)
	}
	v.inUse[address] = virtualIP
	v.cooldowns.Record(virtualIP, v.clock.Now())
	if name, ok := holderOf(virtualIP); ok {
		if v.held[name] == nil {
			v.held[name] = sets.New[netip.Addr]()
		}
		v.held[name].Insert(address)
	}
	for _, pool := range v.pools {
		reserve(pool, address)
	}
}

// recordGone forgets a VirtualIP whose deletion was seen, for good.
func (v *virtualIPs) recordGone(virtualIP *v1alpha1.VirtualIP) {
	v.mutex.Lock()
	v.gone.Add(virtualIP.UID, nil, gonePeriod)
	v.mutex.Unlock()
	v.forget(virtualIP)
}

// forget records that exactly this VirtualIP does not exist any more, unless a finalizer keeps
// it.
func (v *virtualIPs) forget(virtualIP *v1alpha1.VirtualIP) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	address := vip.AddressOf(virtualIP)
	if known := v.inUse[address]; known == nil || known.UID != virtualIP.UID {
		return
	}
	v.unlink(virtualIP)
	delete(v.inUse, address)
	v.cooldowns.Forget(address)
	v.free(address)
}

func (v *virtualIPs) unlink(virtualIP *v1alpha1.VirtualIP) {
	name, ok := holderOf(virtualIP)
	if !ok {
		return
	}
	v.held[name].Delete(vip.AddressOf(virtualIP))
	if v.held[name].Len() == 0 {
		delete(v.held, name)
	}
}

func (v *virtualIPs) free(address netip.Addr) {
	for _, pool := range v.pools {
		pool.Release(address)
	}
}

// holderOf returns the Service that a VirtualIP is for.
func holderOf(virtualIP *v1alpha1.VirtualIP) (name types.NamespacedName, ok bool) {
	service := virtualIP.Spec.Service
	if service == nil {
		return name, false
	}
	return types.NamespacedName{Namespace: service.Namespace, Name: service.Name}, true
}

// heldBy returns the VirtualIPs of a class that a Service holds, or an earlier Service
// of the same name, by address.
func (v *virtualIPs) heldBy(name types.NamespacedName, class string) []*v1alpha1.VirtualIP {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	var held []*v1alpha1.VirtualIP
	for _, address := range slices.SortedFunc(maps.Keys(v.held[name]), netip.Addr.Compare) {
		if virtualIP := v.inUse[address]; vip.IsClaim(virtualIP, class) {
			held = append(held, virtualIP)
		}
	}
	return held
}

// holder returns the VirtualIP of an address, or nil if it is free.
func (v *virtualIPs) holder(address netip.Addr) *v1alpha1.VirtualIP {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.inUse[address]
}

// cooldownLeft returns how long an address that its Service has released still has to
// cool down.
func (v *virtualIPs) cooldownLeft(claim *v1alpha1.VirtualIP) time.Duration {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.cooldowns.Left(claim, v.clock.Now())
}

// hasRangesOf reports whether the ranges belong to this version of the Mesh.
func (v *virtualIPs) hasRangesOf(mesh *v1alpha1.Mesh) bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	pool := v.pools[mesh.Name]
	return pool != nil && pool.uid == mesh.UID && pool.generation == mesh.Generation
}

// rangesOf returns the ranges of a Mesh.
func (v *virtualIPs) rangesOf(mesh string) vip.Ranges {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if pool := v.pools[mesh]; pool != nil {
		return pool.Ranges()
	}
	return vip.Ranges{}
}

// allocate takes the next address of a Mesh that seems to be free. The caller creates
// its VirtualIP, or calls giveBack.
func (v *virtualIPs) allocate(mesh string, family corev1.IPFamily) (netip.Addr, bool) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	pool := v.pools[mesh]
	if pool == nil {
		return netip.Addr{}, false
	}
	address, found := pool.Allocate(family)
	if found {
		v.takeElsewhere(mesh, address)
	}
	return address, found
}

// take takes this address of a Mesh if it seems to be free.
func (v *virtualIPs) take(mesh string, address netip.Addr) bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	pool := v.pools[mesh]
	if pool == nil || !pool.Reserve(address) {
		return false
	}
	v.takeElsewhere(mesh, address)
	return true
}

// takeElsewhere also takes the address from other Meshes, whose ranges may be changing.
func (v *virtualIPs) takeElsewhere(mesh string, address netip.Addr) {
	for name, pool := range v.pools {
		if name != mesh {
			reserve(pool, address)
		}
	}
}

// giveBack reverts allocate or take.
func (v *virtualIPs) giveBack(address netip.Addr) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.inUse[address] == nil {
		v.free(address)
	}
}

// setWaiting records whether a Service lacks an address.
func (v *virtualIPs) setWaiting(name types.NamespacedName, waiting bool) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if waiting {
		v.waiting.Insert(name)
	} else {
		v.waiting.Delete(name)
	}
}

func (v *virtualIPs) allWaiting() []types.NamespacedName {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.waiting.UnsortedList()
}

// usage is the usage of a Mesh's addresses of one family.
type usage struct {
	mesh   string
	family corev1.IPFamily
	// used counts the addresses in use, inside and outside the ranges.
	used int64
	vip.Usage
}

// usages returns the usage of all Meshes by family. In use are the addresses that have a
// VirtualIP of the Mesh, as in its status; the pool of a Mesh also has the addresses of other Meshes.
func (v *virtualIPs) usages() []usage {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	type key struct {
		mesh   string
		family corev1.IPFamily
	}
	used := map[key]int64{}
	for address, virtualIP := range v.inUse {
		used[key{virtualIP.Spec.Mesh, vip.FamilyOf(address)}]++
	}
	var all []usage
	for _, mesh := range slices.Sorted(maps.Keys(v.pools)) {
		for _, family := range []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol} {
			of := usage{mesh: mesh, family: family, Usage: v.pools[mesh].Usage(family)}
			of.used = used[key{mesh, family}]
			if of.Total > 0 || of.used > 0 {
				all = append(all, of)
			}
		}
	}
	return all
}
