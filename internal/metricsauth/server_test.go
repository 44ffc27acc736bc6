package metricsauth

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
)

// Whoever reaches the port can open connections that do nothing, each of which takes memory.
func TestSilentConnections(t *testing.T) {
	g := NewWithT(t)
	server, err := newServer("127.0.0.1:0", apiServer(nil), prometheus.NewRegistry(), logr.Discard())
	g.Expect(err).NotTo(HaveOccurred())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Start(ctx) }()
	defer func() { cancel(); g.Expect(<-ended).To(Succeed()) }()
	address := server.Listener.Addr().String()

	dial := func(ctx context.Context, from string) (net.Conn, error) {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		return dialer.DialContext(ctx, "tcp", address)
	}
	closed := make(chan struct{}, 2*maxConnectionsPerAddress)
	for range 2 * maxConnectionsPerAddress {
		connection, err := dial(t.Context(), "127.0.0.2")
		g.Expect(err).NotTo(HaveOccurred())
		t.Cleanup(func() { _ = connection.Close() })
		go func() {
			_, _ = connection.Read(make([]byte, 1))
			closed <- struct{}{}
		}()
	}
	for range maxConnectionsPerAddress {
		g.Eventually(closed, "5s").Should(Receive(), "closed at once")
	}

	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // the certificate is self-signed
		DialContext:     func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, "127.0.0.3") },
	}}
	defer client.CloseIdleConnections()
	get := func(token string) (code int, closes bool) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+path, http.NoBody)
		g.Expect(err).NotTo(HaveOccurred())
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := client.Do(request)
		g.Expect(err).NotTo(HaveOccurred())
		_, _ = io.Copy(io.Discard, response.Body)
		g.Expect(response.Body.Close()).To(Succeed())
		return response.StatusCode, response.Close
	}
	code, _ := get("reader")
	g.Expect(code).To(Equal(http.StatusOK))
	code, closes := get("made-up")
	g.Expect(code).To(Equal(http.StatusUnauthorized))
	g.Expect(closes).To(BeTrue(), "it takes no place")

	for range maxConnectionsPerAddress {
		g.Eventually(closed, "2m").Should(Receive(), "no handshake")
	}
}
