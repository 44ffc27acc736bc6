package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// testNow is the current time in the tests.
var testNow = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// TestGolden reads each .in.yaml file, runs the command on its second line against
// the objects in the file, and compares the output and the exit code with the
// .golden file beside it. A third line "# forbidden: Mesh" names the kinds that the
// user is not allowed to read, and "# missing: Mesh" those that the cluster does not have. A .xds.json file has the answers of the xDS servers by
// their Pods. To rewrite the golden files, run:
// go test ./internal/command -update
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, input := range inputs {
		name := strings.TrimSuffix(filepath.Base(input), ".in.yaml")
		t.Run(name, func(t *testing.T) {
			content, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			got := runOn(t, content, xdsAnswers(t, name))
			golden := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			checkWidth(t, got)
		})
	}
}

// checkWidth ignores commands, tables of Services and changes, and output in other formats.
func checkWidth(t *testing.T, output string) {
	t.Helper()
	if strings.Contains(output, " -o ") || strings.Contains(output, "explain services") || strings.Contains(output, "meshwork changes") {
		return
	}
	for i, line := range strings.Split(output, "\n") {
		isCommand := strings.HasPrefix(line, "error: ") || strings.HasPrefix(strings.TrimSpace(line), "kubectl ") || strings.Contains(line, "| kubectl")
		if len([]rune(line)) > 80 && i > 0 && !isCommand {
			t.Errorf("longer than 80 columns: %s", line)
		}
	}
}

// runOn returns the command line, its output and its exit code.
func runOn(t *testing.T, content []byte, answers map[string]json.RawMessage) string {
	t.Helper()
	t.Setenv("KUBECONFIG", os.DevNull)
	lines := strings.SplitN(string(content), "\n", 4)
	line := strings.TrimPrefix(lines[1], "# $ kubectl meshwork ")
	forbidden := []string{}
	if after, found := strings.CutPrefix(lines[2], "# forbidden: "); found {
		forbidden = strings.Split(after, " ")
	}
	var out bytes.Buffer
	o := newTestOptions(t, &out, readObjects(t, content), forbidden)
	if after, found := strings.CutPrefix(lines[2], "# missing: "); found {
		o.connect = lacking(t, o.connect, strings.Split(after, " "))
	}
	o.transportToXDS = fakeXDS(t, answers)
	code := o.run(t.Context(), strings.Fields(line))
	return fmt.Sprintf("$ kubectl meshwork %s\n%s(exit code %d)\n", line, out.String(), code)
}

func newTestOptions(t *testing.T, out io.Writer, objects []client.Object, forbidden []string) *options {
	t.Helper()
	scheme, err := newScheme()
	if err != nil {
		t.Fatal(err)
	}
	forbidding := refusing(scheme, forbidden, func(kind schema.GroupVersionKind) error {
		return apierrors.NewForbidden(schema.GroupResource{Resource: kind.Kind}, "", errors.New("RBAC"))
	})
	fakeClient := fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).
		WithIndex(&corev1.Event{}, "reason", func(object client.Object) []string { return []string{object.(*corev1.Event).Reason} }).
		WithIndex(&corev1.Event{}, "involvedObject.kind", func(object client.Object) []string { return []string{object.(*corev1.Event).InvolvedObject.Kind} }).
		WithIndex(&corev1.Event{}, "involvedObject.name", func(object client.Object) []string { return []string{object.(*corev1.Event).InvolvedObject.Name} }).
		WithIndex(&corev1.Event{}, "reportingComponent", func(object client.Object) []string { return []string{object.(*corev1.Event).ReportingController} }).
		WithIndex(&coordinationv1.Lease{}, "metadata.name", func(object client.Object) []string { return []string{object.GetName()} }).
		WithStatusSubresource().WithReturnManagedFields().WithInterceptorFuncs(forbidding).Build()
	return &options{
		pluginVersion: "v0.4.0",
		streams:       genericiooptions.IOStreams{In: strings.NewReader(""), Out: out, ErrOut: out},
		kubeconfig:    newKubeconfig(),
		connect:       func() (client.WithWatch, error) { return fakeClient, nil },
		now:           func() time.Time { return testNow },
		hostname:      func() (string, error) { return "laptop", nil },
	}
}

// lacking returns a connection to a cluster that does not have the kinds.
func lacking(t *testing.T, connect func() (client.WithWatch, error), kinds []string) func() (client.WithWatch, error) {
	t.Helper()
	connected, err := connect()
	if err != nil {
		t.Fatal(err)
	}
	missing := refusing(connected.Scheme(), kinds, func(kind schema.GroupVersionKind) error {
		return &meta.NoKindMatchError{GroupKind: kind.GroupKind()}
	})
	return func() (client.WithWatch, error) { return interceptor.NewClient(connected, missing), nil }
}

// refusing refuses to read the kinds.
func refusing(scheme *runtime.Scheme, kinds []string, refuse func(schema.GroupVersionKind) error) interceptor.Funcs {
	refusal := func(object runtime.Object) error {
		kind, err := apiutil.GVKForObject(object, scheme)
		if err != nil {
			return err
		}
		kind.Kind = strings.TrimSuffix(kind.Kind, "List")
		if slices.Contains(kinds, kind.Kind) {
			return refuse(kind)
		}
		return nil
	}
	return interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
			if err := refusal(object); err != nil {
				return err
			}
			return c.Get(ctx, key, object, options...)
		},
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			if err := refusal(list); err != nil {
				return err
			}
			return c.List(ctx, list, options...)
		},
	}
}

func readObjects(t *testing.T, content []byte) []client.Object {
	t.Helper()
	scheme, err := newScheme()
	if err != nil {
		t.Fatal(err)
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	var objects []client.Object
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return objects
		}
		if err != nil {
			t.Fatal(err)
		}
		if isComment(document) {
			continue
		}
		object, _, err := decoder.Decode(document, nil, nil)
		if err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		objects = append(objects, object.(client.Object))
	}
}

func isComment(document []byte) bool {
	for _, line := range strings.Split(string(document), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}
