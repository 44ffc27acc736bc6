package clients_test

import (
	"testing"

	. "github.com/onsi/gomega"
)

// grpc-go has a status for every resource.
func TestEveryResourceIsAccepted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		resources map[string]string
	}{
		{"checkout.shop:80", map[string]string{
			"Listener checkout.shop:80": "ACKED", "Cluster checkout.shop:80": "ACKED", "ClusterLoadAssignment checkout.shop:80": "ACKED",
		}},
		{"checkout.shop.svc.cluster.local:grpc", map[string]string{
			"Listener checkout.shop.svc.cluster.local:grpc": "ACKED", "Cluster checkout.shop:grpc": "ACKED",
			"ClusterLoadAssignment checkout.shop:grpc": "ACKED",
		}},
		{"cart.shop:80", map[string]string{
			"Listener cart.shop:80": "ACKED",
			"Cluster meshwork: there is no Service cart in namespace shop":               "ACKED",
			"ClusterLoadAssignment meshwork: there is no Service cart in namespace shop": "ACKED",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, world := NewWithT(t), newWorld()
			world.set(viewOf(service("checkout"), startPods(t, 2)...))
			client := openGoProgram(t, test.name, bootstrap(t, world.serve(t).address))
			g.Eventually(func() map[string]string { return client.order(request{}).Resources }, patience).Should(Equal(test.resources))
		})
	}
}
