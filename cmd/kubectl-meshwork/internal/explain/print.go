package explain

import (
	"fmt"
	"slices"

	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

var markOf = map[Outcome]report.Mark{
	Yes: report.Good, No: report.Bad, Warning: report.Caution, Unknown: report.Unclear, Info: report.Neutral,
}

// shownMeshServices is the number of MeshServices that are listed without -o wide.
const shownMeshServices = 10

// meshServiceColumns are the columns of the table of MeshServices, from left to right.
var meshServiceColumns = []report.Column[MeshService]{
	{Title: "NAME", Value: func(m MeshService) string { return m.Name }},
	{Title: "STATE", Value: func(m MeshService) string { return string(m.State) }},
	{Title: "AVAILABILITY", Value: func(m MeshService) string { return m.Availability }},
	{Title: "ONLINE", Value: func(m MeshService) string { return fmt.Sprint(m.Online) }},
	{Title: "OFFLINE", Value: func(m MeshService) string { return fmt.Sprint(m.Offline) }},
}

// wideMeshServiceColumns follow them with -o wide.
var wideMeshServiceColumns = []report.Column[MeshService]{
	{Title: "POD", Value: func(m MeshService) string { return m.Pod }},
	{Title: "HOLDER", Value: func(m MeshService) string { return m.Holder }},
}

// Print prints the explanation for people.
func (e *Explanation) Print(p *terminal.Printer, wide bool) { p.Document(e.Document(wide)) }

// Document returns the explanation for people.
func (e *Explanation) Document(wide bool) *report.Document {
	d := &report.Document{}
	e.writeVerdict(d)
	writeChecks(d, "Selection", e.Selection, wide)
	e.writeMeshServices(d, wide)
	writeChecks(d, "EndpointSlices", e.Endpoints, wide)
	writeChecks(d, "Load balancer", e.LoadBalancer, wide)
	writeChecks(d, "Mutual TLS", e.MutualTLS, wide)
	e.writeCertificates(d, wide)
	e.writeRoutes(d, wide)
	e.writeClients(d, wide)
	e.writeFindings(d)
	e.Unread.Write(d)
	e.writeRemedies(d)
	return d
}

func (e *Explanation) writeVerdict(d *report.Document) {
	d.Headline(e.Verdict.Mark(), fmt.Sprintf("Service %s/%s %s", e.Namespace, e.Service, e.sentence()))
}

// sentence follows the name of the Service.
func (e *Explanation) sentence() string {
	verdict := &e.Verdict
	switch {
	case verdict.Result == ResultUnknown:
		return "cannot be judged: " + verdict.Message + "."
	case verdict.Result == ResultNotInMesh, verdict.State == ServiceExcluded:
		return "is not in a mesh: " + verdict.Message + "."
	case verdict.Result == ResultProblem && !verdict.InMesh:
		return fmt.Sprintf("has %s: %s.", problemsIn(len(e.Problems)), verdict.Message)
	case verdict.Result == ResultProblem:
		return fmt.Sprintf("is in Mesh %s, but has %s: %s.", verdict.Mesh, problemsIn(len(e.Problems)), verdict.Message)
	case verdict.State == ServiceNoPods:
		return fmt.Sprintf("is in Mesh %s, but has no endpoints: %s.", verdict.Mesh, verdict.Message)
	}
	return fmt.Sprintf("is in Mesh %s.", verdict.Mesh)
}

func problemsIn(number int) string {
	if number == 1 {
		return "a problem"
	}
	return fmt.Sprintf("%d problems, first", number)
}

// Mark returns the mark of the verdict.
func (v *Verdict) Mark() report.Mark {
	switch {
	case v.Result == ResultProblem, v.Result == ResultNotInMesh:
		return report.Bad
	case v.Result == ResultUnknown:
		return report.Unclear
	case v.State == ServiceNoPods, v.State == ServicePending:
		return report.Neutral
	}
	return report.Good
}

func writeChecks(d *report.Document, title string, checks []Check, wide bool) {
	if len(checks) == 0 {
		return
	}
	d.Heading(title)
	for _, check := range checks {
		text := check.Message
		if check.Reason != "" {
			text += " [" + check.Reason + "]"
		}
		if check.DecidedBy != "" && wide {
			text += " (decided by " + check.DecidedBy + ")"
		}
		d.Item(markOf[check.Outcome], check.Rule, text)
	}
}

func (e *Explanation) writeMeshServices(d *report.Document, wide bool) {
	writeChecks(d, "MeshServices", e.Translation, wide)
	if len(e.MeshServices) == 0 {
		return
	}
	if len(e.Translation) == 0 {
		d.Heading("MeshServices")
	}
	columns, shown := meshServiceColumns, e.MeshServices
	if wide {
		columns = slices.Concat(columns, wideMeshServiceColumns)
	} else {
		shown = shown[:min(len(shown), shownMeshServices)]
	}
	d.Table(report.Rows(columns, shown))
	if more := len(e.MeshServices) - len(shown); more > 0 {
		d.Paragraph(fmt.Sprintf("and %d more; -o wide lists all", more))
	}
}

// writeFindings writes the findings that no check has reported.
func (e *Explanation) writeFindings(d *report.Document) {
	isReported := func(found finding.Finding) bool {
		return slices.ContainsFunc(e.checks(), func(check Check) bool { return check.Reason == found.Reason })
	}
	var unreported []finding.Finding
	for _, found := range e.Findings {
		if !isReported(found) {
			unreported = append(unreported, found)
		}
	}
	if len(unreported) == 0 {
		return
	}
	d.Heading("Other findings")
	for _, found := range unreported {
		d.Item(report.Caution, "", fmt.Sprintf("%s [%s]", found.Message, found.Reason))
	}
}

// writeRemedies writes each remedy once. Several problems may have the same.
func (e *Explanation) writeRemedies(d *report.Document) {
	var written []Remedy
	add := func(remedy *Remedy) {
		if remedy == nil || slices.Contains(written, *remedy) {
			return
		}
		if len(written) == 0 {
			d.Heading("What to do")
		}
		written = append(written, *remedy)
		remedy.write(d)
	}
	add(e.Verdict.Remedy)
	for i := range e.Problems {
		add(e.Problems[i].Remedy)
	}
}

func (r *Remedy) write(d *report.Document) {
	if r.Command == "" {
		d.Paragraph(r.Why)
		return
	}
	d.Command(r.Command)
	d.Remark(r.Why)
}
