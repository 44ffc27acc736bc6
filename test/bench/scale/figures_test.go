package main

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

func TestMedianOfEachFigure(t *testing.T) {
	g := NewWithT(t)
	colds := []coldFigures{
		{Seconds: 3, Usage: cluster.Usage{CPUSeconds: 1, PeakMemoryBytes: 30}},
		{Seconds: 1, Usage: cluster.Usage{CPUSeconds: 9, PeakMemoryBytes: 20}},
		{Seconds: 2, Usage: cluster.Usage{CPUSeconds: 2, PeakMemoryBytes: 10}, Writes: writes{"create": 7}},
	}
	g.Expect(medianOf(colds)).To(Equal(coldFigures{Seconds: 2, Usage: cluster.Usage{CPUSeconds: 2, PeakMemoryBytes: 20}, Writes: writes{"create": 7}}))
	g.Expect(medianOf(colds[:1])).To(Equal(colds[0]))
}
