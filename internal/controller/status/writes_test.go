package status

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

func TestWrites(t *testing.T) {
	g, now := NewWithT(t), time.Unix(1_000, 0)
	var writes Writes
	g.Expect(writes.Wait("a", time.Second, now)).To(BeZero(), "the first change")
	writes.Record("a", now)
	g.Expect(writes.Wait("a", time.Second, now)).To(Equal(time.Second))
	g.Expect(writes.Wait("b", time.Second, now)).To(BeZero(), "another object")
	g.Expect(writes.Wait("a", time.Second, now.Add(400*time.Millisecond))).To(Equal(600 * time.Millisecond))
	g.Expect(writes.Wait("a", time.Second, now.Add(time.Second))).To(BeZero())
	g.Expect(writes.Wait("a", time.Second, now.Add(-time.Hour))).To(BeZero(), "the clock was set back")

	writes.Record("b", now.Add(time.Second))
	writes.Expire(time.Second, now.Add(time.Second))
	g.Expect(writes.last).To(And(HaveLen(1), HaveKey(BeEquivalentTo("b"))))
}
