package xdscache_test

import (
	"fmt"
	"testing"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/stream/v3"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// An answer that is too large for a client is continued in others. Without them, the client would
// request the same again and again.
func TestLargeAnswersAreContinued(t *testing.T) {
	for _, incremental := range []bool{false, true} {
		for _, kind := range resource.Kinds {
			t.Run(fmt.Sprintf("%v, incremental: %t", kind, incremental), func(t *testing.T) {
				g, world := NewWithT(t), newWorld()
				var services []types.NamespacedName
				var names []string
				for _, name := range []string{"a", "b", "c", "d", "e"} {
					services, names = append(services, world.set(name, 2, false)), append(names, name+".shop:80")
				}
				cache := newCacheWith(world, 1)
				client := newModel(kind, incremental, "z0")
				client.subscribe(cache, names...)
				client.settle(cache)
				answers := len(names)
				if kind.IsWhole() && !incremental {
					answers = 1
				}
				g.Expect(client.has).To(HaveLen(len(names)))
				g.Expect(client.messages).To(Equal(answers))

				for i, service := range services {
					world.set(names[i][:1], 3, false)
					cache.Changed(service)
				}
				client.settle(cache)
				fresh := newModel(kind, incremental, "z0")
				fresh.subscribe(cache, names...)
				fresh.settle(cache)
				g.Expect(client.has).To(Equal(fresh.has))
				client.reconnect()
				client.subscribe(cache, names...)
				client.settle(cache)
				g.Expect(client.has).To(Equal(fresh.has))
			})
		}
	}
}

// A proxy that reconnects after the first of several answers receives the others.
func TestWildcardAfterAPartOfTheAnswer(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	for _, name := range []string{"a", "b", "c"} {
		world.set(name, 2, false)
	}
	cache := newCacheWith(world, 1)
	connect := func(version string) *discoveryv3.DiscoveryResponse {
		everything, responses := stream.NewSotwSubscription([]string{"*"}, false), make(chan cachev3.Response, 1)
		request := &discoveryv3.DiscoveryRequest{TypeUrl: resource.Assignment.TypeURL(), VersionInfo: version}
		_, err := cache.CreateWatch(request, everything, responses)
		g.Expect(err).NotTo(HaveOccurred())
		var response cachev3.Response
		g.Expect(responses).To(Receive(&response))
		message, err := response.GetDiscoveryResponse()
		g.Expect(err).NotTo(HaveOccurred())
		return message
	}
	first := connect("")
	g.Expect(first.GetResources()).To(HaveLen(1))
	g.Expect(connect(first.GetVersionInfo()).GetResources()).To(HaveLen(1))
}
