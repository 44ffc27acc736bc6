package differential

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The documentation lists all deviations, each with its reason.
func TestDeviationsAreDocumented(t *testing.T) {
	const file = "../../../docs/endpointslice.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for _, deviation := range deviations {
		reasons[deviation.name] = deviation.reason
	}
	for _, deviation := range mirroringDeviations {
		reasons[deviation.name] = deviation.reason
	}
	for _, deviation := range proxyDeviations {
		reasons[deviation.name] = deviation.reason
	}
	for name, reason := range reasons {
		row := fmt.Sprintf("| %s | %s |", name, strings.ReplaceAll(reason, "<nil>", "`<nil>`"))
		if !strings.Contains(string(page), row) {
			t.Errorf("%s lacks the row\n%s", file, row)
		}
	}
}
