// Package xdssubscriber is what the xDS server tells of its clients, and the kubectl plugin
// reads.
package xdssubscriber

import "time"

// Path is where the server answers with a list of subscribers, as JSON. The parameters
// namespace and service select those of one Service.
const Path = "/subscriptions"

// Subscriber is a stream of a client.
type Subscriber struct {
	// Client is the user that it is authenticated as.
	Client string `json:"client"`
	// Address is the IP address that it connects from.
	Address string `json:"address"`
	// Node and Agent are what it says of itself.
	Node  string    `json:"node,omitempty"`
	Agent string    `json:"agent,omitempty"`
	Since time.Time `json:"since"`
	// Names are those that it asks for, by type.
	Names map[string][]string `json:"names"`
	// Refused is why it does not accept what it was sent, by type.
	Refused map[string]string `json:"refused,omitempty"`
}
