package picture_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
)

// TestWorstFirst checks that the page orders states as the command does, which chooses the
// problems that the page gets.
func TestWorstFirst(t *testing.T) {
	severity, err := os.ReadFile(filepath.Join("..", "..", "web", "src", "services", "severity.ts"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, state := range explain.WorstFirst {
		names = append(names, "'"+string(state)+"'")
	}
	if expected := "worstFirst: ServiceState[] = [" + strings.Join(names, ", ") + "]"; !strings.Contains(string(severity), expected) {
		t.Errorf("severity.ts lacks %q", expected)
	}
}
