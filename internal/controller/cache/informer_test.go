package cache

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
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

// A machine that is off refuses no connection.
func TestAMachineThatIsOffIsAnOutage(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	defer func() { _ = silent.Close() }()
	dial := func(number syscall.Errno) error {
		return &url.Error{Op: "Get", Err: &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", number)}}
	}
	_, dialTimeout := (&net.Dialer{Timeout: time.Nanosecond}).DialContext(t.Context(), "tcp", silent.Addr().String())
	handshake := &http.Client{Transport: &http.Transport{TLSHandshakeTimeout: time.Millisecond}}
	_, handshakeTimeout := handshake.Get("https://" + silent.Addr().String()) //nolint:bodyclose,noctx // there is no response
	for name, err := range map[string]error{
		"a dial that times out":             &url.Error{Op: "Get", Err: dialTimeout},
		"a TLS handshake that times out":    handshakeTimeout,
		"a connection that has gone silent": &url.Error{Op: "Get", Err: &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}},
		"a connection that was given up":    dial(syscall.ETIMEDOUT),
		"no route to the host":              dial(syscall.EHOSTUNREACH),
		"no route to the network":           dial(syscall.ENETUNREACH),
		"no address":                        &url.Error{Op: "Get", Err: &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			g.Expect(err).To(HaveOccurred())
			g.Expect(isOutage(fmt.Errorf("listing: %w", err))).To(BeTrue(), "%v", err)
		})
	}
}

func TestOutageEndsWithTheContext(t *testing.T) {
	g := NewWithT(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := outlastOutage(ctx, func() (int, error) { return 0, syscall.ECONNREFUSED })
	g.Expect(err).To(MatchError(syscall.ECONNREFUSED))
}
