package resource

import (
	"cmp"
	"fmt"
	"strings"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	typev3 "github.com/envoyproxy/go-control-plane/envoy/type/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// reasonPrefix begins the name of a reason cluster, which makes all calls fail. The rest of the
// name is the reason.
const reasonPrefix = "meshwork: "

// reasonCluster returns the name of the reason cluster for an error.
func reasonCluster(why error) string {
	return reasonPrefix + unquoted.Replace(finding.Clip(why.Error(), finding.RoomForAll))
}

// unquoted replaces characters that crash gRPC C-core 1.51 in the name of a cluster.
var unquoted = strings.NewReplacer(`"`, "'", `\`, "'")

// buildUnknown returns the resource of an unknown name.
func buildUnknown(kind Kind, text string, why error) *Resource {
	built := buildFailing(kind, text, why)
	built.Unknown = true
	return built
}

// buildFailing makes all calls fail with the reason. Without an answer, clients wait for 15 seconds
// or until their deadline, and few clients read an error.
func buildFailing(kind Kind, text string, why error) *Resource {
	switch kind {
	case Listener:
		if strings.Contains(text, "/") { // the name of a server's listener
			return &Resource{Missing: fmt.Sprintf("there is no listener %s", text)}
		}
		return &Resource{message: apiListener(text, routeTo(text, reasonCluster(why)))}
	case Route:
		return &Resource{message: routeTo(text, reasonCluster(why))}
	case Cluster:
		return &Resource{message: clusterTo(text, reasonCluster(why))}
	default:
		return &Resource{message: emptyAssignment(text)}
	}
}

// clusterTo returns a cluster with the endpoints of the reason cluster. A call that has chosen a cluster
// waits for it for 15 seconds if there is none, and grpc-js overlooks one that comes back unchanged.
func clusterTo(name, other string) *clusterv3.Cluster {
	cluster := newCluster(name)
	cluster.EdsClusterConfig.ServiceName = other
	return cluster
}

// buildReason returns the resource of a reason cluster. Any text is a reason.
func buildReason(kind Kind, text string) *Resource {
	switch kind {
	case Cluster:
		return &Resource{message: newCluster(text), Unknown: true}
	case Assignment:
		return &Resource{variants: reason(text), Unknown: true}
	default:
		return &Resource{Missing: cmp.Or(strings.TrimPrefix(text, reasonPrefix), "no reason given"), Unknown: true}
	}
}

// reason is the name of a reason cluster. It has no endpoints, and most clients then show its name.
// Two do not: grpc-go shows the address of an endpoint that it cannot connect to, and accepts any
// text as address; grpc-js shows the category of dropped calls.
type reason string

func (reason) variant(client Client) string {
	switch {
	case client.IsGo:
		return "go"
	case client.IsJS:
		return "js"
	}
	return ""
}

func (r reason) message(client Client) proto.Message {
	message := emptyAssignment(string(r))
	switch {
	case client.IsGo:
		message.Endpoints = []*endpointv3.LocalityLbEndpoints{{
			Locality: &corev3.Locality{}, LoadBalancingWeight: wrapperspb.UInt32(1),
			LbEndpoints: []*endpointv3.LbEndpoint{{
				HostIdentifier: &endpointv3.LbEndpoint_Endpoint{Endpoint: &endpointv3.Endpoint{Address: address(string(r), noPort)}},
			}},
		}}
	case client.IsJS:
		message.Policy = &endpointv3.ClusterLoadAssignment_Policy{
			DropOverloads: []*endpointv3.ClusterLoadAssignment_Policy_DropOverload{{
				Category: string(r), DropPercentage: &typev3.FractionalPercent{Numerator: 100, Denominator: typev3.FractionalPercent_HUNDRED},
			}},
		}
	}
	return message
}

// noPort is the port beside a host that is not an address.
const noPort = 1
