package main

import (
	"context"
	"net"
	"time"

	"k8s.io/client-go/rest"
)

// maxSilence is the time for which a connection may be silent before the API server counts as
// gone. A live API server responds within its --request-timeout of one minute, and sends
// bookmarks to watches once a minute. It closes idle connections after 90 s; the manager
// gives them up before, so that no write meets a connection that is being closed.
const maxSilence = 75 * time.Second

// tuneConnections configures the connections to the API server.
func tuneConnections(config *rest.Config, maxSilence time.Duration) {
	config.DisableCompression = true // the API server is near, as for kube-controller-manager
	// HTTP/2 multiplexes all watches and writes over one connection. With HTTP/1.1 each
	// watch has a connection of its own, and filling the caches takes a quarter less CPU.
	config.NextProtos = []string{"http/1.1"}
	dialer := &net.Dialer{Timeout: 30 * time.Second}
	config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		connection, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &impatientConnection{connection, maxSilence}, nil
	}
}

// impatientConnection detects a dead peer, as the pings of HTTP/2 do.
type impatientConnection struct {
	net.Conn
	maxSilence time.Duration
}

func (c *impatientConnection) Read(into []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.maxSilence)); err != nil {
		return 0, err
	}
	return c.Conn.Read(into)
}

// Write gives the API server the whole time to respond to a new request, however long
// the connection has been idle.
func (c *impatientConnection) Write(from []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.maxSilence)); err != nil {
		return 0, err
	}
	return c.Conn.Write(from)
}
