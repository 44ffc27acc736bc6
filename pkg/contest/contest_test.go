package contest

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

func TestWrites(t *testing.T) {
	g, now := NewWithT(t), time.Unix(1_000, 0)
	var writes Writes[string]
	g.Expect(writes.IsContested("", now)).To(BeFalse(), "nothing has been written")
	for times := 1; times < After; times++ {
		g.Expect(writes.Record("a", now)).To(Equal(times))
		g.Expect(writes.IsContested("a", now)).To(BeFalse(), "a user may undo it by mistake")
		g.Expect(writes.Wait("a", now)).To(BeZero())
	}
	for _, wait := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300} {
		writes.Record("a", now)
		g.Expect(writes.IsContested("a", now)).To(BeTrue())
		g.Expect(writes.Wait("a", now)).To(Equal(wait * time.Second))
		g.Expect(writes.Wait("a", now.Add(time.Second))).To(Equal((wait - 1) * time.Second))
		g.Expect(writes.Wait("b", now)).To(BeZero(), "another state is written at once")
		now = now.Add(wait * time.Second)
		g.Expect(writes.Wait("a", now)).To(BeZero())
	}
	for range 100 {
		writes.Record("a", now)
	}
	g.Expect(writes.Wait("a", now)).To(Equal(maxWait))
	g.Expect(writes.IsContested("a", now.Add(Period))).To(BeFalse(), "it has stayed")
	g.Expect(writes.Record("a", now.Add(Period))).To(Equal(1))
	g.Expect(writes.Record("b", now.Add(Period))).To(Equal(1))
	g.Expect(writes.Record("a", now.Add(Period))).To(Equal(1), "another state came between")
}

func TestForget(t *testing.T) {
	g, now := NewWithT(t), time.Unix(1_000, 0)
	var writes Writes[string]
	writes.Record("a", now)
	writes.Forget("b")
	g.Expect(writes.Record("a", now)).To(Equal(2))
	writes.Forget("a")
	g.Expect(writes.Record("a", now)).To(Equal(1))
}

func TestFingerprints(t *testing.T) {
	g, text := NewWithT(t), "a"
	other := text
	g.Expect(FingerprintOf(&text)).To(Equal(FingerprintOf(&other)))
	g.Expect(FingerprintOf("a")).NotTo(Equal(FingerprintOf("b")))
	g.Expect(FingerprintOf(nil)).NotTo(Equal(Fingerprint{}), "the zero value is no state")
}
