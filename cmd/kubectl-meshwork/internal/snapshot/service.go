// Package snapshot holds objects read from a cluster, and passes them to the pure packages
// in the same way as the controllers do.
package snapshot

import (
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// Settings are the flags of the manager that decide about a Service.
type Settings struct {
	meshservice.Settings
	// EndpointController is the value of the label that delegates a Service
	// (--endpoint-controller-name).
	EndpointController string
	// KubectlFlags are the flags with which kubectl uses the same cluster, as words of a shell.
	KubectlFlags string
}

// Service is a Service and the objects around it.
type Service struct {
	Service *corev1.Service
	// IsPlanned is true if the Service is a manifest that is not applied yet.
	IsPlanned bool
	// Namespace is nil if it could not be read.
	Namespace *corev1.Namespace
	Meshes    []*v1alpha1.Mesh
	// MeshServices, Pods and StatefulSets are all that the namespace has.
	MeshServices []*v1alpha1.MeshService
	Pods         []*corev1.Pod
	StatefulSets []*appsv1.StatefulSet
	// Slices are the EndpointSlices of the Service.
	Slices     []*discoveryv1.EndpointSlice
	VirtualIPs []*v1alpha1.VirtualIP
	Nodes      []*corev1.Node
	// Endpoints is the metadata of the Service's Endpoints, nil if there are none.
	Endpoints *metav1.PartialObjectMetadata
	// Certificates are the signer's records of the Pods in the namespace, Requests the
	// requests of their kubelets. They are read if a Mesh issues certificates.
	Certificates []*v1alpha1.MeshCertificate
	Requests     []*certificatesv1.PodCertificateRequest
	// Routing is nil if routes were not read.
	Routing *Routing
	// Events are about the Service.
	Events []*corev1.Event
	// Now is the time of reading.
	Now time.Time
	// XDS is nil if no xDS server was asked or none answered.
	XDS    *XDS
	Unread Gaps

	// derived are the MeshServices by the Service that they are derived from. It is nil
	// if the snapshot is not one of many, which would each look at all MeshServices.
	derived map[string][]*v1alpha1.MeshService
	// held are the VirtualIPs by the Service that holds them, likewise.
	held  map[string][]*v1alpha1.VirtualIP
	names *names
}

// Mesh returns the Mesh with the name, nil if there is none. If the user is not
// allowed to read Meshes, every Mesh is assumed to exist. If the Namespace is an assumption,
// every Mesh is assumed to select it.
func (s *Service) Mesh(name string) *v1alpha1.Mesh {
	if s.Unread.Forbids(Meshes) {
		return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}}
	}
	found := findByName(s.Meshes, name)
	if found != nil && found.Spec.NamespaceSelector != nil && s.InfersNamespace() {
		found = found.DeepCopy()
		found.Spec.NamespaceSelector = nil
	}
	return found
}

// InfersNamespace reports whether the Namespace is one that InferNamespace assumes.
func (s *Service) InfersNamespace() bool {
	return s.Namespace != nil && s.Unread.Forbids(Namespaces)
}

// Derived returns the MeshServices that are derived from the Service, or from a
// former Service with the same name.
func (s *Service) Derived() []*v1alpha1.MeshService {
	if s.derived != nil {
		return slices.Clip(s.derived[s.Service.Name])
	}
	var derived []*v1alpha1.MeshService
	for _, meshService := range s.MeshServices {
		if meshservice.DerivedFrom(meshService) == s.Service.Name {
			derived = append(derived, meshService)
		}
	}
	return derived
}

// IsDelegated reports whether the Service is or was delegated to a controller.
func IsDelegated(service *corev1.Service) bool {
	return service.Labels[v1alpha1.EndpointControllerNameLabel] != "" || service.Spec.Selector[v1alpha1.DelegatedKey] != ""
}

// IsLoadBalancer reports whether addresses decide about the Service.
func IsLoadBalancer(service *corev1.Service) bool {
	return service.Spec.Type == corev1.ServiceTypeLoadBalancer
}

