package dataplane_test

import (
	"fmt"
	"net/netip"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
)

// late is the limit for the duration of a connection. A lost packet costs a second or more.
const late = time.Second

// load is a client on a route, and the report of its requests once it is stopped.
type load struct {
	*dataplane.Load
	route  route
	report traffic.Report
	// before are the counters of the kernel where the client runs, when it started.
	before network.Counters
	// untranslated is the number of connections to the address that kube-proxy's rules did not
	// translate. Until the client is stopped, it is minus the count before the start.
	untranslated int
}

// startLoads starts a client on each route, after a first answer there.
func startLoads(routes []route) []*load {
	GinkgoHelper()
	var loads []*load
	untranslated := untranslatedSoFar()
	for _, route := range routes {
		Eventually(func() traffic.Outcome { return dataplane.Ask(route.from, route.client).Outcome }).Should(Equal(traffic.Answered), route.String)
	}
	for _, route := range routes {
		before, err := route.from.Counters()
		Expect(err).NotTo(HaveOccurred())
		started, err := ground.StartLoad(route.from, route.client)
		Expect(err).NotTo(HaveOccurred())
		loads = append(loads, &load{Load: started, route: route, before: before, untranslated: -untranslated[clusterIPOf(route)]})
	}
	return loads
}

// stopLoads stops clients, and waits for their last answers.
func stopLoads(loads []*load) []*load {
	GinkgoHelper()
	for _, load := range loads {
		var err error
		load.report, err = load.Stop()
		Expect(err).NotTo(HaveOccurred())
		counters, err := load.route.from.Counters()
		Expect(err).NotTo(HaveOccurred())
		GinkgoWriter.Printf("%s: %s; meanwhile the kernel counted %s\n", load.route, load.report, counters.Since(load.before))
	}
	untranslated := untranslatedSoFar()
	for _, load := range loads {
		load.untranslated += untranslated[clusterIPOf(load.route)]
	}
	return loads
}

// untranslatedSoFar counts the connections to each cluster IP that kube-proxy's rules did not
// translate, on all Nodes.
func untranslatedSoFar() map[netip.Addr]int {
	GinkgoHelper()
	all := map[netip.Addr]int{}
	for _, node := range ground.Nodes {
		counts, err := node.Network.Untranslated()
		Expect(err).NotTo(HaveOccurred())
		for address, count := range counts {
			all[address] += count
		}
	}
	return all
}

func clusterIPOf(route route) netip.Addr {
	GinkgoHelper()
	target, err := netip.ParseAddrPort(route.client.Target)
	Expect(err).NotTo(HaveOccurred())
	return target.Addr()
}

// sent returns the number of requests that have ended so far.
func sent(loads []*load) (count int) {
	for _, load := range loads {
		count += load.Sent()
	}
	return count
}

// tally is the sum of the reports of loads.
type tally struct {
	sent, lost, late int
	max              time.Duration
}

func tallyOf(loads []*load) (sum tally) {
	for _, load := range loads {
		sum.sent += load.report.Sent
		sum.lost += load.report.Lost()
		sum.late += load.report.LaterThan(late)
		sum.max = max(sum.max, load.report.Max)
	}
	return sum
}

// account describes the outcome of loads.
func account(loads []*load) string {
	sum := tallyOf(loads)
	return fmt.Sprintf("%d connections: %d lost, %d later than 1 s, the slowest after %d ms", sum.sent, sum.lost, sum.late, sum.max.Milliseconds())
}
