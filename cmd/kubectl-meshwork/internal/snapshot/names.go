package snapshot

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// names finds the objects of a namespace, and Nodes, by their names. Snapshots of the
// same namespace share them.
type names struct {
	meshServices index[*v1alpha1.MeshService]
	pods         index[*corev1.Pod]
	statefulSets index[*appsv1.StatefulSet]
	nodes        index[*corev1.Node]
	certificates index[*v1alpha1.MeshCertificate]
}

// index has objects by name. It is filled when it is first used.
type index[T metav1.Object] map[string]T

// find returns the object with the name, the zero value if there is none.
func (i *index[T]) find(all []T, name string) T {
	if *i == nil {
		*i = make(index[T], len(all))
		for _, object := range all {
			(*i)[object.GetName()] = object
		}
	}
	return (*i)[name]
}

func (s *Service) byName() *names {
	if s.names == nil {
		s.names = &names{}
	}
	return s.names
}

// MeshService returns the MeshService with the name, nil if there is none.
func (s *Service) MeshService(name string) *v1alpha1.MeshService {
	return s.byName().meshServices.find(s.MeshServices, name)
}

// Pod returns the Pod with the name, nil if there is none.
func (s *Service) Pod(name string) *corev1.Pod { return s.byName().pods.find(s.Pods, name) }

// StatefulSet returns the StatefulSet with the name, nil if there is none.
func (s *Service) StatefulSet(name string) *appsv1.StatefulSet {
	return s.byName().statefulSets.find(s.StatefulSets, name)
}

// Node returns the Node with the name, nil if there is none.
func (s *Service) Node(name string) *corev1.Node { return s.byName().nodes.find(s.Nodes, name) }

// Certificate returns the signer's record of a Pod, nil if there is none.
func (s *Service) Certificate(pod string) *v1alpha1.MeshCertificate {
	return s.byName().certificates.find(s.Certificates, pod)
}
