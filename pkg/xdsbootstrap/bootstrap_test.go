package xdsbootstrap

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var files = Files{
	CA: "/var/run/meshwork-xds/ca.crt", Token: "/var/run/meshwork-xds/token",
	Certificate: "/var/run/meshwork-xds/tls.crt", PrivateKey: "/var/run/meshwork-xds/tls.key",
	RefreshInterval: 10 * time.Minute,
}

const serverURI = "meshwork-xds.meshwork-system.svc.cluster.local:18000"

// test/admission compares token.json and mesh.json with what the Pods of labeled namespaces
// get. To rewrite the golden files, run: go test ./pkg/xdsbootstrap -update
func TestGolden(t *testing.T) {
	web := types.NamespacedName{Namespace: "shop", Name: "web-0"}
	for name, client := range map[string]Client{
		"token.json": {Server: serverURI, Credentials: Token, Files: files, Node: Node{ID: "shop/web-0", Name: "node-1"}, Pod: web},
		"mesh.json": {Server: serverURI, Credentials: Token, Files: files, Node: Node{ID: "shop/web-0", Name: "node-1"}, Pod: web, Mesh: &MeshFiles{
			Certificate: "/var/run/meshwork-xds/mesh.crt", PrivateKey: "/var/run/meshwork-xds/mesh.key", Roots: "/var/run/meshwork-xds/mesh-roots.crt",
		}},
		"certificate.json": {Server: serverURI, Credentials: Certificate, Node: Node{ID: "shop/web-0", Zone: "zone-a"}, Files: Files{
			CA: files.CA, Certificate: files.Certificate, PrivateKey: files.PrivateKey, RefreshInterval: 10000*time.Hour + 500*time.Millisecond,
		}},
		"insecure.json": {Server: "127.0.0.1:18080", Credentials: Insecure, Files: files, Node: Node{ID: `a "quoted" <id>`}},
	} {
		got, err := client.JSON()
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s: got:\n%s\nwant:\n%s", name, got, want)
		}
	}
}
