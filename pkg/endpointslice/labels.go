package endpointslice

import (
	"cmp"
	"maps"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// LabelsFromService sets the labels of a Service on its slices, like Kubernetes'
// EndpointSlice controller.
type LabelsFromService struct {
	Service *corev1.Service
}

// SetLabels implements [SetEndpointSliceLabelsAnnotations]. The labels are the Service's
// labels except the reserved ones, which are set by the reconciler:
// kubernetes.io/service-name, endpointslice.kubernetes.io/managed-by and, for a headless
// Service, service.kubernetes.io/headless. Annotations are not changed.
func (l LabelsFromService) SetLabels(_ logr.Logger, slice *discoveryv1.EndpointSlice, controllerName string) (labels, annotations map[string]string, changed bool) {
	labels = make(map[string]string, len(l.Service.Labels)+3)
	for key, value := range l.Service.Labels {
		if !reservedLabel(key) {
			labels[key] = value
		}
	}
	labels[discoveryv1.LabelServiceName] = l.Service.Name
	labels[discoveryv1.LabelManagedBy] = controllerName
	if lacksClusterIP(l.Service) {
		labels[corev1.IsHeadlessService] = ""
	}
	return labels, slice.Annotations, !maps.Equal(labels, slice.Labels)
}

// lacksClusterIP reports whether a Service has no cluster IP, or none so far.
func lacksClusterIP(service *corev1.Service) bool {
	return service.Spec.ClusterIP == corev1.ClusterIPNone || service.Spec.ClusterIP == ""
}

func reservedLabel(key string) bool {
	switch key {
	case discoveryv1.LabelServiceName, discoveryv1.LabelManagedBy, corev1.IsHeadlessService:
		return true
	}
	return false
}

// LabelsAnnotationsFromEndpoints sets the labels and annotations of Endpoints on the
// slices, like Kubernetes' mirroring controller.
type LabelsAnnotationsFromEndpoints struct {
	Endpoints *corev1.Endpoints
}

// SetLabelsAnnotations implements [SetEndpointSliceLabelsAnnotations]. The slices have
// exactly the labels and annotations of the Endpoints, with these exceptions. The labels
// kubernetes.io/service-name and endpointslice.kubernetes.io/managed-by are set by the
// reconciler. The annotations endpoints.kubernetes.io/last-change-trigger-time and
// kubectl.kubernetes.io/last-applied-configuration are not copied, because they only concern
// the Endpoints.
func (l LabelsAnnotationsFromEndpoints) SetLabelsAnnotations(_ logr.Logger, slice *discoveryv1.EndpointSlice, controllerName string) (labels, annotations map[string]string, changed bool) {
	labels = make(map[string]string, len(l.Endpoints.Labels)+2)
	maps.Copy(labels, l.Endpoints.Labels)
	labels[discoveryv1.LabelServiceName] = l.Endpoints.Name
	labels[discoveryv1.LabelManagedBy] = controllerName

	annotations = make(map[string]string, len(l.Endpoints.Annotations))
	maps.Copy(annotations, l.Endpoints.Annotations)
	delete(annotations, corev1.LastAppliedConfigAnnotation)
	delete(annotations, corev1.EndpointsLastChangeTriggerTime)
	if written, found := slice.Annotations[corev1.EndpointsLastChangeTriggerTime]; found {
		annotations[corev1.EndpointsLastChangeTriggerTime] = written // The reconciler sets it.
	}
	return labels, annotations, !maps.Equal(labels, slice.Labels) || !maps.Equal(annotations, slice.Annotations)
}

// keepLabelsAnnotations changes nothing; labelsAnnotations adds the required labels.
func keepLabelsAnnotations(_ logr.Logger, slice *discoveryv1.EndpointSlice, _ string) (labels, annotations map[string]string, changed bool) {
	return slice.Labels, slice.Annotations, false
}

// labelsAnnotations calls the owner's function, and adds the labels for the manager and
// the Service if the function has not set them.
func (p *planner) labelsAnnotations(slice *discoveryv1.EndpointSlice) (labels, annotations map[string]string, changed bool) {
	labels, annotations, changed = p.SetLabelsAnnotations(p.logger, slice, p.settings.ControllerName)
	if labels[discoveryv1.LabelManagedBy] == p.settings.ControllerName && labels[discoveryv1.LabelServiceName] != "" {
		return labels, annotations, changed
	}
	complete := make(map[string]string, len(labels)+2)
	maps.Copy(complete, labels)
	complete[discoveryv1.LabelServiceName] = cmp.Or(labels[discoveryv1.LabelServiceName], p.Owner.GetName())
	complete[discoveryv1.LabelManagedBy] = p.settings.ControllerName
	return complete, annotations, changed || !maps.Equal(complete, slice.Labels)
}
