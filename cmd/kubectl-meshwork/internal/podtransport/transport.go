// Package podtransport sends requests to ports of Pods, through the API server.
package podtransport

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/portforward"
	"k8s.io/client-go/transport/spdy"
	"k8s.io/streaming/pkg/httpstream"
)

// transport sends each request over a connection of its own.
type transport struct {
	dialer httpstream.Dialer
	port   int
}

// New returns a transport to a port of a Pod. It needs the right to create
// pods/portforward. No local port is opened.
func New(config *rest.Config, pod types.NamespacedName, port int) (http.RoundTripper, error) {
	target, err := subresource(config, pod)
	if err != nil {
		return nil, err
	}
	roundTripper, upgrader, err := spdy.RoundTripperFor(config)
	if err != nil {
		return nil, err
	}
	overSPDY := spdy.NewDialerForStreaming(upgrader, &http.Client{Transport: roundTripper}, http.MethodPost, target)
	overWebSocket, err := portforward.NewSPDYOverWebsocketDialerForStreamingWithLogger(logr.Discard(), target, config)
	if err != nil {
		return nil, err
	}
	// Like kubectl: some proxies in front of an API server know only one of the two.
	dialer := portforward.NewFallbackDialerForStreaming(overWebSocket, overSPDY, func(err error) bool {
		return httpstream.IsUpgradeFailure(err) || httpstream.IsHTTPSProxyError(err)
	})
	return &transport{dialer: dialer, port: port}, nil
}

func subresource(config *rest.Config, pod types.NamespacedName) (*url.URL, error) {
	server, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return nil, err
	}
	return server.JoinPath("api", "v1", "namespaces", pod.Namespace, "pods", pod.Name, "portforward"), nil
}

// RoundTrip implements http.RoundTripper. The connection ends with the body of the
// response, or with the context of the request.
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	connection, err := t.dial(request.Context())
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(request.Context(), func() { _ = connection.Close() })
	response, err := exchange(connection, t.port, request)
	if err != nil {
		stop()
		_ = connection.Close()
		if ended := context.Cause(request.Context()); ended != nil {
			return nil, ended
		}
		return nil, err
	}
	response.Body = &body{ReadCloser: response.Body, connection: connection, stop: stop}
	return response, nil
}

// dial returns when the context ends, although the dialer does not know the context.
func (t *transport) dial(ctx context.Context) (httpstream.Connection, error) {
	type result struct {
		connection httpstream.Connection
		err        error
	}
	dialed := make(chan result, 1)
	go func() {
		connection, protocol, err := t.dialer.Dial(portforward.PortForwardProtocolV1Name)
		if err == nil && protocol != portforward.PortForwardProtocolV1Name {
			_ = connection.Close()
			err = fmt.Errorf("the API server speaks %q, not %s", protocol, portforward.PortForwardProtocolV1Name)
		}
		dialed <- result{connection, err}
	}()
	select {
	case r := <-dialed:
		return r.connection, r.err
	case <-ctx.Done():
		go func() {
			if r := <-dialed; r.err == nil {
				_ = r.connection.Close()
			}
		}()
		return nil, context.Cause(ctx)
	}
}

// exchange sends a request to the port, and reads the beginning of its response.
func exchange(connection httpstream.Connection, port int, request *http.Request) (*http.Response, error) {
	headers := http.Header{}
	headers.Set(corev1.PortHeader, strconv.Itoa(port))
	headers.Set(corev1.PortForwardRequestIDHeader, "0")
	headers.Set(corev1.StreamType, corev1.StreamTypeError)
	failures, err := connection.CreateStream(headers)
	if err != nil {
		return nil, err
	}
	_ = failures.Close() // nothing is written to it
	headers.Set(corev1.StreamType, corev1.StreamTypeData)
	data, err := connection.CreateStream(headers)
	if err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	request.Close = true
	if err := request.Write(data); err != nil {
		return nil, err
	}
	response, err := http.ReadResponse(bufio.NewReader(data), request)
	if err != nil {
		return nil, failureOf(failures, err)
	}
	return response, nil
}

// maxFailure is longer than the messages of kubelets.
const maxFailure = 4096

// failureOf returns why the kubelet could not forward the port, or the error without that.
func failureOf(failures io.Reader, err error) error {
	message, _ := io.ReadAll(io.LimitReader(failures, maxFailure))
	if text := strings.TrimSpace(string(message)); text != "" {
		return errors.New(text)
	}
	return fmt.Errorf("the forwarded port does not answer: %w", err)
}

// body ends the connection when it is closed.
type body struct {
	io.ReadCloser
	connection httpstream.Connection
	stop       func() bool
}

// Close implements io.Closer.
func (b *body) Close() error {
	b.stop()
	return errors.Join(b.ReadCloser.Close(), b.connection.Close())
}
