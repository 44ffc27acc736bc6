package delegation

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection/resourcelock"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// MirroringManager is the value of the label endpointslice.kubernetes.io/managed-by
// of mirrored slices. It is not that of the slices of Pods, so that neither
// controller takes the other's for its own when a Service gets or loses its selector.
func MirroringManager(controllerName string) string { return mirroringPrefix + controllerName }

const mirroringPrefix = "mirroring."

// CanMirror tells whether a Service's endpoints are those of Endpoints.
func CanMirror(service *corev1.Service) bool {
	return service.Spec.Type != corev1.ServiceTypeExternalName && len(Selector(service)) == 0
}

// MayMirror tells whether Endpoints are meant to be mirrored: they are not those
// of a leader election, and nobody else keeps them from being mirrored.
func MayMirror(endpoints metav1.Object, controllerName string) bool {
	_, leader := endpoints.GetAnnotations()[resourcelock.LeaderElectionRecordAnnotationKey]
	return !leader && (endpoints.GetLabels()[discoveryv1.LabelSkipMirror] != "true" || KeepsMirroringAway(endpoints, controllerName))
}

// KeepsMirroringAway tells whether the label that keeps Kubernetes' own controller
// from mirroring the Endpoints is the controller's.
func KeepsMirroringAway(endpoints metav1.Object, controllerName string) bool {
	return endpoints.GetLabels()[discoveryv1.LabelSkipMirror] == "true" &&
		endpoints.GetAnnotations()[v1alpha1.SkipMirrorByAnnotation] == controllerName
}
