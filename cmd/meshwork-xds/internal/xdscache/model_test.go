package xdscache_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/stream/v3"
	"google.golang.org/protobuf/types/known/anypb"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/routes/routestest"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// model is a client as the protocol describes it. It accepts everything.
type model struct {
	kind        resource.Kind
	incremental bool
	node        *corev3.Node

	whole     stream.Subscription
	responses chan cachev3.Response
	deltas    chan cachev3.DeltaResponse
	nonce     int
	cancel    func()
	// asked are the names of the next request, and initial the versions in it. Only the incremental
	// protocol has them.
	asked   []string
	initial map[string]string
	// has has the versions of the client's resources by name. Missing resources have none.
	has map[string]string
	// messages counts the answers.
	messages int
}

func newModel(kind resource.Kind, incremental bool, zone string) *model {
	m := &model{
		kind: kind, incremental: incremental, has: map[string]string{},
		node: &corev3.Node{Locality: &corev3.Locality{Zone: zone}},
	}
	m.reconnect()
	return m
}

// reconnect begins a new stream. The client keeps its resources.
func (m *model) reconnect() {
	if m.cancel != nil {
		m.cancel()
	}
	m.cancel, m.nonce = nil, 0
	m.responses, m.deltas = make(chan cachev3.Response, 16), make(chan cachev3.DeltaResponse, 16)
	m.whole = stream.NewSotwSubscription(nil, false)
}

// subscribe asks for exactly these names.
func (m *model) subscribe(cache *xdscache.Cache, names ...string) {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var unsubscribed []string
	for name := range m.whole.SubscribedResources() {
		if !wanted[name] {
			unsubscribed = append(unsubscribed, name)
		}
	}
	if m.whole.IsWildcard() && !wanted["*"] {
		unsubscribed = append(unsubscribed, "*")
	}
	if !wanted["*"] {
		maps.DeleteFunc(m.has, func(name string, _ string) bool { return !wanted[name] })
	}
	if m.incremental {
		if m.nonce == 0 && len(m.whole.SubscribedResources()) == 0 {
			m.initial = maps.Clone(m.has)
			m.whole = stream.NewDeltaSubscription(names, nil, maps.Clone(m.has), false)
		} else {
			m.whole.UpdateResourceSubscriptions(names, unsubscribed)
		}
	} else {
		m.whole.SetResourceSubscription(names)
	}
	m.asked = names
	m.request(cache)
}

func (m *model) request(cache *xdscache.Cache) {
	if m.cancel != nil {
		m.cancel()
	}
	nonce := ""
	if m.nonce > 0 {
		nonce = fmt.Sprint(m.nonce)
	}
	var err error
	if m.incremental {
		m.cancel, err = cache.CreateDeltaWatch(&discoveryv3.DeltaDiscoveryRequest{
			TypeUrl: m.kind.TypeURL(), Node: m.node, ResponseNonce: nonce,
			ResourceNamesSubscribe: m.asked, InitialResourceVersions: m.initial,
		}, m.whole, m.deltas)
	} else {
		m.cancel, err = cache.CreateWatch(&discoveryv3.DiscoveryRequest{
			TypeUrl: m.kind.TypeURL(), Node: m.node, ResponseNonce: nonce,
		}, m.whole, m.responses)
	}
	if err != nil {
		panic(err)
	}
	m.asked, m.initial = nil, nil
}

// settle takes and acknowledges answers until there is none.
func (m *model) settle(cache *xdscache.Cache) {
	for {
		select {
		case response := <-m.responses:
			m.take(response)
		case response := <-m.deltas:
			m.takeDelta(response)
		default:
			return
		}
		m.messages++
		m.nonce++
		m.request(cache)
	}
}

func (m *model) take(response cachev3.Response) {
	message, err := response.GetDiscoveryResponse()
	if err != nil {
		panic(err)
	}
	if m.kind.IsWhole() {
		clear(m.has)
	}
	for _, packed := range message.GetResources() {
		m.has[nameOf(packed)] = versionOf(packed)
	}
	m.whole.SetReturnedResources(response.GetReturnedResources())
}

func (m *model) takeDelta(response cachev3.DeltaResponse) {
	message, err := response.GetDeltaDiscoveryResponse()
	if err != nil {
		panic(err)
	}
	for _, added := range message.GetResources() {
		m.has[added.GetName()] = added.GetVersion()
	}
	for _, removed := range message.GetRemovedResources() {
		delete(m.has, removed)
	}
	m.whole.SetReturnedResources(response.GetNextVersionMap())
}

// forgetDeleted drops deleted resources where the protocol cannot announce their deletion: in the
// state-of-the-world protocol, for the kinds whose responses have changed resources only.
func (m *model) forgetDeleted(existing map[string]string) {
	if m.incremental || m.kind.IsWhole() {
		return
	}
	maps.DeleteFunc(m.has, func(name string, _ string) bool { return existing[name] == "" })
}

