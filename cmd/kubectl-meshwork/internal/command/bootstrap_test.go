package command

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

// TestBootstrapOfPods shows that the defaults are what Pods get that the policy of
// config/xds-injection changes: test/admission compares them with the same file.
func TestBootstrapOfPods(t *testing.T) {
	want, err := os.ReadFile("../../../../pkg/xdsbootstrap/testdata/token.json")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := newTestOptions(t, &out, nil, nil)
	if code := o.run(t.Context(), strings.Fields("bootstrap --token --node-id shop/web-0 --node-name node-1")); code != exitOK || out.String() != string(want) {
		t.Errorf("exit code %d, got:\n%s\nwant:\n%s", code, out.String(), want)
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
