package picture

import (
	"time"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// XDS is which clients get the Service by xDS.
type XDS struct {
	// Servers are those that answered.
	Servers []string    `json:"servers"`
	Clients []XDSClient `json:"clients"`
}

// XDSClient is a client of an xDS server.
type XDSClient struct {
	Server string    `json:"server"`
	Client string    `json:"client"`
	Agent  string    `json:"agent"`
	Node   string    `json:"node"`
	Since  time.Time `json:"since"`
	// Names are those that it asks for, none for everything.
	Names []string `json:"names"`
	// Refused is what it does not accept, and why.
	Refused []string `json:"refused"`
}

func clientsOf(xds *snapshot.XDS) XDS {
	described := XDS{Servers: xds.Servers, Clients: make([]XDSClient, len(xds.Clients))}
	for i, client := range xds.Clients {
		described.Clients[i] = XDSClient{
			Server: client.Server, Client: client.Client, Agent: client.Agent, Node: client.Node, Since: client.Since.UTC(),
			Names: explain.Names(client), Refused: explain.Refusals(client),
		}
	}
	return described
}
