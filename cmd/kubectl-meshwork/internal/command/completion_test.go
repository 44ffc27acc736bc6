package command

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

const completed = `# Services to complete
# $ kubectl meshwork
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
---
apiVersion: v1
kind: Service
metadata: {name: wiki, namespace: shop}
---
apiVersion: v1
kind: Service
metadata: {name: cart, namespace: shop}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`

func TestCompletion(t *testing.T) {
	t.Setenv("KUBECONFIG", os.DevNull)
	for line, want := range map[string]string{
		"explain ":                   "service pod meshservice",
		"explain service -n shop w":  "web wiki",
		"tree -n shop svc/":          "svc/cart svc/web svc/wiki",
		"tree service web -n shop ":  "",
		"explain node ":              "",
		"status -n ":                 "shop",
		"status -o ":                 "json name wide yaml",
		"bootstrap --locality-zone ": "",
	} {
		var out, errOut bytes.Buffer
		o := newTestOptions(t, &out, readObjects(t, []byte(completed)), nil)
		o.streams.ErrOut = &errOut
		if code := o.run(t.Context(), append([]string{"__complete"}, strings.Split(line, " ")...)); code != exitOK {
			t.Errorf("%q: exit code %d: %s", line, code, errOut.String())
		}
		words := strings.Fields(out.String())
		if got := strings.Join(words[:len(words)-1], " "); got != want {
			t.Errorf("%q completes to %q, not %q", line, got, want)
		}
	}
}

func TestServiceName(t *testing.T) {
	for args, want := range map[string]string{
		"service web": "web", "svc web": "web", "services/web": "web", "svc/web": "web",
		"": "", "web": "", "service": "", "service/": "", "pod web": "", "pod/web": "", "service a b": "", "svc/a/b": "",
	} {
		got, err := serviceName(strings.Fields(args))
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q names %q (%v), not %q", args, got, err, want)
		}
	}
}
