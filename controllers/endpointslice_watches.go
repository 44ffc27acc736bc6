package controllers

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// SetupWithManager registers the controller with its watches. At the start every
// Service is looked at, so that of everything else only what comes later wakes.
func (r *EndpointSliceReconciler) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	if err := r.openStores(ctx, mgr.GetCache()); err != nil {
		return err
	}
	r.triggerTimes = newTriggerTimes()
	return builder.ControllerManagedBy(mgr).
		Named(EndpointSlice).
		For(&corev1.Service{}, builder.WithPredicates(onUpdate(delegatedServiceMatters))).
		Watches(&corev1.Pod{}, wakeServicesAfter(r.BatchPeriod, r.servicesOfPod), builder.WithPredicates(afterStart, onUpdate(endpointMatters))).
		Watches(&corev1.Node{}, wakeServices(r.servicesOfNode), builder.WithPredicates(afterStart, onUpdate(nodeMatters))).
		Watches(&discoveryv1.EndpointSlice{}, wakeServices(r.serviceOfSlice), builder.WithPredicates(afterStart, drift(r.ControllerName, r.Tracker))).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.ConcurrentSyncs, RateLimiter: r.Pace.backOff(retries())}).
		Complete(r)
}

func (r *EndpointSliceReconciler) openStores(ctx context.Context, from cache.Cache) error {
	var servicesErr, podsErr, nodesErr error
	r.services.Indexer, servicesErr = storeOf(ctx, from, &corev1.Service{}, serviceIndexers)
	r.pods.Indexer, podsErr = storeOf(ctx, from, &corev1.Pod{}, podIndexers)
	r.nodes.Indexer, nodesErr = storeOf(ctx, from, &corev1.Node{}, nil)
	return errors.Join(servicesErr, podsErr, nodesErr)
}

// servicesOfPod are the delegated Services that select the Pod.
func (r *EndpointSliceReconciler) servicesOfPod(ctx context.Context, pod client.Object) []types.NamespacedName {
	services, err := r.services.selecting(pod)
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
	pods, err := r.pods.onNode(node.GetName())
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
	names := serviceOfSlice(ctx, slice)
	if slice.GetLabels()[discoveryv1.LabelManagedBy] == r.ControllerName {
		return names
	}
	return slices.DeleteFunc(names, func(name types.NamespacedName) bool {
		service := find[corev1.Service](&cacheLookup{ctx: ctx, reader: r.Client}, name)
		return service == nil || !r.concerns(ctx, service)
	})
}

// concerns tells whether a Service is delegated, or bears traces of having been.
func (r *EndpointSliceReconciler) concerns(ctx context.Context, service *corev1.Service) bool {
	return delegation.IsTo(service, r.ControllerName) || delegation.HasKeyOf(service, r.ControllerName) ||
		hasSlicesBy(ctx, r.Client, client.ObjectKeyFromObject(service), r.ControllerName)
}

func delegatedServiceMatters(before, after *corev1.Service) bool {
	return !livesOn(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!maps.Equal(before.Annotations, after.Annotations) ||
		!equality.Semantic.DeepEqual(before.Spec, after.Spec)
}

// endpointMatters compares what an endpoint shows of a Pod.
func endpointMatters(before, after *cachedPod) bool {
	return !livesOn(before, after) ||
		before.phase != after.phase ||
		before.ready != after.ready ||
		before.nodeName != after.nodeName ||
		before.hostname != after.hostname ||
		before.subdomain != after.subdomain ||
		before.Annotations[podaddress.NetworkStatusAnnotation] != after.Annotations[podaddress.NetworkStatusAnnotation] ||
		!slices.Equal(before.podIPs, after.podIPs) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!equality.Semantic.DeepEqual(before.containers, after.containers)
}

// nodeMatters compares what endpoints and hints show of a Node.
func nodeMatters(before, after *corev1.Node) bool {
	return !livesOn(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!before.Status.Allocatable.Cpu().Equal(*after.Status.Allocatable.Cpu()) ||
		!slices.Equal(before.Status.Conditions, after.Status.Conditions)
}

// afterStart leaves out what the first list brings.
var afterStart = predicate.Funcs{CreateFunc: func(e event.CreateEvent) bool { return !e.IsInInitialList }}

// drift passes slices of others, and of the manager's own those that somebody
// else has changed, or that are waited for.
func drift(manager string, tracker *endpointslice.Tracker) predicate.Predicate {
	changed := func(object client.Object) bool {
		slice := object.(*discoveryv1.EndpointSlice)
		return slice.Labels[discoveryv1.LabelManagedBy] != manager || tracker.ShouldSync(slice)
	}
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return changed(e.Object) },
		UpdateFunc: func(e event.UpdateEvent) bool { return changed(e.ObjectNew) },
		DeleteFunc: func(e event.DeleteEvent) bool {
			return !tracker.ExpectedDeletion(e.Object.(*discoveryv1.EndpointSlice))
		},
	}
}

// wakeServicesAfter is wakeServices with a delay, in which events of one Service become one.
func wakeServicesAfter(delay time.Duration, services func(context.Context, client.Object) []types.NamespacedName) handler.EventHandler {
	if delay == 0 {
		return wakeServices(services)
	}
	wake := func(ctx context.Context, q requestQueue, objects ...client.Object) {
		for _, object := range objects {
			for _, name := range services(ctx, object) {
				q.AddAfter(reconcile.Request{NamespacedName: name}, delay)
			}
		}
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, q requestQueue) { wake(ctx, q, e.Object) },
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, q requestQueue) { wake(ctx, q, e.ObjectOld, e.ObjectNew) },
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, q requestQueue) { wake(ctx, q, e.Object) },
	}
}
