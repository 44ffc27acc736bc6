package endpoints

import (
	"hash/fnv"
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// Client is the origin of a connection: a Node, and the zone of this Node. Either is
// empty if it is unknown.
type Client struct {
	Node, Zone string
}

// TrafficPolicy limits the endpoints that a client may use.
type TrafficPolicy string

const (
	// PolicyCluster allows all endpoints.
	PolicyCluster TrafficPolicy = "Cluster"
	// PolicyLocal allows only endpoints on the client's Node.
	PolicyLocal TrafficPolicy = "Local"
)

// InternalPolicy returns the policy for clients in the cluster that connect to a cluster
// IP (spec.internalTrafficPolicy).
func InternalPolicy(service *corev1.Service) TrafficPolicy {
	if policy := service.Spec.InternalTrafficPolicy; policy != nil && *policy == corev1.ServiceInternalTrafficPolicyLocal {
		return PolicyLocal
	}
	return PolicyCluster
}

// ExternalPolicy returns the policy for connections from outside the cluster that arrive
// at a Node through a node port, an external IP or a load balancer
// (spec.externalTrafficPolicy). Clients in the cluster that connect to these addresses
// have PolicyCluster.
func ExternalPolicy(service *corev1.Service) TrafficPolicy {
	if service.Spec.ExternalTrafficPolicy == corev1.ServiceExternalTrafficPolicyLocal {
		return PolicyLocal
	}
	return PolicyCluster
}

// Choice is the set of endpoints among which a client balances its connections.
type Choice struct {
	// Endpoints are ordered by Compare. Clients share them, so they must not be changed.
	Endpoints []*Endpoint
	Reason    Reason
}

// Reason is the reason why a client uses these endpoints and no others.
type Reason string

// Reasons of a Choice with PolicyCluster. SameNode depends on the client's Node, SameZone
// on its zone. With any other reason, all clients that get it get the same endpoints.
const (
	// SameNode: the ready endpoints with a hint for the client's Node.
	SameNode Reason = "SameNode"
	// SameZone: the ready endpoints with a hint for the client's zone.
	SameZone Reason = "SameZone"
	// Ready: all ready endpoints. None has a hint.
	Ready Reason = "Ready"
	// HintsIncomplete: all ready endpoints, because some lack the hints that others have.
	HintsIncomplete Reason = "HintsIncomplete"
	// NotHinted: all ready endpoints, because no hint is for the client's Node or zone.
	NotHinted Reason = "NotHinted"
	// ServingTerminating: the endpoints that still serve while they terminate, because
	// none is ready.
	ServingTerminating Reason = "ServingTerminating"
	// NoEndpoints: there is no endpoint that could be used anywhere in the cluster.
	NoEndpoints Reason = "NoEndpoints"
)

// Reasons of a Choice with PolicyLocal, in addition to NoEndpoints. They depend on the
// client's Node.
const (
	// LocalReady: the ready endpoints on the client's Node.
	LocalReady Reason = "LocalReady"
	// LocalServingTerminating: the endpoints on the client's Node that still serve while
	// they terminate, because none there is ready.
	LocalServingTerminating Reason = "LocalServingTerminating"
	// NoLocalEndpoints: no endpoint, although there are some on other Nodes.
	NoLocalEndpoints Reason = "NoLocalEndpoints"
)

// Choose returns the endpoints of the port that a client uses, by the same rule as
// kube-proxy. It allocates nothing.
//
// Hints take effect only if every ready endpoint has them, first those for Nodes, then
// those for zones. With PolicyLocal, hints are ignored. Endpoints that terminate are used
// only if they are serving and no allowed endpoint is ready.
func (p *Port) Choose(policy TrafficPolicy, client Client) Choice {
	if policy == PolicyLocal {
		return p.chooseLocal(client.Node)
	}
	return p.chooseCluster(client)
}

// Fallbacks returns the ready endpoints for a client that cannot reach any endpoint of its
// Choice, in order of preference: those with a hint for its zone, then all others. They may include
// the endpoints of the Choice. There are none if the Choice has all ready endpoints, or with
// PolicyLocal. For a client with endpoints for its Node, each fallback has at most MaxNodeFallbacks
// endpoints. kube-proxy has no fallbacks: it does not notice that endpoints cannot be reached.
func (p *Port) Fallbacks(policy TrafficPolicy, client Client) [][]*Endpoint {
	switch p.Choose(policy, client).Reason {
	case SameNode:
		near, far := p.near[client.Zone], p.byPod
		if len(near) > 0 {
			far = p.far[client.Zone]
		}
		return [][]*Endpoint{window(near, client.Node), window(far, client.Node)}
	case SameZone:
		return [][]*Endpoint{p.ready}
	default:
		return nil
	}
}

// KnownZone returns the zone, or "" if the clients in it have the same fallbacks as those in an unknown
// zone. It only concerns clients with endpoints for their Nodes. Clients choose the names of zones.
func (p *Port) KnownZone(zone string) string {
	if len(p.near[zone]) == 0 {
		return ""
	}
	return zone
}

// MaxNodeFallbacks is the maximum number of endpoints in each fallback of a Node's clients. With all
// ready endpoints for each Node, the size of all fallbacks would be the product of Nodes and
// endpoints.
const MaxNodeFallbacks = 100

// window returns at most MaxNodeFallbacks consecutive endpoints. The first one depends on the Node,
// so that Nodes use different ones, and moves by one at most if an endpoint is added or removed.
func window(all []*Endpoint, node string) []*Endpoint {
	if len(all) <= MaxNodeFallbacks {
		return all
	}
	hash := fnv.New32a()
	hash.Write([]byte(node))
	fraction := uint16(hash.Sum32()) // of names that differ at their end, FNV distributes the low bits
	first := int(fraction) * len(all) >> 16
	some := all[first:min(first+MaxNodeFallbacks, len(all))]
	return append(slices.Clone(some), all[:MaxNodeFallbacks-len(some)]...)
}

// DependsOnClient reports whether clients with this policy may get different choices.
func (p *Port) DependsOnClient(policy TrafficPolicy) bool {
	if policy == PolicyLocal {
		return len(p.ready)+len(p.terminating) > 0
	}
	return len(p.forNode)+len(p.forZone) > 0
}

func (p *Port) chooseCluster(client Client) Choice {
	if len(p.ready) == 0 && len(p.terminating) == 0 {
		return Choice{Reason: NoEndpoints}
	}
	if len(p.ready) == 0 {
		return Choice{p.terminating, ServingTerminating}
	}
	if hinted := p.forNode[client.Node]; len(hinted) > 0 {
		return Choice{hinted, SameNode}
	}
	if hinted := p.forZone[client.Zone]; len(hinted) > 0 {
		return Choice{hinted, SameZone}
	}
	return Choice{p.ready, p.whyNoHint()}
}

func (p *Port) whyNoHint() Reason {
	switch {
	case !p.hinted:
		return Ready
	case p.forNode == nil && p.forZone == nil:
		return HintsIncomplete
	default:
		return NotHinted
	}
}

func (p *Port) chooseLocal(node string) Choice {
	if local := p.readyOn[node]; len(local) > 0 {
		return Choice{local, LocalReady}
	}
	if local := p.terminatingOn[node]; len(local) > 0 {
		return Choice{local, LocalServingTerminating}
	}
	if len(p.ready)+len(p.terminating) > 0 {
		return Choice{Reason: NoLocalEndpoints}
	}
	return Choice{Reason: NoEndpoints}
}
