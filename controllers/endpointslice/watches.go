package endpointslice

import (
	"context"
	"errors"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/watches"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// SetupWithManager registers the controller with its watches. At the start every
// Service is looked at, so that of everything else only what comes later wakes.
func (r *EndpointSliceReconciler) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	if err := r.openStores(ctx, mgr.GetCache()); err != nil {
		return err
	}
	r.triggerTimes = newTriggerTimes()
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.OnUpdate(watches.DelegatedServiceMatters))).
		Watches(&corev1.Pod{}, watches.WakeServicesAfter(r.BatchPeriod, r.servicesOfPod), builder.WithPredicates(watches.AfterStart, watches.OnUpdate(cache.EndpointMatters))).
		Watches(&corev1.Node{}, watches.WakeServices(r.servicesOfNode), builder.WithPredicates(watches.AfterStart, watches.OnUpdate(cache.NodeMatters))).
		Watches(&discoveryv1.EndpointSlice{}, watches.WakeServices(r.serviceOfSlice), builder.WithPredicates(watches.AfterStart, watches.Drift(r.ControllerName, r.Tracker))).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.ConcurrentSyncs, RateLimiter: r.Pace.BackOff(throttle.Retries())}).
		Complete(r)
}

func (r *EndpointSliceReconciler) openStores(ctx context.Context, from ctrlcache.Cache) error {
	var servicesErr, podsErr, nodesErr error
	r.services.Indexer, servicesErr = cache.StoreOf(ctx, from, &corev1.Service{}, cache.ServiceIndexers)
	r.pods.Indexer, podsErr = cache.StoreOf(ctx, from, &corev1.Pod{}, cache.PodIndexers)
	r.nodes.Indexer, nodesErr = cache.StoreOf(ctx, from, &corev1.Node{}, nil)
	return errors.Join(servicesErr, podsErr, nodesErr)
}

// servicesOfPod are the delegated Services that select the Pod.
func (r *EndpointSliceReconciler) servicesOfPod(ctx context.Context, pod client.Object) []types.NamespacedName {
	services, err := r.services.Selecting(pod)
	if err != nil {
		log.FromContext(ctx).Error(err, "an event was lost: the cache could not be read", "pod", client.ObjectKeyFromObject(pod))
	}
	var names []types.NamespacedName
	for _, service := range services {
		if r.concerns(ctx, service) {
			names = append(names, client.ObjectKeyFromObject(service))
		}
	}
	return names
}

// servicesOfNode are those that have Pods on the Node, and those whose hints by
// zone do not fit any more.
func (r *EndpointSliceReconciler) servicesOfNode(ctx context.Context, node client.Object) []types.NamespacedName {
	names := sets.New(r.Topology.update(ctx, r.nodes)...)
	pods, err := r.pods.OnNode(node.GetName())
	if err != nil {
		log.FromContext(ctx).Error(err, "an event was lost: the cache could not be read", "node", node.GetName())
	}
	for _, pod := range pods {
		names.Insert(r.servicesOfPod(ctx, pod)...)
	}
	return names.UnsortedList()
}

// serviceOfSlice is the Service of a slice of ours, or of one of others if it is
// delegated, or being handed over.
func (r *EndpointSliceReconciler) serviceOfSlice(ctx context.Context, slice client.Object) []types.NamespacedName {
	names := watches.ServiceOfSlice(ctx, slice)
	if slice.GetLabels()[discoveryv1.LabelManagedBy] == r.ControllerName {
		return names
	}
	return slices.DeleteFunc(names, func(name types.NamespacedName) bool {
		service := cache.Find[corev1.Service](&cache.CacheLookup{Ctx: ctx, Reader: r.Client}, name)
		return service == nil || !r.concerns(ctx, service)
	})
}

// concerns tells whether a Service is delegated, or bears traces of having been.
func (r *EndpointSliceReconciler) concerns(ctx context.Context, service *corev1.Service) bool {
	return delegation.IsTo(service, r.ControllerName) || delegation.HasKeyOf(service, r.ControllerName) ||
		cache.HasSlicesBy(ctx, r.Client, client.ObjectKeyFromObject(service), r.ControllerName)
}
