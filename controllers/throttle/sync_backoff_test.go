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

func TestPace(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	pace := NewPace(clock)
	after := func(wait time.Duration) time.Duration {
		clock.SetTime(clock.Now().Add(wait))
		return pace.Start(web)
	}

	g.Expect(after(0)).To(BeZero(), "the first")
	g.Expect(after(0)).To(BeZero(), "the echo of the first")
	g.Expect(after(0)).To(Equal(firstInterval))
	g.Expect(pace.Start(db)).To(BeZero(), "another object")
	g.Expect(after(firstInterval/2)).To(Equal(firstInterval/2), "a refusal is no pass")
	g.Expect(after(firstInterval / 2)).To(BeZero())
	for interval := 2 * firstInterval; interval < longestInterval; interval *= 2 {
		g.Expect(after(0)).To(Equal(interval))
		g.Expect(after(interval)).To(BeZero())
	}
	for range 3 {
		g.Expect(after(0)).To(Equal(longestInterval))
		g.Expect(after(longestInterval)).To(BeZero())
	}
	g.Expect(after(quietTime-1)).To(BeZero(), "just not quiet")
	g.Expect(after(0)).To(Equal(longestInterval))
	g.Expect(after(quietTime)).To(BeZero(), "quiet")
	g.Expect(after(0)).To(BeZero(), "as at first")
	g.Expect(after(0)).To(Equal(firstInterval))
}

// However often it is asked, there are few passes, each change is followed by a
// pass within the longest interval, and a wait that was kept is enough.
func TestPaceProperties(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 2))
	for range 50 {
		clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
		pace, began := NewPace(clock), clock.Now()
		passes := 0
		for range 1_000 {
			clock.SetTime(clock.Now().Add(time.Duration(random.Int64N(int64(2 * firstInterval)))))
			wait := pace.Start(web)
			if wait < 0 || wait > longestInterval {
				t.Fatalf("seed %d: waits %s", seed, wait)
			}
			if wait > 0 && random.IntN(2) == 0 {
				clock.SetTime(clock.Now().Add(wait))
				wait = 0
				if again := pace.Start(web); again != 0 {
					t.Fatalf("seed %d: waits %s more", seed, again)
				}
			}
			if wait == 0 {
				passes++
			}
		}
		if most := 8 + int(clock.Since(began)/longestInterval); passes > most {
			t.Fatalf("seed %d: %d passes in %s", seed, passes, clock.Since(began))
		}
	}
}

func TestPaceForgetsWhatIsQuiet(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	pace := NewPace(clock)
	pace.Start(db)
	clock.SetTime(clock.Now().Add(2 * time.Minute))
	pace.Start(web)
	g.Expect(pace.passes).To(And(HaveLen(1), HaveKey(web)))
}

func TestPaceIsSafe(*testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	pace := NewPace(clock)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				pace.Start(web)
				clock.SetTime(clock.Now().Add(time.Minute))
			}
		})
	}
	group.Wait()
}

// Until a pass succeeds, the time between two attempts grows, however often a
// change asks for one in between.
func TestPaceBacksOffUntilAPassSucceeds(t *testing.T) {
	g := NewWithT(t)
	pace := NewPace(clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	limiter := pace.BackOff(Retries())
	request := reconcile.Request{NamespacedName: web}

	g.Expect(pace.Start(web)).To(BeZero())
	pace.Ended(web, errors.New("refused"))
	first := limiter.When(request)
	limiter.Forget(request) // as for a pass that waits for its turn
	g.Expect(limiter.When(request)).To(Equal(2 * first))

	g.Expect(pace.Start(web)).To(BeZero())
	pace.Ended(web, nil)
	limiter.Forget(request)
	g.Expect(limiter.When(request)).To(Equal(first))
}

// What has failed last and is gone leaves nothing behind.
func TestPaceForgets(t *testing.T) {
	g := NewWithT(t)
	pace := NewPace(clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	limiter := pace.BackOff(Retries())
	request := reconcile.Request{NamespacedName: web}
	pace.Start(web)
	pace.Ended(web, errors.New("refused"))
	first := limiter.When(request)

	pace.Forget(web)
	limiter.Forget(request)

	g.Expect(pace.passes).To(BeEmpty())
	g.Expect(limiter.When(request)).To(Equal(first))
}
