package main

import (
	"net"
	"time"

	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// requestTimeout ends requests to an API server that is gone. One that is there
// answers within its own --request-timeout, a minute.
const requestTimeout = 65 * time.Second

// tuneConnections sets how the manager talks to the API server.
func tuneConnections(config *rest.Config) {
	config.DisableCompression = true // the API server is near, as for Kubernetes' own controllers
	// With HTTP/2, all watches and writes go through one connection, whose frames
	// have to be taken apart and handed on. Without, each watch has its own: filling
	// the caches takes a quarter less CPU.
	config.NextProtos = []string{"http/1.1"}
	// A watch whose API server is gone ends after 45 s, as HTTP/2's pings would end it.
	dialer := &net.Dialer{
		Timeout:         30 * time.Second,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second, Interval: 5 * time.Second, Count: 3},
	}
	config.Dial = dialer.DialContext
}

// clientWithTimeout makes clients that share their connections with the caches,
// whose watches last for longer than a request may.
func clientWithTimeout(timeout time.Duration) client.NewClientFunc {
	return func(config *rest.Config, options client.Options) (client.Client, error) {
		httpClient := *options.HTTPClient
		httpClient.Timeout = timeout
		options.HTTPClient = &httpClient
		return client.New(config, options)
	}
}
