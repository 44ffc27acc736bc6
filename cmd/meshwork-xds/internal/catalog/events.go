package catalog

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

func handler(changed func(types.NamespacedName)) toolscache.ResourceEventHandler {
	report := func(objects ...any) {
		var last types.NamespacedName
		for i, object := range objects {
			if key, affects := affected(object); affects && (i == 0 || key != last) {
				changed(key)
				last = key
			}
		}
	}
	return toolscache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { report(object) },
		UpdateFunc: func(before, after any) { report(after, before) },
		DeleteFunc: func(object any) {
			if tombstone, ok := object.(toolscache.DeletedFinalStateUnknown); ok {
				object = tombstone.Obj
			}
			report(object)
		},
	}
}

// affected returns the Service that a change of the object affects.
func affected(object any) (key types.NamespacedName, affects bool) {
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
