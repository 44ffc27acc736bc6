package main

import (
	"testing"

	. "github.com/onsi/gomega"
)

func TestRolloutKeepsToItsBounds(t *testing.T) {
	for _, pods := range []int{1, 2, 3, 4, 5, 10, 250} {
		g := NewWithT(t)
		done := map[step]bool{}
		count := func(action action) int {
			count := 0
			for pod := range pods {
				count += oneIf(done[step{action, pod}])
			}
			return count
		}
		for _, burst := range rolloutPlan(pods) {
			for _, now := range burst {
				g.Expect(done).NotTo(HaveKey(now), "nothing happens twice")
				g.Expect(now.action != started || done[step{created, now.pod}]).To(BeTrue(), "it must have been created")
				g.Expect(now.action != removed || done[step{terminated, now.pod}]).To(BeTrue(), "it must have been terminated")
				done[now] = true

				left := pods - count(terminated)
				g.Expect(left+count(created)).To(BeNumerically("<=", pods+(pods+3)/4), "the surge")
				g.Expect(left+count(started)).To(BeNumerically(">=", pods-pods/4), "the availability")
			}
		}
		g.Expect(done).To(HaveLen(4*pods), "all of %d Pods are replaced", pods)
	}
}
