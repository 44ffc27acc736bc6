package ui_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/ui"
)

// lists is a fake client, which has no streaming lists.
type lists struct{ client.WithWatch }

// IsWatchListSemanticsUnSupported makes client-go's reflectors use plain lists.
func (lists) IsWatchListSemanticsUnSupported() bool { return true }

// serve returns the address and the token of a server that ends with the test.
func serve(t *testing.T) (base, token string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	base, token, ended := serveUntil(ctx, t)
	t.Cleanup(func() {
		cancel()
		NewWithT(t).Eventually(ended, 10*time.Second).Should(Receive(BeNil()))
	})
	return base, token
}

// serveUntil returns a server that ends with the context.
func serveUntil(ctx context.Context, t *testing.T) (base, token string, ended <-chan error) {
	t.Helper()
	g := NewWithT(t)
	scheme := runtime.NewScheme()
	g.Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	g.Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	g.Expect(gatewayv1.Install(scheme)).To(Succeed())
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", Labels: map[string]string{"app": "<script>alert(1)</script>"}}}
	cluster := fake.NewClientBuilder().WithScheme(scheme).WithObjects(service).Build()
	pictures := board.New(t.Context(), lists{cluster}, board.Options{Now: time.Now, Info: board.Info{Context: "test"}})
	go pictures.Run(t.Context())
	page := fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>page</title>")}, "app.js": {Data: []byte("1")}}
	server, err := ui.Listen(0, pictures, cluster, page)
	g.Expect(err).NotTo(HaveOccurred())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx) }()
	parsed, err := url.Parse(server.URL())
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(parsed.Hostname()).To(Equal("127.0.0.1"))
	return "http://" + parsed.Host, strings.TrimPrefix(parsed.Fragment, "token="), served
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
	for _, path := range []string{"/api/session", "/api/objects/Service/shop/web", "/api/watch", "/api/search"} {
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

func TestAWordIsFoundInLabels(t *testing.T) {
	g := NewWithT(t)
	base, token := serve(t)
	found := func() string { return get(t, base+"/api/search?word=App%3D&word=nothing", bearer(token)).body }
	g.Eventually(found, 10*time.Second).Should(MatchJSON(`{
		"app=": {"services": {"shop/web": "label app=<script>alert(1)</script>"}, "cut": false}, "nothing": {"services": {}, "cut": false}}`))
	for name, query := range map[string]string{"one letter": "word=a", "nine words": strings.Repeat("word=abc&", 9)} {
		if got := get(t, base+"/api/search?"+query, bearer(token)); got.code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, got.code, got.body)
		}
	}
}

// connect opens the connection of a tab.
func connect(t *testing.T, base, token string) *websocket.Conn {
	t.Helper()
	address := "ws" + strings.TrimPrefix(base, "http") + "/api/watch"
	connection, _, err := websocket.Dial(t.Context(), address, //nolint:bodyclose // nothing is in the body of an upgrade
		&websocket.DialOptions{Subprotocols: []string{"meshwork.dev", token}})
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() { _ = connection.CloseNow() })
	return connection
}

func subscribe(t *testing.T, connection *websocket.Conn, topic string) {
	t.Helper()
	NewWithT(t).Expect(connection.Write(t.Context(), websocket.MessageText, []byte(`{"subscribe":"`+topic+`"}`))).To(Succeed())
}

// read returns the next update that is no heartbeat.
func read(t *testing.T, connection *websocket.Conn) board.Update {
	t.Helper()
	for {
		if update := readAny(t, connection); update.Topic != "" {
			return update
		}
	}
}

func readAny(t *testing.T, connection *websocket.Conn) board.Update {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, text, err := connection.Read(ctx)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	var update board.Update
	NewWithT(t).Expect(json.Unmarshal(text, &update)).To(Succeed())
	return update
}

func TestATabGetsItsTopics(t *testing.T) {
	g := NewWithT(t)
	base, token := serve(t)
	connection := connect(t, base, token)
	g.Expect(connection.Subprotocol()).To(Equal("meshwork.dev"), "the token is not repeated")
	subscribe(t, connection, "cluster")
	update := read(t, connection)
	g.Expect(update.Topic).To(Equal("cluster"))
	g.Expect(update.Reset).To(BeTrue())
	g.Expect(string(update.Set["info"])).To(ContainSubstring(`"context":"test"`))
	// A malformed message ends the connection.
	g.Expect(connection.Write(t.Context(), websocket.MessageText, []byte(strings.Repeat("x", 100)))).To(Succeed())
	g.Eventually(func() error {
		_, _, err := connection.Read(t.Context())
		return err
	}, 10*time.Second).Should(HaveOccurred())
}

func TestATabGetsHeartbeats(t *testing.T) {
	g := NewWithT(t)
	base, token := serve(t)
	connection := connect(t, base, token)
	for range 2 {
		g.Expect(readAny(t, connection)).To(Equal(board.Update{}))
	}
}

func TestATabLearnsWhyItGetsNothing(t *testing.T) {
	g := NewWithT(t)
	base, token := serve(t)
	connection := connect(t, base, token)
	subscribe(t, connection, "service/shop")
	update := read(t, connection)
	g.Expect(update.Topic).To(Equal("service/shop"))
	g.Expect(string(update.Set["missing"])).To(ContainSubstring("there is no such topic"))
	for i := range 17 {
		subscribe(t, connection, fmt.Sprintf("service/shop/%d", i))
	}
	g.Eventually(func() string { return string(read(t, connection).Set["missing"]) }, 10*time.Second).Should(ContainSubstring("a tab shows 16 topics at most"))
}

func TestTabsLearnThatTheServerEnds(t *testing.T) {
	g := NewWithT(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	base, token, ended := serveUntil(ctx, t)
	var tabs []*websocket.Conn
	for range 20 {
		tab := connect(t, base, token)
		subscribe(t, tab, "cluster")
		read(t, tab)
		tabs = append(tabs, tab)
	}
	var readers sync.WaitGroup
	errs := make([]error, len(tabs))
	for i, tab := range tabs {
		readers.Go(func() { _, _, errs[i] = tab.Read(t.Context()) })
	}
	cancel()
	g.Eventually(ended, 10*time.Second).Should(Receive(BeNil()))
	readers.Wait()
	for _, err := range errs {
		g.Expect(err).To(MatchError(ContainSubstring("kubectl meshwork ui has ended")))
		g.Expect(websocket.CloseStatus(err)).To(Equal(websocket.StatusGoingAway))
	}
}
