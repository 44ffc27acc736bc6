package explain

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// RouteTable has the rules by which clients choose the backend of a call to a port. The first rule
// that matches decides.
type RouteTable struct {
	Port     int32  `json:"port"`
	PortName string `json:"portName,omitempty"`
	// ClientNamespace is the namespace of the clients. The table without one is for the clients in
	// all namespaces that have no table of their own.
	ClientNamespace string      `json:"clientNamespace,omitempty"`
	Rules           []RouteRule `json:"rules"`
}

// RouteRule sends the calls that match to its shares.
type RouteRule struct {
	Match  string       `json:"match"`
	Shares []RouteShare `json:"shares"`
	// Policy has the timeout and the retries, if there are any.
	Policy string `json:"policy,omitempty"`
	// Route is the origin of the rule, such as "GRPCRoute shop/canary". It is empty for a rule that
	// no route has.
	Route string `json:"route,omitempty"`
	// Index is the index of the rule in the route.
	Index int `json:"index"`
}

// RouteShare is a part of the calls that a rule matches.
type RouteShare struct {
	Weight  uint32  `json:"weight"`
	Percent float64 `json:"percent"`
	// Backend is the Service and the port that receive the calls, such as "web.shop:80".
	Backend string `json:"backend,omitempty"`
	// Reason is the reason why the calls fail. If there is also a backend, it has no endpoint.
	Reason string `json:"reason,omitempty"`
}

func (x *explainer) routeTables() []RouteTable {
	var tables []RouteTable
	for _, compiled := range x.RouteTables() {
		tables = append(tables, x.describeTable(compiled))
	}
	return tables
}

func (x *explainer) describeTable(compiled snapshot.RouteTable) RouteTable {
	table := RouteTable{Port: compiled.Port.Number, PortName: compiled.Port.Name, ClientNamespace: compiled.Client}
	matchesAll := false
	for _, rule := range compiled.Rules {
		if rule.Route == nil && matchesAll {
			break // no call gets to the rule for calls that no route matches
		}
		matchesAll = matchesAll || rule.Match.MatchesAll()
		table.Rules = append(table.Rules, x.describeRule(rule))
	}
	return table
}

func (x *explainer) describeRule(rule routes.Rule) RouteRule {
	described := RouteRule{Match: rule.Match.String(), Policy: rule.Policy(), Index: rule.Index}
	if rule.Route != nil {
		described.Route = rule.Route.String()
	}
	for _, share := range rule.Shares {
		described.Shares = append(described.Shares, DescribeShare(x.Service, rule, share))
	}
	return described
}

// DescribeShare describes a share of the rule of a route that is attached to the Service. The percentage
// has one decimal.
func DescribeShare(parent *snapshot.Service, rule routes.Rule, share routes.Share) RouteShare {
	described := RouteShare{Weight: share.Weight, Percent: math.Round(1000*float64(share.Weight)/float64(rule.Total())) / 10}
	switch {
	case share.Reason == "":
		described.Backend = share.Backend.String()
		if parent.BackendLacksEndpoints(share.Backend) {
			described.Reason = described.Backend + " has no ready endpoint"
		}
	case rule.Route == nil:
		described.Reason = share.Reason
	default: // the rule has its origin, which reasons for clients begin with
		described.Reason = strings.TrimPrefix(share.Reason, fmt.Sprintf("rules[%d] of %s: ", rule.Index, rule.Route))
		described.Reason = strings.TrimPrefix(described.Reason, rule.Route.String()+": ")
	}
	return described
}

// PercentText returns the percentage of the calls.
func (s RouteShare) PercentText() string {
	if s.Percent == 0 {
		return "<0.1%"
	}
	return strconv.FormatFloat(s.Percent, 'f', -1, 64) + "%"
}

// shownRules is the number of rules of a table that are listed without -o wide.
const shownRules = 10

// writeRoutes writes the tables after the checks.
func (e *Explanation) writeRoutes(d *report.Document, wide bool) {
	writeChecks(d, "Routes", e.Routes, wide)
	for i := range e.RouteTables {
		table := &e.RouteTables[i]
		d.Item(report.Neutral, strings.TrimSpace(fmt.Sprintf("port %d %s", table.Port, table.PortName)), e.clientsOf(table))
		for i := range table.Rules {
			if i == shownRules && !wide {
				d.Paragraph(fmt.Sprintf("and %d more; -o wide lists all", len(table.Rules)-shownRules))
				break
			}
			table.Rules[i].write(d, i+1)
		}
	}
}

func (e *Explanation) clientsOf(table *RouteTable) string {
	if table.ClientNamespace != "" {
		return "calls from namespace " + table.ClientNamespace
	}
	var others []string
	for i := range e.RouteTables {
		if other := &e.RouteTables[i]; other.Port == table.Port && other.ClientNamespace != "" {
			others = append(others, other.ClientNamespace)
		}
	}
	if len(others) == 0 {
		return "calls from all namespaces"
	}
	return "calls from all namespaces but " + strings.Join(others, ", ")
}

// write writes the rule without a mark: the checks rate the route.
func (r *RouteRule) write(d *report.Document, number int) {
	text := fmt.Sprintf("%s (rules[%d] of %s)", r.Match, r.Index, r.Route)
	if r.Route == "" {
		text = r.Match
	}
	if r.Policy != "" {
		text += ": " + r.Policy
	}
	d.Item(report.Neutral, fmt.Sprintf("rule %d", number), text)
	for _, share := range r.Shares {
		share.write(d)
	}
}

func (s RouteShare) write(d *report.Document) {
	mark, to := report.Good, s.Backend
	if s.Reason != "" {
		mark, to = report.Bad, "✗ "+s.Reason
	}
	d.Share(mark, int(s.Percent), s.PercentText()+" "+to)
}
