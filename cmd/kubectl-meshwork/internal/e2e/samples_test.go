package e2e_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// checkSamples explains each Service of config/samples. The explanation must find
// the Service in a mesh exactly if the manager created MeshServices for it, unless
// another MeshService has its name.
func (e *environment) checkSamples() {
	e.Helper()
	e.kubectl("apply", "-k", kit.Path("config", "samples"))
	services := strings.Fields(e.get("services", "-A", "-o",
		`jsonpath={range .items[*]}{.metadata.namespace}/{.metadata.name}{" "}{end}`))
	deadline := time.Now().Add(2 * timeout)
	for _, service := range services {
		for {
			disagreement := e.disagreement(service)
			if disagreement == "" {
				break
			}
			if time.Now().After(deadline) {
				e.Fatal(disagreement)
			}
			time.Sleep(time.Second)
		}
	}
}

// disagreement returns an empty string if the plugin and the manager agree on a
// Service and the plugin finds nothing missing.
func (e *environment) disagreement(service string) string {
	e.Helper()
	namespace, name, _ := strings.Cut(service, "/")
	output, _ := e.plugin(e.admin, "explain", "service", name, "-n", namespace)
	drawn, _ := e.plugin(e.admin, "tree", "service", name, "-n", namespace)
	derived := e.get("meshservices", "-n", namespace, "-o", "name", "-l",
		"meshwork.dev/managed-by=meshservice-controller,meshwork.dev/service-name="+name)
	hasNone := strings.Contains(output, "is not in a mesh") || strings.Contains(output, "[MeshServiceConflict]")
	if hasNone != (derived == "") || strings.Contains(output, "✗ existing") || strings.Contains(output, "✗ effective") {
		return fmt.Sprintf("Service %s has the MeshServices %q, but the plugin reports:\n%s", service, derived, output)
	}
	e.Logf("%s\n%s", output, drawn)
	return ""
}

func (e *environment) get(args ...string) string {
	e.Helper()
	output, err := e.cluster.Kubectl(e.Context(), append([]string{"get"}, args...)...)
	e.must(err)
	return string(output)
}
