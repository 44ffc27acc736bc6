// Package chart compares the Helm chart with config/default, and renders it with many
// values. The rendered objects must be valid, consistent and safe. If the chart refuses
// values, the error must give the reason.
package chart

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// object is an object that helm or kustomize has rendered.
type object = unstructured.Unstructured

// identity distinguishes the objects of a cluster.
type identity struct{ kind, namespace, name string }

func identityOf(o *object) identity {
	return identity{o.GetKind(), o.GetNamespace(), o.GetName()}
}

// installation is a release of the chart. Its values are YAML.
type installation struct {
	release, namespace, values string
}

// named is the installation that config/default corresponds to.
func named(values string) installation {
	return installation{release: "meshwork", namespace: "meshwork-system", values: values}
}

// render returns the release's objects, including its hooks.
func (i installation) render(t *testing.T, args ...string) []*object {
	t.Helper()
	manifest, err := i.template(t, args...)
	if err != nil {
		t.Fatalf("%v\nvalues:\n%s", err, i.values)
	}
	return decode(t, manifest)
}

func (i installation) template(t *testing.T, args ...string) ([]byte, error) {
	t.Helper()
	args = append([]string{"template", i.release, chartDirectory(t), "--namespace", i.namespace, "--values", "-"}, args...)
	return run(t, i.values, "helm", args...)
}

// kustomize returns the objects of directories of config. An object that is in several
// of them is returned once.
func kustomize(t *testing.T, directories ...string) []*object {
	t.Helper()
	seen := map[identity]*object{}
	for _, directory := range directories {
		manifest, err := run(t, "", "k8s/kubectl", "kustomize", filepath.Join(root(t), "config", directory))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range decode(t, manifest) {
			seen[identityOf(o)] = o
		}
	}
	return slices.Collect(maps.Values(seen))
}

func decode(t *testing.T, manifest []byte) []*object {
	t.Helper()
	var objects []*object
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifest), 4096)
	for {
		o := &object{}
		err := decoder.Decode(o)
		if errors.Is(err, io.EOF) {
			return objects
		} else if err != nil {
			t.Fatalf("%v in:\n%s", err, manifest)
		}
		if len(o.Object) > 0 {
			objects = append(objects, o)
		}
	}
}

// isHook reports whether an object is a hook, which is not part of the release.
func isHook(o *object) bool {
	return o.GetAnnotations()["helm.sh/hook"] != ""
}

// makeTargets are the targets that build the programs that the tests run, by the path
// of the program in bin.
var makeTargets = map[string]string{"helm": "helm", "meshwork": "build", "meshwork-xds": "xds", "k8s/kubectl": "controlplane"}

// run runs a program and returns its standard output. The error contains its standard
// error.
func run(t *testing.T, input, program string, args ...string) ([]byte, error) {
	t.Helper()
	path := filepath.Join(root(t), "bin", program)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("there is no bin/%s: run `make %s`", program, makeTargets[program])
	}
	command := exec.CommandContext(t.Context(), path, args...)
	command.Stdin = strings.NewReader(input)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		return stdout.Bytes(), fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, stderr.String())
	}
	return stdout.Bytes(), nil
}

func root(t *testing.T) string {
	t.Helper()
	root, err := cluster.ModuleRoot()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func chartDirectory(t *testing.T) string {
	t.Helper()
	return filepath.Join(root(t), "charts", "meshwork")
}
