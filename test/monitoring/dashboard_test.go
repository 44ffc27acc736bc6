package monitoring

import (
	"testing"

	. "github.com/onsi/gomega"
)

func TestDashboardIsReadable(t *testing.T) {
	g := NewWithT(t)
	read := readDashboard(g)
	g.Expect(read.SchemaVersion).To(BeNumerically(">=", 41))
	g.Expect(read.Templating.List).To(HaveExactElements(
		And(HaveField("Name", "datasource"), HaveField("Type", "datasource")),
		And(HaveField("Name", "job"), HaveField("Type", "query")),
		And(HaveField("Name", "instance"), HaveField("Type", "query")),
		And(HaveField("Name", "xds_job"), HaveField("Type", "query")),
	))
	ids := map[int]bool{}
	for _, panel := range read.Panels {
		g.Expect(ids).NotTo(HaveKey(panel.ID), panel.Title)
		ids[panel.ID] = true
		g.Expect(panel.Title).NotTo(BeEmpty())
		if panel.Type == "row" {
			continue
		}
		g.Expect(panel.Description).NotTo(BeEmpty(), panel.Title)
		g.Expect(panel.Datasource.UID).To(Equal("${datasource}"), panel.Title)
		g.Expect(panel.FieldConfig.Defaults.Unit).NotTo(BeEmpty(), panel.Title)
		g.Expect(panel.Targets).NotTo(BeEmpty(), panel.Title)
		for _, target := range panel.Targets {
			g.Expect(target.LegendFormat).NotTo(BeEmpty(), panel.Title)
			g.Expect(target.Expr).To(Or(
				And(ContainSubstring(`job=~"$job"`), ContainSubstring(`instance=~"$instance"`)),
				And(ContainSubstring("meshwork_xds_"), ContainSubstring(`job=~"$xds_job"`)),
			), panel.Title)
		}
	}
}

// The grid of Grafana has 24 columns.
func TestPanelsDoNotOverlap(t *testing.T) {
	g := NewWithT(t)
	type cell struct{ x, y int }
	taken := map[cell]string{}
	for _, panel := range readDashboard(g).Panels {
		at := panel.GridPos
		g.Expect(at.X+at.W).To(BeNumerically("<=", 24), panel.Title)
		for x := at.X; x < at.X+at.W; x++ {
			for y := at.Y; y < at.Y+at.H; y++ {
				g.Expect(taken[cell{x, y}]).To(BeEmpty(), panel.Title)
				taken[cell{x, y}] = panel.Title
			}
		}
	}
}

func TestDashboardUsesDocumentedMetrics(t *testing.T) {
	g := NewWithT(t)
	known := documentedMetrics(g)
	used := map[string]bool{}
	for _, panel := range readDashboard(g).Panels {
		for _, target := range panel.Targets {
			for _, name := range metricsIn(target.Expr) {
				used[name], used[histogram(name)] = true, true
				g.Expect(name).To(Or(Equal("up"), BeKeyOf(known), WithTransform(histogram, BeKeyOf(known))), panel.Title)
			}
		}
	}
	for _, alert := range alerts(g) {
		for _, name := range metricsIn(alert.Expr) {
			used[name], used[histogram(name)] = true, true
		}
	}
	for name := range known {
		if !ownPrefix.MatchString(name) {
			g.Expect(used).To(HaveKey(name), "neither an alert nor the dashboard uses it")
		}
	}
}
