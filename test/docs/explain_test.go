package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// TestParagraphsOfExplainAreSingleLines checks the descriptions of the CustomResourceDefinitions.
// kubectl explain wraps lines, and prints each other line break as it is.
func TestParagraphsOfExplainAreSingleLines(t *testing.T) {
	files, err := filepath.Glob(kit.Path("config", "crd", "bases", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("config/crd/bases has no files: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var definition map[string]any
		if err := yaml.Unmarshal(content, &definition); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		found := descriptionsIn(definition)
		if len(found) < 10 {
			t.Errorf("%s has only %d descriptions", file, len(found))
		}
		for _, description := range found {
			if strings.Contains(strings.ReplaceAll(description, "\n\n", ""), "\n") {
				t.Errorf("%s: run `make generate`: a paragraph has more than one line:\n%s", filepath.Base(file), description)
			}
		}
	}
}

func descriptionsIn(value any) []string {
	var found []string
	switch value := value.(type) {
	case map[string]any:
		for key, child := range value {
			if text, isText := child.(string); isText && key == "description" {
				found = append(found, text)
			}
			found = append(found, descriptionsIn(child)...)
		}
	case []any:
		for _, child := range value {
			found = append(found, descriptionsIn(child)...)
		}
	}
	return found
}
