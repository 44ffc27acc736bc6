package resource

import (
	"crypto/sha256"
	"encoding/hex"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// Encoded is a message on the wire.
type Encoded struct {
	Any *anypb.Any
	// Version is a hash of the content, so that all replicas have the same one, before
	// and after a restart.
	Version string
}

// Encode encodes a message deterministically.
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
