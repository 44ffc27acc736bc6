package main

import (
	"context"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	mostAttempts = 30
	pause        = time.Second
)

func (w *world) createObject(ctx context.Context, object client.Object) error {
	return w.insist(ctx, object, func() error { return w.api.Create(ctx, object) })
}

func (w *world) update(ctx context.Context, object client.Object) error {
	return w.insist(ctx, object, func() error { return w.api.Update(ctx, object) })
}

func (w *world) updateStatus(ctx context.Context, object client.Object) error {
	return w.insist(ctx, object, func() error { return w.api.Status().Update(ctx, object) })
}

// insist writes again if the control plane is too busy.
func (w *world) insist(ctx context.Context, object client.Object, write func() error) error {
	for attempt := 1; ; attempt++ {
		err := write()
		isRepeated := attempt > 1 // the attempt before may have had an effect
		switch {
		case isRepeated && apierrors.IsAlreadyExists(err):
			return w.api.Get(ctx, client.ObjectKeyFromObject(object), object)
		case isRepeated && apierrors.IsConflict(err):
			live, _ := object.DeepCopyObject().(client.Object)
			if err := w.api.Get(ctx, client.ObjectKeyFromObject(object), live); err != nil {
				return err
			}
			object.SetResourceVersion(live.GetResourceVersion())
		case err == nil || !isBusy(err) || attempt == mostAttempts:
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func isBusy(err error) bool {
	return apierrors.IsTimeout(err) || apierrors.IsServerTimeout(err) || apierrors.IsTooManyRequests(err) || strings.Contains(err.Error(), "etcdserver: ")
}
