package clients_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/protobuf/proto"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

var randomViews = flag.Int("views", 1000, "number of random Services for a client with grpc-go; other clients get fewer")

// TestNothingIsRefused shows clients many Services, one after the other, of which each may be
// anything. Their own validation has the last word.
func TestNothingIsRefused(t *testing.T) {
	t.Parallel()
	withCertificate := func(t *testing.T, name string, servers ...string) client {
		of := &mesh{t: t, plane: &controlPlane{address: servers[0]}, ca: newAuthority(t, "mesh")}
		return of.openTo(name, of.issue("cart"))
	}
	for title, test := range map[string]struct {
		name  string
		views int
		open  opener
	}{
		grpcGo:                          {"checkout.shop:80", *randomViews, openGo},
		grpcGo + " with a certificate":  {"checkout.shop:80", *randomViews, withCertificate},
		grpcGo + " without a port":      {"checkout.shop", *randomViews / 2, openGo},
		grpcGo + " and a name of a Pod": {"host-0.checkout.shop.svc.cluster.local:grpc", *randomViews / 2, openGo},
		grpcJS:                          {"checkout.shop:80", *randomViews / 3, openJS},
		core:                            {"checkout.shop:80", *randomViews / 3, openCore},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			g := NewWithT(t)
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			random := resourcetest.Random{Rand: rand.New(rand.NewPCG(seed, 0)), Address: resourcetest.LoopbackAddress}
			server, address := serveADS(t, func(resource.Kind, string, resource.Client) proto.Message { return nil })
			caller := test.open(t, test.name, address)
			go func() { // so that the client listens, until it ends
				for ticks := time.Tick(pause); t.Context().Err() == nil; <-ticks {
					_, _ = caller.call(request{wait: true})
				}
			}()
			for number := range test.views {
				view := random.Any(checkout)
				shown := madeOf(view)
				g.Expect(server.set(shown)).To(Succeed())
				g.Eventually(func(g Gomega) {
					g.Expect(server.pending(needs(t, test.name, shown))).To(BeEmpty())
				}, patience, time.Millisecond).Should(Succeed(), "view %d, refused: %v", number, server.Refusals())
				g.Expect(server.Refusals()).To(BeEmpty(), "view %d", number)
			}
		})
	}
}

// madeOf returns the resources of a Service, and of the Services that its routes refer to.
func madeOf(view resource.View) resources {
	own := resource.NewService(view)
	return func(kind resource.Kind, name string, client resource.Client) proto.Message {
		of := own
		if key, found := resource.ServiceOf(name, "cluster.local"); found && key != view.Key && view.Backend != nil {
			of = view.Backend(key)
		}
		return resource.BuildFor(client.Namespace, kind, name, "cluster.local", of).Message(client)
	}
}

// needs returns the resources that a client needs to call a name, from its listener to a cluster.
func needs(t *testing.T, name string, of resources) func(resource.Client) map[resource.Kind]string {
	return func(client resource.Client) map[resource.Kind]string {
		needed := map[resource.Kind]string{resource.Listener: name}
		manager := managerOf(t, of(resource.Listener, name, client).(*listenerv3.Listener))
		routes := manager.GetRouteConfig()
		if rds := manager.GetRds(); rds != nil {
			needed[resource.Route] = rds.GetRouteConfigName()
			routes = of(resource.Route, rds.GetRouteConfigName(), client).(*routev3.RouteConfiguration)
		}
		ordered := routes.GetVirtualHosts()[0].GetRoutes()
		cluster := ordered[len(ordered)-1].GetRoute().GetCluster() // C-core ignores paths that no call can have
		needed[resource.Cluster], needed[resource.Assignment] = cluster, cluster
		return needed
	}
}
