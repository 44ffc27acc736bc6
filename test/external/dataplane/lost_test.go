package dataplane_test

import (
	"context"
	"math"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// expectNoneLost expects an answer to every connection, and within a second. If connections to
// a Service of kube-controller-manager are late as well, the machine is too slow, and the
// number of late connections is only recorded.
func expectNoneLost(loads, beside []*load) {
	GinkgoHelper()
	expectLostAtMost(0, 0, loads, beside)
}

// expectNoneLostWhileDraining expects the same where Pods with longDrain come and go, and the
// slices never had a gap. So if kube-proxy's rules did not translate a connection, the kernel was
// at fault: a packet that arrives while rules are replaced may be judged by the old rule and by
// the map of the new one, in which it finds nothing. kube-proxy then rejects it.
func expectNoneLostWhileDraining(ctx SpecContext, loads, beside []*load) {
	GinkgoHelper()
	ours, theirs := tallyOf(loads), tallyOf(beside)
	usual := inProportion(theirs.lost, theirs.sent, ours.sent)
	untranslated := untranslatedOf(loads)
	expectLostAtMost(allowedWhileDraining(slowestSync(ctx), usual)+untranslated, untranslated, loads, beside)
}

// expectLostAtMost expects that no more than the allowed numbers of connections are lost and late.
func expectLostAtMost(allowed, allowedLate int, loads, beside []*load) {
	GinkgoHelper()
	ours, theirs := tallyOf(loads), tallyOf(beside)
	Expect(ours.sent).To(BeNumerically(">", 0))
	Expect(ours.lost).To(BeNumerically("<=", allowed), "%s; beside: %s", account(loads), account(beside))
	if theirs.late == 0 {
		Expect(ours.late).To(BeNumerically("<=", allowedLate), "%s; beside: %s", account(loads), account(beside))
	}
}

// untranslatedOf returns the number of connections to the addresses of the loads that kube-proxy's
// rules did not translate. Each load counts the connections of all loads on the same address.
func untranslatedOf(loads []*load) (sum int) {
	byAddress := map[string]int{}
	for _, load := range loads {
		byAddress[load.route.client.Target] = load.untranslated
	}
	for _, count := range byAddress {
		sum += count
	}
	return sum
}

// inProportion returns the losses among of requests at the rate of lost among sent, rounded up.
func inProportion(lost, sent, of int) int {
	return int(math.Ceil(float64(lost*of) / float64(max(1, sent))))
}

// allowed is the most that Meshwork may lose by chance where kube-controller-manager loses
// a number. Each connection is lost by itself, so both numbers scatter by their root.
func allowed(usual int) int { return usual + int(3*math.Sqrt(float64(2*usual+1))) }

// allowedWhileDraining is the most that may be lost to Pods with longDrain where
// kube-controller-manager loses a number: none, unless the kernel kept a kube-proxy from
// writing its rules for so long that Pods may have ended before. A change waits for the rules
// that are being written, for its own and, on a busy machine, for the controller.
func allowedWhileDraining(slowestSync time.Duration, usual int) int {
	if slowestSync < longDrain/3 {
		return 0
	}
	return allowed(usual)
}

// slowestSync returns a time within which every kube-proxy has written its rules each time.
// On a machine with far more work than cores, this can take many seconds.
func slowestSync(ctx context.Context) time.Duration {
	GinkgoHelper()
	var slowest time.Duration
	for _, node := range ground.Nodes {
		took, err := node.SlowestSync(ctx)
		Expect(err).NotTo(HaveOccurred())
		slowest = max(slowest, took)
	}
	return slowest
}

func TestAllowedWhileDraining(t *testing.T) {
	g := NewWithT(t)
	g.Expect(allowedWhileDraining(time.Second, 7)).To(BeZero(), "kube-proxy was in time, so a loss is a fault, whoever has it")
	g.Expect(allowedWhileDraining(39*time.Second, 7)).To(And(BeNumerically(">=", 7), BeNumerically("<", 20)))
	g.Expect(allowedWhileDraining(39*time.Second, 0)).To(BeNumerically("<", 5))
}

func TestInProportion(t *testing.T) {
	g := NewWithT(t)
	g.Expect(inProportion(0, 0, 100)).To(BeZero())
	g.Expect(inProportion(3, 100, 500)).To(Equal(15))
	g.Expect(inProportion(1, 300, 100)).To(Equal(1), "rounded up")
}
