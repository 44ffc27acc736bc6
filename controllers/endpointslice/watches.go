package endpointslice

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// enqueueForPod enqueues the delegated Services that select a Pod, and notes bad news: an
// endpoint that clients use has gone. The cache holds Pods as cache.Pod.
func (r *Reconciler) enqueueForPod() handler.EventHandler {
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, queue watches.Queue) {
			r.enqueueServicesOf(ctx, e.Object.(*cache.Pod), queue)
		},
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue watches.Queue) {
			before, after := e.ObjectOld.(*cache.Pod), e.ObjectNew.(*cache.Pod)
			r.enqueueFormerServicesOf(ctx, before, after, queue)
			r.enqueueServicesOf(ctx, after, queue)
		},
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue watches.Queue) {
			r.enqueueFormerServicesOf(ctx, e.Object.(*cache.Pod), nil, queue)
		},
	}
}

// enqueueFormerServicesOf enqueues the Services that selected a Pod before a change. After is nil if the Pod was
// deleted.
func (r *Reconciler) enqueueFormerServicesOf(ctx context.Context, before, after *cache.Pod, queue watches.Queue) {
	for _, service := range r.servicesOf(ctx, before) {
		name := client.ObjectKeyFromObject(service)
		if cache.LosesEndpoint(service, before, after) {
			r.memory.Of(name).BadNews.Store(true)
		}
		queue.Add(reconcile.Request{NamespacedName: name})
	}
}

func (r *Reconciler) enqueueServicesOf(ctx context.Context, pod *cache.Pod, queue watches.Queue) {
	for _, service := range r.servicesOf(ctx, pod) {
		queue.Add(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(service)})
	}
}

// servicesOf returns the delegated Services that select a Pod.
func (r *Reconciler) servicesOf(ctx context.Context, pod *cache.Pod) []*corev1.Service {
	services, err := r.services.ForPod(pod)
	if err != nil {
		cache.LogLostEvent(ctx, err, "pod", client.ObjectKeyFromObject(pod))
	}
	return slices.DeleteFunc(services, func(service *corev1.Service) bool { return !r.concerns(ctx, service) })
}

// enqueueForNode enqueues the Services with Pods on a Node, those whose topology hints no longer fit
// the Nodes, and those that may get hints now. The endpoints on a Node that is deleted are removed,
// which is bad news.
func (r *Reconciler) enqueueForNode() handler.EventHandler {
	enqueue := func(ctx context.Context, node client.Object, isBad bool, queue watches.Queue) {
		names := sets.New(r.topology.update(ctx, r.nodes)...)
		pods, err := r.pods.OnNode(node.GetName())
		if err != nil {
			cache.LogLostEvent(ctx, err, "node", node.GetName())
		}
		for _, pod := range pods {
			for _, service := range r.servicesOf(ctx, pod) {
				names.Insert(client.ObjectKeyFromObject(service))
				if isBad {
					r.memory.Of(client.ObjectKeyFromObject(service)).BadNews.Store(true)
				}
			}
		}
		for name := range names {
			queue.Add(reconcile.Request{NamespacedName: name})
		}
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, queue watches.Queue) {
			enqueue(ctx, e.Object, false, queue)
		},
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue watches.Queue) {
			enqueue(ctx, e.ObjectNew, false, queue)
		},
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue watches.Queue) {
			enqueue(ctx, e.Object, true, queue)
		},
	}
}

// serviceOfSlice returns the Service of a slice. A slice of another manager counts only if the
// Service is delegated or being handed over.
func (r *Reconciler) serviceOfSlice(ctx context.Context, slice client.Object) []types.NamespacedName {
	names := watches.ServiceOfSlice(ctx, slice)
	if slice.GetLabels()[discoveryv1.LabelManagedBy] == r.ControllerName {
		return names
	}
	return slices.DeleteFunc(names, func(name types.NamespacedName) bool {
		service := cache.Find[corev1.Service](cache.NewLookup(ctx, r.Client), name)
		return service == nil || !r.concerns(ctx, service)
	})
}

// concerns reports whether a Service is delegated, or still has traces of it.
func (r *Reconciler) concerns(ctx context.Context, service *corev1.Service) bool {
	return delegation.IsTo(service, r.ControllerName) || delegation.HasKeyOf(service, r.ControllerName) ||
		cache.HasSlicesBy(ctx, r.Client, client.ObjectKeyFromObject(service), r.ControllerName)
}
