package differential

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"
)

// apiServer holds the slices of one side and counts the writes to them. It is
// like an API server only as far as is needed to tell right writes from wrong ones.
type apiServer struct {
	slices map[string]*discoveryv1.EndpointSlice
	// before holds the slices before any write.
	before                    map[string]*discoveryv1.EndpointSlice
	creates, updates, deletes int
	// pointless counts updates that change nothing but the trigger time.
	pointless int
	// written has the names of the slices that were created or updated, and recycled the
	// names of the slices that were updated without a resource version.
	written, recycled map[string]bool
}

// version is the resource version of the last change in any scenario.
var version atomic.Int64

// nextVersion returns a resource version that no object has yet.
func nextVersion() string { return strconv.FormatInt(version.Add(1), 10) }

func newAPIServer(existing []*discoveryv1.EndpointSlice) *apiServer {
	s := &apiServer{
		slices:  map[string]*discoveryv1.EndpointSlice{},
		before:  map[string]*discoveryv1.EndpointSlice{},
		written: map[string]bool{}, recycled: map[string]bool{},
	}
	for _, slice := range existing {
		s.slices[slice.Name] = slice.DeepCopy()
		s.before[slice.Name] = s.slices[slice.Name]
	}
	return s
}

// prepared returns a server with other slices, which still compares updates with the
// slices that s had before any write.
func (s *apiServer) prepared(existing []*discoveryv1.EndpointSlice) *apiServer {
	server := newAPIServer(existing)
	server.before = s.before
	return server
}

// list returns copies of all slices, sorted by name, as a cache would.
func (s *apiServer) list() []*discoveryv1.EndpointSlice {
	var list []*discoveryv1.EndpointSlice
	for _, name := range slices.Sorted(maps.Keys(s.slices)) {
		list = append(list, s.slices[name].DeepCopy())
	}
	return list
}

func (s *apiServer) create(slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	if slice.Name != "" || slice.GenerateName == "" || slice.ResourceVersion != "" {
		return nil, fmt.Errorf("created as %q from %q at version %q", slice.Name, slice.GenerateName, slice.ResourceVersion)
	}
	s.creates++
	created := slice.DeepCopy()
	for i := len(s.slices); created.Name == ""; i++ {
		if name := fmt.Sprintf("%sc%04d", slice.GenerateName, i); s.slices[name] == nil && s.before[name] == nil {
			created.Name = name
		}
	}
	created.Generation = 1
	created.ResourceVersion = nextVersion()
	created.UID = types.UID("uid-" + created.ResourceVersion) // never that of an earlier slice of the same name
	s.slices[created.Name] = created
	s.written[created.Name] = true
	return created.DeepCopy(), nil
}

func (s *apiServer) update(slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	live, found := s.slices[slice.Name]
	switch {
	case !found:
		return nil, apierrors.NewNotFound(discoveryv1.Resource("endpointslices"), slice.Name)
	case slice.ResourceVersion != "" && slice.ResourceVersion != live.ResourceVersion:
		return nil, apierrors.NewConflict(discoveryv1.Resource("endpointslices"), slice.Name, fmt.Errorf("at version %s", live.ResourceVersion))
	case slice.AddressType != live.AddressType:
		return nil, fmt.Errorf("the address type of %s is immutable", slice.Name)
	case s.written[slice.Name]:
		return nil, fmt.Errorf("%s is written twice", slice.Name)
	}
	s.written[slice.Name] = true
	if unchanged(s.before[slice.Name], slice) {
		s.pointless++
	} else {
		s.updates++
	}
	s.recycled[slice.Name] = slice.ResourceVersion == ""
	updated := slice.DeepCopy()
	updated.UID, updated.Generation, updated.ResourceVersion = live.UID, live.Generation+1, nextVersion()
	updated.CreationTimestamp, updated.GenerateName = live.CreationTimestamp, live.GenerateName
	s.slices[slice.Name] = updated
	return updated.DeepCopy(), nil
}

// unchanged reports whether an update changes at most the trigger time. An update
// without a resource version recycles the slice, so its annotations, owners, and
// finalizers are not compared.
func unchanged(live, update *discoveryv1.EndpointSlice) bool {
	return equality.Semantic.DeepEqual(live.Endpoints, update.Endpoints) &&
		maps.Equal(live.Labels, update.Labels) && groupOf(live) == groupOf(update) &&
		(update.ResourceVersion == "" ||
			maps.Equal(triggered(live.Annotations, time.Time{}), triggered(update.Annotations, time.Time{})) &&
				equality.Semantic.DeepEqual(live.OwnerReferences, update.OwnerReferences) &&
				equality.Semantic.DeepEqual(live.Finalizers, update.Finalizers))
}

func (s *apiServer) delete(name string, preconditions *metav1.Preconditions) error {
	live, found := s.slices[name]
	switch {
	case !found:
		return apierrors.NewNotFound(discoveryv1.Resource("endpointslices"), name)
	case preconditions != nil && *preconditions.UID != live.UID:
		return apierrors.NewConflict(discoveryv1.Resource("endpointslices"), name, fmt.Errorf("it has the UID %s", live.UID))
	}
	s.deletes++
	delete(s.slices, name)
	return nil
}

// ourClient is our reconciler's client of an apiServer.
type ourClient struct{ server *apiServer }

func (c ourClient) Create(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.server.create(slice)
}

func (c ourClient) Update(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return c.server.update(slice)
}

func (c ourClient) Delete(_ context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	return c.server.delete(slice.Name, &preconditions)
}

// upstreamClient is upstream's reconciler's client of an apiServer.
type upstreamClient struct {
	kubernetes.Interface
	discoveryclient.DiscoveryV1Interface
	discoveryclient.EndpointSliceInterface
	server *apiServer
}

func (c upstreamClient) DiscoveryV1() discoveryclient.DiscoveryV1Interface { return c }

func (c upstreamClient) EndpointSlices(string) discoveryclient.EndpointSliceInterface { return c }

func (c upstreamClient) Create(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.CreateOptions) (*discoveryv1.EndpointSlice, error) {
	return c.server.create(slice)
}

func (c upstreamClient) Update(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.UpdateOptions) (*discoveryv1.EndpointSlice, error) {
	return c.server.update(slice)
}

func (c upstreamClient) Delete(_ context.Context, name string, options metav1.DeleteOptions) error {
	return c.server.delete(name, options.Preconditions)
}
