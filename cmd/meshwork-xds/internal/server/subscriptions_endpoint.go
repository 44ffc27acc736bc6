package server

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// SubscriptionsEndpoint serves the subscriptions of clients as JSON:
//
//	GET /subscriptions?namespace=shop&service=checkout
//
// It does not authenticate its clients, so it must listen on a loopback address only: users who may
// forward ports to the Pod have access.
type SubscriptionsEndpoint struct {
	streams       *streams
	address       string
	clusterDomain string
}

// SubscriptionsEndpoint returns an endpoint at the address. For "0", it does nothing.
func (s *Server) SubscriptionsEndpoint(address string) *SubscriptionsEndpoint {
	return &SubscriptionsEndpoint{streams: s.streams, address: address, clusterDomain: s.options.ClusterDomain}
}

// NeedLeaderElection makes every replica answer.
func (*SubscriptionsEndpoint) NeedLeaderElection() bool { return false }

// Start serves until the context ends.
func (s *SubscriptionsEndpoint) Start(ctx context.Context) error {
	if s.address == "0" {
		return nil
	}
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+xdssubscriber.Path, s.answer)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (s *SubscriptionsEndpoint) answer(w http.ResponseWriter, request *http.Request) {
	query := request.URL.Query()
	wanted := types.NamespacedName{Namespace: query.Get("namespace"), Name: query.Get("service")}
	selects := func(name string) bool {
		switch {
		case wanted.Name == "", name == "*":
			return true
		case !strings.Contains(strings.ToLower(name), wanted.Name):
			return false // parsing takes long, and blocks subscriptions
		}
		service, found := resource.ServiceOf(name, s.clusterDomain)
		return found && service == wanted
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.streams.subscribers(selects)) // the client may be gone
}
