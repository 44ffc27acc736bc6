package main

import (
	"context"
	"net"
	"time"

	"k8s.io/client-go/rest"
)

// maxSilence is for how long nothing may arrive on a connection before its API
// server is taken for gone. One that is there answers within a minute, its
// --request-timeout, and sends bookmarks to watches once a minute. It closes idle
// connections after 90 s: a write must not meet one that is being closed.
const maxSilence = 75 * time.Second

// tuneConnections sets how the manager talks to the API server.
func tuneConnections(config *rest.Config, maxSilence time.Duration) {
	config.DisableCompression = true // the API server is near, as for Kubernetes' own controllers
	// With HTTP/2, all watches and writes go through one connection, whose frames
	// have to be taken apart and handed on. Without, each watch has its own: filling
	// the caches takes a quarter less CPU.
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

// impatientConnection does what the pings of HTTP/2 are for.
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
