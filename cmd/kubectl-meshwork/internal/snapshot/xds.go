package snapshot

import "github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

// XDS is what the xDS servers know about the clients of a Service.
type XDS struct {
	// Servers are those that answered: Pods as namespace/name, or an address.
	Servers []string `json:"servers"`
	// Clients are those that subscribe to the Service, or to everything.
	Clients []XDSClient `json:"clients"`
}

// XDSClient is a client of a server.
type XDSClient struct {
	// Server is the server that it is connected to.
	Server string `json:"server"`
	xdssubscriber.Subscriber
}
