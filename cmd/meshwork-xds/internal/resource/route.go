package resource

import (
	"strings"

	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// route sends every call to the port's cluster. It names the port as the client does: with the
// number, a new number of the port would mean another cluster, and grpc-go fails calls during the
// switch.
func (t target) route(name string) *routev3.RouteConfiguration {
	route := routeTo(name, t.name.String())
	action := route.GetVirtualHosts()[0].GetRoutes()[0].GetRoute()
	policy := t.service.policy
	if policy.Timeout > 0 {
		// gRPC reads the first field only, Envoy both.
		action.MaxStreamDuration = &routev3.RouteAction_MaxStreamDuration{MaxStreamDuration: durationpb.New(policy.Timeout)}
		action.Timeout = durationpb.New(policy.Timeout)
	}
	if policy.Retries > 0 {
		action.RetryPolicy = &routev3.RetryPolicy{
			RetryOn: strings.Join(policy.RetryOn, ","), NumRetries: wrapperspb.UInt32(uint32(policy.Retries)),
		}
	}
	if policy.Balancing == trafficpolicy.RingHash {
		action.HashPolicy = []*routev3.RouteAction_HashPolicy{{
			PolicySpecifier: &routev3.RouteAction_HashPolicy_Header_{
				Header: &routev3.RouteAction_HashPolicy_Header{HeaderName: policy.HashHeader},
			},
		}}
	}
	return route
}

func routeTo(name, cluster string) *routev3.RouteConfiguration {
	return &routev3.RouteConfiguration{
		Name: name,
		VirtualHosts: []*routev3.VirtualHost{{
			Name:    name,
			Domains: []string{"*"},
			Routes: []*routev3.Route{{
				Match: &routev3.RouteMatch{PathSpecifier: &routev3.RouteMatch_Prefix{Prefix: ""}},
				Action: &routev3.Route_Route{Route: &routev3.RouteAction{
					ClusterSpecifier: &routev3.RouteAction_Cluster{Cluster: cluster},
				}},
			}},
		}},
	}
}
