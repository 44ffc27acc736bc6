// Package xdssubscriber has the types by which the xDS server describes its clients to the kubectl
// plugin.
package xdssubscriber

import "time"

// Path is the path at which the server answers with a list of subscribers, as JSON. The
// parameters namespace and service select the subscribers of one Service.
const Path = "/subscriptions"

// Subscriber is a stream of a client.
type Subscriber struct {
	// Client is the user that it is authenticated as.
	Client string `json:"client"`
	// Address is the IP address that it connects from.
	Address string `json:"address"`
	// Node and Agent are its own description.
	Node  string    `json:"node,omitempty"`
	Agent string    `json:"agent,omitempty"`
	Since time.Time `json:"since"`
	// Names are those that it asks for, by type.
	Names map[string][]string `json:"names"`
	// Refused has the reasons why it does not accept a response, by type.
	Refused map[string]string `json:"refused,omitempty"`
	// Unanswered has the times of the responses that it has neither accepted nor refused in time, by
	// type. It may still use an earlier version.
	Unanswered map[string]time.Time `json:"unanswered,omitempty"`
}
