// Package status summarizes the state of the meshes in a cluster.
package status

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Mesh summarizes a Mesh.
type Mesh struct {
	Name         string      `json:"name"`
	MTLS         string      `json:"mtls,omitempty"`
	MeshServices *int32      `json:"meshServices,omitempty"`
	IPv4         *Addresses  `json:"ipv4,omitempty"`
	IPv6         *Addresses  `json:"ipv6,omitempty"`
	Conditions   []Condition `json:"conditions"`
	// Certificates is nil if Meshwork issues none for the Mesh.
	Certificates *Certificates `json:"certificates,omitempty"`
}

// Addresses counts the addresses of one family.
type Addresses struct {
	Used      int64 `json:"used"`
	Available int64 `json:"available"`
}

// Condition is a condition of a Mesh.
type Condition struct {
	Type    string `json:"type"`
	True    bool   `json:"true"`
	Reason  string `json:"reason"`
	Message string `json:"message,omitempty"`
}

// MeshServices counts the MeshServices that Meshwork derives.
type MeshServices struct {
	Online  int `json:"online"`
	Offline int `json:"offline"`
	// Missing are the names of MeshServices that should exist but do not, Conflicts the
	// names that other MeshServices have already.
	Missing   []string `json:"missing,omitempty"`
	Conflicts []string `json:"conflicts,omitempty"`
	// Foreign is the number of MeshServices that Meshwork does not derive.
	Foreign int `json:"foreign"`
}

// Delegated is a Service whose EndpointSlices Meshwork writes or still has.
type Delegated struct {
	Service string           `json:"service"`
	Phase   delegation.Phase `json:"phase"`
	// KeptAway is true if the default controller is kept from publishing endpoints.
	KeptAway bool `json:"keptAway"`
	// Effective is true if nothing else publishes endpoints.
	Effective bool   `json:"effective"`
	Message   string `json:"message,omitempty"`
}

// Status is the state of all meshes.
type Status struct {
	Namespace string `json:"namespace,omitempty"`
	// OK is true if the result is ResultOK: every Service that opts in is as it should be, and
	// so are the Meshes, the manager, and the xDS server, as far as the user may read it.
	OK     bool           `json:"ok"`
	Result explain.Result `json:"result"`
	// Problems are grouped by cause, the worst first.
	Problems []Problem `json:"problems"`
	Manager  Manager   `json:"manager"`
	// XDSServers are the Deployments of the xDS server in the manager's namespace.
	XDSServers []Deployment `json:"xdsServers,omitempty"`
	Meshes     []Mesh       `json:"meshes"`
	// Services counts the Services by their state.
	Services     map[explain.ServiceState]int `json:"services"`
	MeshServices MeshServices                 `json:"meshServices"`
	Delegated    []Delegated                  `json:"delegatedServices"`
	Unread       snapshot.Gaps                `json:"unread,omitempty"`

	kubectlFlags string
}

// Gaps returns the kinds that could not be read.
func (s *Status) Gaps() *snapshot.Gaps { return &s.Unread }

// Outcome returns the result.
func (s *Status) Outcome() explain.Result { return s.Result }

// Share is the contribution of one Service to the status.
type Share struct {
	// Service is namespace/name.
	Service            string
	Verdict            explain.Verdict
	Problems           []explain.Problem
	Missing, Conflicts []string
	Delegated          []Delegated
}

// Of summarizes the state of a cluster.
func Of(settings snapshot.Settings, cluster *snapshot.Cluster) *Status {
	services := cluster.ServiceSnapshots()
	shares := make([]Share, len(services))
	for i, snap := range services {
		shares[i] = ShareOf(settings, snap, explain.Explain(settings, snap))
	}
	return Sum(settings, cluster, shares)
}

