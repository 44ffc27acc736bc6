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

var web, db = types.NamespacedName{Namespace: "ns", Name: "web"}, types.NamespacedName{Namespace: "ns", Name: "db"}

func TestSyncBackoff(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	after := func(wait time.Duration) time.Duration {
		clock.SetTime(clock.Now().Add(wait))
		return backoff.start(web, false)
	}

	g.Expect(after(0)).To(BeZero(), "the first")
	g.Expect(after(0)).To(BeZero(), "the event of its own write")
	g.Expect(after(0)).To(Equal(firstInterval))
	g.Expect(backoff.start(db, false)).To(BeZero(), "another object")
	g.Expect(after(firstInterval/2)).To(Equal(firstInterval/2), "waiting is no sync")
	g.Expect(after(firstInterval / 2)).To(BeZero())
	for interval := 2 * firstInterval; interval < maxInterval; interval *= 2 {
		g.Expect(after(0)).To(Equal(interval))
		g.Expect(after(interval)).To(BeZero())
	}
	for range 3 {
		g.Expect(after(0)).To(Equal(maxInterval))
		g.Expect(after(maxInterval)).To(BeZero())
	}
	g.Expect(after(resetAfter-1)).To(BeZero(), "just before the reset")
	g.Expect(after(0)).To(Equal(maxInterval))
	g.Expect(after(resetAfter)).To(BeZero(), "reset")
	g.Expect(after(0)).To(BeZero(), "as at the start")
	g.Expect(after(0)).To(Equal(firstInterval))
}

// An urgent sync hardly waits. It neither shortens nor lengthens the wait of those that
// are not urgent. After a failure it waits like the others.
func TestSyncBackoffOfUrgentSyncs(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	for range 2 {
		g.Expect(backoff.start(web, false)).To(BeZero())
	}
	g.Expect(backoff.start(web, false)).To(Equal(firstInterval))
	for range 5 {
		g.Expect(backoff.start(web, true)).To(Equal(urgentInterval))
		clock.SetTime(clock.Now().Add(urgentInterval))
		g.Expect(backoff.start(web, true)).To(BeZero())
		backoff.end(web, nil)
	}
	g.Expect(backoff.start(web, false)).To(Equal(firstInterval), "counted from the last sync")

	backoff.end(web, errors.New("refused"))
	g.Expect(backoff.start(web, true)).To(Equal(firstInterval))
	clock.SetTime(clock.Now().Add(firstInterval))
	g.Expect(backoff.start(web, true)).To(BeZero())
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
			wait := backoff.start(web, false)
			if wait < 0 || wait > maxInterval {
				t.Fatalf("seed %d: waits %s", seed, wait)
			}
			if wait > 0 && random.IntN(2) == 0 {
				clock.SetTime(clock.Now().Add(wait))
				wait = 0
				if again := backoff.start(web, false); again != 0 {
					t.Fatalf("seed %d: waits %s more", seed, again)
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
	backoff.start(db, false)
	clock.SetTime(clock.Now().Add(2 * time.Minute))
	backoff.start(web, false)
	g.Expect(backoff.syncs).To(And(HaveLen(1), HaveKey(web)))
}

func TestSyncBackoffIsSafeForConcurrentUse(*testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	backoff := NewSyncBackoff(clock)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				backoff.start(web, false)
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

	g.Expect(backoff.start(web, false)).To(BeZero())
	backoff.end(web, errors.New("refused"))
	first := limiter.When(request)
	limiter.Forget(request) // as for a request that only waits
	g.Expect(limiter.When(request)).To(Equal(2 * first))

	g.Expect(backoff.start(web, false)).To(BeZero())
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
	backoff.start(web, false)
	backoff.end(web, errors.New("refused"))
	first := limiter.When(request)

	backoff.Forget(web)
	limiter.Forget(request)

	g.Expect(backoff.syncs).To(BeEmpty())
	g.Expect(limiter.When(request)).To(Equal(first))
}
