package differential

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Whoever reads the documentation knows all differences.
func TestDeviationsAreDocumented(t *testing.T) {
	const file = "../../docs/endpointslice.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, deviation := range deviations {
		row := fmt.Sprintf("| %s | %s |", deviation.name, strings.ReplaceAll(deviation.reason, "<nil>", "`<nil>`"))
		if !strings.Contains(string(page), row) {
			t.Errorf("%s lacks the row\n%s", file, row)
		}
	}
}
