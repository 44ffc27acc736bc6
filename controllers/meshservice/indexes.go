package meshservice

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

const (
	// derivedFromIndex finds MeshServices by the Service they are derived from.
	derivedFromIndex = "derivedFrom"
	// meshServicePodIndex finds per-Pod MeshServices by their Pod.
	meshServicePodIndex = "pod"
	// slicePodIndex finds EndpointSlices by the Pods in them.
	slicePodIndex = "pod"
	// podMeshServicePrefixIndex finds Services by the prefix of their per-Pod MeshServices.
	podMeshServicePrefixIndex = "podMeshServicePrefix"
)

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{
	cache.SlicesByService,
	{Name: slicePodIndex, Object: &discoveryv1.EndpointSlice{}, Keys: podsOfSlice},
	{Name: derivedFromIndex, Object: &v1alpha1.MeshService{}, Keys: derivedFrom},
	{Name: meshServicePodIndex, Object: &v1alpha1.MeshService{}, Keys: podOf},
	{Name: podMeshServicePrefixIndex, Object: &corev1.Service{}, Keys: podMeshServicePrefix},
}

func derivedFrom(object client.Object) []string {
	return cache.IndexKeys(meshservice.DerivedFrom(object.(*v1alpha1.MeshService)))
}

func podOf(object client.Object) []string {
	return cache.IndexKeys(meshservice.PodOf(object.(*v1alpha1.MeshService)))
}

func podsOfSlice(object client.Object) []string {
	pods := sets.New[string]()
	slice := object.(*discoveryv1.EndpointSlice)
	for i := range slice.Endpoints {
		if pod := endpoints.PodOf(slice.Namespace, &slice.Endpoints[i]); pod.IsPod() {
			pods.Insert(pod.Name)
		}
	}
	return pods.UnsortedList()
}

func podMeshServicePrefix(service client.Object) []string {
	return []string{meshservice.PodMeshServicePrefix(service.GetName())}
}