func nameOf(packed *anypb.Any) string {
	message, err := packed.UnmarshalNew()
	if err != nil {
		panic(err)
	}
	switch message := message.(type) {
	case interface{ GetClusterName() string }:
		return message.GetClusterName()
	case interface{ GetName() string }:
		return message.GetName()
	}
	panic(fmt.Sprintf("%T has no name", message))
}

// versionOf repeats how the version of a resource follows from its content.
func versionOf(packed *anypb.Any) string {
	message, err := packed.UnmarshalNew()
	if err != nil {
		panic(err)
	}
	kind, _ := resource.KindOf(packed.GetTypeUrl())
	encoded, err := resource.Encode(kind, message)
	if err != nil {
		panic(err)
	}
	return encoded.Version
}

// TestClientsHaveWhatThereIs changes Services and subscriptions at random. Clients of both
// protocols always have exactly the present resources, and routes after the introduction of backends.
func TestClientsHaveWhatThereIs(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	synctest.Test(t, func(t *testing.T) { changeAtRandom(t, rand.New(rand.NewPCG(seed, 0))) })
}

// rounds returns the number of rounds of a random test, fewer with -short: the race detector makes
// each one ten times slower.
func rounds(most int) int {
	if testing.Short() {
		return most / 10
	}
	return most
}

func changeAtRandom(t *testing.T, random *rand.Rand) {
	for round := range rounds(100) {
		world := newWorld()
		cache := newCacheWith(world, []int{0, 1, 1_000}[random.IntN(3)])
		var clients []*model
		for _, kind := range resource.Kinds {
			for _, incremental := range []bool{false, true} {
				added := newModel(kind, incremental, fmt.Sprintf("z%d", random.IntN(2)))
				if random.IntN(2) == 0 {
					added.node.UserAgentName = withCertificates
				}
				added.node.Cluster = []string{"", "shop", "web"}[random.IntN(3)]
				clients = append(clients, added)
			}
		}
		for step := range 60 {
			doAtRandom(random, world, cache, clients[random.IntN(len(clients))])
			world.pass(cache, time.Duration(random.IntN(100))*time.Millisecond)
			if err := world.settle(cache, clients); err != nil {
				t.Fatalf("round %d, step %d: %v", round, step, err)
			}
		}
		world.pass(cache, time.Second)
		if err := world.settle(cache, clients); err != nil || len(world.due) > 0 {
			t.Fatalf("round %d, at its end: %v, %d Services are due", round, err, len(world.due))
		}
	}
}

// settle makes the clients take all answers. It returns an error if one of them does not have
// exactly the present resources, unless it is introduced to backends.
func (w *world) settle(cache *xdscache.Cache, clients []*model) error {
	for _, client := range clients {
		client.settle(cache)
		want := w.expected(client)
		client.forgetDeleted(want)
		if len(w.due) > 0 && client.kind.IsRouting() {
			continue
		}
		if !maps.Equal(client.has, want) {
			return fmt.Errorf("a client of %s (incremental: %t) has %v, and there is %v", client.kind, client.incremental, client.has, want)
		}
	}
	return nil
}

var someNames = []string{"a.shop:80", "b.shop:80", "a.shop.svc:grpc", "c.shop:80", "c.shop:99", "meshwork: x", "broken", "*",
	"meshwork.dev/server/shop/pod-0/0.0.0.0:8081", "meshwork.dev/server/shop/pod-1/[::]:8080", "meshwork.dev/server/shop/pod-2/0.0.0.0:9090",
	"meshwork.dev/server/other/pod-0/0.0.0.0:8081",
}

func doAtRandom(random *rand.Rand, world *world, cache *xdscache.Cache, client *model) {
	services := []string{"a", "b", "c"}
	switch random.IntN(7) {
	case 6:
		key := types.NamespacedName{Namespace: "shop", Name: services[random.IntN(3)]}
		world.routes[key] = routestest.Random{Rand: random}.Routes(key, services...)
		world.change(cache, key)
	case 0:
		client.reconnect()
		fallthrough
	case 1, 2:
		names := []string{}
		for _, name := range someNames {
			if random.IntN(3) == 0 {
				names = append(names, name)
			}
		}
		client.subscribe(cache, names...)
	case 3:
		service := world.remove(services[random.IntN(3)])
		world.change(cache, service)
	case 4:
		cache.Sweep(time.Now().Add(time.Hour), time.Minute)
	default:
		demands := posture{
			isStrict: random.IntN(3) == 0, hasCertificates: random.IntN(3) > 0, callers: []string{"", "", "shop/x", "shop/*, a/b"}[random.IntN(4)],
		}
		service := world.set(services[random.IntN(3)], random.IntN(3), random.IntN(2) == 0, demands)
		world.change(cache, service)
	}
}

// change passes on a change, and again when the cache wants it.
func (w *world) change(cache *xdscache.Cache, service types.NamespacedName) {
	delete(w.due, service)
	if again := cache.Changed(service); again > 0 {
		w.due[service] = time.Now().Add(again)
	}
}

// pass lets the time pass.
func (w *world) pass(cache *xdscache.Cache, duration time.Duration) {
	time.Sleep(duration)
	for service, due := range w.due {
		if !time.Now().Before(due) {
			w.change(cache, service)
		}
	}
}
