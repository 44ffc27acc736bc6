package dataplane

import (
	"context"
	"errors"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// whileBusy is the backoff for writes: they are retried for half a minute.
var whileBusy = wait.Backoff{Steps: 8, Duration: 250 * time.Millisecond, Factor: 2, Jitter: 0.1, Cap: 15 * time.Second}

// retryWrites returns a client that retries writes that the API server, or its etcd, was
// too busy to answer. An earlier attempt may have taken effect. So a retry that creates an
// object that exists, or deletes one that does not, succeeds.
func retryWrites(api client.WithWatch) client.WithWatch {
	return interceptor.NewClient(api, interceptor.Funcs{
		Create: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.CreateOption) error {
			return onBusy(func() error { return api.Create(ctx, object, options...) }, func(err error) error {
				if apierrors.IsAlreadyExists(err) {
					return api.Get(ctx, client.ObjectKeyFromObject(object), object)
				}
				return err
			})
		},
		Update: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.UpdateOption) error {
			return onBusy(func() error { return api.Update(ctx, object, options...) }, asItIs)
		},
		Patch: func(ctx context.Context, api client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
			return onBusy(func() error { return api.Patch(ctx, object, patch, options...) }, asItIs)
		},
		Delete: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.DeleteOption) error {
			return onBusy(func() error { return api.Delete(ctx, object, options...) }, client.IgnoreNotFound)
		},
		SubResourceCreate: func(ctx context.Context, api client.Client, name string, object, sub client.Object, options ...client.SubResourceCreateOption) error {
			return onBusy(func() error { return api.SubResource(name).Create(ctx, object, sub, options...) }, asItIs)
		},
		SubResourceUpdate: func(ctx context.Context, api client.Client, name string, object client.Object, options ...client.SubResourceUpdateOption) error {
			return onBusy(func() error { return api.SubResource(name).Update(ctx, object, options...) }, asItIs)
		},
		SubResourcePatch: func(ctx context.Context, api client.Client, name string, object client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
			return onBusy(func() error { return api.SubResource(name).Patch(ctx, object, patch, options...) }, asItIs)
		},
	})
}

func asItIs(err error) error { return err }

// onBusy retries a write, and judges the results of retries.
func onBusy(write func() error, judge func(error) error) error {
	attempts := 0
	return retry.OnError(whileBusy, isBusy, func() error {
		err := write()
		attempts++
		if attempts == 1 {
			return err
		}
		return judge(err)
	})
}

// isBusy reports whether an API server was too busy to handle a request. A timeout of etcd is
// an error without a reason.
func isBusy(err error) bool {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return false
	}
	switch status.Status().Code {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}
