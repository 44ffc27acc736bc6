package endpoints_test

import (
	"slices"
	"testing"

	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// FuzzChoose passes two endpoints with arbitrary hints and an arbitrary client. The choice
// must follow the rule.
func FuzzChoose(f *testing.F) {
	f.Add(byte(0), "node-1", "a", "node-1", byte(7), "", "b", "", "node-1", "a")
	f.Add(byte(2), "", "", "node-2", byte(6), "node-2", "", "node-2", "", "")

	f.Fuzz(func(t *testing.T, conditions1 byte, node1, zoneHint1, nodeHint1 string,
		conditions2 byte, node2, zoneHint2, nodeHint2, clientNode, clientZone string) {
		first := hinted(pod("a", "10.0.0.1", conditionsFrom(conditions1)), zoneHint1, nodeHint1)
		second := withHints(pod("b", "10.0.0.2", conditionsFrom(conditions2)), &discoveryv1.EndpointHints{
			ForZones: []discoveryv1.ForZone{{Name: zoneHint2}, {Name: zoneHint1}, {Name: zoneHint2}},
			ForNodes: []discoveryv1.ForNode{{Name: nodeHint2}, {Name: nodeHint2}},
		})
		first.NodeName, second.NodeName = &node1, &node2
		all, _ := endpoints.Aggregate(ipv4("1", ports(port("http", 80)), first, second))
		client := endpoints.Client{Node: clientNode, Zone: clientZone}

		port := endpoints.GroupByPort(all).Get(http)
		cluster, local := filtered(all, http, client)
		if got := addresses(port.Choose(endpoints.PolicyCluster, client)); !slices.Equal(got, cluster) {
			t.Errorf("with the policy Cluster: %v instead of %v", got, cluster)
		}
		if got := addresses(port.Choose(endpoints.PolicyLocal, client)); !slices.Equal(got, local) {
			t.Errorf("with the policy Local: %v instead of %v", got, local)
		}
	})
}
