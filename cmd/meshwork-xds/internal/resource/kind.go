package resource

import (
	"slices"
	"strings"
)

// Kind is a type of resource.
type Kind int

// The kinds, in the order in which clients must receive a change: a resource comes before those
// that refer to it
// (https://www.envoyproxy.io/docs/envoy/latest/api-docs/xds_protocol#eventual-consistency-considerations).
const (
	Cluster Kind = iota
	Assignment
	Listener
	Route
)

// Kinds are all kinds.
var Kinds = []Kind{Cluster, Assignment, Listener, Route}

var typeURLs = [...]string{
	Cluster:    "type.googleapis.com/envoy.config.cluster.v3.Cluster",
	Assignment: "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment",
	Listener:   "type.googleapis.com/envoy.config.listener.v3.Listener",
	Route:      "type.googleapis.com/envoy.config.route.v3.RouteConfiguration",
}

// TypeURL identifies the kind in requests.
func (k Kind) TypeURL() string { return typeURLs[k] }

// String returns the name of the message, such as "Cluster".
func (k Kind) String() string { return typeURLs[k][strings.LastIndex(typeURLs[k], ".")+1:] }

// IsWhole reports whether every response has all resources that a client subscribes to, so that
// leaving one out removes it. Responses of the other kinds only have changed resources.
func (k Kind) IsWhole() bool { return k == Listener || k == Cluster }

// KindOf returns the kind with the type URL.
func KindOf(typeURL string) (kind Kind, known bool) {
	i := slices.Index(typeURLs[:], typeURL)
	return Kind(i), i >= 0
}

// IsRouting reports whether resources of the kind decide where calls go. They do not depend on
// endpoints.
func (k Kind) IsRouting() bool { return k == Listener || k == Route }
