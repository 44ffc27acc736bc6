package controllers

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Indexes of the cache that the controller reads.
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

var meshServiceIndexes = []index{
	sliceServices,
	{name: slicePodIndex, object: &discoveryv1.EndpointSlice{}, keys: podsOfSlice},
	{name: derivedFromIndex, object: &v1alpha1.MeshService{}, keys: serviceOfMeshService},
	{name: meshServicePodIndex, object: &v1alpha1.MeshService{}, keys: podOfMeshService},
	{name: podMeshServicePrefixIndex, object: &corev1.Service{}, keys: podMeshServicePrefix},
}

func serviceOfMeshService(object client.Object) []string {
	return nonEmpty(meshservice.DerivedFrom(object.(*v1alpha1.MeshService)))
}

func podOfMeshService(object client.Object) []string {
	return nonEmpty(meshservice.PodOf(object.(*v1alpha1.MeshService)))
}

func podsOfSlice(object client.Object) []string {
	pods := sets.New[string]()
	for _, endpoint := range object.(*discoveryv1.EndpointSlice).Endpoints {
		if target := endpoint.TargetRef; target != nil && target.Kind == "Pod" {
			pods.Insert(target.Name)
		}
	}
	return pods.UnsortedList()
}

func podMeshServicePrefix(service client.Object) []string {
	return []string{meshservice.PodMeshServicePrefix(service.GetName())}
}
