package command

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/tree"
)

// withoutWatchLists disables streaming lists, which the fake client lacks.
type withoutWatchLists struct{ client.WithWatch }

// IsWatchListSemanticsUnSupported implements an interface of client-go's reflectors.
func (withoutWatchLists) IsWatchListSemanticsUnSupported() bool { return true }

// TestWhatIsWatchedIsExplainedLikeWhatIsRead reads each cluster of the golden files
// twice, also with the same rights missing.
func TestWhatIsWatchedIsExplainedLikeWhatIsRead(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatal(inputs, err)
	}
	services := 0
	for _, input := range inputs {
		t.Run(strings.TrimSuffix(filepath.Base(input), ".in.yaml"), func(t *testing.T) {
			content, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			o := newTestOptions(t, os.Stdout, readObjects(t, content), forbiddenIn(content))
			reader, err := o.connect()
			if err != nil {
				t.Fatal(err)
			}
			watched := live.New(t.Context(), withoutWatchLists{reader}, live.Options{
				Manager: collect.Manager{Namespace: "meshwork-system", Lease: "meshwork"},
				Changed: func(live.Change) {}, Reported: func(bool) {},
			}).Reader()
			for _, name := range servicesIn(t, content) {
				services++
				if read, live := saidOf(t, o, reader, name), saidOf(t, o, watched, name); read != live {
					t.Errorf("%s: read:\n%s\nwatched:\n%s", name, read, live)
				}
			}
		})
	}
	if services < len(inputs)/2 {
		t.Errorf("only %d Services in %d files", services, len(inputs))
	}
}

func forbiddenIn(content []byte) []string {
	for line := range strings.Lines(string(content)) {
		if kinds, found := strings.CutPrefix(line, "# forbidden: "); found {
			return strings.Fields(kinds)
		}
	}
	return nil
}

func servicesIn(t *testing.T, content []byte) []types.NamespacedName {
	t.Helper()
	var names []types.NamespacedName
	for _, object := range readObjects(t, content) {
		if _, isService := object.(*corev1.Service); isService {
			names = append(names, client.ObjectKeyFromObject(object))
		}
	}
	return names
}

// saidOf returns the output of explain and tree for the Service, or the error.
func saidOf(t *testing.T, o *options, reader client.Reader, name types.NamespacedName) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	bindSettings(pflag.NewFlagSet("", pflag.PanicOnError), &o.settings)
	snap, err := collect.Service(ctx, reader, name, testNow)
	if err != nil {
		return err.Error()
	}
	explanation := explain.Explain(o.settings, snap)
	text, err := json.MarshalIndent([]any{explanation, tree.Of(o.settings, snap, explanation.Verdict)}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRowsDoNotDependOnTheOrderOfObjects shows that rows need no sorted input.
func TestRowsDoNotDependOnTheOrderOfObjects(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatal(inputs, err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, input := range inputs {
		content, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		o := newTestOptions(t, os.Stdout, readObjects(t, content), forbiddenIn(content))
		bindSettings(pflag.NewFlagSet("", pflag.PanicOnError), &o.settings)
		reader, err := o.connect()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range servicesIn(t, content) {
			snap, err := collect.Service(t.Context(), reader, name, testNow)
			if err != nil {
				continue
			}
			snap.Pods = nil
			want, _ := picture.RowOf(o.settings, snap)
			for range 5 {
				shuffle(random, snap.MeshServices)
				shuffle(random, snap.Slices)
				shuffle(random, snap.StatefulSets)
				if got, _ := picture.RowOf(o.settings, snap); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %+v, not %+v", input, name, got, want)
				}
			}
		}
	}
}

func shuffle[T any](random *rand.Rand, all []T) {
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
}
