package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/client-go/rest"

	"github.com/meshwork-dev/meshwork/pkg/identity"
)

// protocolOf returns the protocol of a request to an API server that speaks HTTP/2
// to any client that can.
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

// A request on a connection that has been idle for almost maxSilence has as much time
// for its response as any other.
func TestARequestOnAnIdleConnectionHasTheWholeTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		ours, theirs := net.Pipe()
		connection := &impatientConnection{ours, maxSilence}
		go func() { // the API server responds after 10 s
			request := make([]byte, 7)
			_, _ = io.ReadFull(theirs, request)
			time.Sleep(10 * time.Second)
			_, _ = theirs.Write([]byte("response"))
		}()
		response := make(chan error)
		go func() { // as an HTTP transport does, which reads all the time
			_, err := connection.Read(make([]byte, 8))
			response <- err
		}()

		time.Sleep(maxSilence - time.Second)
		_, err := connection.Write([]byte("request"))
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(<-response).To(Succeed())
	})
}

// A Pod must not be denied a certificate for good because the watch of Services is dead.
func TestNoPodIsDeniedWhileADeadWatchGoesUnnoticed(t *testing.T) {
	now := time.Now()
	NewWithT(t).Expect(identity.UntilDenied(now, time.Time{}, now)).To(BeNumerically(">=", maxSilence+30*time.Second), "some time to fill the cache again")
}
