package ui_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/ui"
)

// serve returns the server's address and its token.
func serve(t *testing.T) (base, token string) {
	t.Helper()
	g := NewWithT(t)
	scheme := runtime.NewScheme()
	g.Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	g.Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", Labels: map[string]string{"app": "<script>alert(1)</script>"}}}
	cluster := fake.NewClientBuilder().WithScheme(scheme).WithObjects(service).Build()
	pictures := board.New(t.Context(), cluster, board.Options{Now: time.Now, Info: board.Info{Context: "test"}})
	go pictures.Run(t.Context())
	page := fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>page</title>")}, "app.js": {Data: []byte("1")}}
	server, err := ui.Listen(0, pictures, cluster, page)
	g.Expect(err).NotTo(HaveOccurred())
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		g.Eventually(ended, 10*time.Second).Should(Receive(BeNil()))
	})
	parsed, err := url.Parse(server.URL())
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(parsed.Hostname()).To(Equal("127.0.0.1"))
	return "http://" + parsed.Host, strings.TrimPrefix(parsed.Fragment, "token=")
}

type answer struct {
	code   int
	body   string
	header http.Header
}

func get(t *testing.T, address string, headers map[string]string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	request.Host = request.Header.Get("Host")
	response, err := http.DefaultClient.Do(request)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	return answer{response.StatusCode, string(body), response.Header}
}

func TestThePageIsServedAtEachRoute(t *testing.T) {
	base, _ := serve(t)
	for path, want := range map[string]string{
		"/": "<title>page</title>", "/services/shop/web": "<title>page</title>", "/app.js": "1",
	} {
		got := get(t, base+path, nil)
		if got.code != http.StatusOK || !strings.Contains(got.body, want) {
			t.Errorf("%s: %d %s", path, got.code, got.body)
		}
		policy := got.header.Get("Content-Security-Policy")
		for _, rule := range []string{"default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, rule) {
				t.Errorf("%s: no %s in %s", path, rule, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, got.header)
		}
	}
	if got := get(t, base+"/api/nothing", nil); got.code != http.StatusNotFound {
		t.Errorf("%d", got.code)
	}
}

func TestNothingOfTheClusterWithoutTheToken(t *testing.T) {
	base, token := serve(t)
	for _, path := range []string{"/api/session", "/api/objects/Service/shop/web", "/api/watch"} {
		for name, headers := range map[string]map[string]string{
			"no token":     {},
			"a wrong one":  {"Authorization": "Bearer " + strings.Repeat("0", 64), "Sec-WebSocket-Protocol": "meshwork.dev, " + strings.Repeat("0", 64)},
			"an empty one": {"Authorization": "Bearer ", "Sec-WebSocket-Protocol": ""},
			"a cookie":     {"Cookie": "token=" + token},
		} {
			if got := get(t, base+path, headers); got.code != http.StatusUnauthorized {
				t.Errorf("%s with %s: %d", path, name, got.code)
			}
		}
		if got := get(t, base+path+"?token="+token, nil); got.code != http.StatusUnauthorized {
			t.Errorf("%s with the token in its query, which is logged: %d", path, got.code)
		}
	}
	if got := get(t, base+"/api/session", bearer(token)); got.code != http.StatusNoContent {
		t.Errorf("with the token: %d", got.code)
	}
}

func bearer(token string) map[string]string {
	return map[string]string{"Authorization": "Bearer " + token}
}

func TestOtherSitesAreRefused(t *testing.T) {
	base, token := serve(t)
	port := base[strings.LastIndex(base, ":"):]
	for _, host := range []string{"evil.example", "evil.example" + port, "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example" + port} {
		if got := get(t, base+"/api/session", map[string]string{"Host": host, "Authorization": "Bearer " + token}); got.code != http.StatusMisdirectedRequest {
			t.Errorf("Host %s: %d", host, got.code)
		}
	}
	for _, origin := range []string{"http://evil.example", "https://127.0.0.1" + port, "null", "http://127.0.0.1:1"} {
		headers := map[string]string{"Origin": origin, "Authorization": "Bearer " + token}
		if got := get(t, base+"/api/session", headers); got.code != http.StatusForbidden {
			t.Errorf("Origin %s: %d", origin, got.code)
		}
	}
	local := map[string]string{"Host": "localhost" + port, "Origin": "http://localhost" + port, "Authorization": "Bearer " + token}
	if got := get(t, base+"/api/session", local); got.code != http.StatusNoContent {
		t.Errorf("localhost: %d", got.code)
	}
}

func TestObjectsAreText(t *testing.T) {
	base, token := serve(t)
	got := get(t, base+"/api/objects/Service/shop/web", bearer(token))
	if got.code != http.StatusOK || !strings.Contains(got.body, "app: <script>alert(1)</script>") || got.header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%d %v %s", got.code, got.header, got.body)
	}
	if got := get(t, base+"/api/objects/Service/shop/cart", bearer(token)); got.code != http.StatusNotFound || !strings.Contains(got.body, "Service cart does not exist") {
		t.Errorf("%d %s", got.code, got.body)
	}
	if got := get(t, base+"/api/objects/Secret/shop/web", bearer(token)); got.code != http.StatusNotFound {
		t.Errorf("a Secret: %d", got.code)
	}
}

func TestATabGetsItsTopics(t *testing.T) {
	g := NewWithT(t)
	base, token := serve(t)
	address := "ws" + strings.TrimPrefix(base, "http") + "/api/watch"
	connection, _, err := websocket.Dial(t.Context(), address, //nolint:bodyclose // nothing is in the body of an upgrade
		&websocket.DialOptions{Subprotocols: []string{"meshwork.dev", token}})
	g.Expect(err).NotTo(HaveOccurred())
	defer func() { _ = connection.CloseNow() }()
	g.Expect(connection.Subprotocol()).To(Equal("meshwork.dev"), "the token is not repeated")
	for _, text := range []string{`{"subscribe":"nothing"}`, `{"subscribe":"cluster"}`} {
		g.Expect(connection.Write(t.Context(), websocket.MessageText, []byte(text))).To(Succeed())
	}
	_, text, err := connection.Read(t.Context())
	g.Expect(err).NotTo(HaveOccurred())
	var update board.Update
	g.Expect(json.Unmarshal(text, &update)).To(Succeed())
	g.Expect(update.Topic).To(Equal("cluster"))
	g.Expect(update.Reset).To(BeTrue())
	g.Expect(string(update.Set["info"])).To(ContainSubstring(`"context":"test"`))
	// A message that is no request ends the connection.
	g.Expect(connection.Write(t.Context(), websocket.MessageText, []byte(strings.Repeat("x", 100)))).To(Succeed())
	g.Eventually(func() error {
		_, _, err := connection.Read(t.Context())
		return err
	}, 10*time.Second).Should(HaveOccurred())
}
