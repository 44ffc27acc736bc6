package picture

import (
	"time"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// XDS has the clients that receive the Service by xDS.
type XDS struct {
	// Servers have answered.
	Servers []string    `json:"servers"`
	Clients []XDSClient `json:"clients"`
	// Unread are the reasons for missing answers.
	Unread []string `json:"unread"`
}

// XDSClient is a client of an xDS server.
type XDSClient struct {
	Server string    `json:"server"`
	Client string    `json:"client"`
	Agent  string    `json:"agent"`
	Node   string    `json:"node"`
	Since  time.Time `json:"since"`
	// Names are the subscribed names, none for everything.
	Names []string `json:"names"`
	// Refused are the rejected types, with the client's reasons.
	Refused []string `json:"refused"`
	// Unanswered are the types of updates that it has neither accepted nor refused, since when.
	Unanswered []string `json:"unanswered"`
}

// clientsOf returns nil if there is no xDS server.
func clientsOf(snap *snapshot.Service) *XDS {
	described := &XDS{Servers: []string{}, Clients: []XDSClient{}, Unread: []string{}}
	for _, unread := range snap.Unread {
		if unread.Kind == snapshot.XDSClients {
			described.Unread = append(described.Unread, unread.Message)
		}
	}
	if snap.XDS == nil {
		if len(described.Unread) == 0 {
			return nil
		}
		return described
	}
	described.Servers = listOf(snap.XDS.Servers)
	for _, client := range snap.XDS.Clients {
		described.Clients = append(described.Clients, XDSClient{
			Server: client.Server, Client: client.Client, Agent: client.Agent, Node: client.Node, Since: snapshot.UTC(client.Since),
			Names: listOf(explain.Names(client)), Refused: listOf(explain.Refusals(client)),
			Unanswered: listOf(explain.Unanswered(client)),
		})
	}
	return described
}
