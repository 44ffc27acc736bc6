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
	"github.com/meshwork-dev/meshwork/pkg/vip"

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
	// Compared is true if all objects could be read that decide which MeshServices should
	// exist.
	Compared bool `json:"compared"`
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
	Namespace    string       `json:"namespace,omitempty"`
	Manager      Manager      `json:"manager"`
	Meshes       []Mesh       `json:"meshes"`
	MeshServices MeshServices `json:"meshServices"`
	Delegated    []Delegated  `json:"delegatedServices"`
	// WithoutAddress are the Services that do not have the addresses that they request.
	WithoutAddress []string      `json:"withoutAddress,omitempty"`
	Unread         snapshot.Gaps `json:"unread,omitempty"`
}

// Share is the contribution of one Service to the status.
type Share struct {
	Missing, Conflicts, WithoutAddress []string
	Delegated                          []Delegated
}

// HasProblem reports whether the Service lacks something that it requests. A Service
// without ready Pods is as requested.
func (s *Share) HasProblem() bool {
	return len(s.Missing)+len(s.Conflicts)+len(s.WithoutAddress) > 0 || slices.ContainsFunc(s.Delegated, Delegated.isIneffective)
}

// Of summarizes the state of a cluster.
func Of(settings snapshot.Settings, cluster *snapshot.Cluster) *Status {
	services := cluster.ServiceSnapshots()
	shares := make([]Share, len(services))
	for i, snap := range services {
		shares[i] = ShareOf(settings, snap, snap.Plan(snap.Derive(settings).MeshServices))
	}
	return Sum(cluster, shares)
}

// ShareOf returns the contribution of a Service with the plan. The snapshot needs no Pods.
func ShareOf(settings snapshot.Settings, snap *snapshot.Service, plan meshservice.Plan) Share {
	share := Share{}
	if Compares(snap.Unread) {
		share.Missing, share.Conflicts = namesOf(snap, plan.Create), namesOf(snap, plan.Conflicts)
	}
	if meta.IsStatusConditionFalse(vip.ConditionsOf(snap.Service), v1alpha1.ConditionVIPReady) {
		share.WithoutAddress = []string{snap.Service.Namespace + "/" + snap.Service.Name}
	}
	for _, d := range snap.Delegations(settings.EndpointController) {
		share.Delegated = append(share.Delegated, delegatedOf(snap, &d))
	}
	return share
}

// Sum summarizes the state of a cluster. The shares are the contributions of its Services.
func Sum(cluster *snapshot.Cluster, shares []Share) *Status {
	s := &Status{Namespace: cluster.Scope, Manager: managerOf(cluster, cluster.Now), Meshes: []Mesh{}, Delegated: []Delegated{}, Unread: cluster.Unread}
	for _, mesh := range cluster.Meshes {
		summary := meshOf(mesh)
		summary.Certificates = certificatesOf(mesh, cluster)
		s.Meshes = append(s.Meshes, summary)
	}
	s.MeshServices = count(cluster, shares)
	for _, share := range shares {
		s.Delegated = append(s.Delegated, share.Delegated...)
		s.WithoutAddress = append(s.WithoutAddress, share.WithoutAddress...)
	}
	slices.Sort(s.WithoutAddress)
	slices.SortFunc(s.Delegated, func(a, b Delegated) int { return cmp.Compare(a.Service, b.Service) })
	return s
}

// Healthy reports whether there are no problems. Each problem has a bad mark.
func (s *Status) Healthy() bool {
	ofServices := Share{s.MeshServices.Missing, s.MeshServices.Conflicts, s.WithoutAddress, s.Delegated}
	return s.Manager.Healthy() && !slices.ContainsFunc(s.Meshes, Mesh.isWrong) && !ofServices.HasProblem()
}

func (m Mesh) isWrong() bool {
	return m.Certificates != nil && m.Certificates.SigningBackend == "" ||
		slices.ContainsFunc(m.Conditions, func(condition Condition) bool { return !condition.True })
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
	counted.Compared = Compares(cluster.Unread)
	for _, share := range shares {
		counted.Missing = append(counted.Missing, share.Missing...)
		counted.Conflicts = append(counted.Conflicts, share.Conflicts...)
	}
	slices.Sort(counted.Missing)
	slices.Sort(counted.Conflicts)
	return counted
}

// Compares reports whether all objects could be read that decide which MeshServices should
// exist.
func Compares(unread snapshot.Gaps) bool {
	return !slices.ContainsFunc([]snapshot.Kind{snapshot.Namespaces, snapshot.MeshServices, snapshot.Meshes, snapshot.Slices}, unread.Forbids)
}

func namesOf(snap *snapshot.Service, meshServices []*v1alpha1.MeshService) []string {
	var names []string
	for _, meshService := range meshServices {
		names = append(names, snap.Service.Namespace+"/"+meshService.Name)
	}
	return names
}

func delegatedOf(snap *snapshot.Service, d *snapshot.Delegation) Delegated {
	return Delegated{
		Service: snap.Service.Namespace + "/" + snap.Service.Name,
		Phase:   d.View.Phase, KeptAway: d.View.KeptAway, Effective: d.Effective(), Message: d.Ineffective(),
	}
}
