package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	discoveryv1 "k8s.io/api/discovery/v1"
)

// TestEveryLabelHasARow checks that docs/labels.md has each label, annotation, tag and
// selector key of the API, and no other ones.
func TestEveryLabelHasARow(t *testing.T) {
	documented := keysIn(pageAt(t, filepath.Join("docs", "labels.md")))
	keys := append(constantsOfAPI(t, func(name string) bool {
		return strings.HasSuffix(name, "Label") || strings.HasSuffix(name, "Annotation") || strings.HasSuffix(name, "Key") || strings.HasSuffix(name, "Tag")
	}), discoveryv1.LabelSkipMirror)
	expectSame(t, "docs/labels.md", documented, keys)
}

var quoted = regexp.MustCompile("`([^`]+)`")

// keysIn returns the quoted keys in the first cells of all tables.
func keysIn(p *page) []string {
	var keys []string
	for _, line := range p.prose {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, found := range quoted.FindAllStringSubmatch(cells[1], -1) {
				keys = append(keys, found[1])
			}
		}
	}
	return keys
}
