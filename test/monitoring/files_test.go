package monitoring

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"

	. "github.com/onsi/gomega"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// rule is an alert of config/prometheus/rules.yaml.
type rule struct {
	Alert       string
	Expr        string
	Labels      map[string]string
	Annotations map[string]string
}

// ruleFile returns the spec of the PrometheusRule, as a file for Prometheus.
func ruleFile(g Gomega) []byte {
	var object struct{ Spec any }
	g.Expect(yaml.Unmarshal(file(g, "config", "prometheus", "rules.yaml"), &object)).To(Succeed())
	content, err := yaml.Marshal(object.Spec)
	g.Expect(err).NotTo(HaveOccurred())
	return content
}

func alerts(g Gomega) []rule {
	var spec struct{ Groups []struct{ Rules []rule } }
	g.Expect(yaml.Unmarshal(ruleFile(g), &spec)).To(Succeed())
	var all []rule
	for _, group := range spec.Groups {
		g.Expect(group.Rules).NotTo(BeEmpty())
		all = append(all, group.Rules...)
	}
	g.Expect(all).NotTo(BeEmpty())
	return all
}

// panel is a panel of the dashboard, as far as it is tested.
type panel struct {
	ID          int
	Type        string
	Title       string
	Description string
	Datasource  struct{ Type, UID string }
	GridPos     struct{ H, W, X, Y int }
	FieldConfig struct{ Defaults struct{ Unit string } }
	Targets     []struct {
		RefID        string
		Expr         string
		LegendFormat string
	}
}

type dashboard struct {
	Title         string
	SchemaVersion int
	Panels        []panel
	Templating    struct{ List []struct{ Name, Type string } }
}

func readDashboard(g Gomega) dashboard {
	var read dashboard
	g.Expect(json.Unmarshal(file(g, "config", "grafana", "dashboard.json"), &read)).To(Succeed())
	g.Expect(read.Panels).NotTo(BeEmpty())
	return read
}

// documented is a row of a table of docs/metrics.md.
type documented struct {
	Type   string
	Labels []string
}

var metricRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (\\w+) \\| ([^|]*) \\| [^|]+ \\| [^|]+ \\|$")

func documentedMetrics(g Gomega) map[string]documented {
	rows := map[string]documented{}
	for _, cells := range metricRow.FindAllStringSubmatch(string(file(g, "docs", "metrics.md")), -1) {
		labels := strings.FieldsFunc(cells[3], func(r rune) bool { return strings.ContainsRune("`, ", r) })
		rows[cells[1]] = documented{Type: cells[2], Labels: labels}
	}
	g.Expect(rows).To(HaveKey("meshwork_build_info"))
	return rows
}

var (
	// notMetrics matches the parts of an expression in which a word is not a metric.
	notMetrics = regexp.MustCompile(`\{[^}]*\}|\[[^\]]*\]|\b(by|on|ignoring|without)\s*\([^)]*\)|"[^"]*"`)
	words      = regexp.MustCompile(`[a-zA-Z_:][a-zA-Z0-9_:]*\s*\(?`)
	operators  = regexp.MustCompile(`^(and|or|unless|bool|offset)$`)
	// ownPrefix matches the names of Meshwork's own metrics.
	ownPrefix = regexp.MustCompile(`^meshwork_`)
	// suffix matches the suffixes that a histogram adds to its name.
	suffix = regexp.MustCompile(`_(bucket|count|sum)$`)
)

// metricsIn returns the names of the metrics in a PromQL expression.
func metricsIn(expr string) []string {
	var names []string
	for _, word := range words.FindAllString(notMetrics.ReplaceAllString(expr, " "), -1) {
		word = strings.TrimSpace(word)
		if !strings.HasSuffix(word, "(") && !operators.MatchString(word) {
			names = append(names, word)
		}
	}
	return names
}

func file(g Gomega, path ...string) []byte {
	content, err := os.ReadFile(kit.Path(path...))
	g.Expect(err).NotTo(HaveOccurred())
	return content
}
