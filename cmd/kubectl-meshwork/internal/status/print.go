package status

import (
	"fmt"
	"strings"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// Print prints the status for people.
func (s *Status) Print(p *terminal.Printer, wide bool) { p.Document(s.Document(wide)) }

// Document returns the status for people.
func (s *Status) Document(wide bool) *report.Document {
	d := &report.Document{}
	s.writeHeadline(d)
	s.writeProblems(d, wide)
	s.Manager.write(d)
	s.writeXDSServers(d)
	s.writeMeshes(d)
	s.writeCertificates(d)
	s.writeServices(d)
	s.MeshServices.write(d, wide)
	s.writeDelegated(d, wide)
	s.Unread.Write(d)
	return d
}

// shownCauses is the number of causes in the headline.
const shownCauses = 3

func (s *Status) writeHeadline(d *report.Document) {
	where := "the cluster"
	if s.Namespace != "" {
		where = "namespace " + s.Namespace
	}
	var causes []string
	for i := range s.Problems {
		causes = append(causes, s.Problems[i].summary())
	}
	if more := len(causes) - shownCauses; more > 0 {
		causes = append(causes[:shownCauses:shownCauses], fmt.Sprintf("and %d more", more))
	}
	switch s.Result {
	case explain.ResultProblem:
		d.Headline(report.Bad, fmt.Sprintf("Problems in %s: %s.", where, strings.Join(causes, "; ")))
	case explain.ResultUnknown:
		d.Headline(report.Unclear, fmt.Sprintf("Whether there are problems in %s is unknown: %s.", where, strings.Join(causes, "; ")))
	default:
		d.Headline(s.markOfOK(), fmt.Sprintf("No problems in %s: %s.", where, s.sizes()))
	}
}

// markOfOK is neutral if there is nothing that could have a problem.
func (s *Status) markOfOK() report.Mark {
	if s.optedIn() == 0 {
		return report.Neutral
	}
	return report.Good
}

func (s *Status) optedIn() int {
	all := 0
	for state, number := range s.Services {
		if state != explain.ServiceNotInMesh {
			all += number
		}
	}
	return all
}

func (s *Status) sizes() string {
	return fmt.Sprintf("%s in a mesh, %d not", services(s.optedIn()), s.Services[explain.ServiceNotInMesh])
}

func services(number int) string {
	if number == 1 {
		return "1 Service"
	}
	return fmt.Sprintf("%d Services", number)
}

// summary is the cause, with the number of Services.
func (p *Problem) summary() string {
	if len(p.Services) == 0 {
		return p.Cause
	}
	return fmt.Sprintf("%s (%s)", p.Cause, services(len(p.Services)))
}

func (s *Status) writeProblems(d *report.Document, wide bool) {
	if len(s.Problems) == 0 {
		return
	}
	d.Heading("Problems")
	for i := range s.Problems {
		s.Problems[i].write(d, wide, s.kubectlFlags)
	}
}

func (p *Problem) write(d *report.Document, wide bool, kubectlFlags string) {
	mark := report.Bad
	if p.Result == explain.ResultUnknown {
		mark = report.Unclear
	}
	label, text := p.About, p.Cause
	if len(p.Services) > 0 {
		label = services(len(p.Services))
	}
	d.Item(mark, label, fmt.Sprintf("%s [%s]", text, p.Reason))
	switch {
	case len(p.Services) > 0:
		d.Item(report.Blank, "", named(p.Services, wide))
	case p.Message != "":
		d.Item(report.Blank, "", p.Message)
	}
	if p.Remedy == nil || p.Remedy.IsStatus() { // this command
		return
	}
	if len(p.Services) > 1 {
		first := strings.SplitN(p.Services[0], "/", 2)
		next := explain.Remedy{Command: fmt.Sprintf("kubectl meshwork explain service %s -n %s", first[1], first[0])}
		d.Command(next.For(kubectlFlags).Command)
		d.Remark("to see the remedy for the first of them")
		return
	}
	if p.Remedy.Command != "" {
		d.Command(p.Remedy.Command)
	}
	d.Remark(p.Remedy.Why)
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
		d.Item(deployment.mark(!m.Healthy), "Deployment", deployment.String())
	}
}

func (s *Status) writeMeshes(d *report.Document) {
	d.Heading("Meshes")
	if len(s.Meshes) == 0 {
		d.Item(report.Unclear, "none found", "")
		return
	}
	if s.Manager.Leads == LeadsNo {
		d.Item(report.Unclear, "as of", "the time when a manager was last running")
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

// stateItems are the marks and the words for the states of Services, in this order.
var stateItems = []struct {
	state explain.ServiceState
	mark  report.Mark
	label string
}{
	{explain.ServiceOnline, report.Good, "online"},
	{explain.ServiceNoPods, report.Neutral, "no Pods"},
	{explain.ServicePending, report.Neutral, "pending"},
	{explain.ServiceDegraded, report.Bad, "degraded"},
	{explain.ServiceDown, report.Bad, "down"},
	{explain.ServiceMissing, report.Bad, "missing"},
	{explain.ServiceConflict, report.Bad, "in conflict"},
	{explain.ServiceExcluded, report.Bad, "excluded"},
	{explain.ServiceUnknown, report.Unclear, "unknown"},
	{explain.ServiceNotInMesh, report.Neutral, "not in a mesh"},
}

func (s *Status) writeServices(d *report.Document) {
	d.Heading("Services")
	if len(s.Services) == 0 {
		d.Item(report.Unclear, "none found", "")
	}
	for _, item := range stateItems {
		if number := s.Services[item.state]; number > 0 {
			d.Item(item.mark, item.label, fmt.Sprint(number))
		}
	}
}

func (m MeshServices) write(d *report.Document, wide bool) {
	d.Heading("MeshServices")
	d.Item(report.Neutral, "online", fmt.Sprint(m.Online))
	d.Item(report.Neutral, "offline", fmt.Sprint(m.Offline))
	if len(m.Missing) > 0 {
		d.Item(report.Bad, "missing", listed(m.Missing, wide))
	}
	if len(m.Conflicts) > 0 {
		d.Item(report.Bad, "in conflict", listed(m.Conflicts, wide))
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
	return fmt.Sprintf("%d: %s", len(names), named(names, all))
}

func named(names []string, all bool) string {
	if all {
		return strings.Join(names, ", ")
	}
	return finding.ListFirst(names)
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

func (d Delegated) isIneffective() bool { return d.Phase == delegation.Serving && !d.Effective }

func (d Delegated) healthy() bool { return d.Phase == delegation.Serving && d.Effective && d.KeptAway }
