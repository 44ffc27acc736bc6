package monitoring

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// unitTests are the tests of promtool.
var unitTests = filepath.Join("testdata", "alerts_test.yaml")

// promtool runs promtool in a directory with the rules and their tests.
func promtool(g Gomega, directory string, args ...string) (string, error) {
	program := kit.Path("bin", "prometheus", "promtool")
	g.Expect(program).To(BeAnExistingFile(), "run `make prometheus`")
	g.Expect(os.WriteFile(filepath.Join(directory, "rules.yaml"), ruleFile(g), 0o600)).To(Succeed())
	command := exec.Command(program, args...)
	command.Dir = directory
	output, err := command.CombinedOutput()
	return string(output), err
}

func TestRulesAreValid(t *testing.T) {
	g := NewWithT(t)
	output, err := promtool(g, t.TempDir(), "check", "rules", "--lint=all", "--lint-fatal", "rules.yaml")
	g.Expect(err).NotTo(HaveOccurred(), output)
}

func TestAlertsFireAndClear(t *testing.T) {
	g := NewWithT(t)
	directory := t.TempDir()
	tests, err := os.ReadFile(unitTests)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(os.WriteFile(filepath.Join(directory, "alerts_test.yaml"), tests, 0o600)).To(Succeed())
	output, err := promtool(g, directory, "test", "rules", "alerts_test.yaml")
	g.Expect(err).NotTo(HaveOccurred(), output)
}

// An alert that the unit tests do not name is not tested.
func TestEveryAlertHasAUnitTest(t *testing.T) {
	g := NewWithT(t)
	content, err := os.ReadFile(unitTests)
	g.Expect(err).NotTo(HaveOccurred())
	var file struct {
		Tests []struct {
			PromQL []struct {
				Expr    string
				Samples []struct{ Labels string } `json:"exp_samples"`
			} `json:"promql_expr_test"`
		}
	}
	g.Expect(yaml.Unmarshal(content, &file)).To(Succeed())
	fires, clears := map[string]bool{}, map[string]bool{}
	for _, test := range file.Tests {
		firing := map[string]bool{} // before, in this test
		for _, at := range test.PromQL {
			for _, sample := range at.Samples {
				if strings.Contains(sample.Labels, `alertstate="firing"`) {
					firing[alertIn(sample.Labels)] = true
					fires[alertIn(sample.Labels)] = true
				}
			}
			if name := alertIn(at.Expr); len(at.Samples) == 0 && firing[name] {
				clears[name] = true
			}
		}
	}
	for _, alert := range alerts(g) {
		g.Expect(fires).To(HaveKey(alert.Alert), "no test lets it fire")
		g.Expect(clears).To(HaveKey(alert.Alert), "no test lets it clear after it fired")
	}
}

// alertIn returns the value of the label alertname.
func alertIn(selector string) string {
	_, rest, _ := strings.Cut(selector, `alertname="`)
	name, _, _ := strings.Cut(rest, `"`)
	return name
}

func TestEveryAlertSaysWhatToDo(t *testing.T) {
	g := NewWithT(t)
	const page = "https://github.com/meshwork-dev/meshwork/blob/main/docs/runbooks/alerts.md#"
	runbook := string(file(g, "docs", "runbooks", "alerts.md"))
	var sections []string
	for _, section := range strings.Split(runbook, "\n## ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		sections = append(sections, name)
		g.Expect(body).To(And(ContainSubstring("**Meaning**"), ContainSubstring("**Diagnosis**"), ContainSubstring("**Mitigation**")), name)
	}
	var names []string
	for _, alert := range alerts(g) {
		names = append(names, alert.Alert)
		g.Expect(alert.Labels["severity"]).To(BeElementOf("critical", "warning", "info"), alert.Alert)
		g.Expect(alert.Annotations).To(And(HaveKey("summary"), HaveKey("description")), alert.Alert)
		g.Expect(alert.Annotations["runbook_url"]).To(Equal(page+strings.ToLower(alert.Alert)), alert.Alert)
		g.Expect(runbook).To(ContainSubstring("- [%s](#%s)\n", alert.Alert, strings.ToLower(alert.Alert)))
	}
	g.Expect(sections).To(Equal(names), "one section for each alert, in their order")
}

func TestAlertsUseDocumentedMetrics(t *testing.T) {
	g := NewWithT(t)
	known := documentedMetrics(g)
	for _, alert := range alerts(g) {
		g.Expect(metricsIn(alert.Expr)).NotTo(BeEmpty(), alert.Alert)
		for _, name := range metricsIn(alert.Expr) {
			g.Expect(name).To(Or(Equal("up"), BeKeyOf(known), WithTransform(histogram, BeKeyOf(known))), alert.Alert)
		}
	}
}

// histogram returns the histogram of a series.
func histogram(series string) string { return suffix.ReplaceAllString(series, "") }
