package throttle

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func no() bool { return false }

func yes() bool { return true }

var web, db = types.NamespacedName{Namespace: "ns", Name: "web"}, types.NamespacedName{Namespace: "ns", Name: "db"}

func TestSyncBackoff(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	after := func(wait time.Duration) time.Duration {
		clock.SetTime(clock.Now().Add(wait))
		return backoff.start(web, no)
	}

	// expectWait waits for an interval, and expects that a sync starts only at its end.
	expectWait := func(interval time.Duration) {
		t.Helper()
		g.Expect(after(0)).To(Equal(urgentInterval), "then it is asked whether it is urgent")
		g.Expect(after(urgentInterval)).To(Equal(interval - urgentInterval))
		g.Expect(after((interval-urgentInterval)/2)).To(BeNumerically("<=", (interval-urgentInterval)/2), "waiting is no sync")
		g.Expect(after((interval - urgentInterval) / 2)).To(BeZero())
	}

	g.Expect(after(0)).To(BeZero(), "the first")
	g.Expect(after(0)).To(BeZero(), "the event of its own write")
	g.Expect(backoff.start(db, no)).To(BeZero(), "another object")
	expectWait(firstInterval)
	for interval := 2 * firstInterval; interval < maxInterval; interval *= 2 {
		expectWait(interval)
	}
	for range 3 {
		expectWait(maxInterval)
	}
	g.Expect(after(resetAfter-1)).To(BeZero(), "just before the reset")
	expectWait(maxInterval)
	g.Expect(after(resetAfter)).To(BeZero(), "reset")
	g.Expect(after(0)).To(BeZero(), "as at the start")
	expectWait(firstInterval)
}

// An urgent sync hardly waits. It neither shortens nor lengthens the wait of those that
// are not urgent. After a failure it waits like the others.
func TestSyncBackoffOfUrgentSyncs(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	for range 2 {
		g.Expect(backoff.start(web, no)).To(BeZero())
	}
	for range 5 {
		g.Expect(backoff.start(web, yes)).To(Equal(urgentInterval))
		clock.SetTime(clock.Now().Add(urgentInterval))
		g.Expect(backoff.start(web, yes)).To(BeZero())
		backoff.end(web, nil)
	}
	clock.SetTime(clock.Now().Add(urgentInterval))
	g.Expect(backoff.start(web, no)).To(Equal(firstInterval-urgentInterval), "counted from the last sync")
	clock.SetTime(clock.Now().Add(-urgentInterval))

	backoff.end(web, errors.New("refused"))
	g.Expect(backoff.start(web, yes)).To(Equal(firstInterval))
	clock.SetTime(clock.Now().Add(firstInterval))
	g.Expect(backoff.start(web, yes)).To(BeZero())
}

// Whether a sync is urgent is asked once in a while, however many changes request one.
func TestSyncBackoffAsksSeldom(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	asked := 0
	request := func() time.Duration {
		return backoff.start(web, func() bool { asked++; return false })
	}
	for backoff.syncs[web].interval < maxInterval {
		clock.SetTime(clock.Now().Add(request()))
	}
	asked = 0
	for began := clock.Now(); clock.Since(began) < maxInterval/2; clock.SetTime(clock.Now().Add(time.Millisecond)) {
		g.Expect(request()).NotTo(BeZero())
	}
	g.Expect(asked).To(BeNumerically("~", maxInterval/2/urgentInterval, 1))

	backoff.end(web, errors.New("refused"))
	asked = 0
	clock.SetTime(clock.Now().Add(urgentInterval))
	g.Expect(request()).NotTo(BeZero())
	g.Expect(asked).To(BeZero(), "what failed waits in any case")
}

// An answer that takes long does not lengthen the wait.
func TestSyncBackoffOfASlowAnswer(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	for backoff.syncs[web].interval < maxInterval {
		clock.SetTime(clock.Now().Add(backoff.start(web, no)))
	}
	for _, answer := range []time.Duration{maxInterval / 5, maxInterval} {
		clock.SetTime(clock.Now().Add(urgentInterval))
		waited := clock.Since(backoff.syncs[web].started)
		wait := backoff.start(web, func() bool {
			clock.SetTime(clock.Now().Add(answer))
			return false
		})
		g.Expect(wait).To(Equal(max(maxInterval-waited-answer, 1)))
	}
}

// However often a sync is requested, there are few of them, each change is synced
// within the longest interval, and waiting as long as told is enough.
func TestSyncBackoffProperties(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 2))
	for range 50 {
		clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
		backoff, began := NewSyncBackoff(clock), clock.Now()
		syncs := 0
		for range 1_000 {
			clock.SetTime(clock.Now().Add(time.Duration(random.Int64N(int64(2 * firstInterval)))))
			wait := backoff.start(web, no)
			if wait < 0 || wait > maxInterval {
				t.Fatalf("seed %d: waits %s", seed, wait)
			}
			for inAll, patient := wait, random.IntN(2) == 0; wait > 0 && patient; inAll += wait {
				clock.SetTime(clock.Now().Add(wait))
				if wait = backoff.start(web, no); inAll+wait > maxInterval {
					t.Fatalf("seed %d: waits %s", seed, inAll+wait)
				}
			}
			if wait == 0 {
				syncs++
			}
		}
		if most := 8 + int(clock.Since(began)/maxInterval); syncs > most {
			t.Fatalf("seed %d: %d syncs in %s", seed, syncs, clock.Since(began))
		}
	}
}

func TestSyncBackoffSweeps(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	backoff.start(db, no)
	clock.SetTime(clock.Now().Add(2 * time.Minute))
	backoff.start(web, no)
	g.Expect(backoff.syncs).To(And(HaveLen(1), HaveKey(web)))
}

func TestSyncBackoffIsSafeForConcurrentUse(*testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				backoff.start(web, no)
				clock.SetTime(clock.Now().Add(time.Minute))
			}
		})
	}
	group.Wait()
}

// Until a sync succeeds, the time between two attempts grows, however many changes
// request one in between.
func TestSyncBackoffIsKeptUntilASyncSucceeds(t *testing.T) {
	g := NewWithT(t)
	backoff := NewSyncBackoff(clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	limiter := backoff.RateLimiter()
	request := reconcile.Request{NamespacedName: web}

	g.Expect(backoff.start(web, no)).To(BeZero())
	backoff.end(web, errors.New("refused"))
	first := limiter.When(request)
	limiter.Forget(request) // as for a request that only waits
	g.Expect(limiter.When(request)).To(Equal(2 * first))

	g.Expect(backoff.start(web, no)).To(BeZero())
	backoff.end(web, nil)
	limiter.Forget(request)
	g.Expect(limiter.When(request)).To(Equal(first))
}

// An object whose last sync failed leaves no state behind when it is deleted.
func TestSyncBackoffForgets(t *testing.T) {
	g := NewWithT(t)
	backoff := NewSyncBackoff(clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	limiter := backoff.RateLimiter()
	request := reconcile.Request{NamespacedName: web}
	backoff.start(web, no)
	backoff.end(web, errors.New("refused"))
	first := limiter.When(request)

	backoff.Forget(web)
	limiter.Forget(request)

	g.Expect(backoff.syncs).To(BeEmpty())
	g.Expect(limiter.When(request)).To(Equal(first))
}
