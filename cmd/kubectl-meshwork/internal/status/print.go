package status

import (
	"fmt"
	"strings"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// Print prints the status for people.
func (s *Status) Print(p *terminal.Printer, wide bool) { p.Document(s.Document(wide)) }

// Document returns the status for people.
func (s *Status) Document(wide bool) *report.Document {
	d := &report.Document{}
	where := "the cluster"
	if s.Namespace != "" {
		where = "namespace " + s.Namespace
	}
	if s.Healthy() {
		d.Headline(report.Good, fmt.Sprintf("No problems found in %s.", where))
	} else {
		d.Headline(report.Bad, fmt.Sprintf("Problems found in %s.", where))
	}
	s.Manager.write(d)
	s.writeMeshes(d)
	s.writeCertificates(d)
	s.MeshServices.write(d, wide)
	s.writeDelegated(d, wide)
	s.writeAddresses(d, wide)
	s.Unread.Write(d)
	return d
}

var markOfLeads = map[Leads]report.Mark{LeadsYes: report.Good, LeadsNo: report.Bad, LeadsUnknown: report.Unclear}

func (m Manager) write(d *report.Document) {
	d.Heading("Manager in " + m.Namespace)
	leader := m.Message
	if m.Leader != "" {
		leader = m.Leader + "; " + m.Message
	}
	d.Item(markOfLeads[m.Leads], "leader", leader)
	for _, deployment := range m.Deployments {
		mark := report.Good
		switch {
		case deployment.Ready == 0 && !m.Healthy():
			mark = report.Bad
		case deployment.Ready < deployment.Desired:
			mark = report.Caution
		}
		d.Item(mark, "Deployment", fmt.Sprintf("%s: %s, %d of %d ready", deployment.Name, strings.Join(deployment.Images, ", "), deployment.Ready, deployment.Desired))
	}
}

func (s *Status) writeMeshes(d *report.Document) {
	d.Heading("Meshes")
	if len(s.Meshes) == 0 {
		d.Item(report.Unclear, "none found", "")
		return
	}
	d.Table(report.Rows(meshColumns, s.Meshes))
	for _, mesh := range s.Meshes {
		for _, condition := range mesh.Conditions {
			if !condition.True {
				d.Item(report.Bad, mesh.Name, fmt.Sprintf("%s: %s [%s]", condition.Type, condition.Message, condition.Reason))
			}
		}
	}
}

func (m MeshServices) write(d *report.Document, wide bool) {
	d.Heading("MeshServices")
	d.Item(report.Good, "online", fmt.Sprint(m.Online))
	d.Item(markFor(m.Offline, report.Caution), "offline", fmt.Sprint(m.Offline))
	if m.Compared {
		d.Item(markFor(len(m.Missing), report.Bad), "missing", listed(m.Missing, wide))
		d.Item(markFor(len(m.Conflicts), report.Bad), "in conflict", listed(m.Conflicts, wide))
	} else {
		d.Item(report.Unclear, "missing", "unknown, and so are conflicts: you are not allowed to read all the objects that decide")
	}
	if m.Foreign > 0 {
		d.Item(report.Neutral, "not Meshwork's", fmt.Sprint(m.Foreign))
	}
}

func markFor(number int, otherwise report.Mark) report.Mark {
	if number == 0 {
		return report.Good
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

func (s *Status) writeDelegated(d *report.Document, wide bool) {
	if len(s.Delegated) == 0 {
		return
	}
	d.Heading("Delegated Services")
	effective := 0
	for _, delegated := range s.Delegated {
		if delegated.healthy() {
			effective++
		}
	}
	d.Item(markFor(len(s.Delegated)-effective, report.Caution), "effective", fmt.Sprintf("%d of %d", effective, len(s.Delegated)))
	for _, delegated := range s.Delegated {
		switch {
		case delegated.Phase != delegation.Serving:
			d.Item(report.Caution, strings.ToLower(string(delegated.Phase)), delegated.Service)
		case delegated.isIneffective():
			d.Item(report.Bad, "ineffective", delegated.Service+": "+delegated.Message)
		case !delegated.KeptAway:
			d.Item(report.Caution, "not kept away", delegated.Service+": nothing else publishes endpoints, but nothing prevents it either")
		case wide:
			d.Item(report.Good, "effective", delegated.Service)
		}
	}
}

func (s *Status) writeAddresses(d *report.Document, wide bool) {
	if len(s.WithoutAddress) > 0 {
		d.Heading("Load balancer addresses")
		d.Item(report.Bad, "not assigned", listed(s.WithoutAddress, wide))
	}
}

func (d Delegated) isIneffective() bool { return d.Phase == delegation.Serving && !d.Effective }

func (d Delegated) healthy() bool { return d.Phase == delegation.Serving && d.Effective && d.KeptAway }