// ShareOf returns the contribution of a Service with the explanation.
func ShareOf(settings snapshot.Settings, snap *snapshot.Service, explanation *explain.Explanation) Share {
	share := Share{Service: snap.Service.Namespace + "/" + snap.Service.Name, Verdict: explanation.Verdict, Problems: explanation.Problems}
	for _, meshService := range explanation.MeshServices {
		name := snap.Service.Namespace + "/" + meshService.Name
		switch meshService.State {
		case explain.StateMissing:
			share.Missing = append(share.Missing, name)
		case explain.StateConflict:
			share.Conflicts = append(share.Conflicts, name)
		case explain.StateExists, explain.StateOutdated, explain.StateSuperfluous, explain.StateUnknown, explain.StatePlanned:
		}
	}
	for _, d := range snap.Delegations(settings.EndpointController) {
		share.Delegated = append(share.Delegated, delegatedOf(snap, &d))
	}
	return share
}

// Sum summarizes the state of a cluster. The shares are the contributions of its Services.
func Sum(settings snapshot.Settings, cluster *snapshot.Cluster, shares []Share) *Status {
	s := &Status{
		kubectlFlags: settings.KubectlFlags,

		Namespace: cluster.Scope, Manager: managerOf(cluster), XDSServers: deploymentsOf(cluster.XDSServers), Meshes: []Mesh{}, Delegated: []Delegated{},
		Services: map[explain.ServiceState]int{}, Unread: cluster.Unread,
	}
	for _, mesh := range cluster.Meshes {
		summary := meshOf(mesh)
		summary.Certificates = certificatesOf(mesh, cluster)
		s.Meshes = append(s.Meshes, summary)
	}
	s.MeshServices = count(cluster, shares)
	for i := range shares {
		s.Services[shares[i].Verdict.State]++
		s.Delegated = append(s.Delegated, shares[i].Delegated...)
	}
	slices.SortStableFunc(s.Delegated, func(a, b Delegated) int { return cmp.Compare(a.Service, b.Service) })
	s.judge(shares)
	return s
}

func meshOf(mesh *v1alpha1.Mesh) Mesh {
	summary := Mesh{Name: mesh.Name, MeshServices: mesh.Status.MeshServices, Conditions: []Condition{}}
	if mesh.Spec.MTLS != nil {
		summary.MTLS = mesh.Spec.MTLS.EnabledBackend
	}
	if vips := mesh.Status.VIPs; vips != nil {
		summary.IPv4, summary.IPv6 = addressesOf(vips.IPv4), addressesOf(vips.IPv6)
	}
	ready := meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionReady)
	if ready == nil {
		ready = &metav1.Condition{Type: v1alpha1.ConditionReady, Status: metav1.ConditionUnknown, Reason: "Unknown", Message: "no manager has synced the Mesh yet"}
	}
	for _, condition := range []*metav1.Condition{
		ready,
		meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionVIPRangesReady),
		meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionBackendsReady),
	} {
		if condition != nil {
			summary.Conditions = append(summary.Conditions, Condition{condition.Type, condition.Status == metav1.ConditionTrue, condition.Reason, condition.Message})
		}
	}
	return summary
}

func addressesOf(usage *v1alpha1.VIPUsage) *Addresses {
	if usage == nil {
		return nil
	}
	return &Addresses{Used: usage.Used, Available: usage.Available}
}

// count compares the existing MeshServices with the desired ones.
func count(cluster *snapshot.Cluster, shares []Share) MeshServices {
	var counted MeshServices
	for _, meshService := range cluster.MeshServices {
		switch {
		case meshservice.DerivedFrom(meshService) == "":
			counted.Foreign++
		case meshService.Status.Availability == v1alpha1.Online:
			counted.Online++
		default:
			counted.Offline++
		}
	}
	for _, share := range shares {
		counted.Missing = append(counted.Missing, share.Missing...)
		counted.Conflicts = append(counted.Conflicts, share.Conflicts...)
	}
	slices.Sort(counted.Missing)
	slices.Sort(counted.Conflicts)
	return counted
}

func delegatedOf(snap *snapshot.Service, d *snapshot.Delegation) Delegated {
	return Delegated{
		Service: snap.Service.Namespace + "/" + snap.Service.Name,
		Phase:   d.View.Phase, KeptAway: d.View.KeptAway, Effective: d.Effective(), Message: d.Ineffective(),
	}
}
