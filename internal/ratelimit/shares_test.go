package ratelimit

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

var start = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// takeAll returns how much a holder gets, one by one, until it gets no more.
func takeAll(shares *Shares, now time.Time, name string) (taken int, verdict Verdict) {
	for {
		if verdict = shares.Take(now, name, 1); verdict != Granted {
			return taken, verdict
		}
		taken++
	}
}

func TestSharesShrink(t *testing.T) {
	for _, test := range []struct {
		name  string
		limit int
		want  []int // of holders that take all they get, one after another
	}{
		{"no limit of their own", 1000, []int{667, 222, 74, 25}},
		{"a tenth each", 100, []int{100, 100, 100, 100, 100, 84, 70, 58}},
		{"half each", 500, []int{500, 250, 125, 63}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, shares := NewWithT(t), NewShares(1000, test.limit)
			for i, want := range test.want {
				taken, verdict := takeAll(shares, start, fmt.Sprint(i))
				g.Expect(taken).To(BeNumerically("~", want, 1), "%d", i)
				g.Expect(verdict).To(Equal(OverShare))
			}
			g.Expect(shares.Take(start, "newcomer", 1)).To(Equal(Granted))
		})
	}
}

func TestSharesThatAreFull(t *testing.T) {
	g, shares := NewWithT(t), NewShares(3, 3)
	g.Expect(shares.Take(start, "a", 2)).To(Equal(Granted))
	g.Expect(shares.Take(start, "b", 2)).To(Equal(Full))
	g.Expect(shares.Take(start, "b", 1)).To(Equal(Granted))
	g.Expect(shares.Take(start, "c", 1)).To(Equal(Full))
	name, most, total := shares.Greediest()
	g.Expect(name).To(Equal("a"))
	g.Expect([]int{most, total}).To(Equal([]int{2, 3}))
}

func TestWhatAHolderHadStaysReserved(t *testing.T) {
	for _, test := range []struct {
		name   string
		absent time.Duration
		want   Verdict
	}{
		{"at once", 0, Granted},
		{"within the time", heldFor, Granted},
		{"later", 3 * heldFor, Full},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, shares := NewWithT(t), NewShares(1000, 1000)
			g.Expect(shares.Take(start, "client", 300)).To(Equal(Granted))
			takeAll(shares, start, "a")
			takeAll(shares, start, "b")
			now := start.Add(10 * time.Second)
			shares.Release(now, "client", 300)
			for _, name := range []string{"a", "b", "c", "d"} {
				takeAll(shares, now, name)
			}
			now = now.Add(test.absent)
			for _, name := range []string{"a", "b", "c", "d"} {
				takeAll(shares, now, name)
			}
			g.Expect(shares.Take(now, "client", 300)).To(Equal(test.want))
		})
	}
}

// Whoever never takes anything again is forgotten.
func TestHoldersAreForgotten(t *testing.T) {
	g, shares := NewWithT(t), NewShares(1000, 1000)
	for i := range 100 {
		g.Expect(shares.Take(start, fmt.Sprint(i), 1)).To(Equal(Granted))
		shares.Release(start, fmt.Sprint(i), 1)
	}
	g.Expect(shares.reserved).To(Equal(100))
	shares.Check(start.Add(heldFor), "x", 1)
	shares.Check(start.Add(2*heldFor), "x", 1)
	g.Expect(shares.holders).To(BeEmpty())
	g.Expect(shares.reserved).To(BeZero())
}

// Whatever happens, no more is taken than there is, the sums agree, and a holder gets back what
// it had.
func TestSharesInRandomOrder(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a test that can be repeated
		shares, now, taken := NewShares(1+random.IntN(50), 1+random.IntN(50)), start, map[string]int{}
		for range 300 {
			now = now.Add(time.Duration(random.IntN(20)) * time.Second)
			name, amount := fmt.Sprint(random.IntN(5)), random.IntN(10)
			if random.IntN(2) == 0 {
				if shares.Take(now, name, amount) == Granted {
					taken[name] += amount
				}
			} else {
				amount = min(amount, taken[name])
				shares.Release(now, name, amount)
				taken[name] -= amount
				if random.IntN(2) == 0 && shares.Take(now, name, amount) == Granted {
					taken[name] += amount
				} else if shares.Check(now, name, amount) != Granted {
					t.Fatalf("seed %d: %s does not get back what it had", seed, name)
				}
			}
			total, reserved := 0, 0
			for name, of := range shares.holders {
				if of.taken != taken[name] || of.taken > of.reserved() {
					t.Fatalf("seed %d: %s has %d of %d, not %d", seed, name, of.taken, of.reserved(), taken[name])
				}
				total, reserved = total+of.taken, reserved+of.reserved()
			}
			if total > shares.all || reserved > shares.all || reserved != shares.reserved {
				t.Fatalf("seed %d: %d taken, %d reserved of %d, counted %d", seed, total, reserved, shares.all, shares.reserved)
			}
		}
	}
}
