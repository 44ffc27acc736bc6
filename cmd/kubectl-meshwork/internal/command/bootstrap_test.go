package command

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBootstrapOfPods compares the defaults with the files that Pods get from the policy of
// config/xds-injection. test/admission uses the same files.
func TestBootstrapOfPods(t *testing.T) {
	for golden, args := range map[string]string{
		"token.json": "bootstrap --token --pod shop/web-0 --node-name node-1",
		"mesh.json":  "bootstrap --token --mtls --pod shop/web-0 --node-name node-1",
	} {
		want, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "pkg", "xdsbootstrap", "testdata", golden))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		o := newTestOptions(t, &out, nil, nil)
		if code := o.run(t.Context(), strings.Fields(args)); code != exitOK || out.String() != string(want) {
			t.Errorf("%s: exit code %d, got:\n%s\nwant:\n%s", args, code, out.String(), want)
		}
	}
}

func TestBootstrapOfMesh(t *testing.T) {
	for args, want := range map[string]string{
		"bootstrap --mesh-ca-file=a":                       "--mesh-ca-file has no effect without --mtls",
		"bootstrap --mtls --mesh-cert-file=/elsewhere/crt": "must be in one directory",
		"bootstrap --pod web-0":                            "--pod must be <namespace>/<name>",
		"bootstrap --pod shop/web/0":                       "--pod must be <namespace>/<name>",
	} {
		var out bytes.Buffer
		o := newTestOptions(t, &out, nil, nil)
		if code := o.run(t.Context(), strings.Fields(args)); code != exitUsage || !strings.Contains(out.String(), want) {
			t.Errorf("%s: exit code %d:\n%s", args, code, out.String())
		}
	}
}

func TestBootstrapNeedsAnID(t *testing.T) {
	var out bytes.Buffer
	o := newTestOptions(t, &out, nil, nil)
	o.hostname = func() (string, error) { return "", errors.New("no name") }
	if code := o.run(t.Context(), []string{"bootstrap"}); code != exitError || !strings.Contains(out.String(), "--node-id") {
		t.Errorf("exit code %d:\n%s", code, out.String())
	}
}
