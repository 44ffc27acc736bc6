package main

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
)

// Every cache answers exactly the subscribers of a change, except SnapshotCache, which answers all
// clients.
func TestCosts(t *testing.T) {
	size := load.Size{Services: 20, Pods: 3, Streams: 10, Names: 2, Flips: 50}
	for name, measure := range map[string]func(load.Size) (cost, error){
		"meshwork-xds": costOfOurs, "LinearCache": costOfLinear, "SnapshotCache": costOfSnapshot,
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			measured, err := measure(size)
			g.Expect(err).NotTo(HaveOccurred())
			answers := 1.0
			if name == "SnapshotCache" {
				answers = float64(size.Streams)
			}
			g.Expect(measured.answers).To(Equal(answers))
		})
	}
}

// Routes are sent when a route changes, not when endpoints do.
func TestRoutesStayWhenEndpointsChange(t *testing.T) {
	g := NewWithT(t)
	size := sizes{Size: load.Size{Services: 20, Pods: 3, Streams: 10, Names: 1, Flips: 50}}
	routed, err := newRouting(size.Size, size.Streams)
	g.Expect(err).NotTo(HaveOccurred())
	sent, _, err := routed.responses(size, routed.world.flip)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(sent).To(BeZero())
	sent, _, err = routed.responses(size, routed.world.split)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(sent).To(Equal(1.0))
}
