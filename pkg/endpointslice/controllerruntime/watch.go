package controllerruntime

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type queue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// Source watches the slices, and enqueues the owners of slices that another client has changed, or
// whose event an owner waits for. The controller must have it, by WatchesRawSource of the
// builder.
func (s *Slices) Source() source.Source {
	return source.Kind(s.manager.GetCache(), &discoveryv1.EndpointSlice{}, s.handler())
}

func (s *Slices) handler() handler.TypedEventHandler[*discoveryv1.EndpointSlice, reconcile.Request] {
	return handler.TypedFuncs[*discoveryv1.EndpointSlice, reconcile.Request]{
		CreateFunc: func(_ context.Context, e event.TypedCreateEvent[*discoveryv1.EndpointSlice], to queue) {
			if s.reconciler.RequiresSync(e.Object) {
				s.enqueueOwner(e.Object, to)
			}
		},
		UpdateFunc: func(_ context.Context, e event.TypedUpdateEvent[*discoveryv1.EndpointSlice], to queue) {
			if s.reconciler.RequiresSync(e.ObjectNew) {
				s.enqueueOwner(e.ObjectOld, to) // another client may have changed the owner
				s.enqueueOwner(e.ObjectNew, to)
			}
		},
		DeleteFunc: func(_ context.Context, e event.TypedDeleteEvent[*discoveryv1.EndpointSlice], to queue) {
			if s.reconciler.DeletionRequiresSync(e.Object) {
				s.enqueueOwner(e.Object, to)
			}
		},
	}
}

func (s *Slices) enqueueOwner(slice *discoveryv1.EndpointSlice, to queue) {
	owner := s.ownerOf(slice)
	if owner == nil {
		return
	}
	request := reconcile.Request{NamespacedName: types.NamespacedName{Name: owner.Name}}
	if s.namespaced {
		request.Namespace = slice.Namespace
	}
	to.Add(request)
}
