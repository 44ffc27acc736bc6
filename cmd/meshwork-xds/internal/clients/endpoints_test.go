package clients_test

import (
	"net"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
)

// A Pod with addresses of two families is one endpoint, which works if one address does.
func TestPodOfTwoFamilies(t *testing.T) {
	if listener, err := net.Listen("tcp", net.JoinHostPort(ipv6Loopback, "0")); err != nil {
		t.Skipf("this machine has no IPv6 on its loopback interface: %v", err)
	} else {
		_ = listener.Close()
	}
	for listens, but := range map[string][]string{
		ipv4Loopback: nil,
		ipv6Loopback: {core}, // which uses the first address only, before 1.58
	} {
		t.Run(listens, func(t *testing.T) {
			forEach(t, func(t *testing.T, open opener) {
				g, world := NewWithT(t), newWorld()
				both := startAt(t, "both", listens)
				both.addresses = []string{ipv4Loopback, ipv6Loopback}
				dual := service("checkout")
				dual.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}
				world.set(viewOf(dual, both, start(t, "one")))
				client := open(t, "checkout.shop:80", world.serve(t).address)
				g.Eventually(answering(client, 12), patience).Should(Equal(map[string]int{"both": 6, "one": 6}))
			}, but...)
		})
	}
}

func TestNamedPorts(t *testing.T) {
	t.Parallel()
	world := newWorld()
	of := service("checkout")
	of.Spec.Ports = append(of.Spec.Ports, corev1.ServicePort{Name: "admin", Port: 81}, corev1.ServicePort{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP})
	pods := startPods(t, 3)
	pods[2].portName = "admin"
	world.set(viewOf(of, pods...))
	address := world.serve(t).address
	for name, want := range map[string]map[string]int{
		"checkout.shop:80":         {"a": 2, "b": 2},
		"checkout.shop.svc:grpc":   {"a": 2, "b": 2},
		"checkout.shop:81":         {"c": 4},
		"CHECKOUT.shop.svc:ADMIN":  {"c": 4},
		"checkout.shop.svc.:00081": {"c": 4},
	} {
		t.Run(name, func(t *testing.T) {
			NewWithT(t).Eventually(answering(openGo(t, name, address), 4), patience).Should(Equal(want))
		})
	}
	// grpc-js makes a URL of the name, which may not have the name of a port.
	for name, but := range map[string]string{"checkout.shop:admin": grpcJS, "checkout.shop:81": core} {
		forEach(t, func(t *testing.T, open opener) {
			NewWithT(t).Eventually(answering(open(t, name, address), 4), patience).Should(Equal(map[string]int{"c": 4}))
		}, grpcGo, but)
	}
}

func TestPodsOfHeadlessService(t *testing.T) {
	t.Parallel()
	world := newWorld()
	headless := service("db")
	headless.Spec.ClusterIP = corev1.ClusterIPNone
	pods := startPods(t, 2)
	pods[0].hostname, pods[1].hostname = "db-0", "db-1"
	world.set(viewOf(headless, pods...))
	address := world.serve(t).address
	for name, want := range map[string]map[string]int{
		"db-0.db.shop:80":                   {"a": 4},
		"db-1.db.shop.svc.cluster.local:80": {"b": 4},
		"db.shop:80":                        {"a": 2, "b": 2},
	} {
		t.Run(name, func(t *testing.T) {
			NewWithT(t).Eventually(answering(openGo(t, name, address), 4), patience).Should(Equal(want))
		})
	}
	forEach(t, func(t *testing.T, open opener) {
		NewWithT(t).Eventually(answering(open(t, "db-1.db.shop:80", address), 4), patience).Should(Equal(map[string]int{"b": 4}))
	}, grpcGo)
	g := NewWithT(t)
	g.Expect(calling(openGo(t, "db-2.db.shop:80", address))()).To(MatchError(ContainSubstring("Service shop/db has no Pod with the hostname db-2")))
}

func TestClientsUseTheirZone(t *testing.T) {
	forEachWith(t, func(t *testing.T, openWith func(t *testing.T, name, bootstrap string) client) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 2)
		pods[0].zone, pods[1].zone = "east", "west"
		pods[0].hints, pods[1].hints = []string{"east"}, []string{"west"}
		of := service("checkout")
		of.Spec.TrafficDistribution = ptr.To(corev1.ServiceTrafficDistributionPreferSameZone)
		world.set(viewOf(of, pods...))
		plane := world.serve(t)
		open := func(zone string) client {
			return openWith(t, "checkout.shop:80", bootstrapWith(t, withoutTLS(plane.address), zone))
		}
		east, west, unknown := open("east"), open("west"), open("")
		g.Eventually(answering(east, 4), patience).Should(Equal(map[string]int{"a": 4}))
		g.Eventually(answering(west, 4), patience).Should(Equal(map[string]int{"b": 4}))
		g.Eventually(answering(unknown, 40), patience).Should(And(HaveKey("a"), HaveKey("b")))

		pods[0].unready()
		world.set(viewOf(of, pods...))
		g.Eventually(answering(east, 4), patience).Should(Equal(map[string]int{"b": 4}))
	})
}

// The near Pod is ready, but cannot be reached: the far Pod answers. Only a call on the connection
// that breaks may fail.
func TestClientsLeaveTheirZoneIfItCannotBeReached(t *testing.T) {
	forEachWith(t, func(t *testing.T, openWith func(t *testing.T, name, bootstrap string) client) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 2)
		pods[0].zone, pods[1].zone = "east", "west"
		pods[0].hints, pods[1].hints = []string{"east"}, []string{"west"}
		of := service("checkout")
		of.Spec.TrafficDistribution = ptr.To(corev1.ServiceTrafficDistributionPreferSameZone)
		world.set(viewOf(of, pods...))
		east := openWith(t, "checkout.shop:80", bootstrapWith(t, withoutTLS(world.serve(t).address), "east"))
		g.Eventually(answering(east, 4), patience).Should(Equal(map[string]int{"a": 4}))
		pods[0].server.Stop()
		g.Expect(answering(east, 40)()).To(HaveKeyWithValue("b", BeNumerically(">=", 39)))
	})
}

// Three Pods in one zone and one in another get the same share each.
func TestSharesOfUnequalZones(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 4)
		for _, pod := range pods[:3] {
			pod.zone = "east"
		}
		pods[3].zone = "west"
		world.set(viewOf(service("checkout"), pods...))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(answering(client, 40), patience).Should(HaveLen(4))
		const calls = 800
		shares := answering(client, calls)()
		t.Log(shares)
		// A client chooses the zone at random: the deviation of 200 is 12. If both zones
		// had the same weight, d would get 400.
		for _, pod := range pods {
			g.Expect(shares).To(HaveKeyWithValue(pod.name, BeNumerically("~", calls/4, 70)))
		}
	})
}

func TestTerminatingPodsAreUsedIfNoneIsReady(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 2)
		pods[1].terminates()
		world.set(viewOf(service("checkout"), pods...))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(answering(client, 4), patience).Should(Equal(map[string]int{"a": 4}))
		pods[0].unready()
		world.set(viewOf(service("checkout"), pods...))
		g.Eventually(answering(client, 4), patience).Should(Equal(map[string]int{"b": 4}))
	})
}
