package picture

import (
	"cmp"
	"slices"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// shownProblems is the number of Services with problems in the overview.
const shownProblems = 50

// Counts cover all Services.
type Counts struct {
	Services int `json:"services"`
	InMesh   int `json:"inMesh"`
	// States counts Services by their state.
	States map[explain.ServiceState]int `json:"states"`
	// Foreign is the number of MeshServices that Meshwork does not derive.
	Foreign     int `json:"foreign"`
	Delegated   int `json:"delegated"`
	Effective   int `json:"effective"`
	WithProblem int `json:"withProblem"`
}

// Health is the report of the status command.
type Health struct {
	Result   explain.Result   `json:"result"`
	Problems []status.Problem `json:"problems"`
	Document *report.Document `json:"document"`
}

// shownServices is the number of Services that are named for each problem.
const shownServices = 50

// shownIn returns the problems with the first Services of each.
func shownIn(problems []status.Problem) []status.Problem {
	shown := slices.Clone(problems)
	for i := range shown {
		shown[i].Services = shown[i].Services[:min(len(shown[i].Services), shownServices)]
	}
	return shown
}

// OverviewEntries returns the state of all meshes.
func OverviewEntries(summary *status.Status, rows []*Row) Entries {
	entries := Entries{
		"status":  Health{Result: summary.Result, Problems: shownIn(summary.Problems), Document: summary.Document(false)},
		"manager": summary.Manager,
	}
	for _, mesh := range summary.Meshes {
		entries["mesh/"+mesh.Name] = mesh
	}
	counts := Counts{Services: len(rows), States: summary.Services, Foreign: summary.MeshServices.Foreign}
	var problems []*Row
	for _, row := range rows {
		counts.add(row)
		if row.Result == explain.ResultProblem {
			problems = append(problems, row)
		}
	}
	counts.WithProblem = len(problems)
	entries["counts"] = counts
	slices.SortFunc(problems, bySeverity)
	for _, row := range problems[:min(len(problems), shownProblems)] {
		entries["problem/"+row.Key()] = row
	}
	return entries
}

func (c *Counts) add(row *Row) {
	if row.Mesh != "" {
		c.InMesh++
	}
	if row.Delegated != NotDelegated {
		c.Delegated++
	}
	if row.Delegated == Effective {
		c.Effective++
	}
}

func bySeverity(a, b *Row) int {
	return cmp.Or(cmp.Compare(explain.Severity(a.State), explain.Severity(b.State)),
		cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
}
