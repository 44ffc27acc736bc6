package cache

import (
	"context"
	"errors"
	"net"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// An API server that is away is tried again every reconnectInterval, and up to
// reconnectJitter of it later, so that the watches of all kinds do not come at once.
const (
	reconnectInterval = time.Second
	reconnectJitter   = 0.5
)

// newInformer returns an informer that reconnects soon after an outage of the API server.
// By itself, an informer doubles the time between its attempts, to half a minute and more,
// and only forgets this after two minutes without a failure: after the second of two
// outages, it is late by up to a minute.
func newInformer(source toolscache.ListerWatcher, example runtime.Object, resync time.Duration, indexers toolscache.Indexers) toolscache.SharedIndexInformer {
	api := toolscache.ToListerWatcherWithContext(source)
	return toolscache.NewSharedIndexInformer(&toolscache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			return outlastOutage(ctx, func() (runtime.Object, error) { return api.ListWithContext(ctx, options) })
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return outlastOutage(ctx, func() (watch.Interface, error) { return api.WatchWithContext(ctx, options) })
		},
	}, example, resync, indexers)
}

// outlastOutage repeats a call until the API server answers or the context ends.
func outlastOutage[T any](ctx context.Context, call func() (T, error)) (T, error) {
	for attempt := 1; ; attempt++ {
		result, err := call()
		if !isOutage(err) {
			return result, err
		}
		if attempt == 1 {
			log.FromContext(ctx).Info("the API server is unavailable; will retry every second", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return result, err
		case <-time.After(wait.Jitter(reconnectInterval, reconnectJitter)):
		}
	}
}

// isOutage reports whether an error says that no API server answered, or one that is about to
// start or to end (503). The informer handles all other answers.
func isOutage(err error) bool {
	if err == nil {
		return false
	}
	return utilnet.IsConnectionRefused(err) || utilnet.IsConnectionReset(err) || utilnet.IsProbableEOF(err) ||
		isUnreachable(err) || apierrors.IsServiceUnavailable(err)
}

// isUnreachable reports whether the machine of the API server cannot be found, is off, or
// does not answer, also during the TLS handshake.
func isUnreachable(err error) bool {
	lookup := (*net.DNSError)(nil)
	return utilnet.IsTimeout(err) || errors.Is(err, syscall.EHOSTUNREACH) || errors.Is(err, syscall.ENETUNREACH) || errors.As(err, &lookup)
}
