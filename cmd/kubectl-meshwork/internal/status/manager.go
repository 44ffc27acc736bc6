package status

import (
	"fmt"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Manager describes the managers and their leader.
type Manager struct {
	Namespace string `json:"namespace"`
	// Leader is the holder of the Lease, empty if it has no holder or could not be read.
	Leader string `json:"leader,omitempty"`
	// Renewed is the time of the last renewal of the Lease.
	Renewed *time.Time `json:"renewed,omitempty"`
	Leads   Leads      `json:"leads"`
	// Message explains Leads.
	Message string `json:"message"`
	// Healthy is true if, as far as can be read, a manager is working.
	Healthy     bool         `json:"healthy"`
	Deployments []Deployment `json:"deployments,omitempty"`
}

// Leads is the state of the leader election.
type Leads string

// Values of Leads.
const (
	LeadsYes     Leads = "Yes"
	LeadsNo      Leads = "No"
	LeadsUnknown Leads = "Unknown"
)

// Deployment is a Deployment of the manager, or of the xDS server.
type Deployment struct {
	Name    string   `json:"name"`
	Images  []string `json:"images"`
	Ready   int32    `json:"ready"`
	Desired int32    `json:"desired"`
}

func managerOf(cluster *snapshot.Cluster) Manager {
	manager := Manager{Namespace: cluster.SystemNamespace, Deployments: deploymentsOf(cluster.Managers)}
	manager.setLeader(cluster, cluster.Now)
	manager.Healthy = manager.Leads == LeadsYes || manager.Leads == LeadsUnknown && (manager.isReady() || len(manager.Deployments) == 0)
	return manager
}

func (m *Manager) isReady() bool {
	return slices.ContainsFunc(m.Deployments, func(deployment Deployment) bool { return deployment.Ready > 0 })
}

func (m *Manager) setLeader(cluster *snapshot.Cluster, now time.Time) {
	lease := cluster.Lease
	switch {
	case cluster.Unread.Forbids(snapshot.Leases):
		m.Leads, m.Message = LeadsUnknown, "you are not allowed to read the Lease"
		return
	case lease == nil && m.isReady():
		m.Leads, m.Message = LeadsUnknown, "there is no Lease: the manager runs without leader election, or its Lease has another name (--lease)"
		return
	case lease == nil && cluster.Unread.Forbids(snapshot.Deployments):
		m.Leads, m.Message = LeadsUnknown, "there is no Lease: the manager may run without leader election, and you are not allowed to read its Deployment"
		return
	case lease == nil:
		m.Leads, m.Message = LeadsNo, "there is no Lease: no manager has run here, or it runs without leader election"
		return
	}
	m.Leader = ptr.Deref(lease.Spec.HolderIdentity, "")
	if m.Leader == "" {
		m.Leads, m.Message = LeadsNo, "the Lease has no holder: no manager is running"
		return
	}
	if lease.Spec.RenewTime == nil {
		m.Leads, m.Message = LeadsUnknown, "it has never renewed the Lease"
		return
	}
	renewed := snapshot.UTC(lease.Spec.RenewTime.Time)
	m.Renewed = &renewed
	since := now.Sub(*m.Renewed).Round(time.Second)
	valid := time.Duration(ptr.Deref(lease.Spec.LeaseDurationSeconds, 0)) * time.Second
	if since > valid {
		m.Leads, m.Message = LeadsNo, fmt.Sprintf("it last renewed the Lease %s ago, for %s: it is not running, or cannot reach the API server", since, valid)
		return
	}
	m.Leads, m.Message = LeadsYes, fmt.Sprintf("it renewed the Lease %s ago", max(since, 0))
}

func (d Deployment) String() string {
	return fmt.Sprintf("%s: %s, %d of %d ready", d.Name, strings.Join(d.Images, ", "), d.Ready, d.Desired)
}

// mark rates a Deployment. isDown is true if it is bad that no replica is ready.
func (d Deployment) mark(isDown bool) report.Mark {
	switch {
	case d.Ready == 0 && isDown:
		return report.Bad
	case d.Ready < d.Desired:
		return report.Caution
	}
	return report.Good
}

// deploymentsOf describes Deployments.
func deploymentsOf(all []*appsv1.Deployment) []Deployment {
	var deployments []Deployment
	for _, deployment := range all {
		deployments = append(deployments, deploymentOf(deployment))
	}
	return deployments
}

func deploymentOf(deployment *appsv1.Deployment) Deployment {
	summary := Deployment{Name: deployment.Name, Images: []string{}, Ready: deployment.Status.ReadyReplicas, Desired: ptr.Deref(deployment.Spec.Replicas, 1)}
	for _, container := range deployment.Spec.Template.Spec.Containers {
		summary.Images = append(summary.Images, container.Image)
	}
	return summary
}
