package snapshot

import (
	"slices"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
)

// Unread is a kind that could not be read.
type Unread struct {
	Kind Kind `json:"kind"`
	// Forbidden is true if objects of the kind may exist, and false if the cluster
	// does not have the kind.
	Forbidden bool   `json:"forbidden"`
	Message   string `json:"message"`
}

// Gaps are the kinds that could not be read.
type Gaps []Unread

// Forbids reports whether the user is not allowed to read the kind, so that
// objects of it may exist although the snapshot has none.
func (g Gaps) Forbids(kind Kind) bool {
	return slices.ContainsFunc(g, func(unread Unread) bool { return unread.Kind == kind && unread.Forbidden })
}

// With returns the gaps, followed by the others that are not among them.
func (g Gaps) With(others Gaps) Gaps {
	all := slices.Clone(g)
	for _, unread := range others {
		if !slices.Contains(all, unread) {
			all = append(all, unread)
		}
	}
	return all
}

// Write adds the gaps in a section of their own, if there are any.
func (g Gaps) Write(d *report.Document) {
	if len(g) == 0 {
		return
	}
	d.Heading("Could not read")
	for _, unread := range g {
		d.Item(report.Unclear, string(unread.Kind), unread.Message)
	}
}
