package status

import (
	"fmt"
	"strings"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// Print prints the status for people.
func (s *Status) Print(p *terminal.Printer, wide bool) {
	where := "the cluster"
	if s.Namespace != "" {
		where = "namespace " + s.Namespace
	}
	if s.Healthy() {
		p.Headline(terminal.Good, fmt.Sprintf("No problems found in %s.", where))
	} else {
		p.Headline(terminal.Bad, fmt.Sprintf("Problems found in %s.", where))
	}
	s.Manager.print(p)
	s.printMeshes(p)
	s.printCertificates(p)
	s.MeshServices.print(p, wide)
	s.printDelegated(p, wide)
	s.Unread.Print(p)
}

var markOfLeads = map[Leads]terminal.Mark{LeadsYes: terminal.Good, LeadsNo: terminal.Bad, LeadsUnknown: terminal.Unclear}

func (m Manager) print(p *terminal.Printer) {
	p.Heading("Manager in " + m.Namespace)
	leader := m.Message
	if m.Leader != "" {
		leader = m.Leader + "; " + m.Message
	}
	p.Item(markOfLeads[m.Leads], "leader", leader)
	for _, deployment := range m.Deployments {
		mark := terminal.Good
		if deployment.Ready < deployment.Desired {
			mark = terminal.Bad
		}
		p.Item(mark, "Deployment", fmt.Sprintf("%s: %s, %d of %d ready", deployment.Name, strings.Join(deployment.Images, ", "), deployment.Ready, deployment.Desired))
	}
}

// columnOf has the conditions of a Mesh that have a column.
var columnOf = map[string]int{v1alpha1.ConditionReady: 5, v1alpha1.ConditionVIPRangesReady: 6}

func (s *Status) printMeshes(p *terminal.Printer) {
	p.Heading("Meshes")
	if len(s.Meshes) == 0 {
		p.Item(terminal.Unclear, "none found", "")
		return
	}
	rows := [][]string{{"NAME", "MTLS", "MESHSERVICES", "IPV4 VIPS", "IPV6 VIPS", "READY", "RANGES"}}
	for _, mesh := range s.Meshes {
		row := []string{mesh.Name, orDash(mesh.MTLS), "-", mesh.IPv4.String(), mesh.IPv6.String(), "-", "-"}
		if mesh.MeshServices != nil {
			row[2] = fmt.Sprint(*mesh.MeshServices)
		}
		for _, condition := range mesh.Conditions {
			if column, shown := columnOf[condition.Type]; shown {
				row[column] = fmt.Sprint(condition.True)
			}
		}
		rows = append(rows, row)
	}
	p.Table(rows)
	for _, mesh := range s.Meshes {
		for _, condition := range mesh.Conditions {
			if !condition.True {
				p.Item(terminal.Bad, mesh.Name, fmt.Sprintf("%s: %s [%s]", condition.Type, condition.Message, condition.Reason))
			}
		}
	}
}

// String returns "USED of TOTAL", or "-" if the Mesh has no range of the family.
func (a *Addresses) String() string {
	if a == nil {
		return "-"
	}
	return fmt.Sprintf("%d of %d", a.Used, a.Used+a.Available)
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func (m MeshServices) print(p *terminal.Printer, wide bool) {
	p.Heading("MeshServices")
	p.Item(terminal.Good, "online", fmt.Sprint(m.Online))
	p.Item(markFor(m.Offline, terminal.Caution), "offline", fmt.Sprint(m.Offline))
	if m.Compared {
		p.Item(markFor(len(m.Missing), terminal.Bad), "missing", listed(m.Missing, wide))
		p.Item(markFor(len(m.Conflicts), terminal.Bad), "in conflict", listed(m.Conflicts, wide))
	} else {
		p.Item(terminal.Unclear, "missing", "unknown, and so are conflicts: you are not allowed to read all the objects that decide")
	}
	if m.Foreign > 0 {
		p.Item(terminal.Neutral, "not Meshwork's", fmt.Sprint(m.Foreign))
	}
}

func markFor(number int, otherwise terminal.Mark) terminal.Mark {
	if number == 0 {
		return terminal.Good
	}
	return otherwise
}

func listed(names []string, all bool) string {
	switch {
	case len(names) == 0:
		return "0"
	case all:
		return fmt.Sprintf("%d: %s", len(names), strings.Join(names, ", "))
	}
	return fmt.Sprintf("%d: %s", len(names), finding.ListFirst(names))
}

func (s *Status) printDelegated(p *terminal.Printer, wide bool) {
	if len(s.Delegated) == 0 {
		return
	}
	p.Heading("Delegated Services")
	effective := 0
	for _, d := range s.Delegated {
		if d.healthy() {
			effective++
		}
	}
	p.Item(markFor(len(s.Delegated)-effective, terminal.Caution), "effective", fmt.Sprintf("%d of %d", effective, len(s.Delegated)))
	for _, d := range s.Delegated {
		switch {
		case d.Phase != delegation.Serving:
			p.Item(terminal.Caution, strings.ToLower(string(d.Phase)), d.Service)
		case !d.Effective:
			p.Item(terminal.Bad, "ineffective", d.Service+": "+d.Message)
		case !d.KeptAway:
			p.Item(terminal.Caution, "not kept away", d.Service+": nothing else publishes endpoints, but nothing prevents it either")
		case wide:
			p.Item(terminal.Good, "effective", d.Service)
		}
	}
}

func (d Delegated) healthy() bool { return d.Phase == delegation.Serving && d.Effective && d.KeptAway }
