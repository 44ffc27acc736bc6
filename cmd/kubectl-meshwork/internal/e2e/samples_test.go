package e2e_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// agreesOnSamples explains each Service of config/samples: it is said to be in a
// mesh just when the manager has given it MeshServices, or somebody else has its name.
func (w *world) agreesOnSamples() {
	w.Helper()
	w.kubectl("apply", "-k", filepath.Join(root, "config", "samples"))
	services := strings.Fields(w.get("services", "-A", "-o",
		`jsonpath={range .items[*]}{.metadata.namespace}/{.metadata.name}{" "}{end}`))
	deadline := time.Now().Add(2 * timeout)
	for _, service := range services {
		for {
			disagreement := w.disagreement(service)
			if disagreement == "" {
				break
			}
			if time.Now().After(deadline) {
				w.Fatal(disagreement)
			}
			time.Sleep(time.Second)
		}
	}
}

// disagreement is empty when the plugin and the manager agree on a Service, and
// what the plugin finds missing is there.
func (w *world) disagreement(service string) string {
	w.Helper()
	namespace, name, _ := strings.Cut(service, "/")
	output, _ := w.plugin(w.admin, "explain", "service", name, "-n", namespace)
	drawn, _ := w.plugin(w.admin, "tree", "service", name, "-n", namespace)
	derived := w.get("meshservices", "-n", namespace, "-o", "name", "-l",
		"meshwork.dev/managed-by=meshservice-controller,meshwork.dev/service-name="+name)
	hasNone := strings.Contains(output, "is in no mesh") || strings.Contains(output, "[MeshServiceConflict]")
	if hasNone != (derived == "") || strings.Contains(output, "✗ existing") || strings.Contains(output, "✗ effective") {
		return fmt.Sprintf("Service %s has the MeshServices %q, and it is said:\n%s", service, derived, output)
	}
	w.Logf("%s\n%s", output, drawn)
	return ""
}

func (w *world) get(args ...string) string {
	w.Helper()
	output, err := w.cluster.Kubectl(w.Context(), append([]string{"get"}, args...)...)
	w.must(err)
	return string(output)
}
