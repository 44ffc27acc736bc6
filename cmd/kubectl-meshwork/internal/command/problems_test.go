package command

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/spf13/pflag"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	document "github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// Random mixtures of the golden files.
var (
	worlds = flag.Int("worlds", 150, "number of mixtures")
	seed   = flag.Uint64("seed", 1, "seed of the mixtures")
)

// TestGreenMeansGreen compares the status of each golden file, and of random mixtures of
// their objects, with the explanation of each of its Services: go test ./internal/command -worlds 3000 -seed 2
func TestGreenMeansGreen(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatal(inputs, err)
	}
	var all [][]byte
	for _, input := range inputs {
		content, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, content)
		t.Run(filepath.Base(input), func(t *testing.T) {
			compareVerdicts(t, readObjects(t, content), forbiddenIn(content))
		})
	}
	source := rand.New(rand.NewPCG(*seed, 0))
	for i := range *worlds {
		t.Run(fmt.Sprintf("world %d of seed %d", i, *seed), func(t *testing.T) {
			objects, forbidden := mixture(t, source, all)
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("forbidden: %v\nobjects: %+v", forbidden, objects)
				}
			})
			compareVerdicts(t, objects, forbidden)
		})
	}
}

// mixture has each object of two files with a probability of three in four.
func mixture(t *testing.T, source *rand.Rand, files [][]byte) (objects []client.Object, forbidden []string) {
	t.Helper()
	type key struct {
		kind any
		name client.ObjectKey
	}
	seen := map[key]bool{}
	for range 2 {
		content := files[source.IntN(len(files))]
		for _, object := range readObjects(t, content) {
			id := key{object.GetObjectKind().GroupVersionKind(), client.ObjectKeyFromObject(object)}
			if source.IntN(4) > 0 && !seen[id] {
				seen[id] = true
				objects = append(objects, object)
			}
		}
		if source.IntN(2) == 0 {
			forbidden = append(forbidden, forbiddenIn(content)...)
		}
	}
	return objects, forbidden
}

func compareVerdicts(t *testing.T, objects []client.Object, forbidden []string) {
	t.Helper()
	g := NewWithT(t)
	o := newTestOptions(t, os.Stdout, objects, forbidden)
	bindSettings(pflag.NewFlagSet("", pflag.PanicOnError), &o.settings)
	reader, err := o.connect()
	g.Expect(err).NotTo(HaveOccurred())
	cluster, err := collect.Cluster(t.Context(), reader, "", collect.Manager{Namespace: "meshwork-system", Lease: "meshwork"}, o.settings, testNow)
	g.Expect(err).NotTo(HaveOccurred())
	summary := status.Of(o.settings, cluster)

	worst := explain.ResultOK
	for _, snap := range cluster.ServiceSnapshots() {
		key := client.ObjectKeyFromObject(snap.Service)
		row, share := picture.RowOf(o.settings, snap)
		alone, err := collect.Service(t.Context(), reader, key, testNow)
		g.Expect(err).NotTo(HaveOccurred())
		verdict := explain.Explain(o.settings, alone).Verdict
		g.Expect(row.Result).To(Equal(verdict.Result), "%s: %s, but %s", key, row.Summary, verdict.Message)
		g.Expect(row.State).To(Equal(verdict.State), "%s: %s, but %s", key, row.Summary, verdict.Message)
		g.Expect(share.Verdict.Reason).To(Equal(verdict.Reason), "%s: %s, but %s", key, row.Summary, verdict.Message)
		looksBad := slices.Contains([]explain.ServiceState{
			explain.ServiceExcluded, explain.ServiceConflict, explain.ServiceMissing, explain.ServiceDown, explain.ServiceDegraded,
		}, verdict.State)
		if verdict.State != explain.ServicePending && verdict.State != explain.ServiceUnknown {
			g.Expect(looksBad).To(Equal(verdict.Result == explain.ResultProblem), "%s: %s, %s", key, verdict.State, verdict.Message)
		}
		if verdict.State == explain.ServiceExcluded {
			listed := explain.Explain(o.settings, snap).Verdict
			g.Expect(listed.Remedy).To(Equal(verdict.Remedy), key.String())
		}
		worst = explain.Worse(worst, verdict.Result)
	}
	isGreen := summary.Result == explain.ResultOK
	g.Expect(summary.OK).To(Equal(isGreen))
	if isGreen {
		g.Expect(worst).To(Equal(explain.ResultOK))
	}
	g.Expect(explain.Worse(worst, summary.Result)).To(Equal(summary.Result), "the status is better than its Services: %v", summary.Problems)
	isBad := func(block document.Block) bool { return block.Kind == document.KindItem && block.Mark == document.Bad }
	g.Expect(slices.ContainsFunc(summary.Document(false).Blocks, isBad)).To(Equal(summary.Result == explain.ResultProblem))
}
