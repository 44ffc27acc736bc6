package loadbalancer

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// classIndex finds Services of type LoadBalancer by their class.
const classIndex = "loadBalancerClass"

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{
	{Name: classIndex, Object: &corev1.Service{}, Keys: classOfService},
	cache.SlicesByService,
}

func classOfService(object client.Object) []string {
	return cache.IndexKeys(ptr.Deref(object.(*corev1.Service).Spec.LoadBalancerClass, ""))
}

// concerns accepts Services that have the class, request it, or have a condition
// that it sets. A Service that has left the class is also enqueued by its VirtualIPs.
func (r *Reconciler) concerns(object client.Object) bool {
	service := object.(*corev1.Service)
	return service.Spec.Type == corev1.ServiceTypeLoadBalancer &&
		(ptr.Deref(service.Spec.LoadBalancerClass, "") == r.Class || service.Annotations[v1alpha1.LoadBalancerClassAnnotation] == r.Class) ||
		vip.HasCondition(service)
}

func serviceChanged(before, after *corev1.Service) bool {
	return watches.ServiceChanged(before, after) || !equality.Semantic.DeepEqual(before.Status, after.Status)
}

// servingChanged accepts slices that may change in which IP families their Service has
// an endpoint. Most changes of slices, such as the changes of a rollout, do not.
var servingChanged = predicate.Funcs{
	CreateFunc: func(e event.CreateEvent) bool { return serves(e.Object) },
	UpdateFunc: func(e event.UpdateEvent) bool {
		return serves(e.ObjectOld) != serves(e.ObjectNew) ||
			serves(e.ObjectNew) && !equality.Semantic.DeepEqual(portsOf(e.ObjectOld), portsOf(e.ObjectNew)) ||
			e.ObjectOld.GetLabels()[discoveryv1.LabelServiceName] != e.ObjectNew.GetLabels()[discoveryv1.LabelServiceName]
	},
	DeleteFunc: func(e event.DeleteEvent) bool { return serves(e.Object) },
}

func serves(slice client.Object) bool { return endpoints.Serves(slice.(*discoveryv1.EndpointSlice)) }

func portsOf(slice client.Object) []discoveryv1.EndpointPort {
	return slice.(*discoveryv1.EndpointSlice).Ports
}

// serviceOfSlice returns the Service of a slice if the controller is concerned with it.
// The event of a Service that the cache does not have yet enqueues it.
func (r *Reconciler) serviceOfSlice(ctx context.Context, slice client.Object) []types.NamespacedName {
	lookup := cache.NewLookup(ctx, r.Client)
	names := slices.DeleteFunc(watches.ServiceOfSlice(ctx, slice), func(name types.NamespacedName) bool {
		service := cache.Find[corev1.Service](lookup, name)
		return service == nil || !r.concerns(service)
	})
	if err := lookup.Err(); err != nil {
		cache.LogLostEvent(ctx, err, "get", "Service")
	}
	return names
}

// enqueueForVirtualIP records a VirtualIP and enqueues its Service. When an address is
// released or free, it also enqueues the Services that are waiting for one.
func (r *Reconciler) enqueueForVirtualIP() handler.EventHandler {
	recordAndEnqueue := func(object client.Object, queue watches.Queue) {
		virtualIP := object.(*v1alpha1.VirtualIP)
		r.addresses.record(virtualIP)
		r.enqueueHolder(virtualIP, queue)
	}
	return handler.Funcs{
		CreateFunc: func(_ context.Context, e event.CreateEvent, queue watches.Queue) { recordAndEnqueue(e.Object, queue) },
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue watches.Queue) {
			recordAndEnqueue(e.ObjectNew, queue)
			if !vip.IsReleased(e.ObjectOld.(*v1alpha1.VirtualIP)) && vip.IsReleased(e.ObjectNew.(*v1alpha1.VirtualIP)) {
				r.enqueueWaiting(ctx, event.GenericEvent{}, queue)
			}
		},
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue watches.Queue) {
			virtualIP := e.Object.(*v1alpha1.VirtualIP)
			r.addresses.recordGone(virtualIP)
			r.enqueueHolder(virtualIP, queue)
			r.enqueueWaiting(ctx, event.GenericEvent{}, queue)
		},
	}
}

// enqueueWaiting enqueues the Services that are waiting for an address.
func (r *Reconciler) enqueueWaiting(_ context.Context, _ event.GenericEvent, queue watches.Queue) {
	for _, name := range r.addresses.allWaiting() {
		queue.Add(reconcile.Request{NamespacedName: name})
	}
}

func (r *Reconciler) enqueueHolder(virtualIP *v1alpha1.VirtualIP, queue watches.Queue) {
	if name, ok := holderOf(virtualIP); ok && virtualIP.Spec.LoadBalancerClass == r.Class {
		queue.Add(reconcile.Request{NamespacedName: name})
	}
}

// servicesOfMeshes records the ranges of all Meshes, and returns all Services of the
// class: the ranges of their Mesh may depend on the ranges of another one.
func (r *Reconciler) servicesOfMeshes(ctx context.Context, _ client.Object) []types.NamespacedName {
	if err := r.recordMeshes(ctx); err != nil {
		cache.LogLostEvent(ctx, err, "list", "Meshes")
		return nil
	}
	return r.servicesOfClass(ctx)
}

// recordMeshes records the ranges of all Meshes in the cache. The lock makes the list that is
// read last the one that is recorded last.
func (r *Reconciler) recordMeshes(ctx context.Context) error {
	r.recordingMeshes.Lock()
	defer r.recordingMeshes.Unlock()
	var meshes v1alpha1.MeshList
	if err := r.Client.List(ctx, &meshes, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	r.addresses.setMeshes(cache.Pointers(meshes.Items))
	return nil
}

func (r *Reconciler) servicesOfNamespace(ctx context.Context, namespace client.Object) []types.NamespacedName {
	return r.servicesOfClass(ctx, client.InNamespace(namespace.GetName()))
}

func (r *Reconciler) servicesOfClass(ctx context.Context, options ...client.ListOption) []types.NamespacedName {
	var services corev1.ServiceList
	cache.ListForEvent(ctx, r.Client, &services, append(options, client.MatchingFields{classIndex: r.Class})...)
	var names []types.NamespacedName
	for i := range services.Items {
		names = append(names, client.ObjectKeyFromObject(&services.Items[i]))
	}
	return names
}
