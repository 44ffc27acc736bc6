package routes_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/pkg/routes"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// scene is the first document of an .in.yaml file: what calls the Service shop/cart, and what exists.
// The other documents are routes.
type scene struct {
	Client      string            `json:"client"`
	Annotations map[string]string `json:"annotations"`
	Backends    []string          `json:"backends"`
}

var (
	cart  = types.NamespacedName{Namespace: "shop", Name: "cart"}
	ports = []routes.Port{{Service: cart, Number: 80, Name: "grpc"}, {Service: cart, Number: 81, Name: "admin"}}
)

func readScene(t *testing.T, file string) (scene, []*routes.Route) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	documents := bytes.Split(content, []byte("\n---\n"))
	var of scene
	if err := yaml.UnmarshalStrict(documents[0], &of); err != nil {
		t.Fatal(err)
	}
	var all []*routes.Route
	for _, document := range documents[1:] {
		all = append(all, routeOf(t, document))
	}
	return of, all
}

func routeOf(t *testing.T, document []byte) *routes.Route {
	t.Helper()
	if bytes.Contains(document, []byte("kind: "+routes.GRPC)) {
		var grpc gatewayv1.GRPCRoute
		if err := yaml.UnmarshalStrict(document, &grpc); err != nil {
			t.Fatal(err)
		}
		return routes.FromGRPCRoute(&grpc)
	}
	var http gatewayv1.HTTPRoute
	if err := yaml.UnmarshalStrict(document, &http); err != nil {
		t.Fatal(err)
	}
	return routes.FromHTTPRoute(&http)
}

func (s scene) resolve(backend routes.Backend) string {
	if slices.Contains(s.Backends, backend.String()) {
		return ""
	}
	return fmt.Sprintf("there is no Service %s with the port %d", backend.Service, backend.Port)
}

// TestGolden compiles the routes of each scene, and judges them. To rewrite the golden files, run:
// go test ./pkg/routes -update
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenes", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".in.yaml")
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			scene, all := readScene(t, file)
			got := describeAll(scene, all)
			slices.Reverse(all)
			g.Expect(describeAll(scene, all)).To(Equal(got), "the order of the routes does not matter")
			golden := strings.Replace(file, ".in.yaml", ".out.txt", 1)
			if *update {
				g.Expect(os.WriteFile(golden, []byte(got), 0o600)).To(Succeed())
			}
			want, err := os.ReadFile(golden)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(got).To(Equal(string(want)))
		})
	}
}

// describeAll writes the tables of both ports, and the conditions of each route.
func describeAll(of scene, all []*routes.Route) string {
	var text strings.Builder
	for _, port := range ports {
		table := routes.Compile(routes.Target{Port: port, Annotations: of.Annotations}, all, of.Client, of.resolve)
		fmt.Fprintf(&text, "calls to port %d\n", port.Number)
		for _, rule := range table.Rules {
			fmt.Fprintf(&text, "  %s\n", rule.Match)
			for _, share := range rule.Shares {
				to := share.Backend.String()
				if share.Reason != "" {
					to = "✗ " + share.Reason
				}
				fmt.Fprintf(&text, "    %d/%d %s\n", share.Weight, rule.Total(), to)
			}
			if policy := rule.Policy(); policy != "" {
				fmt.Fprintf(&text, "    %s\n", policy)
			}
		}
		for _, backend := range table.Idle {
			fmt.Fprintf(&text, "  no calls: %s\n", backend)
		}
	}
	for _, route := range slices.SortedFunc(slices.Values(all), func(a, b *routes.Route) int { return strings.Compare(a.String(), b.String()) }) {
		fmt.Fprintln(&text, route)
		for _, parent := range route.Parents {
			for _, condition := range routes.Conditions(route, parent, ports, all, of.resolve) {
				fmt.Fprintf(&text, "  %s %s %s: %s\n", condition.Type, condition.Status, condition.Reason, condition.Message)
			}
		}
		for _, found := range route.Findings() {
			fmt.Fprintf(&text, "  event %s: %s\n", found.Reason, found.Message)
		}
	}
	return text.String()
}
