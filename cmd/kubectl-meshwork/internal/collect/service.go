package collect

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Service reads a Service and what stands around it. Only the Service itself has
// to be readable.
func Service(ctx context.Context, reader client.Reader, name types.NamespacedName) (*snapshot.Service, error) {
	service := &corev1.Service{}
	if err := reader.Get(ctx, name, service); apierrors.IsNotFound(err) {
		return nil, fmt.Errorf("Service %s does not exist: `kubectl get services -n %s` lists those that do", name, name.Namespace)
	} else if err != nil {
		return nil, fmt.Errorf("reading Service %s: %w", name, err)
	}
	a := &attempts{ctx: ctx, reader: reader}
	around := &snapshot.Service{Service: service}
	a.readSelection(around)
	a.readEndpoints(around)
	a.readAddresses(around)
	around.Unread = a.gaps
	around.FillGaps()
	return around, a.err
}

func (a *attempts) readSelection(around *snapshot.Service) {
	namespace := &corev1.Namespace{}
	if a.get(snapshot.Namespaces, namespace, client.ObjectKey{Name: around.Service.Namespace}) {
		around.Namespace = namespace
	}
	var meshes v1alpha1.MeshList
	a.list(snapshot.Meshes, &meshes)
	around.Meshes = pointers(meshes.Items)

	var meshServices v1alpha1.MeshServiceList
	a.list(snapshot.MeshServices, &meshServices, client.InNamespace(around.Service.Namespace))
	around.MeshServices = pointers(meshServices.Items)
}

func (a *attempts) readEndpoints(around *snapshot.Service) {
	service := around.Service
	inNamespace := client.InNamespace(service.Namespace)
	var endpointSlices discoveryv1.EndpointSliceList
	a.list(snapshot.Slices, &endpointSlices, inNamespace, client.MatchingLabels{discoveryv1.LabelServiceName: service.Name})
	around.Slices = pointers(endpointSlices.Items)

	var pods corev1.PodList
	a.list(snapshot.Pods, &pods, inNamespace)
	around.Pods = pointers(pods.Items)

	if meshservice.IsPerPod(service) {
		var sets appsv1.StatefulSetList
		a.list(snapshot.StatefulSets, &sets, inNamespace)
		around.StatefulSets = pointers(sets.Items)
	}
	_, labeled := service.Labels[v1alpha1.EndpointControllerNameLabel]
	switch {
	case !labeled && service.Spec.Selector[v1alpha1.DelegatedKey] == "":
	case delegation.HasPods(service):
		var nodes corev1.NodeList
		a.list(snapshot.Nodes, &nodes)
		around.Nodes = pointers(nodes.Items)
	default:
		around.Endpoints = a.endpointsOf(service)
	}
}

// endpointsOf reads the metadata alone, nil when there are none.
func (a *attempts) endpointsOf(service *corev1.Service) *metav1.PartialObjectMetadata {
	endpoints := &metav1.PartialObjectMetadata{}
	endpoints.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Endpoints"))
	if !a.get(snapshot.Endpoints, endpoints, client.ObjectKeyFromObject(service)) {
		return nil
	}
	return endpoints
}

func (a *attempts) readAddresses(around *snapshot.Service) {
	if around.Service.Spec.Type != corev1.ServiceTypeLoadBalancer {
		return
	}
	var virtualIPs v1alpha1.VirtualIPList
	a.list(snapshot.VirtualIPs, &virtualIPs)
	around.VirtualIPs = pointers(virtualIPs.Items)
}
