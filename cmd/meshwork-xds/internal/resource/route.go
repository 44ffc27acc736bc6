package resource

import (
	"strings"

	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	matcherv3 "github.com/envoyproxy/go-control-plane/envoy/type/matcher/v3"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// routeTo sends every call to a cluster.
func routeTo(name, cluster string) *routev3.RouteConfiguration {
	return routeConfiguration(name, &routev3.Route{
		Match:  routeMatch(routes.Match{Path: routes.Pattern{Matching: routes.Prefix}}),
		Action: &routev3.Route_Route{Route: &routev3.RouteAction{ClusterSpecifier: &routev3.RouteAction_Cluster{Cluster: cluster}}},
	})
}

func routeConfiguration(name string, ordered ...*routev3.Route) *routev3.RouteConfiguration {
	return &routev3.RouteConfiguration{
		Name:         name,
		VirtualHosts: []*routev3.VirtualHost{{Name: name, Domains: []string{"*"}, Routes: ordered}},
	}
}

// message returns the route of the rule for clients with or without certificates.
func (r *rule) message(hasCertificates bool) *routev3.Route {
	action := &routev3.RouteAction{}
	setClusters(action, r.shares, hasCertificates)
	if r.Timeout > 0 {
		// gRPC reads the first field only, Envoy both.
		action.MaxStreamDuration = &routev3.RouteAction_MaxStreamDuration{MaxStreamDuration: durationpb.New(r.Timeout)}
		action.Timeout = durationpb.New(r.Timeout)
	}
	if r.Retry.Attempts > 0 {
		action.RetryPolicy = retryPolicy(r.Retry)
	}
	for _, header := range r.hashHeaders {
		action.HashPolicy = append(action.HashPolicy, &routev3.RouteAction_HashPolicy{
			PolicySpecifier: &routev3.RouteAction_HashPolicy_Header_{Header: &routev3.RouteAction_HashPolicy_Header{HeaderName: header}},
		})
	}
	return &routev3.Route{Match: routeMatch(r.Match), Action: &routev3.Route_Route{Route: action}}
}

func retryPolicy(retry routes.Retry) *routev3.RetryPolicy {
	policy := &routev3.RetryPolicy{
		RetryOn: strings.Join(retry.On, ","), NumRetries: wrapperspb.UInt32(uint32(retry.Attempts)), //nolint:gosec // at most 4
	}
	if retry.Backoff > 0 {
		policy.RetryBackOff = &routev3.RetryPolicy_RetryBackOff{BaseInterval: durationpb.New(retry.Backoff)}
	}
	return policy
}

// setClusters divides the calls between the shares. Clients before C-core 1.52 and grpc-js 1.14.1
// need the sum of the weights.
func setClusters(action *routev3.RouteAction, shares []share, hasCertificates bool) {
	weighted, total := &routev3.WeightedCluster{}, uint32(0)
	for _, share := range shares {
		weighted.Clusters = append(weighted.Clusters, &routev3.WeightedCluster_ClusterWeight{
			Name: share.clusterFor(hasCertificates), Weight: wrapperspb.UInt32(share.weight),
		})
		total += share.weight
	}
	weighted.TotalWeight = wrapperspb.UInt32(total) //nolint:staticcheck // see above
	if len(weighted.GetClusters()) == 1 {
		action.ClusterSpecifier = &routev3.RouteAction_Cluster{Cluster: weighted.GetClusters()[0].GetName()}
		return
	}
	action.ClusterSpecifier = &routev3.RouteAction_WeightedClusters{WeightedClusters: weighted}
}

// routeMatch uses the fields that C-core 1.51 knows.
func routeMatch(match routes.Match) *routev3.RouteMatch {
	message := &routev3.RouteMatch{}
	switch match.Path.Matching {
	case routes.Exact:
		message.PathSpecifier = &routev3.RouteMatch_Path{Path: match.Path.Value}
	case routes.Prefix:
		message.PathSpecifier = &routev3.RouteMatch_Prefix{Prefix: match.Path.Value}
	case routes.Regex:
		message.PathSpecifier = &routev3.RouteMatch_SafeRegex{SafeRegex: regex(match.Path.Value)}
	}
	for _, header := range match.Headers {
		matcher := &routev3.HeaderMatcher{
			Name: header.Name, HeaderMatchSpecifier: &routev3.HeaderMatcher_ExactMatch{ExactMatch: header.Value}, //nolint:staticcheck // see above
		}
		if header.Matching == routes.Regex {
			matcher.HeaderMatchSpecifier = &routev3.HeaderMatcher_SafeRegexMatch{SafeRegexMatch: regex(header.Value)} //nolint:staticcheck // see above
		}
		message.Headers = append(message.Headers, matcher)
	}
	return message
}

func regex(pattern string) *matcherv3.RegexMatcher {
	return &matcherv3.RegexMatcher{
		EngineType: &matcherv3.RegexMatcher_GoogleRe2{GoogleRe2: &matcherv3.RegexMatcher_GoogleRE2{}}, //nolint:staticcheck // older clients need it
		Regex:      pattern,
	}
}
