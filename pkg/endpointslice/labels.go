package endpointslice

import (
	"cmp"
	"maps"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// LabelsFromService gives slices the labels of a Service, as Kubernetes'
// EndpointSlice controller does.
type LabelsFromService struct {
	Service *corev1.Service
}

// SetLabels implements [SetEndpointSliceLabelsAnnotations]. The labels are those
// of the Service, without the reserved ones, and the reserved ones as they
// should be: kubernetes.io/service-name, endpointslice.kubernetes.io/managed-by
// and, for a headless Service, service.kubernetes.io/headless. Annotations stay
// as they are.
func (l LabelsFromService) SetLabels(_ logr.Logger, slice *discoveryv1.EndpointSlice, controllerName string) (labels, annotations map[string]string, changed bool) {
	labels = make(map[string]string, len(l.Service.Labels)+3)
	for key, value := range l.Service.Labels {
		if !reservedLabel(key) {
			labels[key] = value
		}
	}
	labels[discoveryv1.LabelServiceName] = l.Service.Name
	labels[discoveryv1.LabelManagedBy] = controllerName
	if headless(l.Service) {
		labels[corev1.IsHeadlessService] = ""
	}
	return labels, slice.Annotations, !maps.Equal(labels, slice.Labels)
}

// headless tells whether a Service has no cluster IP, or has not got one yet.
func headless(service *corev1.Service) bool {
	return service.Spec.ClusterIP == corev1.ClusterIPNone || service.Spec.ClusterIP == ""
}

func reservedLabel(key string) bool {
	switch key {
	case discoveryv1.LabelServiceName, discoveryv1.LabelManagedBy, corev1.IsHeadlessService:
		return true
	}
	return false
}

// LabelsAnnotationsFromEndpoints gives slices the labels and annotations of
// Endpoints, as Kubernetes' mirroring controller does.
type LabelsAnnotationsFromEndpoints struct {
	Endpoints *corev1.Endpoints
}

// SetLabelsAnnotations implements [SetEndpointSliceLabelsAnnotations]. Labels and
// annotations are exactly those of the Endpoints: what leaves them leaves the
// slices. kubernetes.io/service-name and endpointslice.kubernetes.io/managed-by are ours.
// endpoints.kubernetes.io/last-change-trigger-time and
// kubectl.kubernetes.io/last-applied-configuration speak of the Endpoints alone.
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
		annotations[corev1.EndpointsLastChangeTriggerTime] = written // The reconciler's, not ours to compare.
	}
	return labels, annotations, !maps.Equal(labels, slice.Labels) || !maps.Equal(annotations, slice.Annotations)
}

// keepLabelsAnnotations leaves everything to labelsAnnotations.
func keepLabelsAnnotations(_ logr.Logger, slice *discoveryv1.EndpointSlice, _ string) (labels, annotations map[string]string, changed bool) {
	return slice.Labels, slice.Annotations, false
}

// labelsAnnotations asks the owner's function, and adds the labels that make a
// slice ours and a Service's, should it have left them out.
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
