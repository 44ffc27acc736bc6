package snapshot

import "time"

// XDS is what the xDS servers know about the clients of a Service.
type XDS struct {
	// Servers are those that answered: Pods as namespace/name, or an address.
	Servers []string `json:"servers"`
	// Clients are those that subscribe to the Service, or to everything.
	Clients []XDSClient `json:"clients"`
}

// XDSClient is a stream of a client. Its address, node, agent and names are what it says
// of itself.
type XDSClient struct {
	// Server is the server that it is connected to.
	Server string `json:"server"`
	// Client is the user that it is authenticated as.
	Client  string    `json:"client"`
	Address string    `json:"address"`
	Node    string    `json:"node,omitempty"`
	Agent   string    `json:"agent,omitempty"`
	Since   time.Time `json:"since"`
	// Names are those that it asks for, by type.
	Names map[string][]string `json:"names"`
	// Refused is why it does not accept what it was sent, by type.
	Refused map[string]string `json:"refused,omitempty"`
}
