package differential

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
)

// compare returns the differences between two outcomes of a scenario. It compares the
// numbers of writes, the errors, and for every address type and list of ports the
// lengths of the slices, all endpoints with every field, and the labels.
func compare(s *scenario, ours, theirs outcome) []string {
	var differences []string
	differ := func(what string, a, b any) {
		if !equality.Semantic.DeepEqual(a, b) {
			differences = append(differences, fmt.Sprintf("%s: ours %v, upstream's %v", what, a, b))
		}
	}
	differ("creates", ours.creates, theirs.creates)
	if !topologyAware(s.service) || ours.updates > theirs.updates {
		differ("updates", ours.updates, theirs.updates)
	} // else upstream, which assigns the zones at random, may need more updates
	differ("deletes", ours.deletes, theirs.deletes)
	differ("failure", ours.failure, theirs.failure)
	differ("problems", ours.problems, slices.Compact(theirs.problems))

	ourGroups, theirGroups := groups(s, ours), groups(s, theirs)
	differ("ports", slices.Sorted(maps.Keys(ourGroups)), slices.Sorted(maps.Keys(theirGroups)))
	for name, group := range ourGroups {
		if other, found := theirGroups[name]; found {
			differ("lengths of "+name, group.lengths, other.lengths)
			if theirs.dropped {
				continue
			}
			differ("endpoints of "+name, without(group.endpoints, other.endpoints), without(other.endpoints, group.endpoints))
			differ("labels of "+name, without(group.labels, other.labels), without(other.labels, group.labels))
		}
	}
	return differences
}

// group has the contents of the slices of one address type and one list of ports,
// in a form that does not depend on names and order.
type group struct {
	lengths           []int
	endpoints, labels []string
}

// without returns the elements that a list has more often than another list.
func without(list, other []string) []string {
	count := map[string]int{}
	for _, element := range other {
		count[element]++
	}
	var rest []string
	for _, element := range list {
		count[element]--
		if count[element] < 0 {
			rest = append(rest, element)
		}
	}
	return rest
}

func groups(s *scenario, of outcome) map[string]*group {
	all := map[string]*group{}
	for _, slice := range of.slices {
		if ignored(s, slice.Name) {
			continue
		}
		name := groupOf(slice)
		if all[name] == nil {
			all[name] = &group{}
		}
		g := all[name]
		g.lengths = append(g.lengths, len(slice.Endpoints))
		labels := maps.Clone(slice.Labels)
		delete(labels, "spoiled")
		g.labels = append(g.labels, text(labels))
		for i := range slice.Endpoints {
			g.endpoints = append(g.endpoints, endpointText(s, slice.Endpoints[i]))
		}
	}
	for _, g := range all {
		slices.Sort(g.lengths)
		slices.Sort(g.endpoints)
		slices.Sort(g.labels)
	}
	return all
}

// endpointText returns all fields of an endpoint, except the zones that topology
// aware hints name: upstream's topology cache assigns them at random.
func endpointText(s *scenario, endpoint discoveryv1.Endpoint) string {
	if topologyAware(s.service) && endpoint.Hints != nil {
		endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "any"}}}
	}
	return text(endpoint)
}

func topologyAware(service *corev1.Service) bool {
	return service.Annotations[corev1.AnnotationTopologyMode]+service.Annotations[corev1.DeprecatedAnnotationTopologyAwareHints] != ""
}

func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

// ignored reports whether the reconcilers must not touch a slice.
func ignored(s *scenario, name string) bool {
	slice := s.slice(name)
	if slice == nil {
		return false
	}
	return slice.DeletionTimestamp != nil || isForeign(s, slice)
}

// untouched returns the slices that have changed although the reconciler did not
// write them.
func untouched(s *scenario, of outcome) []string {
	var wrong []string
	for _, slice := range of.list() {
		if before := s.slice(slice.Name); before != nil && !of.written[slice.Name] && !equality.Semantic.DeepEqual(slice, before) {
			wrong = append(wrong, slice.Name+" was changed without a write")
		}
	}
	return wrong
}

// metadata returns the mistakes in the metadata of the written slices. Both sides keep three
// rules: metadata that others have set stays, a written slice has the trigger time, and a
// created slice belongs to the Service. Upstream breaks them for the slices in recycled,
// which are not checked.
func metadata(s *scenario, of outcome, recycled map[string]bool) []string {
	var wrong []string
	expect := func(slice *discoveryv1.EndpointSlice, what string, got, want any) {
		if !equality.Semantic.DeepEqual(got, want) {
			wrong = append(wrong, fmt.Sprintf("%s of %s: %s instead of %s", what, slice.Name, text(got), text(want)))
		}
	}
	for _, slice := range of.list() {
		before := s.slice(slice.Name)
		switch {
		case !of.written[slice.Name], recycled[slice.Name]:
		case before == nil:
			expect(slice, "owners", text(slice.OwnerReferences),
				`[{"apiVersion":"v1","kind":"Service","name":"web","uid":"uid-of-web","controller":true,"blockOwnerDeletion":true}]`)
			expect(slice, "annotations", slice.Annotations, triggered(nil, s.trigger))
		default:
			expect(slice, "owners", slice.OwnerReferences, before.OwnerReferences)
			expect(slice, "finalizers", slice.Finalizers, before.Finalizers)
			expect(slice, "annotations", slice.Annotations, triggered(before.Annotations, s.trigger))
		}
	}
	return wrong
}

func triggered(annotations map[string]string, trigger time.Time) map[string]string {
	annotations = maps.Clone(annotations)
	delete(annotations, corev1.EndpointsLastChangeTriggerTime)
	if !trigger.IsZero() {
		if annotations == nil {
			annotations = map[string]string{}
		}
		annotations[corev1.EndpointsLastChangeTriggerTime] = trigger.Format(time.RFC3339Nano)
	}
	return annotations
}
