package picture

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// Counts cover all Services.
type Counts struct {
	Services int `json:"services"`
	InMesh   int `json:"inMesh"`
	// States counts Services by their state.
	States map[explain.ServiceState]int `json:"states"`
	// Foreign is the number of MeshServices that Meshwork does not derive.
	Foreign   int `json:"foreign"`
	Delegated int `json:"delegated"`
	Effective int `json:"effective"`
}

// Health is the report of the status command.
type Health struct {
	Result   explain.Result   `json:"result"`
	Problems []Problem        `json:"problems"`
	Document *report.Document `json:"document"`
}

// Problem is a problem of the status, with the first of its Services.
type Problem struct {
	status.Problem
	// Namespaces count all of its Services, the most first.
	Namespaces []NamespaceCount `json:"namespaces"`
}

// NamespaceCount is a number of Services.
type NamespaceCount struct {
	Namespace string `json:"namespace"`
	Services  int    `json:"services"`
}

// shownServices is the number of Services that are named for each problem.
const shownServices = 50

func shownIn(problems []status.Problem) []Problem {
	shown := make([]Problem, len(problems))
	for i, problem := range problems {
		shown[i] = Problem{Problem: problem, Namespaces: byNamespace(problem.Services)}
		shown[i].Services = problem.Services[:min(len(problem.Services), shownServices)]
	}
	return shown
}

func byNamespace(services []string) []NamespaceCount {
	counts := map[string]int{}
	for _, service := range services {
		namespace, _, _ := strings.Cut(service, "/")
		counts[namespace]++
	}
	all := []NamespaceCount{}
	for _, namespace := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, NamespaceCount{namespace, counts[namespace]})
	}
	slices.SortStableFunc(all, func(a, b NamespaceCount) int { return cmp.Compare(b.Services, a.Services) })
	return all
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
	for _, row := range rows {
		counts.add(row)
	}
	entries["counts"] = counts
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
