package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/types"
)

func xdsAnswers(t *testing.T, name string) (answers map[string]json.RawMessage) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name+".xds.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(content, &answers)
	}
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

// fakeXDS returns transports to servers that give the answers. The user may not forward
// ports of a Pod without one.
func fakeXDS(t *testing.T, answers map[string]json.RawMessage) func(pod types.NamespacedName) (http.RoundTripper, error) {
	t.Helper()
	return func(pod types.NamespacedName) (http.RoundTripper, error) {
		answer, found := answers[pod.String()]
		if !found {
			return nil, fmt.Errorf(`pods %q is forbidden: User "jane" cannot create resource "pods/portforward"`, pod.Name)
		}
		server := xdsServer(t, answer)
		return &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if address != "127.0.0.1:18001" {
				return nil, fmt.Errorf("%s is not the port of the subscriptions", address)
			}
			return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
		}}, nil
	}
}

// xdsServer answers for the Service shop/web. An answer that is a string is an error.
func xdsServer(t *testing.T, answer json.RawMessage) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		query := request.URL.Query()
		if request.Method != http.MethodGet || request.URL.Path != "/subscriptions" || query.Get("namespace") != "shop" || query.Get("service") != "web" {
			http.Error(w, "unexpected "+request.URL.String(), http.StatusBadRequest)
			return
		}
		if bytes.HasPrefix(answer, []byte(`"`)) {
			http.Error(w, string(answer), http.StatusInternalServerError)
			return
		}
		_, _ = w.Write(answer)
	}))
	t.Cleanup(server.Close)
	return server
}

const webService = `# A Service
# $ kubectl meshwork
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {ports: [{port: 80}]}
`

func TestXDSAddress(t *testing.T) {
	t.Setenv("KUBECONFIG", os.DevNull)
	server := xdsServer(t, json.RawMessage(`[{"client": "cn", "names": {"Listener": ["web.shop"]}, "since": "2026-11-22T11:00:00Z"}]`))
	address := server.Listener.Addr().String()
	explainAt := func(address string) (string, int) {
		var out bytes.Buffer
		o := newTestOptions(t, &out, readObjects(t, []byte(webService)), nil)
		o.transportToXDS = func(types.NamespacedName) (http.RoundTripper, error) {
			t.Error("a Pod is asked")
			return nil, errors.New("unexpected")
		}
		code := o.run(t.Context(), []string{"explain", "svc/web", "-n", "shop", "-o", "wide", "--xds-address", address})
		return strings.Join(strings.Fields(out.String()), " "), code
	}
	if got, _ := explainAt(address); !strings.Contains(got, `cn, from , connected to `+address+`, asks for "web.shop" since 2026-11-22T11:00:00Z`) {
		t.Errorf("no client:\n%s", got)
	}
	server.Close()
	if got, code := explainAt(address); code != exitUnhealthy || strings.Contains(got, "XDS ") ||
		!strings.Contains(got, "? xDS clients asking "+address+": dial tcp "+address+": connect: connection refused") {
		t.Errorf("exit code %d:\n%s", code, got)
	}
	if got, code := explainAt("nowhere"); code != exitUsage || !strings.Contains(got, "host:port") {
		t.Errorf("exit code %d:\n%s", code, got)
	}
}
