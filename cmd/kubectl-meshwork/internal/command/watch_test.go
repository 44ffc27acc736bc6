package command

import (
	"bytes"
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// TestTheTreeFollowsAfterALostConnection has an API server that refuses watches at first.
func TestTheTreeFollowsAfterALostConnection(t *testing.T) {
	g := NewWithT(t)
	content, err := os.ReadFile("testdata/tree.in.yaml")
	g.Expect(err).NotTo(HaveOccurred())
	var out screen
	o := newTestOptions(t, &out, readObjects(t, content), nil)
	connected, err := o.connect()
	g.Expect(err).NotTo(HaveOccurred())
	var refused, isBack atomic.Bool
	lost := interceptor.NewClient(connected, interceptor.Funcs{
		Watch: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) (watch.Interface, error) {
			if !isBack.Load() {
				refused.Store(true)
				return nil, errors.New("connection refused")
			}
			return c.Watch(ctx, list, options...)
		},
	})
	o.connect = func() (client.WithWatch, error) { return withoutWatchLists{lost}, nil }
	ctx, ctrlC := context.WithCancel(t.Context())
	exit := make(chan int, 1)
	go func() { exit <- o.run(ctx, []string{"tree", "svc/web", "-n", "shop", "--watch"}) }()

	g.Eventually(refused.Load, time.Minute).Should(BeTrue())
	g.Eventually(out.String, time.Minute).Should(ContainSubstring("Online"))
	isBack.Store(true)
	g.Eventually(func() (string, error) {
		return out.String(), goOffline(ctx, connected) // repeat it: the fake watch misses earlier changes
	}, time.Minute).Should(ContainSubstring("MeshService web  Offline"))
	g.Expect(exit).NotTo(Receive())
	ctrlC()
	g.Eventually(exit, time.Minute).Should(Receive(Equal(exitOK)))
}

// TestTheStatusFollowsTheLease reads the Lease of the manager from a watch after the first output.
func TestTheStatusFollowsTheLease(t *testing.T) {
	g := NewWithT(t)
	content, err := os.ReadFile("testdata/status.in.yaml")
	g.Expect(err).NotTo(HaveOccurred())
	var out screen
	o := newTestOptions(t, &out, readObjects(t, content), nil)
	connected, err := o.connect()
	g.Expect(err).NotTo(HaveOccurred())
	o.connect = func() (client.WithWatch, error) { return withoutWatchLists{connected}, nil }
	ctx, ctrlC := context.WithCancel(t.Context())
	exit := make(chan int, 1)
	go func() { exit <- o.run(ctx, []string{"status", "--watch"}) }()

	g.Eventually(out.String, time.Minute).Should(ContainSubstring("renewed the Lease 3s ago"))
	g.Eventually(func() (string, error) {
		return out.String(), renewLease(ctx, connected) // repeat it: the fake watch misses earlier changes
	}, time.Minute).Should(ContainSubstring("renewed the Lease 2s ago"))
	g.Expect(out.String()).NotTo(ContainSubstring("there is no Lease"))
	ctrlC()
	g.Eventually(exit, time.Minute).Should(Receive(Equal(exitOK)))
}

// renewLease sets the time of the last renewal to two seconds ago.
func renewLease(ctx context.Context, cluster client.Client) error {
	var leases coordinationv1.LeaseList
	if err := cluster.List(ctx, &leases); err != nil {
		return err
	}
	lease := &leases.Items[0]
	lease.Spec.RenewTime.Time = testNow.Add(-2 * time.Second)
	return cluster.Update(ctx, lease)
}

func goOffline(ctx context.Context, cluster client.Client) error {
	meshService := &v1alpha1.MeshService{}
	if err := cluster.Get(ctx, client.ObjectKey{Namespace: "shop", Name: "web"}, meshService); err != nil {
		return err
	}
	meshService.Status.Availability = v1alpha1.Offline
	return cluster.Update(ctx, meshService)
}

// screen is an output that can be read concurrently.
type screen struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (s *screen) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(text)
}

func (s *screen) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}