// NeedsPods reports whether the state of the Service depends on more than the Pods in its
// EndpointSlices.
func (s *Service) NeedsPods(controller string) bool {
	_, optedIn := meshservice.MeshName(s.Service, s.Namespace)
	isDelegated := IsDelegated(s.Service)
	if !delegation.HasPods(s.Service) || !optedIn && !isDelegated {
		return false
	}
	ours, others := delegation.SplitSlices(s.Slices, s.Service.Name, controller)
	if !haveEndpoints(ours) && (isDelegated || !haveEndpoints(others)) {
		return true
	}
	_, onNetwork := s.Service.Annotations[v1alpha1.PodNetworkAnnotation]
	return isDelegated && (onNetwork || delegation.ViewOfPods(s.Service, controller, ours, others).InHandover())
}

// haveEndpoints ignores endpoints that are terminating: all Pods of a Node that is gone may be.
func haveEndpoints(all []*discoveryv1.EndpointSlice) bool {
	return slices.ContainsFunc(all, func(slice *discoveryv1.EndpointSlice) bool {
		return slices.ContainsFunc(slice.Endpoints, func(endpoint discoveryv1.Endpoint) bool {
			return !ptr.Deref(endpoint.Conditions.Terminating, false)
		})
	})
}

// InferNamespace assumes that a Namespace that the user is not allowed to read opts
// in if the Service has MeshServices. They would otherwise look like leftovers.
func (s *Service) InferNamespace() {
	derived := s.Derived()
	if s.Namespace != nil || !s.Unread.Forbids(Namespaces) || len(derived) == 0 {
		return
	}
	s.Namespace = &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: s.Service.Namespace, Labels: map[string]string{
		v1alpha1.SidecarInjectionLabel: "true",
		v1alpha1.MeshLabel:             derived[0].Labels[v1alpha1.MeshLabel],
	}}}
}

// Derive decides which MeshServices the Service should have. It omits findings about the
// fields of an assumed Mesh.
func (s *Service) Derive(settings Settings) meshservice.Outcome {
	outcome := settings.Derive(s.MeshServiceView())
	if s.Unread.Forbids(Meshes) {
		policy, _ := tlspolicy.Read(s.Service.Annotations)
		unknown := tlspolicy.WithoutCertificates(policy, s.Mesh(meshservice.WantedMesh(s.Service, s.Namespace)))
		outcome.Findings = slices.DeleteFunc(outcome.Findings, func(found finding.Finding) bool { return slices.Contains(unknown, found) })
	}
	return outcome
}

// MeshServiceView returns the view that decides about the Service's MeshServices.
func (s *Service) MeshServiceView() meshservice.View {
	return meshservice.View{
		Service:     s.Service,
		Namespace:   s.Namespace,
		Mesh:        s.Mesh,
		Slices:      s.Slices,
		Pod:         s.Pod,
		StatefulSet: s.StatefulSet,
		Certificate: s.Certificate,
		Now:         s.Now,
		Existing:    s.Derived(),
	}
}

// Plan compares the desired MeshServices with the existing ones. It keeps the MeshServices
// of a Service whose endpoints decide but could not be read.
func (s *Service) Plan(desired []*v1alpha1.MeshService) meshservice.Plan {
	existing := s.Derived()
	for _, want := range desired {
		live := s.MeshService(want.Name)
		if live != nil && meshservice.DerivedFrom(live) != s.Service.Name {
			existing = append(existing, live)
		}
	}
	plan := meshservice.NewPlan(s.Service.Name, s.Service, desired, existing)
	if s.LacksEndpoints() {
		plan.Delete = slices.DeleteFunc(plan.Delete, func(live *v1alpha1.MeshService) bool {
			isOwn := metav1.IsControlledBy(live, s.Service)
			if isOwn {
				plan.Keep = append(plan.Keep, meshservice.Pair{Live: live, Desired: live})
			}
			return isOwn
		})
	}
	return plan
}

// LacksEndpoints reports whether the Service is in a mesh with one MeshService per Pod in
// its EndpointSlices, which the user is not allowed to read.
func (s *Service) LacksEndpoints() bool {
	return meshservice.IsPerPod(s.Service) && s.Unread.Forbids(Slices) &&
		meshservice.Select(s.Service, s.Namespace, s.Mesh).Mesh != nil
}

func findByName[T metav1.Object](all []T, name string) (found T) {
	for _, object := range all {
		if object.GetName() == name {
			return object
		}
	}
	return found
}
