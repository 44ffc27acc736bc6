package identity

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Surroundings determine the Mesh of a Pod.
type Surroundings struct {
	// Services are those that select the Pod.
	Services []*corev1.Service
	// Namespace is the namespace of the Pod, or nil.
	Namespace *corev1.Namespace
	// Mesh returns nil for a Mesh that does not exist.
	Mesh func(name string) *v1alpha1.Mesh
	// Current is the Mesh of which the Pod has a valid certificate, or "".
	Current string
}

// Membership is a Mesh that a Pod is in.
type Membership struct {
	Mesh *v1alpha1.Mesh
	// Services are the Services of the Pod that are in the Mesh.
	Services []*corev1.Service
	// Others are the other Meshes of its Services that it stays out of, because it has a
	// certificate of this one.
	Others []string
}

// Member returns the Mesh of a Pod: the one that it names, otherwise the Mesh of its
// Services, otherwise the Mesh of its namespace. A Pod cannot name a Mesh that it is not in. A Pod that has
// a certificate stays in its Mesh, whatever other Services are created.
func (s Surroundings) Member(named string) (Membership, *Problem) {
	byServices := s.byServices()
	in := func(name string) (Membership, bool) {
		if membership, found := byServices[name]; found {
			return membership, true
		}
		mesh := s.byNamespace()
		return Membership{Mesh: mesh}, mesh != nil && mesh.Name == name
	}
	if named != "" {
		if membership, isIn := in(named); isIn {
			return membership, nil
		}
		if problem := s.closed(named); problem != nil {
			return Membership{}, problem
		}
		return Membership{}, s.outside("the Pod is not in Mesh "+finding.Quote(named), "neither a Service that selects it nor its namespace is")
	}
	if membership, isIn := in(s.Current); isIn {
		delete(byServices, s.Current)
		membership.Others = slices.Sorted(maps.Keys(byServices))
		return membership, nil
	}
	if len(byServices) > 1 {
		return Membership{}, problem(ReasonAmbiguousMesh, "the Services of the Pod are in several Meshes (%s): name one in userAnnotations of the volume, %s",
			finding.ListFirst(slices.Collect(maps.Keys(byServices))), v1alpha1.MeshLabel)
	}
	for _, membership := range byServices {
		return membership, nil
	}
	if mesh := s.byNamespace(); mesh != nil {
		return Membership{Mesh: mesh}, nil
	}
	if problem := s.closed(""); problem != nil {
		return Membership{}, problem
	}
	return Membership{}, s.outside("the Pod is in no Mesh",
		"label a Service that selects it, "+v1alpha1.MeshLabel+"=<mesh>, or its namespace, "+v1alpha1.SidecarInjectionLabel+"=true")
}

// outside returns the problem of a Pod that is in no mesh.
func (s Surroundings) outside(problemOfPod, remedy string) *Problem {
	if !s.isHalfLabeled() {
		return problem(ReasonNotInMesh, "%s: %s", problemOfPod, remedy)
	}
	found := problem(ReasonNotInMesh, "%s: its namespace has the label %s=%s, but does not opt in to a mesh: label it, kubectl label namespace %s --overwrite %s=true",
		problemOfPod, v1alpha1.CertificatesKey, v1alpha1.XDSEnabled, s.Namespace.Name, v1alpha1.SidecarInjectionLabel)
	found.IsMistake = true
	return found
}

// isHalfLabeled reports whether an admission policy gives the Pods of the namespace a volume with
// a certificate, although the namespace is in no mesh.
func (s Surroundings) isHalfLabeled() bool {
	if s.Namespace == nil || s.Namespace.Labels[v1alpha1.XDSKey] != v1alpha1.XDSEnabled || s.Namespace.Labels[v1alpha1.CertificatesKey] != v1alpha1.XDSEnabled {
		return false
	}
	_, optedIn := meshservice.MeshName(&corev1.Service{}, s.Namespace)
	return !optedIn
}

func (s Surroundings) byServices() map[string]Membership {
	found := map[string]Membership{}
	for _, service := range s.Services {
		if mesh := meshservice.Select(service, s.Namespace, s.Mesh).Mesh; mesh != nil {
			found[mesh.Name] = Membership{Mesh: mesh, Services: append(found[mesh.Name].Services, service)}
		}
	}
	return found
}

// Findings returns the findings for the owners of the Pod's Services. It does not name
// the Pod, so that a workload of many Pods is one event.
func (m Membership) Findings() []finding.Finding {
	if len(m.Others) == 0 {
		return nil
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonAmbiguousMesh,
		"Pods of the Service stay in Mesh %s, although Services in others select them (%s): replace the Pods, with one Mesh in userAnnotations of the volume, %s",
		m.Mesh.Name, finding.ListFirst(m.Others), v1alpha1.MeshLabel)}
}

// byNamespace returns the Mesh that the namespace opts in to.
func (s Surroundings) byNamespace() *v1alpha1.Mesh { return s.selectionByNamespace().Mesh }

// selectionByNamespace is the selection of a Service that leaves everything to its namespace.
func (s Surroundings) selectionByNamespace() meshservice.Selection {
	return meshservice.Select(&corev1.Service{}, s.Namespace, s.Mesh)
}

// closed returns the problem of a Pod whose Mesh, the one with the name if there is a name,
// does not select the namespace. It returns nil if there is no such Mesh.
func (s Surroundings) closed(named string) *Problem {
	selections := make([]meshservice.Selection, 0, len(s.Services)+1)
	for _, service := range s.Services {
		selections = append(selections, meshservice.Select(service, s.Namespace, s.Mesh))
	}
	for _, selection := range append(selections, s.selectionByNamespace()) {
		mesh := selection.Closed
		if mesh != nil && s.Namespace != nil && (named == "" || named == mesh.Name) {
			return problem(ReasonNamespaceNotSelected, "%s", meshservice.NotSelected(mesh, s.Namespace.Name).Message)
		}
	}
	return nil
}

// maxDNSNames keeps a certificate small.
const maxDNSNames = 64

// DNSNames returns the hostnames of the Pod in the mesh: the names of its Services, and its
// own ones if it is named by a headless Service
// (https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/).
func (m Membership) DNSNames(pod *corev1.Pod, clusterDomain string) []string {
	var names []string
	for _, service := range m.Services {
		name := fmt.Sprintf("%s.%s.svc.%s", service.Name, service.Namespace, clusterDomain)
		names = append(names, name)
		if hostname := pod.Spec.Hostname; hostname != "" && pod.Spec.Subdomain == service.Name {
			names = append(names, hostname+"."+name)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return len(name) > v1alpha1.MaxHostnameLength })
	slices.Sort(names)
	return names[:min(len(names), maxDNSNames)]
}
