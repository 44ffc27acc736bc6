package command

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/spf13/pflag"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	document "github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// TestProblemsHaveBadMarks compares the headline of the status of each cluster of the
// golden files with the marks below it, and with the Services in the browser.
func TestProblemsHaveBadMarks(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatal(inputs, err)
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			g := NewWithT(t)
			content, err := os.ReadFile(input)
			g.Expect(err).NotTo(HaveOccurred())
			o := newTestOptions(t, os.Stdout, readObjects(t, content), forbiddenIn(content))
			bindSettings(pflag.NewFlagSet("", pflag.PanicOnError), &o.settings)
			reader, err := o.connect()
			g.Expect(err).NotTo(HaveOccurred())
			cluster, err := collect.Cluster(t.Context(), reader, "", collect.Manager{Namespace: "meshwork-system", Lease: "meshwork"}, testNow)
			g.Expect(err).NotTo(HaveOccurred())

			summary := status.Of(o.settings, cluster)
			isBad := func(block document.Block) bool { return block.Kind == document.KindItem && block.Mark == document.Bad }
			g.Expect(slices.ContainsFunc(summary.Document(false).Blocks, isBad)).NotTo(Equal(summary.Healthy()))
			for _, snap := range cluster.ServiceSnapshots() {
				if row, _ := picture.RowOf(o.settings, snap); row.Problem {
					g.Expect(summary.Healthy()).To(BeFalse(), row.Key())
				}
			}
		})
	}
}
