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
	"github.com/meshwork-dev/meshwork/pkg/topologyhints"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// TestEveryReasonHasASection checks that the runbook has a section for each reason of
// an event, and no other sections.
func TestEveryReasonHasASection(t *testing.T) {
	sections := sectionsOf(t, filepath.Join("docs", "runbooks", "events.md"))
	reasons := append(constantsOfAPI(t, func(name string) bool { return strings.HasPrefix(name, "Reason") }),
		endpointslice.ReasonInvalidIPAddress, endpointslice.ReasonTooManyAddresses, endpointslice.ReasonInvalidEndpoint,
		topologyhints.ReasonEnabled, topologyhints.ReasonDisabled)
	expectSame(t, "docs/runbooks/events.md", sections, reasons)
}

// expectSame reports names that only the page or only the code has.
func expectSame(t *testing.T, page string, documented, known []string) {
	t.Helper()
	for _, name := range known {
		if !slices.Contains(documented, name) {
			t.Errorf("%s lacks %s", page, name)
		}
	}
	for _, name := range documented {
		if !slices.Contains(known, name) {
			t.Errorf("%s has %s, which the code does not have", page, name)
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

// constantsOfAPI returns the values of the API's constants whose names are wanted.
func constantsOfAPI(t *testing.T, isWanted func(name string) bool) []string {
	t.Helper()
	var values []string
	for _, name := range []string{"names.go", "conditions.go", "reasons.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), kit.Path("api", "v1alpha1", name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, is := node.(*ast.ValueSpec); is && isWanted(spec.Names[0].Name) {
				value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, value)
			}
			return true
		})
	}
	if len(values) == 0 {
		t.Fatal("the API has none of the constants")
	}
	return values
}
