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
	e.writeCertificates(d, wide)
	e.writeClients(d, wide)
	e.writeFindings(d)
	e.Unread.Write(d)
	e.writeRemedy(d)
	return d
}

func (e *Explanation) writeVerdict(d *report.Document) {
	name := e.Namespace + "/" + e.Service
	switch {
	case !e.Verdict.InMesh:
		d.Headline(report.Bad, fmt.Sprintf("Service %s is not in a mesh: %s.", name, e.Verdict.Message))
	case !e.Healthy():
		d.Headline(report.Caution, fmt.Sprintf("Service %s is in Mesh %s, but has problems.", name, e.Verdict.Mesh))
	default:
		d.Headline(report.Good, fmt.Sprintf("Service %s is in Mesh %s.", name, e.Verdict.Mesh))
	}
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

func (e *Explanation) writeRemedy(d *report.Document) {
	if e.Remedy == nil {
		return
	}
	d.Heading("What to do")
	if e.Remedy.Command != "" {
		d.Command(e.Remedy.Command)
		d.Remark(e.Remedy.Why)
		return
	}
	d.Paragraph(e.Remedy.Why)
}
