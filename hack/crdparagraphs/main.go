// Crdparagraphs joins the lines of each paragraph in the descriptions of
// CustomResourceDefinitions:
//
//	go run ./hack/crdparagraphs FILE...
//
// The descriptions are Go comments, and controller-gen keeps their line breaks. kubectl explain
// wraps lines for the terminal, and prints such a break in the middle of a line. Blank lines
// between paragraphs stay.
package main

import (
	"fmt"
	"os"
	"strings"

	"sigs.k8s.io/yaml"
)

func main() {
	for _, path := range os.Args[1:] {
		if err := rewrite(path); err != nil {
			fmt.Fprintf(os.Stderr, "crdparagraphs: %s: %v\n", path, err)
			os.Exit(1)
		}
	}
}

func rewrite(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var definition map[string]any
	if err := yaml.Unmarshal(content, &definition); err != nil {
		return err
	}
	joinDescriptions(definition)
	written, err := yaml.Marshal(definition)
	if err != nil {
		return err
	}
	return os.WriteFile(path, append([]byte("---\n"), written...), 0o644)
}

// joinDescriptions rewrites every description below a value. A field of the API with this name
// is a schema, not text.
func joinDescriptions(value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, child := range value {
			if text, isText := child.(string); isText && key == "description" {
				value[key] = joinLines(text)
				continue
			}
			joinDescriptions(child)
		}
	case []any:
		for _, child := range value {
			joinDescriptions(child)
		}
	}
}

func joinLines(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, paragraph := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(paragraph), " ")
	}
	return strings.Join(paragraphs, "\n\n")
}
