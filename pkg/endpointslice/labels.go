package endpointslice

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// metadata returns the labels and annotations that an existing slice, or a new one, should
// have, and whether they differ from those that it has.
func (p *planner) metadata(slice *discoveryv1.EndpointSlice, of *set) (labels, annotations map[string]string, changed bool) {
	if p.Metadata == nil {
		labels, annotations = of.labels, with(slice.Annotations, p.Annotations)
	} else {
		labels, annotations = p.Metadata(slice)
		labels = p.labels(labels, of.ofGroups)
	}
	annotations = withTriggerTime(annotations, slice)
	return labels, annotations, !maps.Equal(labels, slice.Labels) || !maps.Equal(annotations, slice.Annotations)
}

// labels returns the complete labels of slices.
func (p *planner) labels(given, ofGroups map[string]string) map[string]string {
	complete := make(map[string]string, len(given)+len(ofGroups)+2)
	maps.Copy(complete, given)
	maps.Copy(complete, ofGroups)
	complete[discoveryv1.LabelServiceName] = p.ServiceName
	complete[discoveryv1.LabelManagedBy] = p.config.ControllerName
	return complete
}

// with returns a map with more entries: the map itself if it has them.
func with(has, more map[string]string) map[string]string {
	for key, value := range more {
		if current, found := has[key]; !found || current != value {
			all := make(map[string]string, len(has)+len(more))
			maps.Copy(all, has)
			maps.Copy(all, more)
			return all
		}
	}
	return has
}

// withTriggerTime returns annotations with the trigger time of the slice, which setTriggerTime
// changes if the slice is written.
func withTriggerTime(annotations map[string]string, slice *discoveryv1.EndpointSlice) map[string]string {
	const key = corev1.EndpointsLastChangeTriggerTime
	is, found := annotations[key]
	was, existed := slice.Annotations[key]
	if found == existed && is == was {
		return annotations
	}
	changed := maps.Clone(annotations)
	if !existed {
		delete(changed, key)
		return changed
	}
	if changed == nil {
		changed = map[string]string{}
	}
	changed[key] = was
	return changed
}
