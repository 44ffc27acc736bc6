package meshservice

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Selects reports whether the Services and Pods of a namespace may join a Mesh. If the
// selector of the Mesh is invalid, those of no namespace may. A namespace that is not
// known, nil, is only selected by a Mesh that selects all.
func Selects(mesh *v1alpha1.Mesh, namespace *corev1.Namespace) bool {
	selector, err := NamespaceSelector(mesh)
	return err == nil && (selector.Empty() || namespace != nil && selector.Matches(labels.Set(namespace.Labels)))
}

// NamespaceSelector returns spec.namespaceSelector of a Mesh, or why it is invalid.
func NamespaceSelector(mesh *v1alpha1.Mesh) (labels.Selector, error) {
	if mesh.Spec.NamespaceSelector == nil {
		return labels.Everything(), nil
	}
	return metav1.LabelSelectorAsSelector(mesh.Spec.NamespaceSelector)
}

// NotSelected is the finding for a Service in a namespace that its Mesh does not select.
func NotSelected(mesh *v1alpha1.Mesh, namespace string) finding.Finding {
	selector, err := NamespaceSelector(mesh)
	if err != nil {
		return finding.Warning(v1alpha1.ReasonNamespaceNotSelected,
			"Mesh %s selects no namespace, not even %s, because its spec.namespaceSelector is invalid: correct it (%s)",
			mesh.Name, namespace, finding.Clip(err.Error(), finding.RoomForMost))
	}
	return finding.Warning(v1alpha1.ReasonNamespaceNotSelected,
		"Mesh %s does not select namespace %s: label the namespace as spec.namespaceSelector of the Mesh requires (%s), or set the label %s to another Mesh",
		mesh.Name, namespace, finding.Clip(selector.String(), finding.RoomForFirst), v1alpha1.MeshLabel)
}
