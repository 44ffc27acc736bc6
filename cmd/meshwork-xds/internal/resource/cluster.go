package resource

import (
	"math"
	"time"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	leastrequestv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/least_request/v3"
	ringhashv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/ring_hash/v3"
	roundrobinv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/round_robin/v3"
	wrrlocalityv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/wrr_locality/v3"
	httpv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/upstreams/http/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// connectTimeout limits the time in which a proxy connects to an endpoint. gRPC has a timeout of
// its own.
const connectTimeout = 5 * time.Second

func (t target) cluster(name string) *clusterv3.Cluster {
	cluster := newCluster(name)
	if shortest := t.name.String(); shortest != name {
		cluster.EdsClusterConfig.ServiceName = shortest
	}
	if maximum := t.service.policy.MaxRequests; maximum > 0 {
		cluster.CircuitBreakers = atMost(maximum)
	}
	if interval := t.service.policy.OutlierInterval; interval > 0 {
		cluster.OutlierDetection = outlierDetection(interval)
	}
	switch t.service.policy.Balancing {
	case trafficpolicy.RingHash:
		cluster.LoadBalancingPolicy = ringHash()
	case trafficpolicy.LeastRequest:
		cluster.LoadBalancingPolicy = leastRequest()
	}
	if t.isHTTP2() {
		cluster.TypedExtensionProtocolOptions = map[string]*anypb.Any{
			"envoy.extensions.upstreams.http.v3.HttpProtocolOptions": packed(&httpv3.HttpProtocolOptions{
				UpstreamProtocolOptions: &httpv3.HttpProtocolOptions_ExplicitHttpConfig_{
					ExplicitHttpConfig: &httpv3.HttpProtocolOptions_ExplicitHttpConfig{
						ProtocolConfig: &httpv3.HttpProtocolOptions_ExplicitHttpConfig_Http2ProtocolOptions{
							Http2ProtocolOptions: &corev3.Http2ProtocolOptions{},
						},
					},
				},
			}),
		}
	}
	return cluster
}

// leastRequest returns a list of policies, of which a client uses the first that it supports
// (https://github.com/grpc/proposal/blob/master/A52-xds-custom-lb-policies.md). Clients without
// support for such lists use the cluster's lb_policy, which is round robin.
func leastRequest() *clusterv3.LoadBalancingPolicy {
	return &clusterv3.LoadBalancingPolicy{Policies: []*clusterv3.LoadBalancingPolicy_Policy{
		inEachLocality(
			policy("envoy.load_balancing_policies.least_request", &leastrequestv3.LeastRequest{}),
			roundRobin(),
		),
	}}
}

// ringHash returns a list of policies too, because gRPC C-core 1.51 does not support them. It
// crashes at the first call if the cluster's lb_policy is ring hash.
func ringHash() *clusterv3.LoadBalancingPolicy {
	return &clusterv3.LoadBalancingPolicy{Policies: []*clusterv3.LoadBalancingPolicy_Policy{
		policy("envoy.load_balancing_policies.ring_hash", &ringhashv3.RingHash{HashFunction: ringhashv3.RingHash_XX_HASH}),
		inEachLocality(roundRobin()),
	}}
}

func inEachLocality(policies ...*clusterv3.LoadBalancingPolicy_Policy) *clusterv3.LoadBalancingPolicy_Policy {
	return policy("envoy.load_balancing_policies.wrr_locality", &wrrlocalityv3.WrrLocality{
		EndpointPickingPolicy: &clusterv3.LoadBalancingPolicy{Policies: policies},
	})
}

func roundRobin() *clusterv3.LoadBalancingPolicy_Policy {
	return policy("envoy.load_balancing_policies.round_robin", &roundrobinv3.RoundRobin{})
}

func policy(name string, config proto.Message) *clusterv3.LoadBalancingPolicy_Policy {
	return &clusterv3.LoadBalancingPolicy_Policy{
		TypedExtensionConfig: &corev3.TypedExtensionConfig{Name: name, TypedConfig: packed(config)},
	}
}

func newCluster(name string) *clusterv3.Cluster {
	return &clusterv3.Cluster{
		Name:                 name,
		ClusterDiscoveryType: &clusterv3.Cluster_Type{Type: clusterv3.Cluster_EDS},
		EdsClusterConfig:     &clusterv3.Cluster_EdsClusterConfig{EdsConfig: fromThisServer()},
		ConnectTimeout:       durationpb.New(connectTimeout),
		CircuitBreakers:      unlimited,
	}
}

// unlimited allows any number of calls at a time. By default, gRPC fails calls beyond 1,024
// (https://github.com/grpc/proposal/blob/master/A32-xds-circuit-breaking.md), and Envoy has the same
// limit for requests, waiting requests, and connections.
var unlimited = atMost(math.MaxUint32)

func atMost(requests uint32) *clusterv3.CircuitBreakers {
	return &clusterv3.CircuitBreakers{Thresholds: []*clusterv3.CircuitBreakers_Thresholds{{
		MaxRequests: wrapperspb.UInt32(requests), MaxConnections: wrapperspb.UInt32(math.MaxUint32), MaxPendingRequests: wrapperspb.UInt32(math.MaxUint32),
	}}}
}

// outlierDetection ejects the endpoints that fail more than half of a client's calls, until a third of
// all are ejected (https://github.com/grpc/proposal/blob/master/A50-xds-outlier-detection.md). The defaults would need
// five endpoints and 50 calls to each in an interval.
func outlierDetection(interval time.Duration) *clusterv3.OutlierDetection {
	return &clusterv3.OutlierDetection{
		Interval: durationpb.New(interval), BaseEjectionTime: durationpb.New(interval),
		MaxEjectionTime:                durationpb.New(max(maxEjectionTime, interval)),
		MaxEjectionPercent:             wrapperspb.UInt32(33),
		FailurePercentageThreshold:     wrapperspb.UInt32(50),
		FailurePercentageMinimumHosts:  wrapperspb.UInt32(2),
		FailurePercentageRequestVolume: wrapperspb.UInt32(5),
		EnforcingFailurePercentage:     wrapperspb.UInt32(100),
		// The other methods of detection are off.
		EnforcingSuccessRate: wrapperspb.UInt32(0), EnforcingConsecutive_5Xx: wrapperspb.UInt32(0),
	}
}

// maxEjectionTime is the longest time without calls, which grows with each ejection in a row.
const maxEjectionTime = 5 * time.Minute
