package endpointslicemirroring

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
)

// enqueueForEndpoints enqueues the Service of Endpoints. Only their metadata is known, so each update may
// be bad news.
func (r *Reconciler) enqueueForEndpoints() handler.EventHandler {
	enqueue := func(ctx context.Context, endpoints client.Object, isBad bool, queue watches.Queue) {
		for _, name := range r.serviceOfEndpoints(ctx, endpoints) {
			if isBad {
				r.memory.Of(name).BadNews.Store(true)
			}
			queue.Add(reconcile.Request{NamespacedName: name})
		}
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, queue watches.Queue) {
			enqueue(ctx, e.Object, false, queue)
		},
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue watches.Queue) {
			enqueue(ctx, e.ObjectOld, true, queue)
			enqueue(ctx, e.ObjectNew, true, queue)
		},
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue watches.Queue) {
			enqueue(ctx, e.Object, true, queue)
		},
	}
}

// serviceOfEndpoints returns the Service of the same name if the controller mirrors
// these Endpoints, or has done so.
func (r *Reconciler) serviceOfEndpoints(ctx context.Context, endpoints client.Object) []types.NamespacedName {
	name := client.ObjectKeyFromObject(endpoints)
	if endpoints.GetAnnotations()[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName || r.concerns(ctx, name) {
		return []types.NamespacedName{name}
	}
	return nil
}

// serviceOfSlice returns the Service of a slice. A slice of another manager counts only if the
// Service is mirrored or being handed over.
func (r *Reconciler) serviceOfSlice(ctx context.Context, slice client.Object) []types.NamespacedName {
	names := watches.ServiceOfSlice(ctx, slice)
	if len(names) == 0 || slice.GetLabels()[discoveryv1.LabelManagedBy] == r.manager || r.concerns(ctx, names[0]) {
		return names
	}
	return nil
}

// concerns reports whether a Service is delegated, or still has traces of it.
func (r *Reconciler) concerns(ctx context.Context, name types.NamespacedName) bool {
	service := cache.Find[corev1.Service](cache.NewLookup(ctx, r.Client), name)
	return r.mirrors(service) || cache.HasSlicesBy(ctx, r.Client, name, r.manager)
}
