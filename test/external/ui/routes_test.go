package ui

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A Service with a route", func() {
	It("shows the share of each backend, and changes it", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		for _, name := range []string{"cart", "cart-v2"} {
			expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh("default")))
		}
		route := expect.Created(ctx, api, kit.GRPCRoute(namespace, "cart", kit.Splitting(kit.Share{Service: "cart", Weight: 70}, kit.Share{Service: "cart-v2", Weight: 30})))
		t := chrome.open(admin, laptop, "/services/"+namespace+"/cart")
		Eventually(t.text(".rules-panel")).Should(And(ContainSubstring("70% cart."+namespace), ContainSubstring("30% ✗ cart-v2."+namespace+":80 has no ready endpoint")))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "cart-v2", discoveryv1.AddressTypeIPv4, kit.Endpoint("10.15.7.1", true)))
		Eventually(t.text(".rules-panel")).Should(ContainSubstring("30% cart-v2." + namespace))
		t.expectSound()
		t.show("routes")

		expect.Updated(ctx, api, route, func(route *gatewayv1.GRPCRoute) {
			kit.Splitting(kit.Share{Service: "cart", Weight: 1}, kit.Share{Service: "missing", Weight: 1})(route)
		})
		Eventually(t.text(".rules-panel")).Should(ContainSubstring("50% ✗ there is no Service missing in namespace " + namespace))
	})
})
