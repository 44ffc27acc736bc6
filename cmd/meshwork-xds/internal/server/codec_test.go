package server

import (
	"fmt"
	"testing"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
)

// resourcesOf has resources of these sizes.
func resourcesOf(sizes []int) (all []*anypb.Any) {
	for i, size := range sizes {
		value := make([]byte, size)
		for j := range value {
			value[j] = byte(i + j)
		}
		all = append(all, &anypb.Any{TypeUrl: "example.com/type", Value: value})
	}
	return all
}

func TestCodecEncodesResponses(t *testing.T) {
	for name, sizes := range map[string][]int{
		"none": nil, "empty": {0}, "small": {1, 2, 3}, "at the limit": {minShared - 1, minShared, minShared + 1},
		"large and small": {100_000, 1, 0, 1 << 20, 5}, "large at the end": {1, 100_000},
	} {
		errors := []*discoveryv3.ResourceError{{
			ResourceName: &discoveryv3.ResourceName{Name: "a"}, ErrorDetail: &rpcstatus.Status{Code: 5, Message: "why"},
		}}
		whole := &discoveryv3.DiscoveryResponse{
			VersionInfo: "1", Resources: resourcesOf(sizes), TypeUrl: "example.com/type", Nonce: "2", ResourceErrors: errors,
		}
		delta := &discoveryv3.DeltaDiscoveryResponse{
			SystemVersionInfo: "1", TypeUrl: "example.com/type", Nonce: "2", RemovedResources: []string{"b", "c"}, ResourceErrors: errors,
		}
		for i, content := range resourcesOf(sizes) {
			delta.Resources = append(delta.Resources, &discoveryv3.Resource{
				Name: fmt.Sprint(i), Version: "3", Aliases: []string{"d"}, Ttl: durationpb.New(4), Resource: content,
			})
		}
		for _, response := range []proto.Message{whole, delta, &discoveryv3.DiscoveryResponse{}, &discoveryv3.DeltaDiscoveryResponse{}, &discoveryv3.DiscoveryRequest{VersionInfo: "1"}} {
			t.Run(fmt.Sprintf("%T %s", response, name), func(t *testing.T) {
				g := NewWithT(t)
				encoded, err := newCodec().Marshal(response)
				g.Expect(err).NotTo(HaveOccurred())
				decoded := response.ProtoReflect().New().Interface()
				g.Expect(newCodec().Unmarshal(encoded, decoded)).To(Succeed())
				g.Expect(proto.Equal(decoded, response)).To(BeTrue(), "%v", decoded)
			})
		}
	}
}

func TestCodecDoesNotCopyResources(t *testing.T) {
	large := resourcesOf([]int{1 << 20})[0]
	for _, response := range []proto.Message{
		&discoveryv3.DiscoveryResponse{Resources: []*anypb.Any{large, large}},
		&discoveryv3.DeltaDiscoveryResponse{Resources: []*discoveryv3.Resource{{Name: "a", Resource: large}, {Name: "b", Resource: large}}},
	} {
		g := NewWithT(t)
		encoded, err := newCodec().Marshal(response)
		g.Expect(err).NotTo(HaveOccurred())
		shared := 0
		for _, part := range encoded {
			if content := part.ReadOnlyData(); len(content) == len(large.GetValue()) {
				g.Expect(&content[0]).To(BeIdenticalTo(&large.GetValue()[0]))
				shared++
			}
		}
		g.Expect(shared).To(Equal(2))
	}
}
