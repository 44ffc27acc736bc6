package monitoring

import (
	"crypto/tls"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
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

// connect opens a stream without a certificate, and returns the code with which gRPC refuses
// it. The answer is in the headers, so that this needs no gRPC.
func (s *xdsServer) connect(ctx SpecContext, authorization string) (code string, err error) {
	url := "https://" + s.Address + "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(""))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/grpc")
	request.Header.Set("TE", "trailers")
	request.Header.Set("Authorization", authorization)
	client := &http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	return response.Header.Get("Grpc-Status"), response.Body.Close()
}
