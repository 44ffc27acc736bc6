package endpointslice_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// lockedServer is an apiServer for concurrent clients.
type lockedServer struct {
	mutex  sync.Mutex
	server *apiServer
}

func (s *lockedServer) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.server.Create(ctx, slice)
}

func (s *lockedServer) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.server.Update(ctx, slice)
}

func (s *lockedServer) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.server.Delete(ctx, slice, preconditions)
}

// of returns the slices of an owner.
func (s *lockedServer) of(owner types.UID) []*discoveryv1.EndpointSlice {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var owned []*discoveryv1.EndpointSlice
	for _, slice := range s.server.list() {
		if slice.OwnerReferences[0].UID == owner {
			owned = append(owned, slice)
		}
	}
	return owned
}

// Different owners share a reconciler, and its metrics.
func TestReconcileConcurrently(t *testing.T) {
	api := &lockedServer{server: newAPIServer()}
	reconciler := newReconciler(api, func(config *endpointslice.Config) {
		config.MaxEndpointsPerSlice, config.Metrics = 3, metrics.New("test")
	})
	var group sync.WaitGroup
	for i := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			request := syncOf(nil, nil)
			owner := request.Owner.(*corev1.Service)
			owner.Name, owner.UID = fmt.Sprintf("web-%d", i), types.UID(fmt.Sprintf("uid-of-web-%d", i))
			for _, endpoints := range []string{"1@a 2@b 3@a 4@b", "1!@a 2@b 3@a", "1!@a 2@b 3@a 5@b 6@a"} {
				request.Groups, request.Existing = all(want(endpoints)), api.of(owner.UID)
				if err := reconcile(reconciler, request); err != nil {
					t.Error(err)
				}
				for _, slice := range api.of(owner.UID) {
					reconciler.RequiresSync(slice)
				}
			}
			if i%2 == 0 {
				reconciler.Forget(types.NamespacedName{Namespace: owner.Namespace, Name: owner.Name})
			}
		}()
	}
	group.Wait()
	for i := range 8 {
		slices := api.of(types.UID(fmt.Sprintf("uid-of-web-%d", i)))
		NewWithT(t).Expect(held(slices)).To(HaveLen(5))
	}
}
