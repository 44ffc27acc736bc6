package e2e_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// checkSamples explains each Service of config/samples: it is said to be in a
// mesh just when the manager has given it MeshServices, or somebody else has its name.
func (e *environment) checkSamples() {
	e.Helper()
	e.kubectl("apply", "-k", filepath.Join(root, "config", "samples"))
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

// disagreement is empty when the plugin and the manager agree on a Service, and
// what the plugin finds missing is there.
func (e *environment) disagreement(service string) string {
	e.Helper()
	namespace, name, _ := strings.Cut(service, "/")
	output, _ := e.plugin(e.admin, "explain", "service", name, "-n", namespace)
	drawn, _ := e.plugin(e.admin, "tree", "service", name, "-n", namespace)
	derived := e.get("meshservices", "-n", namespace, "-o", "name", "-l",
		"meshwork.dev/managed-by=meshservice-controller,meshwork.dev/service-name="+name)
	hasNone := strings.Contains(output, "is in no mesh") || strings.Contains(output, "[MeshServiceConflict]")
	if hasNone != (derived == "") || strings.Contains(output, "✗ existing") || strings.Contains(output, "✗ effective") {
		return fmt.Sprintf("Service %s has the MeshServices %q, and it is said:\n%s", service, derived, output)
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
