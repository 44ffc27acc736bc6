package resource

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// Encoded is a message as it is sent.
type Encoded struct {
	Any *anypb.Any
	// Version is a hash of the content, so that all replicas have the same one, before
	// and after a restart.
	Version string
}

// Encode encodes a message, always in the same way.
func Encode(kind Kind, message proto.Message) (*Encoded, error) {
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(content)
	return &Encoded{
		Any:     &anypb.Any{TypeUrl: kind.TypeURL(), Value: content},
		Version: hex.EncodeToString(hash[:12]),
	}, nil
}

// packed returns a message in another one. It cannot fail for messages that this package
// has made, whose texts are all valid UTF-8.
func packed(message proto.Message) *anypb.Any {
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		panic(err)
	}
	return &anypb.Any{TypeUrl: "type.googleapis.com/" + string(proto.MessageName(message)), Value: content}
}

func joined(codes []string) string { return strings.Join(codes, ",") }
