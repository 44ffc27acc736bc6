package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
)

// routes returns the routes that are attached to the Service. A route that decides on no calls has
// no rules.
func (b *builder) routes() []*Node {
	tables := b.RouteTables()
	var nodes []*Node
	for _, route := range b.Routes() {
		node := &Node{Kind: route.Kind, Name: route.Key().String(), Warnings: b.warningsOf(route)}
		var ports []string
		for _, table := range tables {
			if !slices.Contains(table.Routes, route) {
				continue
			}
			// The rules of a route are the same on all ports, and for all clients.
			node.Children = b.rules(route, table.Rules)
			if port := fmt.Sprint(table.Port.Number); !slices.Contains(ports, port) {
				ports = append(ports, port)
			}
		}
		node.Detail = b.describeRoute(route, ports)
		nodes = append(nodes, node)
	}
	return nodes
}

func (b *builder) describeRoute(route *routes.Route, ports []string) string {
	switch {
	case len(ports) == 0:
		return "decides on no calls"
	case route.Object.GetNamespace() != b.service.Namespace:
		return "port " + strings.Join(ports, ", ") + ", calls from its namespace"
	}
	return "port " + strings.Join(ports, ", ")
}

// warningsOf returns the conditions that the author of the route must act on.
func (b *builder) warningsOf(route *routes.Route) []string {
	var warnings []string
	for _, conditions := range b.RouteConditions(route) {
		for _, condition := range conditions {
			warning := explain.DescribeCondition(condition)
			if routes.NeedsAction(condition) && !slices.Contains(warnings, warning) {
				warnings = append(warnings, warning)
			}
		}
	}
	return warnings
}

// rules returns the rules of the route in its own order. A table has a rule for each match.
func (b *builder) rules(route *routes.Route, table []routes.Rule) []*Node {
	own := slices.DeleteFunc(slices.Clone(table), func(rule routes.Rule) bool { return rule.Route != route })
	slices.SortStableFunc(own, func(x, y routes.Rule) int { return cmp.Compare(x.Index, y.Index) })
	var nodes []*Node
	for _, rule := range own {
		name := fmt.Sprintf("rules[%d]", rule.Index)
		if i := slices.IndexFunc(nodes, func(node *Node) bool { return node.Name == name }); i >= 0 {
			nodes[i].Detail += " or " + rule.Match.String()
			continue
		}
		nodes = append(nodes, &Node{Kind: "Rule", Name: name, Detail: rule.Match.String(), Children: b.shares(rule)})
	}
	return nodes
}

func (b *builder) shares(rule routes.Rule) []*Node {
	var nodes []*Node
	for _, share := range rule.Shares {
		described := explain.DescribeShare(b.Service, rule, share)
		node := &Node{Kind: "Share", Name: described.PercentText(), Detail: described.Backend}
		if described.Reason != "" {
			node.Detail, node.Warnings = "fails", []string{described.Reason}
		}
		nodes = append(nodes, node)
	}
	return nodes
}
