package clients_test

import (
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"k8s.io/apimachinery/pkg/types"
)

var checkout = types.NamespacedName{Namespace: "shop", Name: "checkout"}

func TestEveryPodAnswers(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		world.set(viewOf(service("checkout"), startPods(t, 3)...))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(answering(client, 12), patience).Should(Equal(map[string]int{"a": 4, "b": 4, "c": 4}))
	})
}

// A client learns the mistake in a name at once, and recovers when it is corrected.
func TestUnknownName(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		for _, test := range []struct{ name, message string }{
			{"chekout.shop:80", "there is no Service chekout in namespace shop"},
			{"checkout.shop:81", "Service shop/checkout has no TCP port 81: it has 80 grpc"},
			{"checkout:80", "has no namespace"},
			{"checkout.shop:a_b", "is not a valid port"},
		} {
			t.Run(test.name, func(t *testing.T) {
				g, world := NewWithT(t), newWorld()
				world.set(viewOf(service("checkout"), start(t, "a")))
				client := open(t, test.name, world.serve(t).address)
				begin := time.Now()
				_, err := client.call(request{timeout: 40 * time.Second})
				elapsed := time.Since(begin)
				t.Logf("after %v: %v", elapsed.Round(time.Millisecond), err)
				g.Expect(status.Code(err)).To(Equal(codes.Unavailable))
				g.Expect(err).To(MatchError(ContainSubstring(test.message)))
				// Without an answer, clients wait for 15 seconds, or for their deadline.
				g.Expect(elapsed).To(BeNumerically("<", 10*time.Second))
			})
		}
	})
}

func TestNameThatIsKnownLater(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		plane := world.serve(t)
		noService, noPort := open(t, "checkout.shop:80", plane.address), open(t, "checkout.shop:81", plane.address)
		for _, client := range []client{noService, noPort} {
			_, err := client.call(request{})
			g.Expect(err).To(MatchError(ContainSubstring("there is no Service checkout")))
		}
		pods := startPods(t, 2)
		world.set(viewOf(service("checkout"), pods...))
		g.Eventually(calling(noService), patience).Should(Succeed())
		g.Eventually(calling(noPort), patience).Should(MatchError(ContainSubstring("has no TCP port 81")))

		with81 := service("checkout")
		with81.Spec.Ports[0].Port = 81
		world.set(viewOf(with81, pods...))
		g.Eventually(calling(noPort), patience).Should(Succeed())
		g.Eventually(calling(noService), patience).Should(MatchError(ContainSubstring("has no TCP port 80: it has 81 grpc")))
	})
}

func TestScaleToZeroAndBack(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pod := start(t, "a")
		world.set(viewOf(service("checkout"), pod))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())

		world.set(viewOf(service("checkout")))
		g.Eventually(func() codes.Code { return status.Code(calling(client)()) }, patience).Should(Equal(codes.Unavailable))
		t.Log(calling(client)())
		waiting := beginWaiting(client)
		g.Consistently(waiting, "300ms").ShouldNot(Receive())

		world.set(viewOf(service("checkout"), pod))
		g.Eventually(waiting, patience).Should(Receive(BeNil()))
		g.Expect(calling(client)()).To(Succeed())
	})
}

// beginWaiting begins a call that waits for a server, and returns where its error arrives.
func beginWaiting(client client) <-chan error {
	waiting := make(chan error, 1)
	go func() {
		_, err := client.call(request{wait: true, timeout: time.Minute})
		waiting <- err
	}()
	return waiting
}

func TestDeletedAndCreatedAgain(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		world.set(viewOf(service("checkout"), start(t, "a")))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())
		world.remove(checkout)
		g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring("there is no Service checkout in namespace shop")))
		world.set(viewOf(service("checkout"), start(t, "b")))
		g.Eventually(answering(client, 1), patience).Should(HaveKey("b"))
	})
}

// A call that waits keeps the client's subscriptions. grpc-js overlooks a resource that went and
// comes back as it was.
func TestDeletedAndCreatedAgainDuringACall(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pod := start(t, "a")
		world.set(viewOf(service("checkout"), pod))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())

		world.set(viewOf(service("checkout")))
		g.Eventually(calling(client), patience).ShouldNot(Succeed())
		waiting := beginWaiting(client)
		g.Consistently(waiting, "300ms").ShouldNot(Receive())
		world.remove(checkout)
		g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring("there is no Service checkout in namespace shop")))
		world.set(viewOf(service("checkout"), pod))
		g.Eventually(calling(client), patience).Should(Succeed())
		g.Eventually(waiting, patience).Should(Receive()) // an answer or the reason
	})
}

// Every new Pod gets calls before an old one ends, as a Deployment does it.
func TestRollout(t *testing.T) {
	const size = 20
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		var pods []*pod
		for i := range size {
			pods = append(pods, start(t, fmt.Sprintf("old-%d", i)))
		}
		world.set(viewOf(service("checkout"), pods...))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())

		calls := begin(t, client)
		for i := range size {
			added := start(t, fmt.Sprintf("new-%d", i))
			pods = append(pods, added)
			world.set(viewOf(service("checkout"), pods...))
			g.Eventually(added.calls.Load, patience).Should(BeNumerically(">", 0))
			removed := pods[0]
			pods = pods[1:]
			world.set(viewOf(service("checkout"), pods...))
			removed.server.GracefulStop()
		}
		g.Expect(calls.failures()).To(BeEmpty())
		t.Logf("%d calls", calls.calls.Load())
	})
}

// The Pods stay the same. A client that does not call the port by its number need not notice.
func TestPortWithAnotherNumber(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 2)
		world.set(viewOf(service("checkout"), pods...))
		client := open(t, "checkout.shop", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())

		calls := begin(t, client)
		for round := range int32(10) {
			renumbered := service("checkout")
			renumbered.Spec.Ports[0].Port = 8080 + round
			world.set(viewOf(renumbered, pods...))
			before := calls.calls.Load()
			g.Eventually(calls.calls.Load, patience).Should(BeNumerically(">", before+200))
		}
		g.Expect(calls.failures()).To(BeEmpty())
		t.Logf("%d calls", calls.calls.Load())
	})
}

// Clients go on with the endpoints that they have, and get new ones from the next server.
func TestServerIsKilledAndComesBack(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 2)
		world.set(viewOf(service("checkout"), pods[0]))
		first := world.serve(t, at(freeAddress(t)))
		client := open(t, "checkout.shop:80", first.address)
		g.Eventually(calling(client), patience).Should(Succeed())

		calls := begin(t, client)
		first.stop()
		before := calls.calls.Load()
		g.Eventually(calls.calls.Load, patience).Should(BeNumerically(">", before+200))
		world.serve(t, at(first.address))
		world.set(viewOf(service("checkout"), pods...))
		g.Eventually(pods[1].calls.Load, patience).Should(BeNumerically(">", 0))
		g.Expect(calls.failures()).To(BeEmpty())
		t.Logf("%d calls", calls.calls.Load())
	})
}
