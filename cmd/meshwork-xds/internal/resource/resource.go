// Package resource decides which xDS resources a client gets for a name. It is pure: its
// input is what the cluster has, its output is messages.
package resource

import (
	"google.golang.org/protobuf/proto"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// Resource is what a name of a kind stands for. It does not change.
type Resource struct {
	// Missing is why there is no resource with the name, or "".
	Missing string
	// Unknown is set if the name is of nothing that exists. The number of such names is unlimited.
	Unknown bool
	// message is the same for all clients, unless there are variants. Compact puts encoded in
	// its place.
	message  proto.Message
	encoded  *Encoded
	variants variants
	// withoutCertificates is what clients that have none get instead, or nil if they get the same.
	withoutCertificates *Resource
	// js is what grpc-js gets instead, or nil if it gets the same.
	js *Resource
}

// For returns what stands for the name to this client.
func (r *Resource) For(client Client) *Resource {
	switch {
	case r.withoutCertificates != nil && !client.HasCertificates:
		return r.withoutCertificates.For(client)
	case r.js != nil && client.IsJS:
		return r.js.For(client)
	}
	return r
}

// Client is who asks.
type Client struct {
	endpoints.Client
	// IsGo is whether the client is grpc-go.
	IsGo bool
	// IsJS is whether the client is grpc-js.
	IsJS bool
	// HasCertificates is whether the client has certificates of a mesh, by a provider in
	// its bootstrap.
	HasCertificates bool
}

// variants depend on the client.
type variants interface {
	variant(Client) string
	message(Client) proto.Message
}

// Variant identifies what a client gets. Clients with the same variant get the same message.
type Variant struct {
	of     *Resource
	choice string
}

// Variant returns what this client gets.
func (r *Resource) Variant(client Client) Variant {
	r = r.For(client)
	if r.variants == nil {
		return Variant{of: r}
	}
	return Variant{of: r, choice: r.variants.variant(client)}
}

// Compact returns the resource to keep: encoded, a message takes a fraction of the memory.
func (r *Resource) Compact(kind Kind) *Resource {
	if r == nil {
		return nil
	}
	compact := *r
	compact.withoutCertificates, compact.js = r.withoutCertificates.Compact(kind), r.js.Compact(kind)
	if r.message == nil {
		return &compact
	}
	var err error
	if compact.encoded, err = Encode(kind, r.message); err != nil {
		compact.Missing = err.Error()
	}
	compact.message = nil
	return &compact
}

// Encoded returns what the client gets from a compact resource, or nil if Message must be
// asked.
func (r *Resource) Encoded(client Client) *Encoded { return r.For(client).encoded }

// Message returns what the client gets, or nil if the resource is missing or compact.
func (r *Resource) Message(client Client) proto.Message {
	r = r.For(client)
	if r.variants == nil {
		return r.message
	}
	return r.variants.message(client)
}
