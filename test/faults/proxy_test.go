package faults

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"slices"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/client-go/rest"
)

// proxy is between a manager and the API server. It can hold back or delay the
// events of watches, or end the watches. Everything else passes.
type proxy struct {
	url string
	// authority is the certificate authority of the proxy.
	authority []byte

	mutex   sync.Mutex
	streams map[*stream]bool
	held    []string
	// released is closed when nothing is held back any longer.
	released chan struct{}
	late     time.Duration
}

// stream is one watch.
type stream struct {
	io.ReadCloser
	proxy    *proxy
	resource string
	ended    chan struct{}
	end      sync.Once
}

func startProxy() *proxy {
	GinkgoHelper()
	config := rest.AnonymousClientConfig(env.Cluster.Config())
	server, err := url.Parse(config.Host)
	Expect(err).NotTo(HaveOccurred())
	transport, err := rest.TransportFor(config)
	Expect(err).NotTo(HaveOccurred())

	p := &proxy{streams: map[*stream]bool{}, released: make(chan struct{})}
	close(p.released)
	listening := httptest.NewTLSServer(&httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(server) },
		Transport:      transport,
		FlushInterval:  -1, // at once
		ModifyResponse: p.intercept,
		ErrorLog:       log.New(GinkgoWriter, "proxy: ", 0),
	})
	p.url = listening.URL
	p.authority = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: listening.Certificate().Raw})
	DeferCleanup(func() {
		p.release()
		p.cut(watched...)
		listening.CloseClientConnections()
		listening.Close()
	})
	return p
}

func (p *proxy) intercept(response *http.Response) error {
	request := response.Request.URL
	if watch := request.Query().Get("watch"); watch != "true" && watch != "1" {
		return nil
	}
	s := &stream{ReadCloser: response.Body, proxy: p, resource: path.Base(request.Path), ended: make(chan struct{})}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.streams[s] = true
	response.Body = s
	return nil
}

// hold holds back the events of resources until release.
func (p *proxy) hold(resources ...string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.held, p.released = resources, make(chan struct{})
}

func (p *proxy) release() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.held != nil {
		p.held = nil
		close(p.released)
	}
}

// delay delays all events from now on.
func (p *proxy) delay(late time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.late = late
}

// cut ends the watches of resources. The manager begins new ones.
func (p *proxy) cut(resources ...string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for s := range p.streams {
		if slices.Contains(resources, s.resource) {
			s.end.Do(func() { close(s.ended) })
			_ = s.ReadCloser.Close() // unblocks its reader
		}
	}
}

// waiting returns the conditions for the events of a resource to go on: a channel that has to
// be closed first, and a delay.
func (p *proxy) waiting(resource string) (released <-chan struct{}, late time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if slices.Contains(p.held, resource) {
		released = p.released
	}
	return released, p.late
}

// Read returns received events once they are no longer held back or delayed.
func (s *stream) Read(into []byte) (int, error) {
	n, err := s.ReadCloser.Read(into)
	released, late := s.proxy.waiting(s.resource)
	if released != nil {
		select {
		case <-released:
		case <-s.ended:
			return 0, io.ErrUnexpectedEOF
		}
	}
	if late > 0 {
		timer := time.NewTimer(late)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-s.ended:
			return 0, io.ErrUnexpectedEOF
		}
	}
	return n, err
}

// Close ends the watch.
func (s *stream) Close() error {
	s.proxy.mutex.Lock()
	delete(s.proxy.streams, s)
	s.proxy.mutex.Unlock()
	s.end.Do(func() { close(s.ended) })
	return s.ReadCloser.Close()
}
