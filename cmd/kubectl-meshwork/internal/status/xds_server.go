package status

import (
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// xdsProblems reports an xDS server without a ready replica. One that runs outside of the manager's
// namespace is unknown.
func (s *Status) xdsProblems() []Problem {
	isDown := false
	for _, deployment := range s.XDSServers {
		if deployment.Ready > 0 {
			return nil
		}
		isDown = isDown || deployment.Desired > 0
	}
	if !isDown {
		return nil
	}
	return []Problem{{
		Result: explain.ResultProblem, Reason: ReasonXDSServerNotReady, About: "xDS server",
		Cause: "no replica of the xDS server is ready, so gRPC clients and servers that start get no configuration",
		Remedy: &explain.Remedy{
			Command: "kubectl get deployments,pods -n " + s.Manager.Namespace + " -l " + snapshot.ProgramLabel + "=" + snapshot.XDSServer,
			Why:     "to see why none is ready",
		},
	}}
}

func (s *Status) writeXDSServers(d *report.Document) {
	if len(s.XDSServers) == 0 {
		return
	}
	d.Heading("xDS server in " + s.Manager.Namespace)
	for _, deployment := range s.XDSServers {
		d.Item(deployment.mark(deployment.Desired > 0), "Deployment", deployment.String())
	}
}
