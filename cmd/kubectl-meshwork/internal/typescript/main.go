// Command typescript prints the types of the JSON that the page receives, from the Go structs:
//
//	go run ./internal/typescript web/src/core/protocol.ts
package main

import (
	"log"
	"os"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// sent are the messages and the entries of the topics. The types of their fields follow.
var sent = []any{
	board.Update{},
	// Answer to a search, by word.
	board.Found{},
	// Topic cluster.
	board.Info{}, live.Connection{}, snapshot.Unread{},
	// Topic overview.
	picture.Health{}, status.Manager{}, picture.Counts{}, status.Mesh{}, picture.Change{},
	// Topic services.
	picture.Row{},
	// Topic addresses.
	picture.Range{}, picture.Address{},
	// Topic of a Service.
	picture.Service{}, picture.Absent{}, report.Document{}, explain.Remedy{}, picture.MeshService{}, picture.Slice{}, picture.Endpoint{},
	picture.Delegation{}, picture.HandoverStep{}, picture.Rollout{}, picture.Event{}, picture.XDS{},
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: typescript FILE")
	}
	if err := os.WriteFile(os.Args[1], []byte(declare(sent)), 0o644); err != nil {
		log.Fatal(err)
	}
}
