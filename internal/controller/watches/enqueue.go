// Package watches has the event handlers and predicates that the controllers
// share: which change of an object enqueues which Service.
package watches

import (
	"context"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Queue is the work queue of a controller.
type Queue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// ServicesFunc maps an object to the names of the Services that it affects.
type ServicesFunc func(context.Context, client.Object) []types.NamespacedName

// EnqueueServices enqueues the Services that an object affects. After an update it
// maps both states of the object: a slice that moves to another Service enqueues both.
func EnqueueServices(services ServicesFunc) handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, object client.Object) []reconcile.Request {
		names := services(ctx, object)
		requests := make([]reconcile.Request, len(names))
		for i, name := range names {
			requests[i] = reconcile.Request{NamespacedName: name}
		}
		return requests
	})
}

// ServiceOfSlice returns the Service that an EndpointSlice belongs to, if any.
func ServiceOfSlice(_ context.Context, slice client.Object) []types.NamespacedName {
	if service := slice.GetLabels()[discoveryv1.LabelServiceName]; service != "" {
		return InNamespace(slice.GetNamespace(), service)
	}
	return nil
}

// InNamespace returns the names with their namespace.
func InNamespace(namespace string, names ...string) []types.NamespacedName {
	all := make([]types.NamespacedName, len(names))
	for i, name := range names {
		all[i] = types.NamespacedName{Namespace: namespace, Name: name}
	}
	return all
}

// MeshOfLabel maps an object to the Mesh that its label names.
func MeshOfLabel(_ context.Context, object client.Object) []reconcile.Request {
	mesh := object.GetLabels()[v1alpha1.MeshLabel]
	if mesh == "" {
		return nil
	}
	return []reconcile.Request{{NamespacedName: types.NamespacedName{Name: mesh}}}
}
