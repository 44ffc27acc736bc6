package ui

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
)

const (
	// subprotocol is the version of the messages.
	subprotocol = "meshwork.dev"
	// maxRequest is longer than a message of the page.
	maxRequest = 4 << 10
	// maxTopics is how many topics a tab may subscribe to.
	maxTopics = 16
	// writeTimeout ends a session whose browser does not read.
	writeTimeout = 30 * time.Second
	// pingPeriod finds out that a browser is gone.
	pingPeriod = 30 * time.Second
)

// request is a message of the page.
type request struct {
	Subscribe   string `json:"subscribe"`
	Unsubscribe string `json:"unsubscribe"`
}

// serveWatch takes the token as a subprotocol: browsers can set no header of a WebSocket.
func (s *Server) serveWatch(w http.ResponseWriter, r *http.Request) {
	authenticated := false
	for offered := range strings.SplitSeq(r.Header.Get("Sec-WebSocket-Protocol"), ",") {
		authenticated = authenticated || s.isToken(strings.TrimSpace(offered))
	}
	if !authenticated {
		http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
		return
	}
	select {
	case s.sessions <- struct{}{}:
		defer func() { <-s.sessions }()
	default:
		http.Error(w, "too many tabs are connected", http.StatusServiceUnavailable)
		return
	}
	connection, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{subprotocol}})
	if err != nil {
		return // Accept has answered
	}
	defer func() { _ = connection.CloseNow() }()
	connection.SetReadLimit(maxRequest)
	newSession(s.board, connection).run(r.Context())
}

// session is a tab.
type session struct {
	board      *board.Board
	connection *websocket.Conn
	subscriber *board.Subscriber
	topics     sets.Set[string]
}

func newSession(pictures *board.Board, connection *websocket.Conn) *session {
	return &session{board: pictures, connection: connection, subscriber: board.NewSubscriber(), topics: sets.New[string]()}
}

// run ends with the connection.
func (s *session) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer s.unsubscribe()
	go func() {
		defer cancel()
		s.write(ctx)
	}()
	for s.readRequest(ctx) == nil {
	}
}

func (s *session) unsubscribe() {
	for topic := range s.topics {
		s.board.Unsubscribe(s.subscriber, topic)
	}
}

func (s *session) readRequest(ctx context.Context) error {
	_, text, err := s.connection.Read(ctx)
	if err != nil {
		return err
	}
	var asked request
	if err := json.Unmarshal(text, &asked); err != nil {
		return err
	}
	switch {
	case asked.Unsubscribe != "":
		s.topics.Delete(asked.Unsubscribe)
		s.board.Unsubscribe(s.subscriber, asked.Unsubscribe)
	case len(s.topics) < maxTopics && s.board.Subscribe(s.subscriber, asked.Subscribe):
		s.topics.Insert(asked.Subscribe)
	}
	return nil
}

// write sends changes until the connection ends. A server that ends says so.
func (s *session) write(ctx context.Context) {
	ping := time.NewTicker(pingPeriod)
	defer ping.Stop()
	for {
		select {
		case <-ctx.Done():
			_ = s.connection.Close(websocket.StatusGoingAway, "kubectl meshwork ui has ended")
			return
		case <-ping.C:
			timeout, cancel := context.WithTimeout(ctx, writeTimeout)
			err := s.connection.Ping(timeout)
			cancel()
			if err != nil {
				return
			}
		case <-s.subscriber.Ready():
			if s.send(ctx) != nil {
				return
			}
		}
	}
}

func (s *session) send(ctx context.Context) error {
	for _, update := range s.subscriber.Take() {
		text, err := json.Marshal(update)
		if err != nil {
			return err
		}
		timeout, cancel := context.WithTimeout(ctx, writeTimeout)
		err = s.connection.Write(timeout, websocket.MessageText, text)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}
