package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/client-go/rest"
)

// protocolOf asks an API server that speaks HTTP/2 to whoever wants it.
func protocolOf(t *testing.T, maxSilence time.Duration, handler http.HandlerFunc) (string, error) {
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	config := &rest.Config{Host: server.URL, TLSClientConfig: rest.TLSClientConfig{Insecure: true}}
	tuneConnections(config, maxSilence)
	httpClient, err := rest.HTTPClientFor(config)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	response, err := httpClient.Get(config.Host)
	if err != nil {
		return "", err
	}
	return response.Proto, response.Body.Close()
}

func TestEachWatchHasAConnectionOfItsOwn(t *testing.T) {
	NewWithT(t).Expect(protocolOf(t, time.Minute, func(http.ResponseWriter, *http.Request) {})).To(Equal("HTTP/1.1"))
}

func TestAnAPIServerThatIsGoneIsNotWaitedFor(t *testing.T) {
	_, err := protocolOf(t, 100*time.Millisecond, func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() })
	NewWithT(t).Expect(err).To(MatchError(ContainSubstring("i/o timeout")))
}
