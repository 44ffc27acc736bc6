package handover

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// Key is the key on an object that keeps the default controller from publishing endpoints for it.
type Key interface {
	// Holder returns the controller whose key is on the object, "" for none.
	Holder(object client.Object) string
	// KeepsAway reports whether this controller's key keeps the default controller away.
	KeepsAway(object client.Object) bool
	Add(object client.Object)
	Remove(object client.Object)
	// IsInAtomicField reports whether the key is part of a field that has one owner as a whole.
	// While the manager owns it, another client's server-side apply meets a conflict.
	IsInAtomicField() bool
	// Content returns the part of the object that users set. While it stays the same, so does a
	// patch of the key.
	Content(object client.Object) any
	// Describe names the key and the object in an error.
	Describe(object client.Object) string
}

// SelectorKey is a key in the selector of a Service that no Pod has.
type SelectorKey struct{ Controller string }

// Holder implements Key.
func (SelectorKey) Holder(object client.Object) string {
	return object.(*corev1.Service).Spec.Selector[v1alpha1.DelegatedKey]
}

// KeepsAway implements Key.
func (k SelectorKey) KeepsAway(object client.Object) bool { return k.Holder(object) == k.Controller }

// Add implements Key.
func (k SelectorKey) Add(object client.Object) {
	object.(*corev1.Service).Spec.Selector[v1alpha1.DelegatedKey] = k.Controller
}

// Remove implements Key.
func (SelectorKey) Remove(object client.Object) {
	delete(object.(*corev1.Service).Spec.Selector, v1alpha1.DelegatedKey)
}

// IsInAtomicField implements Key.
func (SelectorKey) IsInAtomicField() bool { return true }

// Content implements Key.
func (SelectorKey) Content(object client.Object) any {
	service := object.(*corev1.Service)
	return corev1.Service{
		ObjectMeta: metav1.ObjectMeta{UID: service.UID, Labels: service.Labels, Annotations: service.Annotations},
		Spec:       service.Spec,
	}
}

// Describe implements Key.
func (SelectorKey) Describe(object client.Object) string {
	return fmt.Sprintf("key %s in the selector of Service %s", v1alpha1.DelegatedKey, client.ObjectKeyFromObject(object))
}

// MirroringKey is the label on Endpoints that excludes them from mirroring, with an annotation
// that names the controller that has set it.
type MirroringKey struct{ Controller string }

// Holder implements Key.
func (MirroringKey) Holder(object client.Object) string {
	return object.GetAnnotations()[v1alpha1.SkipMirrorByAnnotation]
}

// KeepsAway implements Key.
func (k MirroringKey) KeepsAway(object client.Object) bool {
	return delegation.KeptFromMirroringBy(object) == k.Controller
}

// Add implements Key.
func (k MirroringKey) Add(object client.Object) {
	endpoints := object.(*corev1.Endpoints)
	metav1.SetMetaDataLabel(&endpoints.ObjectMeta, discoveryv1.LabelSkipMirror, "true")
	metav1.SetMetaDataAnnotation(&endpoints.ObjectMeta, v1alpha1.SkipMirrorByAnnotation, k.Controller)
}

// Remove implements Key.
func (MirroringKey) Remove(object client.Object) {
	delete(object.GetLabels(), discoveryv1.LabelSkipMirror)
	delete(object.GetAnnotations(), v1alpha1.SkipMirrorByAnnotation)
}

// IsInAtomicField implements Key: each label and annotation has an owner of its own.
func (MirroringKey) IsInAtomicField() bool { return false }

// Content implements Key. The addresses of Endpoints change on their own.
func (MirroringKey) Content(object client.Object) any {
	return metav1.ObjectMeta{UID: object.GetUID(), Labels: object.GetLabels(), Annotations: withoutTriggerTime(object.GetAnnotations())}
}

// Describe implements Key.
func (MirroringKey) Describe(object client.Object) string {
	return fmt.Sprintf("label %s of Endpoints %s", discoveryv1.LabelSkipMirror, client.ObjectKeyFromObject(object))
}
