package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/test/kit"
)

// TestEveryReasonHasASection checks that the runbook has a section for each reason of
// an event, and no other sections.
func TestEveryReasonHasASection(t *testing.T) {
	sections := sectionsOf(t, filepath.Join("docs", "runbooks", "events.md"))
	reasons := append(reasonsOfAPI(t),
		endpointslice.ReasonInvalidIPAddress, endpointslice.ReasonTooManyAddresses,
		endpointslice.ReasonTopologyAwareHintsEnabled, endpointslice.ReasonTopologyAwareHintsDisabled)
	for _, reason := range reasons {
		if !slices.Contains(sections, reason) {
			t.Errorf("docs/runbooks/events.md has no section %q", reason)
		}
	}
	for _, section := range sections {
		if !slices.Contains(reasons, section) {
			t.Errorf("docs/runbooks/events.md has the section %q, and nothing gives this reason", section)
		}
	}
}

// sectionsOf returns the headings of the third level.
func sectionsOf(t *testing.T, path string) []string {
	t.Helper()
	var sections []string
	for _, line := range pageAt(t, path).prose {
		if heading, found := strings.CutPrefix(line, "### "); found {
			sections = append(sections, heading)
		}
	}
	return sections
}

func pageAt(t *testing.T, path string) *page {
	t.Helper()
	for _, p := range pages(t) {
		if p.path == path {
			return p
		}
	}
	t.Fatalf("there is no %s", path)
	return nil
}

// reasonsOfAPI returns the values of the constants Reason… of the API.
func reasonsOfAPI(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), kit.Path("api", "v1alpha1", "names.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	ast.Inspect(file, func(node ast.Node) bool {
		if spec, is := node.(*ast.ValueSpec); is && strings.HasPrefix(spec.Names[0].Name, "Reason") {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			reasons = append(reasons, value)
		}
		return true
	})
	if len(reasons) == 0 {
		t.Fatal("names.go has no constant Reason…")
	}
	return reasons
}
