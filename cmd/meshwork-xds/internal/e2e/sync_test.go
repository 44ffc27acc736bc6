package e2e_test

import (
	"net"
	"net/http"
	"testing"
	"time"

	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// answersNobodyBeforeItKnowsEverything starts the server again while it may not read
// EndpointSlices. Its answer would be that Services have no endpoints.
func (e *environment) answersNobodyBeforeItKnowsEverything(t *testing.T) {
	g := NewWithT(t)
	const right = "endpointslices.discovery.k8s.io [] [] [list watch]"
	e.kubectl(t, "patch", "clusterrole", "meshwork-xds", "--type=json",
		`--patch=[{"op": "test", "path": "/rules/1/resources", "value": ["endpointslices"]}, {"op": "remove", "path": "/rules/1"}]`)
	g.Eventually(func() []string {
		return e.rights(t, "shop", kit.SystemNamespace+":"+kit.XDSServiceAccount)
	}, time.Minute).ShouldNot(ContainElement(right))

	g.Expect(e.server.StartAgain()).To(Succeed())
	g.Eventually(e.log, time.Minute).Should(ContainSubstring("endpointslices.discovery.k8s.io is forbidden"))
	g.Consistently(func() error {
		connection, err := net.Dial("tcp", e.server.Address)
		if err == nil {
			_ = connection.Close()
		}
		return err
	}, time.Second).Should(HaveOccurred())
	g.Expect(statusOf(t, "http://"+e.probes+"/readyz", "")).NotTo(Equal(http.StatusOK))

	e.kubectl(t, "apply", "-k", kit.Path("config", "local-xds"))
	g.Eventually(func() (int, error) { return statusOf(t, "http://"+e.probes+"/readyz", "") }, 2*time.Minute).Should(Equal(http.StatusOK))
	receive(g, e.stream(t, e.token(t, clientauth.Audience)), func(all []*endpointv3.ClusterLoadAssignment) bool {
		g.Expect(all).To(HaveLen(1))
		g.Expect(endpoints(all[0])).To(HaveLen(3), "in the first answer")
		return true
	}, "rolling.shop:80")
}
