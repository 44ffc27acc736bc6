package delegation

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection/resourcelock"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// MirroringManager returns the value of the label
// endpointslice.kubernetes.io/managed-by of mirrored slices. It differs from the value
// for slices of Pods, so that neither controller mistakes the other's slices for its
// own when a selector is added to or removed from a Service.
func MirroringManager(controllerName string) string { return mirroringPrefix + controllerName }

const mirroringPrefix = "mirroring."

// CanMirror reports whether the endpoints of a Service come from Endpoints.
func CanMirror(service *corev1.Service) bool {
	return service.Spec.Type != corev1.ServiceTypeExternalName && len(Selector(service)) == 0
}

// MayMirror reports whether Endpoints should be mirrored: they do not belong to a
// leader election, and their user has not set the label that prevents mirroring.
func MayMirror(endpoints metav1.Object) bool {
	_, leader := endpoints.GetAnnotations()[resourcelock.LeaderElectionRecordAnnotationKey]
	return !leader && (endpoints.GetLabels()[discoveryv1.LabelSkipMirror] != "true" || KeptFromMirroringBy(endpoints) != "")
}

// KeptFromMirroringBy returns the controller that has set the label that keeps
// Kubernetes' own controller from mirroring the Endpoints, or "".
func KeptFromMirroringBy(endpoints metav1.Object) string {
	if endpoints.GetLabels()[discoveryv1.LabelSkipMirror] != "true" {
		return ""
	}
	return endpoints.GetAnnotations()[v1alpha1.SkipMirrorByAnnotation]
}
