// Package resource decides which xDS resources a client gets for a name. It is pure: its input is
// the state of the cluster, its output is messages.
package resource

import (
	"google.golang.org/protobuf/proto"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// Resource is the immutable result of building a name of one kind.
type Resource struct {
	// Missing is the reason why there is no message, or "".
	Missing string
	// Unknown is set if the name refers to nothing that exists. The number of such names is
	// unlimited.
	Unknown bool
	// message is the same for all clients, unless there are variants. Compact replaces it by
	// encoded.
	message  proto.Message
	encoded  *Encoded
	variants variants
	// withoutCertificates replaces the resource for clients without certificates, unless it is nil.
	withoutCertificates *Resource
	// consumers are the namespaces whose clients have routes of their own.
	consumers sets.Set[string]
	// Backends are the other Services that a listener or a route depends on, with the shapes that it
	// is built from. Compact leaves them out.
	Backends map[types.NamespacedName]Shape
}

// DependsOn reports whether clients in the namespace have another resource, the result of BuildFor.
func (r *Resource) DependsOn(namespace string) bool { return r.consumers.Has(namespace) }

// For returns the resource of a client with or without certificates. BuildFor has chosen by its
// namespace.
func (r *Resource) For(client Client) *Resource {
	if r.withoutCertificates != nil && !client.HasCertificates {
		return r.withoutCertificates.For(client)
	}
	return r
}

// Client has the properties of a client that its resources depend on.
type Client struct {
	endpoints.Client
	// Namespace is the client's namespace, or "" if it is unknown.
	Namespace string
	IsGo      bool // grpc-go
	IsJS      bool // grpc-js
	// HasCertificates is set if the bootstrap has a provider of certificates of a mesh.
	HasCertificates bool
}

// variants provide messages that depend on the client.
type variants interface {
	variant(Client) string
	message(Client) proto.Message
}

// Variant identifies a message. Clients with the same variant get the same message.
type Variant struct {
	of     *Resource
	choice string
}

// Variant returns the variant of this client.
func (r *Resource) Variant(client Client) Variant {
	r = r.For(client)
	if r.variants == nil {
		return Variant{of: r}
	}
	return Variant{of: r, choice: r.variants.variant(client)}
}

// Compact returns the resource in the form to keep: an encoded message takes a fraction of the
// memory.
func (r *Resource) Compact(kind Kind) *Resource {
	if r == nil {
		return nil
	}
	compact := *r
	compact.withoutCertificates, compact.Backends = r.withoutCertificates.Compact(kind), nil
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

// Encoded returns the client's message of a compact resource, or nil if it must be built by
// Message.
func (r *Resource) Encoded(client Client) *Encoded { return r.For(client).encoded }

// Message returns the client's message, or nil if the resource is missing or compact.
func (r *Resource) Message(client Client) proto.Message {
	r = r.For(client)
	if r.variants == nil {
		return r.message
	}
	return r.variants.message(client)
}
