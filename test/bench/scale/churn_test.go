package main

import (
	"testing"

	. "github.com/onsi/gomega"
)

func TestWaves(t *testing.T) {
	for _, c := range []struct{ flips, pods, waves, size int }{
		{1000, 10_000, 2, 500},
		{1000, 500, 2, 500},
		{1000, 499, 4, 250},
		{1000, 100, 10, 100},
		{1, 100, 2, 1},
		{7, 2, 4, 2},
	} {
		g := NewWithT(t)
		waves, size := wavesOf(c.flips, c.pods)
		g.Expect([]int{waves, size}).To(Equal([]int{c.waves, c.size}), "%d flips of %d Pods", c.flips, c.pods)
		g.Expect(waves * size).To(BeNumerically(">=", c.flips))
		g.Expect(size).To(BeNumerically("<=", c.pods))
	}
}
