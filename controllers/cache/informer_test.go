package cache

import (
	"context"
	"fmt"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	toolscache "k8s.io/client-go/tools/cache"
)

// failingAPI is an API server that is away for a while.
type failingAPI struct {
	away      atomic.Bool
	connected atomic.Int64
	watcher   *watch.FakeWatcher
}

func (a *failingAPI) List(metav1.ListOptions) (runtime.Object, error) {
	if a.away.Load() {
		return nil, fmt.Errorf("listing: %w", syscall.ECONNREFUSED)
	}
	return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}}, nil
}

func (a *failingAPI) Watch(options metav1.ListOptions) (watch.Interface, error) {
	if options.SendInitialEvents != nil {
		return nil, apierrors.NewInvalid(schema.GroupKind{Kind: "ListOptions"}, "", nil)
	}
	if a.away.Load() {
		return nil, fmt.Errorf("watching: %w", syscall.ECONNREFUSED)
	}
	a.watcher = watch.NewFake()
	a.connected.Add(1)
	return a.watcher, nil
}

func TestInformerReconnectsSoonAfterEachOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		api := &failingAPI{}
		informer := newInformer(api, &corev1.Pod{}, 0, toolscache.Indexers{})
		ctx, cancel := context.WithCancel(t.Context())
		go informer.RunWithContext(ctx)
		defer synctest.Wait()
		defer cancel()
		g.Expect(toolscache.WaitForCacheSync(ctx.Done(), informer.HasSynced)).To(BeTrue())
		synctest.Wait()
		for outage := range int64(5) {
			g.Expect(api.connected.Load()).To(Equal(outage+1), "watches that began")
			api.away.Store(true)
			api.watcher.Stop()
			time.Sleep(30 * time.Second) // in the time of the bubble
			api.away.Store(false)
			time.Sleep(2 * time.Second)
			synctest.Wait()
		}
		g.Expect(api.connected.Load()).To(Equal(int64(6)), "watches that began")
	})
}

func TestOutagesAreToldFromAnswers(t *testing.T) {
	g := NewWithT(t)
	g.Expect(isOutage(fmt.Errorf("get: %w", syscall.ECONNREFUSED))).To(BeTrue())
	g.Expect(isOutage(apierrors.NewServiceUnavailable("no endpoints"))).To(BeTrue())
	for _, answer := range []error{
		nil, apierrors.NewResourceExpired("too old"), apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "", nil),
		apierrors.NewTooManyRequests("busy", 1), apierrors.NewTimeoutError("Too large resource version", 1),
	} {
		g.Expect(isOutage(answer)).To(BeFalse(), "%v", answer)
	}
}

func TestOutageEndsWithTheContext(t *testing.T) {
	g := NewWithT(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := outlastOutage(ctx, func() (int, error) { return 0, syscall.ECONNREFUSED })
	g.Expect(err).To(MatchError(syscall.ECONNREFUSED))
}
