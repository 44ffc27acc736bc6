package resource_test

import (
	"testing"

	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Each client gets the reason where it shows it.
func TestReasonIsWhereTheClientShowsIt(t *testing.T) {
	const why = "meshwork: there is no Service cart in namespace shop"
	for name, test := range map[string]struct {
		client          resource.Client
		category, where string
	}{
		"grpc-go":    {client: resource.Client{IsGo: true}, where: why},
		"grpc-js":    {client: resource.Client{IsJS: true}, category: why},
		"all others": {},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			built := resource.Build(resource.Assignment, why, "cluster.local", nil)
			message := built.Message(test.client).(*endpointv3.ClusterLoadAssignment)
			g.Expect(message.ValidateAll()).To(Succeed())
			g.Expect(message.GetClusterName()).To(Equal(why))
			var category, where string
			for _, drop := range message.GetPolicy().GetDropOverloads() {
				category = drop.GetCategory()
			}
			for _, locality := range message.GetEndpoints() {
				where = locality.GetLbEndpoints()[0].GetEndpoint().GetAddress().GetSocketAddress().GetAddress()
			}
			g.Expect(category).To(Equal(test.category))
			g.Expect(where).To(Equal(test.where))
		})
	}
}

func TestNoReasonCrashesAClient(t *testing.T) {
	for _, name := range []string{"cart", "a.b.c.d.e", `"cart".shop`, `cart\.shop:80`, "cart.shop:a_b"} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			route := resource.Build(resource.Route, name, "cluster.local", nil).Message(resource.Client{}).(*routev3.RouteConfiguration)
			cluster := route.GetVirtualHosts()[0].GetRoutes()[0].GetRoute().GetCluster()
			g.Expect(cluster).To(HavePrefix("meshwork: '"))
			g.Expect(cluster).NotTo(MatchRegexp(`["\\]`))
		})
	}
}
