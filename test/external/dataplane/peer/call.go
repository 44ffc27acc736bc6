package main

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	xdscredentials "google.golang.org/grpc/credentials/xds"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/peer"
)

// callTimeout is the time limit of a call.
const callTimeout = 5 * time.Second

type caller struct {
	target           string
	every, reconnect time.Duration
}

// record is the printed result of a call, as a line of JSON.
type record struct {
	// Error is the reason if the call failed.
	Error string `json:"error,omitempty"`
	// Pod answered. Server is the caller's view of the server, and Caller is the reverse.
	Pod    string `json:"pod,omitempty"`
	Server party  `json:"server,omitzero"`
	Caller party  `json:"caller,omitzero"`
}

// run calls until the context ends. Each channel begins with connections of its own.
func (c *caller) run(ctx context.Context) error {
	// A second channel keeps the connection to the xDS server, as an application with
	// several channels does.
	kept, err := c.open()
	if err != nil {
		return err
	}
	defer func() { _ = kept.Close() }()
	kept.Connect()
	for ctx.Err() == nil {
		if err := c.callOnChannel(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (c *caller) open() (*grpc.ClientConn, error) {
	credentials, err := xdscredentials.NewClientCredentials(xdscredentials.ClientOptions{FallbackCreds: insecure.NewCredentials()})
	if err != nil {
		return nil, err
	}
	return grpc.NewClient(c.target, grpc.WithTransportCredentials(credentials))
}

func (c *caller) callOnChannel(ctx context.Context) error {
	channel, err := c.open()
	if err != nil {
		return err
	}
	defer func() { _ = channel.Close() }()
	service := grpc_testing.NewTestServiceClient(channel)
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	lines := json.NewEncoder(os.Stdout)
	for began := time.Now(); ctx.Err() == nil && (c.reconnect == 0 || time.Since(began) < c.reconnect); {
		made := call(ctx, service)
		if ctx.Err() != nil {
			return nil // the call may have been interrupted
		}
		if err := lines.Encode(made); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	return nil
}

func call(ctx context.Context, service grpc_testing.TestServiceClient) record {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var server peer.Peer
	response, err := service.UnaryCall(ctx, &grpc_testing.SimpleRequest{}, grpc.Peer(&server))
	if err != nil {
		return record{Error: err.Error()}
	}
	made := record{Pod: response.GetHostname(), Server: partyOf(&server)}
	if err := json.Unmarshal([]byte(response.GetUsername()), &made.Caller); err != nil {
		return record{Error: err.Error()}
	}
	return made
}
