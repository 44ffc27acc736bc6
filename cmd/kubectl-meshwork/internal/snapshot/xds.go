package snapshot

import "github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

// XDS has the answers of the xDS servers about the clients of a Service.
type XDS struct {
	// Servers have answered: Pods as namespace/name, or an address.
	Servers []string `json:"servers"`
	// Clients subscribe to the Service, or to everything.
	Clients []XDSClient `json:"clients"`
}

// XDSClient is a client of a server.
type XDSClient struct {
	// Server is the server that it is connected to.
	Server string `json:"server"`
	xdssubscriber.Subscriber
}
