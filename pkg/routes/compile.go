package routes

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// Table decides on the calls to a port. The first rule that matches counts, and the last one matches
// every call.
type Table struct {
	Rules []Rule
	// Routes are the routes that decide, ordered by age. There are none if calls are not routed.
	Routes []*Route
	// Idle are the backends that get no calls now but may soon: clients should know them before.
	Idle []Backend
}

// Rule sends the calls that match to backends.
type Rule struct {
	Match Match
	// Shares is not empty.
	Shares []Share
	// Timeout is the maximum duration of a call, or 0 if there is none.
	Timeout time.Duration
	Retry   Retry
	// Route is the origin of the rule, or nil for a rule that Compile adds.
	Route *Route
	// Index is the index of the rule in the route.
	Index int
}

// Retry makes clients retry failed calls.
type Retry struct {
	// Attempts is the maximum number of retries, 0 for none.
	Attempts int
	// On has the status codes that are retried, as xDS spells them.
	On []string
	// Backoff is the base of the time between two attempts, 0 for the client's default.
	Backoff time.Duration
}

// Target is the port that clients call.
type Target struct {
	Port
	// Annotations are the annotations of the Service.
	Annotations map[string]string
}

// Compile returns the table for clients in a namespace, from all routes that are attached to the
// target. The order of the routes does not matter. The namespace may be unknown ("").
//
// A rule that cannot be served stays, and fails with the reason: without it, its calls would get
// to a rule that is more general.
func Compile(target Target, routes []*Route, client string, resolve Resolve) Table {
	table := Table{Routes: choose(target.Port, routes, client).used}
	if len(table.Routes) == 0 {
		rule := Rule{Match: everything, Shares: []Share{{Backend: target.self(), Weight: 1}}}
		rule.setPolicy(ruleSpec{}, target.Annotations, nil)
		table.Rules = []Rule{rule}
		return table
	}
	var candidates []candidate
	for _, route := range table.Routes {
		for index := range route.rules() {
			candidates = append(candidates, route.compile(index, target, resolve)...)
		}
	}
	slices.SortStableFunc(candidates, compareCandidates)
	for _, candidate := range candidates {
		table.Rules = append(table.Rules, candidate.Rule)
	}
	table.Idle = idle(table, target, resolve)
	table.Rules = append(table.Rules, Rule{Match: everything, Shares: failing(noRule(table.Routes))})
	return table
}

// idle returns the backends without a share. The target itself is one: it gets all calls when the last
// route is gone.
func idle(table Table, target Target, resolve Resolve) []Backend {
	known := sets.New(table.Backends()...)
	var idle []Backend
	for _, backend := range Targets(target.Port, table.Routes) {
		if !known.Has(backend) && resolve(backend) == "" {
			known.Insert(backend)
			idle = append(idle, backend)
		}
	}
	return idle
}

// Backends returns the backends with a share, and the idle ones.
func (t Table) Backends() []Backend {
	var backends []Backend
	for _, rule := range t.Rules {
		for _, share := range rule.Shares {
			if share.Reason == "" {
				backends = append(backends, share.Backend)
			}
		}
	}
	return append(backends, t.Idle...)
}

func noRule(routes []*Route) string {
	var names []string
	for _, route := range routes {
		names = append(names, route.String())
	}
	return "no rule matches the call in " + finding.List(names, finding.RoomForFirst)
}

// candidate is a rule with its place in the table.
type candidate struct {
	Rule
	precedence precedence
	match      int
}

func compareCandidates(a, b candidate) int {
	return cmp.Or(
		b.precedence.compare(a.precedence), compareAge(a.Route, b.Route), a.Index-b.Index, a.match-b.match,
	)
}

// compile returns the rules of a table for one rule of the route.
func (r *Route) compile(index int, target Target, resolve Resolve) []candidate {
	spec := r.rules()[index]
	rule := Rule{Route: r, Index: index}
	if len(spec.refused) > 0 {
		rule.Shares = failing(fmt.Sprintf("rules[%d] of %s: %s", index, r, strings.Join(spec.refused, "; ")))
	} else {
		rule.Shares, _ = r.shares(index, resolve)
		rule.setPolicy(spec, target.Annotations, r.Object.GetAnnotations())
	}
	var candidates []candidate
	for i, match := range spec.allMatches() {
		for _, path := range match.paths {
			rule.Match = Match{Path: path, Headers: match.headers}
			candidates = append(candidates, candidate{rule, match.precedence, i})
		}
	}
	return candidates
}

// setPolicy sets the timeout and the retries: each is a field of the rule, or else an annotation of
// the route, or else an annotation of the Service.
func (r *Rule) setPolicy(spec ruleSpec, service, route map[string]string) {
	annotations := trafficpolicy.OverrideCalls(service, route)
	if spec.attempts != nil {
		annotations[v1alpha1.RetriesAnnotation] = strconv.Itoa(min(max(*spec.attempts, 0), trafficpolicy.MaxRetries))
	}
	policy, _ := trafficpolicy.Read(annotations)
	r.Timeout = policy.Timeout
	r.Retry = Retry{Attempts: policy.Retries, On: policy.RetryOn}
	if spec.timeout != nil {
		r.Timeout, _ = time.ParseDuration(string(*spec.timeout)) // the API checks the format; 0 is no timeout
	}
	if spec.backoff != nil && policy.Retries > 0 {
		r.Retry.Backoff, _ = time.ParseDuration(string(*spec.backoff))
	}
}

// Findings reports the annotations of a route that have no effect because they are invalid.
func (r *Route) Findings() []finding.Finding {
	_, findings := trafficpolicy.Read(trafficpolicy.OverrideCalls(nil, r.Object.GetAnnotations()))
	return findings
}
