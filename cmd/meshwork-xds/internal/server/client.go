package server

import (
	"context"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
)

// client is the client of a stream, which its context carries.
type client struct {
	user     *clientauth.User
	address  string
	requests *pendingRequests
}

func newClient(user *clientauth.User, address string, requestBytes *quota) *client {
	of := &client{user: user, address: address}
	of.requests = &pendingRequests{bytes: requestBytes, of: of}
	return of
}

type clientKey struct{}

func clientFrom(ctx context.Context) *client {
	from, _ := ctx.Value(clientKey{}).(*client)
	return from
}

// origin is a user at an address. Limits treat clients with the same origin as one.
type origin struct{ user, address string }

func (c *client) origin() origin { return origin{c.user.Name(), ratelimit.KeyOf(c.address)} }

func (o origin) String() string { return o.user + "@" + o.address }
