// Package ui serves the pictures of a board to the browser of the user who started it, and
// only to that browser.
package ui

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
)

// Server serves the page and its data.
type Server struct {
	listener net.Listener
	token    string
	board    *board.Board
	reader   client.Reader
	page     fs.FS
	sessions chan struct{}
}

// maxSessions is the maximum number of connected tabs.
const maxSessions = 64

// shutdownTimeout bounds the wait for requests and tabs when the server ends.
const shutdownTimeout = 2 * time.Second

// Listen returns a server on a port of the loopback interface; port 0 takes a free one.
// The page has the file index.html.
func Listen(port int, pictures *board.Board, reader client.Reader, page fs.FS) (*Server, error) {
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, fmt.Errorf("listening on port %d: %w; use --port to choose another, or 0 for a free one", port, err)
	}
	token := make([]byte, 32)
	_, _ = rand.Read(token) // it never fails
	return &Server{
		listener: listener, token: hex.EncodeToString(token), board: pictures, reader: reader, page: page,
		sessions: make(chan struct{}, maxSessions),
	}, nil
}

// URL returns the address to open. The token is in its fragment, which browsers send to
// no server.
func (s *Server) URL() string { return fmt.Sprintf("http://%s/#token=%s", s.listener.Addr(), s.token) }

// Serve serves until the context ends.
func (s *Server) Serve(ctx context.Context) error {
	server := &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		timeout, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		_ = server.Shutdown(timeout)
		s.waitForSessions(timeout)
	})
	if err := server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return err
	}
	<-ended // Serve returns when Shutdown begins
	return nil
}

// waitForSessions waits until each tab has received the end of the server.
func (s *Server) waitForSessions(ctx context.Context) {
	for range maxSessions {
		select {
		case s.sessions <- struct{}{}:
		case <-ctx.Done():
			return
		}
	}
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/session", s.authenticated(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	mux.HandleFunc("GET /api/objects/{kind}/{namespace}/{name}", s.authenticated(s.serveObject))
	mux.HandleFunc("GET /api/search", s.authenticated(s.serveSearch))
	mux.HandleFunc("GET /api/watch", s.serveWatch)
	mux.HandleFunc("GET /", s.servePage)
	return s.protected(mux)
}

// policy restricts the page to its own files from this server.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// protected refuses requests that other sites make a browser send: by a name that
// resolves to the loopback address, or from their own pages.
func (s *Server) protected(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
		origin := r.Header.Get("Origin")
		switch {
		case !s.isOwnHost(r.Host):
			http.Error(w, "this server is only for its own address", http.StatusMisdirectedRequest)
		case origin != "" && origin != "http://"+r.Host:
			http.Error(w, "this server is only for its own page", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (s *Server) isOwnHost(host string) bool {
	_, own, _ := net.SplitHostPort(s.listener.Addr().String())
	for _, name := range []string{"127.0.0.1", "localhost"} {
		if host == net.JoinHostPort(name, own) || own == "80" && host == name {
			return true
		}
	}
	return false
}

func (s *Server) authenticated(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !isBearer || !s.isToken(token) {
			http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
			return
		}
		next(w, r)
	}
}

func (s *Server) isToken(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) == 1
}

// servePage serves the files of the page, and the page itself for every other path,
// since it knows its own routes.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if info, err := fs.Stat(s.page, name); name == "" || err != nil || info.IsDir() {
		if strings.HasPrefix(name, "api/") {
			http.NotFound(w, r)
			return
		}
		name = "index.html"
	}
	http.ServeFileFS(w, r, s.page, name)
}
