package explain

import (
	"cmp"
	"slices"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// List has a line for each of many Services, the worst first.
type List struct {
	// OK is true if the result is ResultOK. Services that do not opt in are no problem.
	OK     bool          `json:"ok"`
	Result Result        `json:"result"`
	Items  []Summary     `json:"items"`
	Unread snapshot.Gaps `json:"unread,omitempty"`

	// allNamespaces adds a column.
	allNamespaces bool
}

// Summary is the verdict about one Service.
type Summary struct {
	Namespace string    `json:"namespace"`
	Service   string    `json:"service"`
	OK        bool      `json:"ok"`
	Verdict   Verdict   `json:"verdict"`
	Problems  []Problem `json:"problems"`
}

// ListOf explains the Services of the snapshots.
func ListOf(settings snapshot.Settings, snapshots []*snapshot.Service, unread snapshot.Gaps, allNamespaces bool) *List {
	list := &List{Result: ResultOK, Items: make([]Summary, len(snapshots)), Unread: unread, allNamespaces: allNamespaces}
	for i, snap := range snapshots {
		e := Explain(settings, snap)
		list.Items[i] = Summary{e.Namespace, e.Service, e.OK, e.Verdict, e.Problems}
		list.Result = Worse(list.Result, e.Verdict.Result)
	}
	if unread.Forbids(snapshot.Services) {
		list.Result = Worse(list.Result, ResultUnknown)
	}
	list.OK = list.Result == ResultOK
	slices.SortStableFunc(list.Items, func(a, b Summary) int {
		return cmp.Or(cmp.Compare(rankOf(a.Verdict), rankOf(b.Verdict)), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Service, b.Service))
	})
	return list
}

// rankOf sorts problems first, then by state.
func rankOf(verdict Verdict) int {
	if verdict.Result == ResultProblem {
		return Severity(verdict.State) - len(WorstFirst)
	}
	return Severity(verdict.State)
}

// Worse returns the result of both: a problem counts most, then an unknown. A Service that
// does not opt in is no problem among others.
func Worse(a, b Result) Result {
	switch {
	case a == ResultProblem || b == ResultProblem:
		return ResultProblem
	case a == ResultUnknown || b == ResultUnknown:
		return ResultUnknown
	}
	return ResultOK
}

// Gaps returns the kinds that could not be read.
func (l *List) Gaps() *snapshot.Gaps { return &l.Unread }

// Outcome returns the result of all Services.
func (l *List) Outcome() Result { return l.Result }

// Names returns the Services as kubectl names resources.
func (l *List) Names() []string {
	names := make([]string, len(l.Items))
	for i := range l.Items {
		names[i] = "service/" + l.Items[i].Service
	}
	return names
}

// listColumns are the columns of the list, from left to right.
var listColumns = []report.Column[Summary]{
	{Title: "NAME", Value: func(s Summary) string { return s.Service }},
	{Title: "STATE", Value: func(s Summary) string { return string(s.Verdict.State) }},
	{Title: "MESH", Value: func(s Summary) string { return cmp.Or(s.Verdict.Mesh, "-") }},
	{Title: "REASON", Value: func(s Summary) string { return cmp.Or(s.Verdict.Reason, "-") }},
	{Title: "REMEDY", Value: func(s Summary) string { return s.Verdict.Remedy.short() }},
}

var namespaceColumn = report.Column[Summary]{Title: "NAMESPACE", Value: func(s Summary) string { return s.Namespace }}

// wideListColumn is last with -o wide.
var wideListColumn = report.Column[Summary]{Title: "MESSAGE", Value: func(s Summary) string { return cmp.Or(s.Verdict.Message, "-") }}

// short is the command or, without one, the text.
func (r *Remedy) short() string {
	if r == nil {
		return "-"
	}
	return cmp.Or(r.Command, r.Why)
}

// Print prints the list for people.
func (l *List) Print(p *terminal.Printer, wide bool) {
	d := &report.Document{}
	columns := listColumns
	if l.allNamespaces {
		columns = slices.Concat([]report.Column[Summary]{namespaceColumn}, columns)
	}
	if wide {
		columns = append(slices.Clip(columns), wideListColumn)
	}
	if len(l.Items) == 0 {
		d.Paragraph("No Services found.")
	} else {
		d.Table(report.Rows(columns, l.Items))
	}
	l.Unread.Write(d)
	p.Document(d)
}
