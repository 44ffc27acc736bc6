package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// serve starts an API server that speaks HTTP/2 to whoever wants it.
func serve(t *testing.T, handler http.HandlerFunc) *rest.Config {
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	config := &rest.Config{Host: server.URL, TLSClientConfig: rest.TLSClientConfig{Insecure: true}}
	tuneConnections(config)
	return config
}

func TestEachWatchHasAConnectionOfItsOwn(t *testing.T) {
	protocols := make(chan string, 1)
	config := serve(t, func(_ http.ResponseWriter, request *http.Request) { protocols <- request.Proto })

	httpClient, err := rest.HTTPClientFor(config)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	response, err := httpClient.Get(config.Host)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	NewWithT(t).Expect(response.Body.Close()).To(Succeed())
	NewWithT(t).Expect(protocols).To(Receive(Equal("HTTP/1.1")))
}

func TestClientDoesNotWaitForAnAPIServerThatIsGone(t *testing.T) {
	config := serve(t, func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() })

	httpClient, err := rest.HTTPClientFor(config)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Node"), meta.RESTScopeRoot)
	options := client.Options{HTTPClient: httpClient, Scheme: scheme.Scheme, Mapper: mapper}
	impatient, err := clientWithTimeout(50*time.Millisecond)(config, options)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())

	err = impatient.Get(t.Context(), client.ObjectKey{Name: "a"}, &corev1.Node{})
	NewWithT(t).Expect(err).To(MatchError(context.DeadlineExceeded))
	NewWithT(t).Expect(httpClient.Timeout).To(BeZero(), "watches may last")
}
