package differential

import (
	"fmt"
	"slices"
)

// compareRoutes returns the differences between our routes and kube-proxy's.
func compareRoutes(ours, theirs routes) []string {
	var differences []string
	if len(ours) != len(theirs) {
		differences = append(differences, fmt.Sprintf("routes: ours %d, kube-proxy's %d", len(ours), len(theirs)))
	}
	for key, their := range theirs {
		our := ours[key]
		differ := func(what string, a, b any) {
			differences = append(differences, fmt.Sprintf("%s: %s: ours %v, kube-proxy's %v", key, what, a, b))
		}
		if their.usesCluster && !slices.Equal(our.cluster, their.cluster) {
			differ("endpoints with the policy Cluster", our.cluster, their.cluster)
		}
		if their.usesLocal && !slices.Equal(our.local, their.local) {
			differ("endpoints with the policy Local", our.local, their.local)
		}
		if our.internal != their.internal {
			differ("internal policy", our.internal, their.internal)
		}
		if our.external != their.external {
			differ("external policy", our.external, their.external)
		}
		if our.reachable != their.reachable {
			differ("reachable", our.reachable, their.reachable)
		}
	}
	return differences
}
