package snapshot

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// Delegation describes the relation of one of Meshwork's two EndpointSlice controllers to
// the Service.
type Delegation struct {
	// Manager is the value of the label endpointslice.kubernetes.io/managed-by.
	Manager string
	// FromPods is true if the endpoints are Pods, and false if they are copied from
	// Endpoints.
	FromPods bool
	View     delegation.View
	// Desired is the number of endpoints that the Pods result in, over all families
	// and ports.
	Desired int
	// Network are the findings about the network that the Service requests for its Pods.
	Network []finding.Finding
}

// Decision returns the decision about a handover whose time is up: the plugin
// cannot know when the handover began.
func (d *Delegation) Decision() delegation.Decision {
	view := d.View
	view.TimeIsUp = true
	return delegation.Decide(view)
}

// Effective reports whether nothing else publishes endpoints.
func (d *Delegation) Effective() bool { return !d.View.OthersPublish() }

// Ineffective returns why the delegation of a Service that is delegated is not
// effective, empty if it is.
func (d *Delegation) Ineffective() string {
	if d.View.Phase != delegation.Serving || d.Effective() {
		return ""
	}
	return delegation.IneffectiveFinding(d.View).Message
}

// Delegations returns the delegations of the controllers that are concerned with
// the Service.
func (s *Service) Delegations(controller string) []Delegation {
	var relevant []Delegation
	for _, d := range []Delegation{s.fromPods(controller), s.fromEndpoints(controller)} {
		if d.View.Phase != delegation.Foreign {
			relevant = append(relevant, d)
		}
	}
	return relevant
}

func (s *Service) fromPods(controller string) Delegation {
	ours, others := delegation.SplitSlices(s.Slices, s.Service.Name, controller)
	source, _ := delegation.AddressSource(s.Service)
	desired := s.desired(source)
	backends, served := delegation.Backends{}, sets.New[discoveryv1.AddressType]()
	count := 0
	for _, want := range desired.Groups {
		backends.Add(want.AddressType, want.Ports, want.Endpoints)
		count += len(want.Endpoints)
		if len(want.Endpoints) > 0 {
			served.Insert(want.AddressType)
		}
	}
	known := sets.New[string]()
	for _, pod := range s.SelectedPods() {
		known.Insert(string(pod.UID))
	}
	var findings []finding.Finding
	if network, ok := source.(podaddress.Network); ok && network.Name != "" {
		findings = delegation.NetworkFindings(network, served, desired.AddressTypes, s.SelectedPods())
	}
	view := delegation.ViewOfPods(s.Service, controller, ours, others)
	view.Ours, view.Known = backends, known.Has
	return Delegation{Manager: controller, FromPods: true, Desired: count, Network: findings, View: view}
}

// desired returns the slices that the controller would write. Pods whose Node is not found are
// left out, as the controller does.
func (s *Service) desired(source podaddress.Source) endpointslice.Sync {
	if !delegation.HasPods(s.Service) {
		return endpointslice.Sync{}
	}
	sync, _, _ := servicepods.NewSync(s.Service, s.SelectedPods(), nodeGetter{s}, source) // reading the snapshot never fails
	return sync
}

// SelectedPods returns the Pods that the Service selects.
func (s *Service) SelectedPods() []*corev1.Pod {
	var selected []*corev1.Pod
	for _, pod := range s.Pods {
		if delegation.Selects(s.Service, pod.Labels) {
			selected = append(selected, pod)
		}
	}
	return selected
}

func (s *Service) fromEndpoints(controller string) Delegation {
	manager := delegation.MirroringManager(controller)
	ours, others := delegation.SplitSlices(s.Slices, s.Service.Name, manager)
	var endpoints metav1.Object // nil, not a nil pointer
	if s.Endpoints != nil {
		endpoints = s.Endpoints
	}
	view := delegation.ViewOfEndpoints(s.Service, endpoints, controller, ours, others)
	view.Ours = delegation.BackendsOf(ours)
	return Delegation{Manager: manager, View: view}
}

// MayMirror reports whether the Service has Endpoints that may be mirrored.
func (s *Service) MayMirror() bool {
	return s.Endpoints != nil && delegation.MayMirror(s.Endpoints)
}

// ManagerOf returns the manager of the slice.
func ManagerOf(slice *discoveryv1.EndpointSlice) string {
	return cmp.Or(slice.Labels[discoveryv1.LabelManagedBy], "no manager")
}

// nodeGetter finds Nodes. If the user is not allowed to read Nodes, every Node is
// assumed to exist.
type nodeGetter struct{ *Service }

// Get implements servicepods.NodeGetter.
func (n nodeGetter) Get(name string) (*corev1.Node, error) {
	if node := n.Node(name); node != nil {
		return node, nil
	}
	if n.Unread.Forbids(Nodes) {
		return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
	}
	return nil, apierrors.NewNotFound(corev1.Resource("nodes"), name)
}
