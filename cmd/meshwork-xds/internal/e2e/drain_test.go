package e2e_test

import (
	"net"
	"testing"
	"time"

	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
)

const rollingService = `
apiVersion: v1
kind: Service
metadata: {name: rolling, namespace: shop, labels: {meshwork.dev/mesh: default}}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
`

const rollingRoute = `
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: rolling, namespace: shop}
spec:
  parentRefs: [{group: "", kind: Service, name: rolling}]
  rules: [{backendRefs: [{name: nowhere, port: 80}]}]
`

// tellsOfChangesWhileItDrains scales a Deployment after the server is asked to end. The
// client is not disconnected for hours. Its calls still follow the routes.
func (e *environment) tellsOfChangesWhileItDrains(t *testing.T) {
	g := NewWithT(t)
	e.apply(t, rollingService+"---"+rollingRoute)
	routed := e.followRoute(t, "rolling.shop:80")
	routed.callsGoTo(t, "meshwork: GRPCRoute shop/rolling: there is no Service nowhere")
	changed := make(chan string, 1)
	go func() {
		if cluster, err := routed.next(); err == nil { // it fails at the end
			changed <- cluster
		}
	}()
	isDraining := false
	receive(g, e.stream(t, e.token(t, clientauth.Audience)), func(all []*endpointv3.ClusterLoadAssignment) bool {
		if len(all) != 1 {
			return false
		}
		pods := len(endpoints(all[0]))
		if pods == 2 && !isDraining {
			isDraining = true
			e.drain(t)
			e.kubectl(t, "scale", "deployment", "web", "-n", "shop", "--replicas=3")
		}
		return pods == 3
	}, "rolling.shop:80")
	g.Expect(changed).NotTo(Receive())
}

// drain returns when the server accepts no more clients.
func (e *environment) drain(t *testing.T) {
	t.Helper()
	g := NewWithT(t)
	g.Expect(e.server.Terminate()).To(Succeed())
	g.Eventually(func() error {
		connection, err := net.Dial("tcp", e.server.Address)
		if err == nil {
			_ = connection.Close()
		}
		return err
	}, time.Minute).Should(HaveOccurred())
}

func (e *environment) endsWithItsLastClient(t *testing.T) {
	g := NewWithT(t)
	g.Eventually(e.server.Done(), time.Minute).Should(BeClosed())
	g.Expect(e.server.Err()).NotTo(HaveOccurred())
}
