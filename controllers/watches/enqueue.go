package watches

import (
	"context"
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type RequestQueue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// wakeServices asks for old and new state alike, so that a slice that changes
// its Service wakes both.
func WakeServices(services func(context.Context, client.Object) []types.NamespacedName) handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, object client.Object) []reconcile.Request {
		names := services(ctx, object)
		requests := make([]reconcile.Request, len(names))
		for i, name := range names {
			requests[i] = reconcile.Request{NamespacedName: name}
		}
		return requests
	})
}

// wakeServicesAfter is wakeServices with a delay, in which events of one Service become one.
func WakeServicesAfter(delay time.Duration, services func(context.Context, client.Object) []types.NamespacedName) handler.EventHandler {
	if delay == 0 {
		return WakeServices(services)
	}
	wake := func(ctx context.Context, q RequestQueue, objects ...client.Object) {
		for _, object := range objects {
			for _, name := range services(ctx, object) {
				q.AddAfter(reconcile.Request{NamespacedName: name}, delay)
			}
		}
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, q RequestQueue) { wake(ctx, q, e.Object) },
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, q RequestQueue) { wake(ctx, q, e.ObjectOld, e.ObjectNew) },
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, q RequestQueue) { wake(ctx, q, e.Object) },
	}
}

func ServiceOfSlice(_ context.Context, slice client.Object) []types.NamespacedName {
	if service := slice.GetLabels()[discoveryv1.LabelServiceName]; service != "" {
		return InNamespace(slice.GetNamespace(), []string{service})
	}
	return nil
}

func InNamespace(namespace string, names []string) []types.NamespacedName {
	all := make([]types.NamespacedName, len(names))
	for i, name := range names {
		all[i] = types.NamespacedName{Namespace: namespace, Name: name}
	}
	return all
}
