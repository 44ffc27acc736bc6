package explain

import (
	"fmt"
	"slices"

	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

var markOf = map[Outcome]terminal.Mark{
	Yes: terminal.Good, No: terminal.Bad, Warning: terminal.Caution, Unknown: terminal.Unclear, Info: terminal.Neutral,
}

// shownMeshServices is how many MeshServices are listed without -o wide.
const shownMeshServices = 10

// Print prints the explanation for people.
func (e *Explanation) Print(p *terminal.Printer, wide bool) {
	e.printVerdict(p)
	printChecks(p, "Selection", e.Selection, wide)
	e.printMeshServices(p, wide)
	printChecks(p, "EndpointSlices", e.Endpoints, wide)
	printChecks(p, "Load balancer", e.LoadBalancer, wide)
	e.printCertificates(p, wide)
	e.printClients(p, wide)
	e.printFindings(p)
	e.Unread.Print(p)
	e.printRemedy(p)
}

func (e *Explanation) printVerdict(p *terminal.Printer) {
	name := e.Namespace + "/" + e.Service
	switch {
	case !e.Verdict.InMesh:
		p.Headline(terminal.Bad, fmt.Sprintf("Service %s is not in a mesh: %s.", name, e.Verdict.Message))
	case !e.Healthy():
		p.Headline(terminal.Caution, fmt.Sprintf("Service %s is in Mesh %s, but has problems.", name, e.Verdict.Mesh))
	default:
		p.Headline(terminal.Good, fmt.Sprintf("Service %s is in Mesh %s.", name, e.Verdict.Mesh))
	}
}

func printChecks(p *terminal.Printer, title string, checks []Check, wide bool) {
	if len(checks) == 0 {
		return
	}
	p.Heading(title)
	for _, check := range checks {
		text := check.Message
		if check.Reason != "" {
			text += " [" + check.Reason + "]"
		}
		if check.DecidedBy != "" && wide {
			text += " (decided by " + check.DecidedBy + ")"
		}
		p.Item(markOf[check.Outcome], check.Rule, text)
	}
}

func (e *Explanation) printMeshServices(p *terminal.Printer, wide bool) {
	printChecks(p, "MeshServices", e.Translation, wide)
	if len(e.MeshServices) == 0 {
		return
	}
	if len(e.Translation) == 0 {
		p.Heading("MeshServices")
	}
	rows := [][]string{{"NAME", "STATE", "AVAILABILITY", "ONLINE", "OFFLINE"}}
	if wide {
		rows[0] = append(rows[0], "POD", "HOLDER")
	}
	for i, meshService := range e.MeshServices {
		if i == shownMeshServices && !wide {
			break
		}
		row := []string{meshService.Name, string(meshService.State), meshService.Availability,
			fmt.Sprint(meshService.Online), fmt.Sprint(meshService.Offline)}
		if wide {
			row = append(row, meshService.Pod, meshService.Holder)
		}
		rows = append(rows, row)
	}
	p.Table(rows)
	if more := len(e.MeshServices) - shownMeshServices; more > 0 && !wide {
		p.Paragraph(fmt.Sprintf("and %d more; -o wide lists all", more))
	}
}

// printFindings prints the findings that no check has reported.
func (e *Explanation) printFindings(p *terminal.Printer) {
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
	p.Heading("Other findings")
	for _, found := range unreported {
		p.Item(terminal.Caution, "", fmt.Sprintf("%s [%s]", found.Message, found.Reason))
	}
}

func (e *Explanation) printRemedy(p *terminal.Printer) {
	if e.Remedy == nil {
		return
	}
	p.Heading("What to do")
	if e.Remedy.Command != "" {
		p.Line("  %s", e.Remedy.Command)
		p.Remark(e.Remedy.Why)
		return
	}
	p.Paragraph(e.Remedy.Why)
}
