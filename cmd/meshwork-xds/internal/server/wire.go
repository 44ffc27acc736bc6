package server

import (
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
)

// message has the fields of a message that the server reads. All others are dropped before the
// message is decoded: an empty message takes two bytes on the wire, and a hundred times that in
// memory.
type message struct {
	// fields has the fields that are kept, with nil for those without fields of their own.
	fields map[protowire.Number]*message
	// keys are the keys of the map entries that are kept, or nil for all.
	keys []string
}

func fields(numbers ...protowire.Number) *message {
	of := &message{fields: map[protowire.Number]*message{}}
	for _, number := range numbers {
		of.fields[number] = nil
	}
	return of
}

func (m *message) with(number protowire.Number, of *message) *message {
	m.fields[number] = of
	return m
}

// The numbers are from the protocol buffers of xDS, Struct and Status.
var (
	metadata = fields().with(1, &message{ // of each entry, the key, and the value if it is a string
		fields: fields(1).with(2, fields(3)).fields, keys: []string{xdsbootstrap.NodeNameKey, xdsbootstrap.CertificatesKey},
	})
	locality = fields(1, 2, 3)
	node     = fields(1, 6, 7).with(3, metadata).with(4, locality)
	detail   = fields(1, 2)
	// version, names, type and nonce
	discoveryRequest = fields(1, 3, 4, 5).with(2, node).with(6, detail)
	// type, names to subscribe to and to unsubscribe from, and nonce
	deltaRequest = fields(2, 3, 4, 6).with(1, node).with(5, fields(1, 2)).with(7, detail)
)

// Numbers of fields that may occur often.
const (
	namesField          = 3
	unsubscribedField   = 4
	initialVersionField = 5
)

// prune returns only the fields that the server reads. It changes the content.
func (m *message) prune(content []byte) ([]byte, error) {
	kept := content[:0]
	err := eachField(content, func(number protowire.Number, field []byte, value []byte) error {
		of, known := m.fields[number]
		switch {
		case !known:
		case of == nil:
			kept = append(kept, field...)
		case value != nil: // a message
			pruned, err := of.prune(value)
			if err != nil {
				return err
			}
			if of.keys == nil || slices.Contains(of.keys, keyOf(pruned)) {
				// It is never longer than the original.
				kept = protowire.AppendTag(kept, number, protowire.BytesType)
				kept = protowire.AppendVarint(kept, uint64(len(pruned)))
				kept = append(kept, pruned...)
			}
		}
		return nil
	})
	return kept, err
}

// keyOf returns the key of a map entry: the last one counts.
func keyOf(entry []byte) (key string) {
	_ = eachField(entry, func(number protowire.Number, _, value []byte) error { // which has been pruned
		if number == 1 {
			key = string(value)
		}
		return nil
	})
	return key
}

// eachField calls a function with each field, and with its value if it has a length.
func eachField(content []byte, do func(number protowire.Number, field, value []byte) error) error {
	for len(content) > 0 {
		number, kind, tag := protowire.ConsumeTag(content)
		if tag < 0 {
			return errMalformed
		}
		length := protowire.ConsumeFieldValue(number, kind, content[tag:])
		if length < 0 {
			return errMalformed
		}
		field := content[:tag+length]
		var value []byte
		if kind == protowire.BytesType {
			value, _ = protowire.ConsumeBytes(field[tag:])
		}
		content = content[tag+length:] // before field is overwritten
		if err := do(number, field, value); err != nil {
			return err
		}
	}
	return nil
}

var errMalformed = status.Error(codes.InvalidArgument, "the request is not a valid protocol buffer")

// occurrences counts fields of a request, and the bytes of its initial versions.
type occurrences struct {
	names, unsubscribed, versions int
	sizeOfVersions                int
}

func countNames(content []byte) (counted occurrences, err error) {
	err = eachField(content, func(number protowire.Number, _, _ []byte) error {
		if number == namesField {
			counted.names++
		}
		return nil
	})
	return counted, err
}

func countDelta(content []byte) (counted occurrences, err error) {
	err = eachField(content, func(number protowire.Number, field, _ []byte) error {
		switch number {
		case namesField:
			counted.names++
		case unsubscribedField:
			counted.unsubscribed++
		case initialVersionField:
			counted.versions++
			counted.sizeOfVersions += len(field)
		}
		return nil
	})
	return counted, err
}
