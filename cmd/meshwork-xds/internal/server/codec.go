package server

import (
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"google.golang.org/grpc/encoding"
	grpcproto "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"
)

// codec is gRPC's, but does not copy the resources in responses: gRPC holds a response in memory
// until the client reads it. Thousands of clients share the encoded resources.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2(grpcproto.Name)} }

// Marshal implements encoding.CodecV2.
func (c codec) Marshal(message any) (mem.BufferSlice, error) {
	var encoded encoder
	var err error
	switch response := message.(type) {
	case *discoveryv3.DiscoveryResponse:
		err = encoded.addResponse(response)
	case *discoveryv3.DeltaDiscoveryResponse:
		err = encoded.addDeltaResponse(response)
	default:
		return c.CodecV2.Marshal(message)
	}
	if err != nil {
		return nil, err
	}
	return encoded.end(), nil
}

// minShared is the size of the smallest value that is shared. Smaller ones are copied: a reference,
// with the buffer before it, would take as much memory.
const minShared = 512

// encoder encodes a message into buffers, some of which it shares.
type encoder struct {
	// done has the buffers that are complete.
	done mem.BufferSlice
	// last is the end of the message, which grows.
	last []byte
}

// Field numbers in the messages of xDS, and of Any.
const (
	resourcesField = 2 // of both kinds of responses
	resourceField  = 2 // of a resource in an incremental response
	typeURLField   = 1
	valueField     = 2
)

func (e *encoder) addResponse(response *discoveryv3.DiscoveryResponse) error {
	for _, resource := range response.GetResources() {
		e.addAny(resourcesField, resource)
	}
	return e.addWithout(resourcesField, response)
}

func (e *encoder) addDeltaResponse(response *discoveryv3.DeltaDiscoveryResponse) error {
	for _, resource := range response.GetResources() {
		var inner encoder
		if err := inner.addWithout(resourceField, resource); err != nil {
			return err
		}
		inner.addAny(resourceField, resource.GetResource())
		content := inner.end()
		e.addHeader(resourcesField, content.Len())
		for _, buffer := range content {
			e.add(buffer.ReadOnlyData())
		}
	}
	return e.addWithout(resourcesField, response)
}

// addWithout adds a message without one of its fields.
func (e *encoder) addWithout(number protoreflect.FieldNumber, message proto.Message) error {
	rest := message.ProtoReflect().New()
	message.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.Number() != number {
			rest.Set(field, value)
		}
		return true
	})
	var err error
	e.last, err = proto.MarshalOptions{}.MarshalAppend(e.last, rest.Interface())
	return err
}

func (e *encoder) addAny(number protowire.Number, content *anypb.Any) {
	typeURL := protowire.AppendTag(nil, typeURLField, protowire.BytesType)
	typeURL = protowire.AppendString(typeURL, content.GetTypeUrl())
	value := protowire.AppendTag(nil, valueField, protowire.BytesType)
	value = protowire.AppendVarint(value, uint64(len(content.GetValue())))
	e.addHeader(number, len(typeURL)+len(value)+len(content.GetValue()))
	e.last = append(append(e.last, typeURL...), value...)
	e.add(content.GetValue())
}

// addHeader adds the beginning of a field with a message of the size.
func (e *encoder) addHeader(number protowire.Number, size int) {
	e.last = protowire.AppendTag(e.last, number, protowire.BytesType)
	e.last = protowire.AppendVarint(e.last, uint64(size)) //nolint:gosec // it is not negative
}

// add adds bytes, which must not change until the message is sent.
func (e *encoder) add(content []byte) {
	if len(content) < minShared {
		e.last = append(e.last, content...)
		return
	}
	e.done = append(e.end(), mem.SliceBuffer(content))
	e.last = nil
}

// end returns the whole message.
func (e *encoder) end() mem.BufferSlice {
	if len(e.last) == 0 {
		return e.done
	}
	return append(e.done, mem.SliceBuffer(e.last))
}
