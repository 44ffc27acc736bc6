package picture

import (
	"cmp"
	"slices"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// shownProblems is the number of Services with problems in the overview.
const shownProblems = 50

// Counts cover all Services.
type Counts struct {
	Services    int  `json:"services"`
	InMesh      int  `json:"inMesh"`
	Online      int  `json:"online"`
	Offline     int  `json:"offline"`
	Missing     int  `json:"missing"`
	Conflicts   int  `json:"conflicts"`
	Foreign     int  `json:"foreign"`
	Delegated   int  `json:"delegated"`
	Effective   int  `json:"effective"`
	WithProblem int  `json:"withProblem"`
	Compared    bool `json:"compared"`
}

// Health is the report of the status command.
type Health struct {
	Healthy  bool             `json:"healthy"`
	Document *report.Document `json:"document"`
}

// OverviewEntries returns the state of all meshes.
func OverviewEntries(summary *status.Status, rows []*Row) Entries {
	entries := Entries{
		"status":  Health{Healthy: summary.Healthy(), Document: summary.Document(false)},
		"manager": summary.Manager,
	}
	for _, mesh := range summary.Meshes {
		entries["mesh/"+mesh.Name] = mesh
	}
	counts := Counts{
		Services: len(rows), Foreign: summary.MeshServices.Foreign, Compared: summary.MeshServices.Compared,
		Missing: len(summary.MeshServices.Missing), Conflicts: len(summary.MeshServices.Conflicts),
	}
	var problems []*Row
	for _, row := range rows {
		counts.add(row)
		if row.Problem {
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

// add counts Services, unlike the status command, which counts MeshServices.
func (c *Counts) add(row *Row) {
	if row.Mesh != "" {
		c.InMesh++
	}
	switch row.State {
	case Online:
		c.Online++
	case Offline:
		c.Offline++
	case Missing, Conflict, NoStatus, Unknown, NotIn:
	}
	if row.Delegated != NotDelegated {
		c.Delegated++
	}
	if row.Delegated == Effective {
		c.Effective++
	}
}

func bySeverity(a, b *Row) int {
	return cmp.Or(cmp.Compare(slices.Index(WorstFirst, a.State), slices.Index(WorstFirst, b.State)),
		cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
}
