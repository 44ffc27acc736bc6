package monitoring

import (
	"crypto/tls"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/cluster"
	"github.com/meshwork-dev/meshwork/test/kit"
)

// xdsServer is a process of the xDS server.
type xdsServer struct {
	*kit.XDS
	metricsAddress string
}

func startXDS(ctx SpecContext) *xdsServer {
	GinkgoHelper()
	env.ApplyConfig(ctx, "local-xds")
	address, err := cluster.FreeAddress()
	Expect(err).NotTo(HaveOccurred())
	started, err := kit.StartXDS(ctx, env.Cluster, "--metrics-bind-address="+address)
	Expect(err).NotTo(HaveOccurred(), "run `make xds`")
	return &xdsServer{started, address}
}

// connectAsNobody opens a stream without a certificate or a token. The answer of gRPC is in
// the headers, so that this needs no gRPC.
func (s *xdsServer) connectAsNobody(ctx SpecContext, g Gomega) {
	url := "https://" + s.Address + "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(""))
	g.Expect(err).NotTo(HaveOccurred())
	request.Header.Set("Content-Type", "application/grpc")
	request.Header.Set("TE", "trailers")
	client := &http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
	response, err := client.Do(request)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(response.Body.Close()).To(Succeed())
	g.Expect(response.Header.Get("Grpc-Status")).To(Equal("16"), "unauthenticated")
}
