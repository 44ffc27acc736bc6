package loadbalancer

import (
	"net/netip"
	"testing"

	. "github.com/onsi/gomega"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func meshOf(uid types.UID, generation int64, ranges ...v1alpha1.VIPRange) *v1alpha1.Mesh {
	return kit.Mesh("mesh", kit.WithVIPRanges(ranges...), func(mesh *v1alpha1.Mesh) { mesh.UID, mesh.Generation = uid, generation })
}

// The cache has a Mesh before its event is handled. A Service that is synced in between gets
// its address and no warning.
func TestAMeshWhoseEventIsNotHandledYet(t *testing.T) {
	for _, test := range []struct {
		name      string
		handled   []*v1alpha1.Mesh
		requested string
	}{
		{name: "it is new"},
		{name: "it was created again", handled: []*v1alpha1.Mesh{meshOf("earlier", 2)}},
		{name: "its ranges were added", handled: []*v1alpha1.Mesh{meshOf("current", 1)}},
		{name: "its ranges were extended", handled: []*v1alpha1.Mesh{meshOf("current", 1, "10.9.0.0/29")}, requested: "10.0.0.2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newChurn(t)
			c.r.addresses.setMeshes(test.handled)
			c.Expect(c.api.Delete(t.Context(), c.mesh)).To(Succeed())
			c.Expect(c.api.Create(t.Context(), meshOf("current", 2, "10.0.0.0/29"))).To(Succeed())
			if test.requested != "" {
				c.edit(kit.RequestingVIPs(test.requested))
			}

			c.sync()

			var events eventsv1.EventList
			c.Expect(c.api.List(t.Context(), &events)).To(Succeed())
			c.Expect(events.Items).To(BeEmpty())
			c.Expect(vip.Shown(c.service)).To(HaveLen(1))
		})
	}
}

// The metrics depend on the VirtualIPs and the Meshes that exist, not on what the manager has
// seen before.
func TestMetricsAfterARestart(t *testing.T) {
	g := NewWithT(t)
	service := kit.Service("shop", "web")
	var claims []*v1alpha1.VirtualIP
	for address, mesh := range map[string]string{"10.0.0.1": "mesh", "10.0.0.2": "mesh", "10.1.0.1": "mesh", "10.1.0.2": "other", "2001:db8::1": "mesh"} {
		claim := vip.NewClaim(netip.MustParseAddr(address), mesh, modelClass, service)
		claim.UID = types.UID(address)
		claims = append(claims, claim)
	}
	record := func(addresses *virtualIPs) {
		for _, claim := range claims {
			addresses.record(claim)
		}
	}
	after := []*v1alpha1.Mesh{meshOf("mesh", 2, "10.1.0.0/29")}

	running := newChurn(t).r.addresses
	running.setMeshes([]*v1alpha1.Mesh{meshOf("mesh", 1, "10.0.0.0/29", "2001:db8::/125")})
	record(running)
	running.setMeshes(after)
	restarted := newChurn(t).r.addresses
	record(restarted)
	restarted.setMeshes(after)

	want := map[string]string{
		"meshwork_vips_in_ranges family=IPv4 mesh=mesh": "8",
		"meshwork_vips_used family=IPv4 mesh=mesh":      "3",
		"meshwork_vips_available family=IPv4 mesh=mesh": "6",
		"meshwork_vips_used family=IPv6 mesh=mesh":      "1",
	}
	g.Expect(metricstest.Values(g, newPoolCollector(running))).To(Equal(want))
	g.Expect(metricstest.Values(g, newPoolCollector(restarted))).To(Equal(want))
}
