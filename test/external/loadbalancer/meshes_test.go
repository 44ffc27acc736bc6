package loadbalancer_test

import (
	"context"
	"fmt"
	"math/bits"
	"net/netip"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const firstMesh, otherMesh = "first", "other"

// meshRanges returns the addresses of each Mesh. They are just enough for all
// Services in one Mesh, so that addresses are reused often.
func meshRanges(mesh string) []v1alpha1.VIPRange {
	hostBits := bits.Len(uint(*services - 1))
	subnet := func(address string, length int) v1alpha1.VIPRange {
		return v1alpha1.VIPRange(fmt.Sprintf("%s/%d", address, length-hostBits))
	}
	if mesh == firstMesh {
		return []v1alpha1.VIPRange{subnet("10.200.0.0", 32), "fd00:200::/64", "10.201.0.5-10.201.0.9"}
	}
	return []v1alpha1.VIPRange{subnet("10.202.0.0", 32), subnet("fd00:202::", 128)}
}

func inRanges(mesh string, address netip.Addr) bool {
	for _, written := range meshRanges(mesh) {
		first, last, isRange := strings.Cut(string(written), "-")
		switch {
		case !isRange && netip.MustParsePrefix(first).Contains(address):
			return true
		case isRange && address.Compare(netip.MustParseAddr(first)) >= 0 && address.Compare(netip.MustParseAddr(last)) <= 0:
			return true
		}
	}
	return false
}

func createMeshes(ctx context.Context) {
	GinkgoHelper()
	for _, name := range []string{firstMesh, otherMesh} {
		expect.Created(ctx, api, kit.Mesh(name, kit.WithVIPRanges(meshRanges(name)...)))
	}
}

// virtualIP is the content of a VirtualIP: the Service that has an address.
type virtualIP struct {
	Address, Mesh, Class string
	Service              types.NamespacedName
	UID                  types.UID
}

// virtualIPName returns the name of the VirtualIP of an address: the address, expanded
// and without colons, which names cannot have.
func virtualIPName(address netip.Addr) string {
	return strings.ReplaceAll(address.StringExpanded(), ":", "-")
}

// listVirtualIPs returns all VirtualIPs by name.
func listVirtualIPs(ctx context.Context) (map[string]virtualIP, error) {
	var list v1alpha1.VirtualIPList
	if err := api.List(ctx, &list); err != nil {
		return nil, err
	}
	found := map[string]virtualIP{}
	for _, item := range list.Items {
		holder := ptr.Deref(item.Spec.Service, v1alpha1.VirtualIPService{})
		found[item.Name] = virtualIP{
			Address: item.Spec.Address, Mesh: item.Spec.Mesh, Class: item.Spec.LoadBalancerClass,
			Service: types.NamespacedName{Namespace: holder.Namespace, Name: holder.Name}, UID: holder.UID,
		}
	}
	return found, nil
}
