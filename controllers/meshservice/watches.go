package meshservice

import (
	"context"
	"maps"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/watches"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// SetupWithManager registers the controller with its watches: on everything
// that decides about a Service, each mapped to the Services that it decides about.
// Of a MeshService every change wakes: a write that met a conflict counts on it.
func (r *MeshServiceReconciler) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	var err error
	if r.pods.Indexer, err = cache.StoreOf(ctx, mgr.GetCache(), &corev1.Pod{}, nil); err != nil {
		return err
	}
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.OnUpdate(serviceMatters))).
		Watches(&v1alpha1.MeshService{}, watches.WakeServices(r.servicesOfMeshService)).
		Watches(&discoveryv1.EndpointSlice{}, watches.WakeServices(watches.ServiceOfSlice)).
		Watches(&corev1.Pod{}, watches.WakeServices(r.servicesOfPod), builder.WithPredicates(podMatters)).
		Watches(&appsv1.StatefulSet{}, watches.WakeServices(r.servicesOfStatefulSet), builder.WithPredicates(watches.OnUpdate(watches.SpecMatters))).
		Watches(&corev1.Namespace{}, watches.WakeServices(r.servicesOfNamespace), builder.WithPredicates(watches.OnUpdate(watches.NamespaceMatters))).
		Watches(&v1alpha1.Mesh{}, watches.WakeServices(r.servicesOfMesh), builder.WithPredicates(watches.OnUpdate(watches.SpecMatters))).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.ConcurrentSyncs, RateLimiter: throttle.Retries()}).
		Complete(r)
}

// servicesOfMeshService are the Service that it is derived from, which may be
// gone while a create of ours was still under way, and those that need its name,
// for which it is, or has been, in the way.
func (r *MeshServiceReconciler) servicesOfMeshService(ctx context.Context, object client.Object) []types.NamespacedName {
	meshService := object.(*v1alpha1.MeshService)
	names := sets.New(meshService.Name)
	if service := meshservice.DerivedFrom(meshService); service != "" {
		names.Insert(service)
	}
	if prefix, ok := meshservice.PodMeshServicePrefixOf(meshService.Name); ok {
		names.Insert(r.serviceNames(ctx, client.InNamespace(object.GetNamespace()),
			client.MatchingFields{podMeshServicePrefixIndex: prefix})...)
	}
	return watches.InNamespace(object.GetNamespace(), sets.List(names))
}

// servicesOfPod are those that have the Pod in a slice, and those that have a
// MeshService for it still.
func (r *MeshServiceReconciler) servicesOfPod(ctx context.Context, pod client.Object) []types.NamespacedName {
	services := sets.New[string]()
	var slices discoveryv1.EndpointSliceList
	cache.ListForEvent(ctx, r.Client, &slices, client.InNamespace(pod.GetNamespace()), client.MatchingFields{slicePodIndex: pod.GetName()})
	for _, slice := range slices.Items {
		services.Insert(slice.Labels[discoveryv1.LabelServiceName])
	}
	var meshServices v1alpha1.MeshServiceList
	cache.ListForEvent(ctx, r.Client, &meshServices, client.InNamespace(pod.GetNamespace()), client.MatchingFields{meshServicePodIndex: pod.GetName()})
	for i := range meshServices.Items {
		services.Insert(meshservice.DerivedFrom(&meshServices.Items[i]))
	}
	return watches.InNamespace(pod.GetNamespace(), sets.List(services.Delete("")))
}

// servicesOfStatefulSet are all that may have MeshServices of its Pods.
func (r *MeshServiceReconciler) servicesOfStatefulSet(ctx context.Context, object client.Object) []types.NamespacedName {
	var names []types.NamespacedName
	for _, service := range r.services(ctx, client.InNamespace(object.GetNamespace())) {
		if meshservice.IsPerPod(service) {
			names = append(names, client.ObjectKeyFromObject(service))
		}
	}
	return names
}

func (r *MeshServiceReconciler) servicesOfNamespace(ctx context.Context, namespace client.Object) []types.NamespacedName {
	return watches.InNamespace(namespace.GetName(), r.serviceNames(ctx, client.InNamespace(namespace.GetName())))
}

// servicesOfMesh looks at every Service; a Mesh comes, goes or changes rarely.
func (r *MeshServiceReconciler) servicesOfMesh(ctx context.Context, mesh client.Object) []types.NamespacedName {
	var names []types.NamespacedName
	lookup := cache.CacheLookup{Ctx: ctx, Reader: r.Client}
	for _, service := range r.services(ctx) {
		namespace := cache.Find[corev1.Namespace](&lookup, client.ObjectKey{Name: service.Namespace})
		if named, optedIn := meshservice.MeshName(service, namespace); optedIn && named == mesh.GetName() {
			names = append(names, client.ObjectKeyFromObject(service))
		}
	}
	return names
}

func (r *MeshServiceReconciler) services(ctx context.Context, options ...client.ListOption) []*corev1.Service {
	var services corev1.ServiceList
	cache.ListForEvent(ctx, r.Client, &services, options...)
	return cache.Pointers(services.Items)
}

func (r *MeshServiceReconciler) serviceNames(ctx context.Context, options ...client.ListOption) []string {
	var names []string
	for _, service := range r.services(ctx, options...) {
		names = append(names, service.Name)
	}
	return names
}

func serviceMatters(before, after *corev1.Service) bool {
	return !watches.LivesOn(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		before.Annotations[v1alpha1.IgnoreKey] != after.Annotations[v1alpha1.IgnoreKey] ||
		!equality.Semantic.DeepEqual(before.Spec, after.Spec) ||
		!equality.Semantic.DeepEqual(before.Status.LoadBalancer, after.Status.LoadBalancer)
}

// podMatters passes Pods by their labels and by what a MeshService shows of
// them. Others that come or go wake their Services through the slices.
var podMatters = predicate.Funcs{
	CreateFunc: func(e event.CreateEvent) bool { return showsInMeshService(e.Object) },
	UpdateFunc: func(e event.UpdateEvent) bool {
		return !watches.LivesOn(e.ObjectOld, e.ObjectNew) ||
			!maps.Equal(e.ObjectOld.GetLabels(), e.ObjectNew.GetLabels()) || issuedBackend(e.ObjectOld) != issuedBackend(e.ObjectNew)
	},
	DeleteFunc: func(e event.DeleteEvent) bool { return showsInMeshService(e.Object) },
}

func showsInMeshService(pod client.Object) bool {
	for _, key := range meshservice.PodLabels {
		if _, ok := pod.GetLabels()[key]; ok {
			return true
		}
	}
	return issuedBackend(pod) != ""
}

func issuedBackend(pod client.Object) string {
	return pod.GetAnnotations()[v1alpha1.IssuedBackendAnnotation]
}
