package server

import (
	"context"
	"encoding/binary"
	"sync"
	"sync/atomic"
	"time"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// admittedStream has the client in its context. It receives only requests that are small enough to
// be decoded, and to wait for earlier ones.
type admittedStream struct {
	grpc.ServerStream
	ctx      context.Context
	incoming incoming
	requests *pendingRequests
	// disconnect closes the connection of the client.
	disconnect func()
	// maxNames limits the names in a request, duplicates included.
	maxNames int
	// refused is the reason for refusing a request, or nil. go-control-plane ends the stream
	// without an error.
	refused atomic.Pointer[status.Status]
}

// incoming is the part of a gRPC stream that requests are read from. gRPC itself would hold a
// request in memory, in as many parts as it arrives in, before the server could check for room.
type incoming interface {
	ReadMessageHeader(header []byte) error
	Read(size int) (mem.BufferSlice, error)
}

// incomingOf returns the incoming part of the stream in the context.
func incomingOf(ctx context.Context) (incoming, error) {
	from, ok := grpc.ServerTransportStreamFromContext(ctx).(incoming)
	if !ok {
		return nil, status.Error(codes.Internal, "the server cannot read requests itself with this version of gRPC")
	}
	return from, nil
}

func (s *admittedStream) Context() context.Context { return s.ctx }

// RecvMsg implements grpc.ServerStream.
func (s *admittedStream) RecvMsg(request any) error {
	var header [5]byte // whether the request is compressed, and its size
	if err := s.incoming.ReadMessageHeader(header[:]); err != nil {
		return err
	}
	size := int(binary.BigEndian.Uint32(header[1:]))
	if header[0] != 0 {
		return s.refuse(status.Error(codes.Unimplemented, "requests must not be compressed"))
	}
	maxSize := maxRequestSize
	if _, isDelta := request.(*discoveryv3.DeltaDiscoveryRequest); isDelta {
		maxSize += maxInitialVersionsSize
	}
	if size > maxSize {
		return s.refuse(status.Errorf(codes.ResourceExhausted, "a request may have at most %d bytes", maxSize))
	}
	// The bytes of the message count until it is decoded, the memory of the decoded request from
	// then on.
	if err := s.requests.take(size); err != nil {
		return s.refuse(err)
	}
	defer s.requests.release(size)
	content, err := s.read(size)
	if err != nil {
		return err
	}
	return s.refuse(s.decode(content, request))
}

// refuse keeps the error, if there is one, for the client.
func (s *admittedStream) refuse(err error) error {
	if err != nil {
		s.refused.Store(status.Convert(err))
	}
	return err
}

// read copies the request, which may arrive in a million parts.
func (s *admittedStream) read(size int) ([]byte, error) {
	late := time.AfterFunc(requestTimeout, s.disconnect)
	defer late.Stop()
	content := make([]byte, 0, size)
	for len(content) < size {
		part, err := s.incoming.Read(min(size-len(content), bufferSize))
		if err != nil {
			return nil, err
		}
		for _, buffer := range part {
			content = append(content, buffer.ReadOnlyData()...)
		}
		part.Free()
	}
	return content, nil
}

// decode drops unused fields, and decodes the rest if it is within the limits.
func (s *admittedStream) decode(content []byte, request any) error {
	shape, count := discoveryRequest, countNames
	if _, isDelta := request.(*discoveryv3.DeltaDiscoveryRequest); isDelta {
		shape, count = deltaRequest, countDelta
	}
	counted, err := count(content)
	switch {
	case err != nil:
		return err
	case max(counted.names, counted.unsubscribed) > s.maxNames:
		return status.Errorf(codes.ResourceExhausted, "a request may have at most %d names", s.maxNames)
	case counted.versions > maxInitialVersions:
		return status.Errorf(codes.ResourceExhausted, "a request may have at most %d initial versions", maxInitialVersions)
	case len(content)-counted.sizeOfVersions > maxRequestSize:
		return status.Errorf(codes.ResourceExhausted, "a request may have at most %d bytes without its initial versions", maxRequestSize)
	}
	pruned, err := shape.prune(content)
	if err != nil {
		return err
	}
	if err := s.requests.begin(len(pruned) + (counted.names+counted.unsubscribed)*nameOverhead + counted.versions*versionOverhead); err != nil {
		return err
	}
	if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(pruned, request.(proto.Message)); err != nil {
		return errMalformed
	}
	return nil
}

// pendingRequests are the requests of a stream that are arriving or not yet answered. Their bytes
// count until they are answered.
type pendingRequests struct {
	bytes *quota
	of    *client

	mu sync.Mutex
	// decoded has the bytes of each decoded request, in the order of the answers.
	decoded []int
	ended   bool
}

// take counts bytes that arrive.
func (p *pendingRequests) take(bytes int) error { return p.bytes.take(p.of, bytes) }

func (p *pendingRequests) release(bytes int) { p.bytes.release(p.of, bytes) }

// begin counts the bytes of a request until it is answered.
func (p *pendingRequests) begin(bytes int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return status.Error(codes.Canceled, "the stream has ended")
	}
	if err := p.take(bytes); err != nil {
		return err
	}
	p.decoded = append(p.decoded, bytes)
	return nil
}

// answered ends the first request.
func (p *pendingRequests) answered() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.decoded) > 0 {
		p.release(p.decoded[0])
		p.decoded = p.decoded[1:]
	}
}

// end ends all requests.
func (p *pendingRequests) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, bytes := range p.decoded {
		p.release(bytes)
	}
	p.decoded, p.ended = nil, true
}
