package catalog

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// handler reports the Services that an event affects. Duplicates are merged later. Objects of the
// initial list affect nothing: no client is connected yet.
func handler(affected func(any) []types.NamespacedName, changed func(types.NamespacedName)) toolscache.ResourceEventHandler {
	report := func(object any) {
		for _, key := range affected(object) {
			changed(key)
		}
	}
	return toolscache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, isInInitialList bool) {
			if !isInInitialList {
				report(object)
			}
		},
		UpdateFunc: func(before, after any) {
			if isChanged(before, after) {
				report(before) // a slice may move from one Service to another
				report(after)
			}
		},
		DeleteFunc: func(object any) {
			if tombstone, ok := object.(toolscache.DeletedFinalStateUnknown); ok {
				object = tombstone.Obj
			}
			report(object)
		},
	}
}

// affected returns the Services that a change of the object affects.
func (c *Catalog) affected(object any) []types.NamespacedName {
	if record, ok := object.(*v1alpha1.MeshCertificate); ok {
		return c.ServicesOf(client.ObjectKeyFromObject(record))
	}
	if route := routes.Of(object); route != nil {
		return route.Services()
	}
	if key, affects := serviceOf(object); affects {
		return []types.NamespacedName{key}
	}
	return nil
}

// serviceOf returns the key of the Service that a change of the object affects, only a namespace if
// all of its Services may be affected, or the zero key if all Services may be.
func serviceOf(object any) (key types.NamespacedName, affects bool) {
	switch object := object.(type) {
	case *corev1.Service:
		return client.ObjectKeyFromObject(object), true
	case *discoveryv1.EndpointSlice:
		name := object.Labels[discoveryv1.LabelServiceName]
		return types.NamespacedName{Namespace: object.Namespace, Name: name}, name != ""
	case *v1alpha1.MeshService:
		name := serviceOfMeshService(object)
		return types.NamespacedName{Namespace: object.Namespace, Name: name}, name != ""
	case *corev1.Namespace:
		return types.NamespacedName{Namespace: object.Name}, true
	case *v1alpha1.Mesh:
		return types.NamespacedName{}, true
	}
	return types.NamespacedName{}, false
}

// isChanged reports whether an update may be visible to clients. A Mesh affects all Services, and
// its status counts them, so only changes of its spec matter.
func isChanged(before, after any) bool {
	switch after := after.(type) {
	case *corev1.Service:
		return watches.ServiceChanged(before.(*corev1.Service), after)
	case *corev1.Namespace:
		return watches.NamespaceChanged(before.(*corev1.Namespace), after)
	case *v1alpha1.Mesh:
		return watches.SpecChanged(before.(*v1alpha1.Mesh), after)
	case *v1alpha1.MeshService:
		before := before.(*v1alpha1.MeshService)
		return watches.SpecChanged(before, after) || !slices.Equal(before.Status.VIPs, after.Status.VIPs) ||
			serviceOfMeshService(before) != serviceOfMeshService(after)
	case *gatewayv1.GRPCRoute, *gatewayv1.HTTPRoute:
		return routes.Of(before).Version() != routes.Of(after).Version()
	case *v1alpha1.MeshCertificate:
		before := before.(*v1alpha1.MeshCertificate).Spec
		return before.PodUID != after.Spec.PodUID || before.Mesh != after.Spec.Mesh || before.Identity != after.Spec.Identity
	}
	return true
}
