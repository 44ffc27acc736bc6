package xdscache

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/anypb"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// watch is a client's wait for a change of one kind.
type watch struct {
	kind        resource.Kind
	client      resource.Client
	incremental bool
	wildcard    bool
	// first is set if the stream has had no answer of this kind before.
	first bool
	// accepted is the version that the client accepted on an earlier stream.
	accepted string
	// names are the names that the client subscribes to, except a wildcard.
	names sets.Set[string]
	// returned has the version of each resource in the client's last answer, and isMissing for
	// missing ones.
	returned map[string]string
	send     func(update)
	open     bool
	// loses is set if a resource of the client is gone, and the next answer brings nothing that the
	// client needs first.
	loses bool
}

// isMissing replaces the version of a resource that does not exist.
const isMissing = "-"

func newWatch(kind resource.Kind, client resource.Client, subscription cachev3.Subscription) *watch {
	return &watch{
		kind: kind, client: client, wildcard: subscription.IsWildcard(),
		names: sets.KeySet(subscription.SubscribedResources()), returned: subscription.ReturnedResources(),
	}
}

// update is the difference between the resources of a client and the present ones.
type update struct {
	kind resource.Kind
	// changed has the resources that the client lacks or has in another version.
	changed []named
	// all has all subscribed resources. Kinds that are sent whole need it.
	all []named
	// removed has the missing resources that the client has or has just subscribed to.
	removed []string
	// missing has the reason for each missing resource.
	missing map[string]string
	// returned has the versions after the update.
	returned map[string]string
	// isPartial is set if further changes follow in the next answer.
	isPartial bool
}

type named struct {
	name string
	*resource.Encoded
}

func (u update) isDue() bool { return len(u.changed)+len(u.removed) > 0 }

// compare compares the resources of a client with the present ones. Changed resources that are too
// much for one answer follow in the next one, which the client requests by accepting the first.
func (c *Cache) compare(w *watch) update {
	bytes, canFollow := 0, w.incremental || !w.kind.IsWhole()
	u := update{kind: w.kind, missing: map[string]string{}, returned: make(map[string]string, len(w.returned))}
	for _, name := range slices.Sorted(maps.Keys(c.namesFor(w))) {
		encoded, missing := c.get(resourceKey{w.kind, name}, w.client)
		if encoded == nil {
			u.missing[name] = missing
			u.returned[name] = isMissing
			if w.returned[name] != isMissing {
				u.removed = append(u.removed, name)
			}
			continue
		}
		version, isKnown := w.returned[name]
		isChanged := version != encoded.Version
		if isChanged {
			bytes += len(encoded.Any.GetValue())
		}
		if isChanged && canFollow && bytes > c.options.MaxAnswerBytes && len(u.changed) > 0 {
			u.isPartial = true
			if isKnown {
				u.returned[name] = version
			}
			continue
		}
		u.returned[name] = encoded.Version
		u.all = append(u.all, named{name, encoded})
		if isChanged {
			u.changed = append(u.changed, named{name, encoded})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.returned)) {
		if _, subscribed := u.returned[name]; !subscribed && w.returned[name] != isMissing {
			u.removed = append(u.removed, name)
		}
	}
	return u
}

func (c *Cache) namesFor(w *watch) sets.Set[string] {
	if !w.wildcard {
		return w.names
	}
	names := w.names.Clone()
	for _, ofService := range c.all[w.kind] {
		for name := range ofService {
			names.Insert(name)
		}
	}
	return names
}

// version is a hash of all resources of the client after the update, so that all replicas have the
// same one.
func (u update) version() string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(u.returned)) {
		hash.Write([]byte(name + "\x00" + u.returned[name] + "\x00"))
	}
	return hex.EncodeToString(hash.Sum(nil)[:12])
}

// response returns the answer in the state-of-the-world protocol.
func (u update) response(request *cachev3.Request) cachev3.Response {
	send := u.changed
	if u.kind.IsWhole() {
		send = u.all
	}
	resources := make([]*anypb.Any, 0, len(send))
	for _, resource := range send {
		resources = append(resources, resource.Any)
	}
	return &cachev3.PassthroughResponse{
		Request: request,
		DiscoveryResponse: &discoveryv3.DiscoveryResponse{
			VersionInfo: u.version(), Resources: resources, TypeUrl: u.kind.TypeURL(), ResourceErrors: u.errors(),
		},
		ReturnedResources: u.returned,
	}
}

// deltaResponse returns the answer in the incremental protocol.
func (u update) deltaResponse(request *cachev3.DeltaRequest) cachev3.DeltaResponse {
	resources := make([]*discoveryv3.Resource, 0, len(u.changed))
	for _, resource := range u.changed {
		resources = append(resources, &discoveryv3.Resource{Name: resource.name, Version: resource.Version, Resource: resource.Any})
	}
	return &cachev3.DeltaPassthroughResponse{
		DeltaRequest: request,
		DeltaDiscoveryResponse: &discoveryv3.DeltaDiscoveryResponse{
			SystemVersionInfo: u.version(), Resources: resources, RemovedResources: u.removed,
			TypeUrl: u.kind.TypeURL(), ResourceErrors: u.errors(),
		},
		NextVersionMap: u.returned,
	}
}

// errors returns the reasons for missing resources, for the clients that read them
// (https://github.com/grpc/proposal/blob/master/A88-xds-data-error-handling.md).
func (u update) errors() []*discoveryv3.ResourceError {
	var errors []*discoveryv3.ResourceError
	for _, name := range slices.Sorted(maps.Keys(u.missing)) {
		errors = append(errors, &discoveryv3.ResourceError{
			ResourceName: &discoveryv3.ResourceName{Name: name},
			ErrorDetail:  &rpcstatus.Status{Code: int32(codes.NotFound), Message: u.missing[name]},
		})
	}
	return errors
}
