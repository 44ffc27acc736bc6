package picture

import (
	"math/big"
	"net/netip"

	"go4.org/netipx"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// Range is a range of addresses of a Mesh.
type Range struct {
	Mesh string `json:"mesh"`
	CIDR string `json:"cidr"`
	// First is its first address, empty if the range is malformed.
	First  string `json:"first"`
	Family string `json:"family"`
	// Size and Available are decimal, since a number in JavaScript has 53 bits.
	Size        string `json:"size"`
	Available   string `json:"available"`
	Used        int    `json:"used"`
	CoolingDown int    `json:"coolingDown"`
	Message     string `json:"message,omitempty"`
}

// AddressState is the state of an address.
type AddressState string

// States of an address.
const (
	Used AddressState = "Used"
	// CoolingDown is an address that was released, and cools down.
	CoolingDown AddressState = "CoolingDown"
	// Reserved is an address that no Service gets.
	Reserved AddressState = "Reserved"
	// OutOfRange is an address that its Mesh no longer has.
	OutOfRange AddressState = "OutOfRange"
)

// Address is an address that is not free.
type Address struct {
	IP        string       `json:"ip"`
	Mesh      string       `json:"mesh"`
	Range     string       `json:"range"`
	State     AddressState `json:"state"`
	Namespace string       `json:"namespace,omitempty"`
	Service   string       `json:"service,omitempty"`
	// Offset is the decimal distance from the beginning of the range.
	Offset string `json:"offset"`
}

// AddressEntries returns the ranges of all Meshes, and the addresses that are not free.
func AddressEntries(meshes []*v1alpha1.Mesh, virtualIPs []*v1alpha1.VirtualIP) Entries {
	entries := Entries{}
	declared := declaredRanges(meshes)
	for _, virtualIP := range virtualIPs {
		address := addressOf(virtualIP, declared)
		entries["address/"+address.IP] = address
	}
	for _, each := range declared {
		each.Available = each.free().String()
		entries["range/"+each.Mesh+"/"+each.CIDR] = each.Range
	}
	return entries
}

// declaredRange is a range with the number of its taken addresses.
type declaredRange struct {
	Range
	bounds netipx.IPRange
	taken  int64
}

func declaredRanges(meshes []*v1alpha1.Mesh) []*declaredRange {
	var all []*declaredRange
	for _, mesh := range meshes {
		if mesh.Spec.VIPs == nil {
			continue
		}
		for _, text := range mesh.Spec.VIPs.CIDRs {
			declared := &declaredRange{Range: Range{Mesh: mesh.Name, CIDR: string(text), Size: "0"}}
			if bounds, err := vip.ParseRange(string(text)); err != nil {
				declared.Message = err.Error()
			} else {
				declared.bounds = bounds
				declared.First = bounds.From().String()
				declared.Family = string(vip.FamilyOf(bounds.From()))
				declared.Size = declared.size().String()
			}
			all = append(all, declared)
		}
	}
	return all
}

func (d *declaredRange) size() *big.Int {
	if !d.bounds.IsValid() {
		return new(big.Int)
	}
	distance := distanceOf(d.bounds.From(), d.bounds.To())
	return distance.Add(distance, big.NewInt(1))
}

func (d *declaredRange) free() *big.Int {
	size := d.size()
	return size.Sub(size, big.NewInt(d.taken))
}

func distanceOf(from, to netip.Addr) *big.Int {
	first, last := new(big.Int).SetBytes(from.AsSlice()), new(big.Int).SetBytes(to.AsSlice())
	return last.Sub(last, first)
}

func addressOf(virtualIP *v1alpha1.VirtualIP, declared []*declaredRange) Address {
	address := Address{IP: virtualIP.Spec.Address, Mesh: virtualIP.Spec.Mesh, State: Used, Offset: "0"}
	if holder := virtualIP.Spec.Service; holder != nil {
		address.Namespace, address.Service = holder.Namespace, holder.Name
	} else {
		address.State = Reserved
	}
	if vip.IsReleased(virtualIP) {
		address.State = CoolingDown
	}
	ip := vip.AddressOf(virtualIP)
	for _, each := range declared {
		if !each.bounds.IsValid() || !each.bounds.Contains(ip) {
			continue
		}
		each.taken++
		if each.Mesh != virtualIP.Spec.Mesh {
			continue
		}
		if address.State == CoolingDown {
			each.CoolingDown++
		} else {
			each.Used++
		}
		address.Range, address.Offset = each.CIDR, distanceOf(each.bounds.From(), ip).String()
		return address
	}
	if address.State == Used {
		address.State = OutOfRange
	}
	return address
}
