package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/client-go/rest"
)

// get asks an API server that speaks HTTP/2 to whoever wants it.
func get(t *testing.T, maxSilence time.Duration, handler http.HandlerFunc) (*http.Response, error) {
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	config := &rest.Config{Host: server.URL, TLSClientConfig: rest.TLSClientConfig{Insecure: true}}
	tuneConnections(config, maxSilence)
	httpClient, err := rest.HTTPClientFor(config)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	return httpClient.Get(config.Host)
}

func TestEachWatchHasAConnectionOfItsOwn(t *testing.T) {
	response, err := get(t, time.Minute, func(http.ResponseWriter, *http.Request) {})
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	NewWithT(t).Expect(response.Body.Close()).To(Succeed())
	NewWithT(t).Expect(response.Proto).To(Equal("HTTP/1.1"))
}

func TestAnAPIServerThatIsGoneIsNotWaitedFor(t *testing.T) {
	_, err := get(t, 100*time.Millisecond, func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() })
	NewWithT(t).Expect(err).To(MatchError(ContainSubstring("i/o timeout")))
}
