package dataplane_test

import (
	"net"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/dataplane"
	"github.com/meshwork-dev/meshwork/test/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/kit/expect"
)

var _ = Describe("Reach", func() {
	It("answers over TCP through a cluster IP", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Deployment(namespace, "web", 3))
		service := expect.Created(ctx, api, dataplane.Service(namespace, "web"))
		Eventually(func(g Gomega) {
			load, err := ground.StartLoad(ground.Nodes[0].Network.Namespace, traffic.Client{
				Target: net.JoinHostPort(service.Spec.ClusterIP, strconv.Itoa(80)), Rate: 200, Count: 60,
			})
			g.Expect(err).NotTo(HaveOccurred())
			report, err := load.Wait()
			g.Expect(err).NotTo(HaveOccurred())
			GinkgoWriter.Println(report)
			g.Expect(report.Lost()).To(BeZero(), report.String())
			g.Expect(report.Pods).To(HaveLen(3))
		}).Should(Succeed())
	})
})
