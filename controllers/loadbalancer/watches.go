package loadbalancer

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/watches"
)

// SetupWithManager registers the controller. VirtualIPs and Meshes are noted
// before the Services that they concern wake.
func (r *LoadBalancerReconciler) SetupWithManager(mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(predicate.NewPredicateFuncs(r.concerns), watches.OnUpdate(loadBalancerMatters))).
		Watches(&v1alpha1.VirtualIP{}, r.noteVirtualIPs()).
		Watches(&v1alpha1.Mesh{}, watches.WakeServices(r.noteMeshes), builder.WithPredicates(watches.OnUpdate(watches.SpecMatters))).
		Watches(&corev1.Namespace{}, watches.WakeServices(r.servicesOfNamespace), builder.WithPredicates(watches.OnUpdate(watches.NamespaceMatters))).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.ConcurrentSyncs, RateLimiter: throttle.Retries()}).
		Complete(r)
}

// concerns passes Services that are of the class, ask for it, or bear a trace of
// it. One that has left it wakes through its VirtualIPs as well.
func (r *LoadBalancerReconciler) concerns(object client.Object) bool {
	service := object.(*corev1.Service)
	return service.Spec.Type == corev1.ServiceTypeLoadBalancer &&
		(ptr.Deref(service.Spec.LoadBalancerClass, "") == r.Class || service.Annotations[v1alpha1.LoadBalancerClassAnnotation] == r.Class) ||
		meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady) != nil
}

func loadBalancerMatters(before, after *corev1.Service) bool {
	return watches.DelegatedServiceMatters(before, after) || !equality.Semantic.DeepEqual(before.Status, after.Status)
}

// noteVirtualIPs wakes the Service of a VirtualIP and, when an address comes free,
// those that wait for one.
func (r *LoadBalancerReconciler) noteVirtualIPs() handler.EventHandler {
	note := func(object client.Object, queue watches.RequestQueue) {
		virtualIP := object.(*v1alpha1.VirtualIP)
		r.Addresses.observe(virtualIP)
		r.wakeHolder(virtualIP, queue)
	}
	return handler.Funcs{
		CreateFunc: func(_ context.Context, e event.CreateEvent, queue watches.RequestQueue) { note(e.Object, queue) },
		UpdateFunc: func(_ context.Context, e event.UpdateEvent, queue watches.RequestQueue) { note(e.ObjectNew, queue) },
		DeleteFunc: func(_ context.Context, e event.DeleteEvent, queue watches.RequestQueue) {
			virtualIP := e.Object.(*v1alpha1.VirtualIP)
			r.Addresses.forget(virtualIP)
			r.wakeHolder(virtualIP, queue)
			for _, name := range r.Addresses.allWaiting() {
				queue.Add(reconcile.Request{NamespacedName: name})
			}
		},
	}
}

func (r *LoadBalancerReconciler) wakeHolder(virtualIP *v1alpha1.VirtualIP, queue watches.RequestQueue) {
	if name, ok := holderOf(virtualIP); ok && virtualIP.Spec.LoadBalancerClass == r.Class {
		queue.Add(reconcile.Request{NamespacedName: name})
	}
}

// noteMeshes wakes all Services of the class: their Mesh's ranges may depend on
// those of another Mesh.
func (r *LoadBalancerReconciler) noteMeshes(ctx context.Context, _ client.Object) []types.NamespacedName {
	var meshes v1alpha1.MeshList
	if err := r.Client.List(ctx, &meshes, client.UnsafeDisableDeepCopy); err != nil {
		log.FromContext(ctx).Error(err, "an event was lost: the cache could not be read", "list", "Meshes")
		return nil
	}
	r.Addresses.setMeshes(cache.Pointers(meshes.Items))
	return r.servicesOfClass(ctx)
}

func (r *LoadBalancerReconciler) servicesOfNamespace(ctx context.Context, namespace client.Object) []types.NamespacedName {
	return r.servicesOfClass(ctx, client.InNamespace(namespace.GetName()))
}

func (r *LoadBalancerReconciler) servicesOfClass(ctx context.Context, options ...client.ListOption) []types.NamespacedName {
	var services corev1.ServiceList
	cache.ListForEvent(ctx, r.Client, &services, append(options, client.MatchingFields{loadBalancerClassIndex: r.Class})...)
	var names []types.NamespacedName
	for i := range services.Items {
		names = append(names, client.ObjectKeyFromObject(&services.Items[i]))
	}
	return names
}

// loadBalancerClassIndex finds Services of type LoadBalancer by their class.
const loadBalancerClassIndex = "loadBalancerClass"

var LoadBalancerIndexes = []cache.Index{
	{Name: loadBalancerClassIndex, Object: &corev1.Service{}, Keys: classOfService},
}

func classOfService(object client.Object) []string {
	return cache.NonEmpty(ptr.Deref(object.(*corev1.Service).Spec.LoadBalancerClass, ""))
}
