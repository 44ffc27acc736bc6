package clients_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// All clients accept all annotations, even if they do not know a policy.
func TestPoliciesAreAccepted(t *testing.T) {
	retries := []string{v1alpha1.RetriesAnnotation, "4", v1alpha1.RetryOnAnnotation, strings.Join(trafficpolicy.RetryableCodes(), ",")}
	for _, test := range []struct {
		name        string
		annotations []string
	}{
		{name: "least_request", annotations: append(retries, v1alpha1.LBPolicyAnnotation, "least_request", v1alpha1.RequestTimeoutAnnotation, "1h")},
		{name: "ring_hash", annotations: []string{v1alpha1.LBPolicyAnnotation, "ring_hash", v1alpha1.LBHashHeaderAnnotation, "x-user"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			forEach(t, func(t *testing.T, open opener) {
				g, world := NewWithT(t), newWorld()
				pods := startPods(t, 2)
				world.set(viewOf(service("checkout"), pods[0]))
				client := open(t, "checkout.shop:80", world.serve(t).address)
				g.Eventually(calling(client), patience).Should(Succeed())
				world.set(viewOf(service("checkout", test.annotations...), pods[1]))
				g.Eventually(answering(client, 4), patience).Should(Equal(map[string]int{"b": 4}))
			})
		})
	}
}

// A Pod that answers no call gets few calls.
func TestLeastRequest(t *testing.T) {
	t.Parallel()
	g, world := NewWithT(t), newWorld()
	pods := startPods(t, 2)
	world.set(viewOf(service("checkout", v1alpha1.LBPolicyAnnotation, "least_request"), pods...))
	client := openGo(t, "checkout.shop:80", world.serve(t).address)
	g.Eventually(answering(client, 10), patience).Should(HaveLen(2))

	const calls = 200
	hangs, answers := pods[0], pods[1]
	hangs.hangs.Store(true)
	hung, answered := hangs.calls.Load(), answers.calls.Load()
	for call := range calls {
		go func() { _, _ = client.call(request{timeout: time.Minute}) }() // ends with the Pod
		begun := func() int64 { return hangs.calls.Load() - hung + answers.calls.Load() - answered }
		g.Eventually(begun, patience, "1ms").Should(BeNumerically("==", call+1))
	}
	// It chooses two at random, which may be the same: a quarter of the calls hang, with a
	// deviation of 6. With round robin, half of them would.
	t.Logf("%d of %d calls hang", hangs.calls.Load()-hung, calls)
	g.Expect(hangs.calls.Load() - hung).To(BeNumerically("<", 85))
}

// By default, gRPC limits the calls of a client to a cluster to 1,024 at a time
// (https://github.com/grpc/proposal/blob/master/A32-xds-circuit-breaking.md).
func TestManyCallsAtATime(t *testing.T) {
	const calls = 3000
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pod := start(t, "a")
		world.set(viewOf(service("checkout"), pod))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())

		pod.hangs.Store(true)
		before, failed := pod.calls.Load(), make(chan error, calls)
		for range calls {
			go func() {
				_, err := client.call(request{timeout: time.Minute})
				failed <- err
			}()
		}
		g.Eventually(pod.calls.Load, patience).Should(BeNumerically("==", before+calls))
		g.Expect(failed).NotTo(Receive())
	})
}

// Calls with the same value of a header reach the same Pod.
func TestRingHash(t *testing.T) {
	t.Parallel()
	g, world := NewWithT(t), newWorld()
	world.set(viewOf(service("checkout", v1alpha1.LBPolicyAnnotation, "ring_hash", v1alpha1.LBHashHeaderAnnotation, "X-User"), startPods(t, 4)...))
	client := openGo(t, "checkout.shop:80", world.serve(t).address)
	used := map[string]bool{}
	for user := range 40 {
		pods := map[string]bool{}
		for range 5 {
			pod, err := client.call(request{headers: [][2]string{{"x-user", strconv.Itoa(user)}}})
			g.Expect(err).NotTo(HaveOccurred())
			pods[pod], used[pod] = true, true
		}
		g.Expect(pods).To(HaveLen(1), "user %d", user)
	}
	g.Expect(len(used)).To(BeNumerically(">", 1))
}

// C-core 1.51 takes one to two seconds off the timeout, so it has to be longer here.
func TestTimeout(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pod := start(t, "a")
		world.set(viewOf(service("checkout", v1alpha1.RequestTimeoutAnnotation, "2500ms"), pod))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())
		pod.hangs.Store(true)
		before, begin := pod.calls.Load(), time.Now()
		_, err := client.call(request{timeout: time.Minute})
		t.Logf("after %v: %v", time.Since(begin).Round(time.Millisecond), err)
		// The Pod's server resets the call at the same time, which grpc-js may notice first.
		g.Expect(status.Code(err)).To(BeElementOf(codes.DeadlineExceeded, codes.Canceled))
		g.Expect(time.Since(begin)).To(BeNumerically("<", 30*time.Second))
		g.Expect(pod.calls.Load()).To(Equal(before + 1))
	})
}

func TestRetries(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pod := start(t, "a")
		world.set(viewOf(service("checkout", v1alpha1.RetriesAnnotation, "2"), pod))
		world.set(viewOf(service("cart"), pod))
		plane := world.serve(t)
		retrying, plain := open(t, "checkout.shop:80", plane.address), open(t, "cart.shop:80", plane.address)

		pod.failing.Store(2)
		g.Expect(calling(retrying)()).To(Succeed())
		g.Expect(pod.calls.Load()).To(BeNumerically("==", 3))
		pod.failing.Store(1)
		g.Expect(status.Code(calling(plain)())).To(Equal(codes.Unavailable))
	})
}

// Calls beyond the maximum fail at once.
func TestMaxRequests(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pod := start(t, "a")
		world.set(viewOf(service("checkout", v1alpha1.MaxRequestsAnnotation, "2"), pod))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())
		pod.hangs.Store(true)
		before := pod.calls.Load()
		for range 2 {
			go func() { _, _ = client.call(request{timeout: time.Minute}) }() // ends with the Pod
		}
		g.Eventually(pod.calls.Load, patience).Should(BeNumerically("==", before+2))
		begin := time.Now()
		_, err := client.call(request{timeout: time.Minute})
		t.Log(err)
		g.Expect(status.Code(err)).To(Equal(codes.Unavailable))
		g.Expect(time.Since(begin)).To(BeNumerically("<", 30*time.Second))
		g.Expect(pod.calls.Load()).To(Equal(before + 2))
	})
}

// A Pod that fails every call gets none for a while. Without outlier detection, a third of all calls
// would fail.
func TestOutlierDetection(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 3)
		pods[0].failing.Store(math.MaxInt32)
		world.set(viewOf(service("checkout", v1alpha1.OutlierDetectionAnnotation, "5s"), pods...))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		failures := func() int {
			failed := 0
			for range 20 {
				if _, err := client.call(request{}); err != nil {
					failed++
				}
			}
			return failed
		}
		g.Eventually(calling(client), patience).Should(Succeed())
		g.Eventually(failures, patience, "10ms").Should(BeZero())

		// A Pod that has recovered gets calls again.
		pods[0].failing.Store(0)
		g.Eventually(answering(client, 20), patience, "10ms").Should(HaveLen(3))
	}, core) // in version 1.51, it is off unless GRPC_EXPERIMENTAL_ENABLE_OUTLIER_DETECTION is true
}
