package dataplane_test

import (
	"net/netip"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
)

func TestTenancyJudgesAnswers(t *testing.T) {
	g := NewWithT(t)
	begin := time.Now().Add(-time.Hour)
	at := func(seconds float64) time.Time { return begin.Add(time.Duration(seconds * float64(time.Second))) }
	by := func(app string, seconds float64) answer {
		return answer{app: app, began: at(seconds), ended: at(seconds)}
	}
	const address = "10.0.0.1"
	tenancy := &tenancy{
		tenures: map[string][]*tenure{address: {
			{service: "a", app: "a", address: address, shown: at(0), served: at(1), hidden: at(10)},
			{service: "b", app: "b", address: address, shown: at(11), served: at(11), hidden: at(30)},
			{service: "silent", app: "silent", address: address, shown: at(31), served: at(31), hidden: at(60)},
		}},
		answers: map[string][]answer{address: {by("a", 1.5), by("a", 10.25), by("a", 11.5), by("b", 12), by("c", 13)}},
	}
	effect := tenancy.judge(func(netip.Addr) bool { return true }, []*network.Namespace{{}}, 10*time.Second)
	g.Expect(effect.reachable).To(Equal([]time.Duration{500 * time.Millisecond, time.Second}))
	g.Expect(effect.vacant).To(Equal([]time.Duration{time.Second, time.Second}))
	g.Expect(effect.gone).To(Equal([]time.Duration{1500 * time.Millisecond, 0}))
	g.Expect(effect.strangers).To(ConsistOf(ContainSubstring("c answered")))
	g.Expect(effect.former).To(ConsistOf(ContainSubstring("a still answered")))
	g.Expect(effect.never).To(ConsistOf(ContainSubstring("silent at 10.0.0.1")))
	g.Expect(tenancy.judge(func(netip.Addr) bool { return false }, nil, 0).strangers).To(BeEmpty())
}
