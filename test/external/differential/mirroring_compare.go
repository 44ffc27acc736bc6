package differential

import (
	"fmt"
	"maps"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// compareMirrors returns the differences between two mirrors of one Endpoints object.
// For every address type and list of ports, it compares the lengths of the slices,
// all endpoints with every field, and the metadata that the reconciler sets.
func compareMirrors(ours, theirs []*discoveryv1.EndpointSlice) []string {
	ourGroups, theirGroups := mirrorGroups(ours), mirrorGroups(theirs)
	var differences []string
	for _, name := range slices.Sorted(maps.Keys(ourGroups)) {
		if theirGroups[name] == nil {
			differences = append(differences, fmt.Sprintf("%d slices of %s are only ours", len(ourGroups[name]["lengths"]), name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(theirGroups)) {
		if ourGroups[name] == nil {
			differences = append(differences, fmt.Sprintf("%d slices of %s are only upstream's", len(theirGroups[name]["lengths"]), name))
			continue
		}
		for what, theirs := range theirGroups[name] {
			ours := ourGroups[name][what]
			if a, b := without(ours, theirs), without(theirs, ours); len(a)+len(b) > 0 {
				differences = append(differences, fmt.Sprintf("%s of %s: ours %v, upstream's %v", what, name, a, b))
			}
		}
	}
	return differences
}

// randomSuffix is the number of characters that the API server adds to the prefix of a name.
const randomSuffix = 5

// mirrorGroup has the contents of the slices of one address type and one list of
// ports, by kind ("endpoints", "labels", …), in a form that does not depend on names
// and order.
type mirrorGroup map[string][]string

func mirrorGroups(list []*discoveryv1.EndpointSlice) map[string]mirrorGroup {
	groups := map[string]mirrorGroup{}
	for _, slice := range list {
		name := groupOf(slice)
		if groups[name] == nil {
			groups[name] = mirrorGroup{"endpoints": nil}
		}
		g := groups[name]
		g.add("lengths", len(slice.Endpoints))
		labels := maps.Clone(slice.Labels)
		delete(labels, discoveryv1.LabelManagedBy)
		g.add("labels", labels)
		g.add("annotations", slice.Annotations)
		g.add("owners", slices.DeleteFunc(slices.Clone(slice.OwnerReferences), otherOwner))
		g.add("finalizers", slice.Finalizers)
		g.add("names", slice.Name[:len(slice.Name)-randomSuffix])
		for i := range slice.Endpoints {
			g.add("endpoints", slice.Endpoints[i])
		}
	}
	return groups
}

func (g mirrorGroup) add(what string, value any) {
	g[what] = append(g[what], text(value))
}

// otherOwner reports whether an owner reference is not to the Endpoints.
func otherOwner(ref metav1.OwnerReference) bool { return ref.Kind != "Endpoints" }

// lostOwners returns the slices that have lost their other owners.
func lostOwners(before, after []*discoveryv1.EndpointSlice) []string {
	var lost []string
	for _, slice := range before {
		for _, now := range after {
			if now.UID == slice.UID && slices.ContainsFunc(slice.OwnerReferences, otherOwner) && !slices.ContainsFunc(now.OwnerReferences, otherOwner) {
				lost = append(lost, slice.Name)
			}
		}
	}
	return lost
}

// withoutTargetVersions returns copies without the resource versions of the targets
// of the endpoints.
func withoutTargetVersions(list []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	copies := deepCopies(list)
	for _, slice := range copies {
		for i := range slice.Endpoints {
			if target := slice.Endpoints[i].TargetRef; target != nil {
				target.ResourceVersion = ""
			}
		}
	}
	return copies
}
