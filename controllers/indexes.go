package controllers

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Indexes of the cache.
const (
	// derivedFromIndex finds MeshServices by the Service they are derived from.
	derivedFromIndex = "derivedFrom"
	// meshServicePodIndex finds per-Pod MeshServices by their Pod.
	meshServicePodIndex = "pod"
	// meshIndex finds the MeshServices that Meshwork derived for a Mesh.
	meshIndex = "mesh"
	// sliceServiceIndex finds EndpointSlices by their Service.
	sliceServiceIndex = "service"
	// slicePodIndex finds EndpointSlices by the Pods in them.
	slicePodIndex = "pod"
	// podMeshServicePrefixIndex finds Services by the prefix of their per-Pod MeshServices.
	podMeshServicePrefixIndex = "podMeshServicePrefix"
	// loadBalancerClassIndex finds Services of type LoadBalancer by their class.
	loadBalancerClassIndex = "loadBalancerClass"
)

// index is one that a controller reads the cache by.
type index struct {
	name   string
	object client.Object
	keys   client.IndexerFunc
}

var sliceServices = index{sliceServiceIndex, &discoveryv1.EndpointSlice{}, serviceNameOfSlice}

var meshServiceIndexes = []index{
	sliceServices,
	{slicePodIndex, &discoveryv1.EndpointSlice{}, podsOfSlice},
	{derivedFromIndex, &v1alpha1.MeshService{}, serviceOfMeshService},
	{meshServicePodIndex, &v1alpha1.MeshService{}, podOfMeshService},
	{podMeshServicePrefixIndex, &corev1.Service{}, podMeshServicePrefix},
}

var meshIndexes = []index{
	{meshIndex, &v1alpha1.MeshService{}, meshOfMeshService},
}

var endpointSliceIndexes = []index{sliceServices}

var mirroringIndexes = []index{sliceServices}

var loadBalancerIndexes = []index{
	{loadBalancerClassIndex, &corev1.Service{}, classOfService},
}

// addIndexes adds indexes to the cache, each once.
func addIndexes(ctx context.Context, indexer client.FieldIndexer, indexes []index) error {
	added := sets.New[string]()
	for _, index := range indexes {
		name := fmt.Sprintf("%T by %s", index.object, index.name)
		if added.Has(name) {
			continue
		}
		added.Insert(name)
		if err := indexer.IndexField(ctx, index.object, index.name, index.keys); err != nil {
			return fmt.Errorf("index of %s: %w", name, err)
		}
	}
	return nil
}

func serviceOfMeshService(object client.Object) []string {
	return nonEmpty(meshservice.DerivedFrom(object.(*v1alpha1.MeshService)))
}

func podOfMeshService(object client.Object) []string {
	return nonEmpty(meshservice.PodOf(object.(*v1alpha1.MeshService)))
}

func meshOfMeshService(object client.Object) []string {
	if meshservice.DerivedFrom(object.(*v1alpha1.MeshService)) == "" {
		return nil
	}
	return nonEmpty(object.GetLabels()[v1alpha1.MeshLabel])
}

func serviceNameOfSlice(slice client.Object) []string {
	return nonEmpty(slice.GetLabels()[discoveryv1.LabelServiceName])
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

func nonEmpty(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

func classOfService(object client.Object) []string {
	return nonEmpty(ptr.Deref(object.(*corev1.Service).Spec.LoadBalancerClass, ""))
}
