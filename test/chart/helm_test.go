package chart

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLint(t *testing.T) {
	t.Parallel()
	for _, values := range []string{"", everything} {
		if _, err := run(t, values, "helm", "lint", "--strict", "--namespace", "meshwork-system", "--values", "-", chartDirectory(t)); err != nil {
			t.Error(err)
		}
	}
}

// A chart that depends on this one passes it values that values.yaml does not have.
func TestDependency(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	for path, content := range map[string]string{
		"Chart.yaml": `{apiVersion: v2, name: platform, version: 0.1.0,
			dependencies: [{name: meshwork, version: ">=0", condition: meshwork.enabled}]}`,
		"values.yaml": `{global: {region: east}, meshwork: {enabled: true, zone: east-1}}`,
	} {
		if err := os.WriteFile(filepath.Join(parent, path), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(parent, "charts", "meshwork"), os.DirFS(chartDirectory(t))); err != nil {
		t.Fatal(err)
	}
	for enabled, expected := range map[bool]bool{true: true, false: false} {
		manifest, err := run(t, "", "helm", "template", "platform", parent, "--set", fmt.Sprint("meshwork.enabled=", enabled))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(manifest), "- --zone=east-1") != expected {
			t.Errorf("with meshwork.enabled=%t:\n%s", enabled, manifest)
		}
	}
}
