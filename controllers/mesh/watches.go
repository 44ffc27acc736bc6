package mesh

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// meshIndex finds the MeshServices that Meshwork derived for a Mesh.
const meshIndex = "mesh"

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{
	{Name: meshIndex, Object: &v1alpha1.MeshService{}, Keys: meshOfDerived},
}

func meshOfDerived(object client.Object) []string {
	if meshservice.DerivedFrom(object.(*v1alpha1.MeshService)) == "" {
		return nil
	}
	return cache.IndexKeys(object.GetLabels()[v1alpha1.MeshLabel])
}

// meshChanged reports whether a MeshService counts for another Mesh than before.
func meshChanged(before, after *v1alpha1.MeshService) bool {
	return before.Labels[v1alpha1.MeshLabel] != after.Labels[v1alpha1.MeshLabel] ||
		meshservice.DerivedFrom(before) != meshservice.DerivedFrom(after)
}

// allMeshes returns all Meshes, which are few: an address may lie in the ranges of any.
func (r *Reconciler) allMeshes(ctx context.Context, _ client.Object) []reconcile.Request {
	var meshes v1alpha1.MeshList
	cache.ListForEvent(ctx, r.Client, &meshes)
	var requests []reconcile.Request
	for i := range meshes.Items {
		requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&meshes.Items[i])})
	}
	return requests
}

func replaced(before, after client.Object) bool { return before.GetUID() != after.GetUID() }
