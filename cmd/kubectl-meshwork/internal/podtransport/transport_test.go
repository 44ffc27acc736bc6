package podtransport

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/portforward"
	"k8s.io/streaming/pkg/httpstream"
	"k8s.io/streaming/pkg/httpstream/spdy"
)

var pod = types.NamespacedName{Namespace: "meshwork-system", Name: "xds-a"}

const port = 18001

// apiServer forwards the port of the Pod to an address, with SPDY only. If failure is set,
// the kubelet fails with this message.
type apiServer struct {
	t       *testing.T
	address string
	failure string
	ended   chan struct{}
}

func (s *apiServer) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	if want := "/prefix/api/v1/namespaces/meshwork-system/pods/xds-a/portforward"; request.URL.Path != want {
		s.t.Errorf("the path is %s, not %s", request.URL.Path, want)
	}
	if request.Method != http.MethodPost {
		http.Error(w, "no WebSockets", http.StatusBadRequest)
		return
	}
	if _, err := httpstream.Handshake(request, w, []string{portforward.PortForwardProtocolV1Name}); err != nil {
		s.t.Error(err)
		return
	}
	streams := make(chan httpstream.Stream, 2)
	connection := spdy.NewResponseUpgrader().UpgradeResponse(w, request, func(stream httpstream.Stream, _ <-chan struct{}) error {
		streams <- stream
		return nil
	})
	if connection == nil {
		s.t.Error("no connection")
		return
	}
	s.forward(<-streams, <-streams)
	<-connection.CloseChan()
	close(s.ended)
}

func (s *apiServer) forward(failures, data httpstream.Stream) {
	for kind, stream := range map[string]httpstream.Stream{corev1.StreamTypeError: failures, corev1.StreamTypeData: data} {
		if headers := stream.Headers(); headers.Get(corev1.StreamType) != kind || headers.Get(corev1.PortHeader) != "18001" {
			s.t.Errorf("the stream %q has the headers %v", kind, headers)
		}
	}
	if s.failure != "" {
		_, _ = io.WriteString(failures, s.failure)
		_, _ = failures.Close(), data.Close()
		return
	}
	target, err := net.Dial("tcp", s.address)
	if err != nil {
		s.t.Error(err)
		return
	}
	go func() {
		_, _ = io.Copy(target, data)
		_ = target.Close()
	}()
	_, _ = io.Copy(data, target)
	_, _ = failures.Close(), data.Close()
}

// get sends a request to the Pod through an API server.
func get(t *testing.T, handler http.Handler, timeout time.Duration) (string, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	transport, err := New(&rest.Config{Host: server.URL + "/prefix", BearerToken: "secret"}, pod, port)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), timeout, errors.New("took too long"))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1:18001/path?query=x", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return "", err
	}
	answer, err := io.ReadAll(response.Body)
	if closing := response.Body.Close(); closing != nil {
		t.Error(closing)
	}
	return string(answer), err
}

func TestARequestReachesThePod(t *testing.T) {
	inPod := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.Header.Get("Authorization") != "" {
			t.Error("the user's token reaches the Pod")
		}
		_, _ = io.WriteString(w, request.Host+request.URL.String()+strings.Repeat(".", 1<<20))
	}))
	t.Cleanup(inPod.Close)
	ended := make(chan struct{})
	answer, err := get(t, &apiServer{t: t, address: inPod.Listener.Addr().String(), ended: ended}, time.Minute)
	if err != nil || strings.TrimRight(answer, ".") != "127.0.0.1:18001/path?query=x" || len(answer) < 1<<20 {
		t.Errorf("%.100q (%v)", answer, err)
	}
	<-ended // the connection is closed with the response
}

func TestFailuresAreNamed(t *testing.T) {
	forbidden := apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "xds-a", errors.New(`User "jane" cannot create resource "pods/portforward"`))
	for want, handler := range map[string]http.Handler{
		`User "jane" cannot create resource "pods/portforward"`: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			_ = json.NewEncoder(w).Encode(forbidden.Status())
		}),
		"connection refused inside of the Pod": &apiServer{t: t, failure: "connection refused inside of the Pod", ended: make(chan struct{})},
	} {
		if _, err := get(t, handler, time.Minute); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}

func TestRequestsEndWithTheirContext(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	hanging := make(chan struct{})
	defer close(hanging) // before the servers wait for their handlers
	for name, handler := range map[string]http.Handler{
		"the API server": http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hanging }),
		"the Pod":        &apiServer{t: t, address: silent.Addr().String(), ended: make(chan struct{})},
	} {
		if _, err := get(t, handler, 200*time.Millisecond); err == nil || err.Error() != "took too long" {
			t.Errorf("%s hangs: %v", name, err)
		}
	}
}
