package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
)

const (
	// subprotocol is the WebSocket subprotocol of the messages.
	subprotocol = "meshwork.dev"
	// maxRequest is longer than a message of the page.
	maxRequest = 4 << 10
	// maxTopics is the maximum number of subscriptions of a tab.
	maxTopics = 16
	// writeTimeout ends a session whose browser does not read.
	writeTimeout = 30 * time.Second
	// pingPeriod is the period of pings, which detect a closed browser.
	pingPeriod = 30 * time.Second
	// heartbeatPeriod is the period of updates without a topic. The page notices by their
	// absence that this command hangs.
	heartbeatPeriod = 2 * time.Second
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

// run ends with the connection. Only closing the connection ends reading, so that the last
// message can still be sent.
func (s *session) run(ctx context.Context) {
	ending, end := context.WithCancel(ctx)
	var writer sync.WaitGroup
	writer.Go(func() { s.write(ending) })
	for s.readRequest(context.WithoutCancel(ctx)) == nil {
	}
	end()
	writer.Wait()
	s.unsubscribe()
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
	case len(s.topics) == maxTopics:
		return s.refuse(ctx, asked.Subscribe, fmt.Sprintf("a tab shows %d topics at most", maxTopics))
	case !s.board.Subscribe(s.subscriber, asked.Subscribe):
		return s.refuse(ctx, asked.Subscribe, "there is no such topic")
	default:
		s.topics.Insert(asked.Subscribe)
	}
	return nil
}

// refuse sends the reason in place of a picture.
func (s *session) refuse(ctx context.Context, topic, why string) error {
	text, err := json.Marshal(picture.Absent{Message: why})
	if err != nil {
		return err
	}
	return s.sendUpdate(ctx, board.Update{Topic: topic, Reset: true, Set: map[string]json.RawMessage{"missing": text}})
}

// write sends changes until the connection ends. When the server ends, it sends a closing
// message.
func (s *session) write(ctx context.Context) {
	defer func() { _ = s.connection.CloseNow() }()
	ping := time.NewTicker(pingPeriod)
	defer ping.Stop()
	heartbeat := time.NewTicker(heartbeatPeriod)
	defer heartbeat.Stop()
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
		case <-heartbeat.C:
			if s.sendUpdate(ctx, board.Update{}) != nil {
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
		if err := s.sendUpdate(ctx, update); err != nil {
			return err
		}
	}
	return nil
}

// sendUpdate sends a complete update, even if the context ends during the write.
func (s *session) sendUpdate(ctx context.Context, update board.Update) error {
	text, err := json.Marshal(update)
	if err != nil {
		return err
	}
	timeout, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	return s.connection.Write(timeout, websocket.MessageText, text)
}
