package e2e_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"

	"k8s.io/client-go/tools/portforward"
	"k8s.io/streaming/pkg/httpstream"
	"k8s.io/streaming/pkg/httpstream/spdy"
)

const subscriptions = `[{"client": "system:serviceaccount:shop:cart", "agent": "gRPC Go 1.85.0", "since": "2026-11-22T11:59:00Z", "names": {"Listener": ["web.shop:80"]}}]`

// startKubelet makes a kubelet of the Pod's Node that forwards ports to an xDS server.
func (e *environment) startKubelet(pod string) {
	e.Helper()
	kubelet := httptest.NewTLSServer(http.HandlerFunc(e.forwardPort))
	e.Cleanup(kubelet.Close)
	node, err := e.cluster.Kubectl(e.Context(), "get", "pod", pod, "-n", "shop", "-o", "jsonpath={.spec.nodeName}")
	e.must(err)
	status := fmt.Sprintf(`{"status": {"addresses": [{"type": "InternalIP", "address": "127.0.0.1"}], "daemonEndpoints": {"kubeletEndpoint": {"Port": %d}}}}`,
		kubelet.Listener.Addr().(*net.TCPAddr).Port)
	e.kubectl("patch", "node", string(bytes.TrimSpace(node)), "--subresource=status", "--type=merge", "-p", status)
}

func (e *environment) forwardPort(w http.ResponseWriter, request *http.Request) {
	if _, err := httpstream.Handshake(request, w, []string{portforward.PortForwardProtocolV1Name}); err != nil {
		e.Errorf("%s %s: %v", request.Method, request.URL, err)
		return
	}
	streams := make(chan httpstream.Stream, 2)
	connection := spdy.NewResponseUpgrader().UpgradeResponse(w, request, func(stream httpstream.Stream, _ <-chan struct{}) error {
		streams <- stream
		return nil
	})
	if connection == nil {
		e.Errorf("%s %s: no connection", request.Method, request.URL)
		return
	}
	failures, data := <-streams, <-streams
	asked, err := http.ReadRequest(bufio.NewReader(data))
	if err != nil || asked.URL.String() != "/subscriptions?namespace=shop&service=web" {
		e.Errorf("the Pod is asked for %v (%v)", asked, err)
	}
	_, _ = fmt.Fprintf(data, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(subscriptions), subscriptions)
	_, _ = io.Copy(io.Discard, data)
	_, _ = failures.Close(), data.Close()
	<-connection.CloseChan()
}
