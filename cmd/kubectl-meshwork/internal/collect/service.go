package collect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// ErrNoService means that there is no such Service.
var ErrNoService = errors.New("does not exist")

// Service reads a Service and the objects around it. Only the Service itself must
// be readable.
func Service(ctx context.Context, reader client.Reader, name types.NamespacedName, now time.Time) (*snapshot.Service, error) {
	service := &corev1.Service{}
	if err := reader.Get(ctx, name, service); apierrors.IsNotFound(err) {
		return nil, fmt.Errorf("Service %s %w: run `kubectl get services -n %s` to list the Services that do", name, ErrNoService, name.Namespace)
	} else if err != nil {
		return nil, fmt.Errorf("reading Service %s: %w", name, err)
	}
	c := &collector{ctx: ctx, reader: reader}
	snap := &snapshot.Service{Service: service, Now: now}
	c.readSelection(snap)
	c.readEndpoints(snap)
	c.readAddresses(snap)
	c.readCertificates(snap)
	snap.Unread = c.gaps
	snap.InferNamespace()
	return snap, c.err
}

func (c *collector) readSelection(snap *snapshot.Service) {
	namespace := &corev1.Namespace{}
	if c.get(snapshot.Namespaces, namespace, client.ObjectKey{Name: snap.Service.Namespace}) {
		snap.Namespace = namespace
	}
	var meshes v1alpha1.MeshList
	c.list(snapshot.Meshes, &meshes)
	snap.Meshes = pointers(meshes.Items)

	var meshServices v1alpha1.MeshServiceList
	c.list(snapshot.MeshServices, &meshServices, client.InNamespace(snap.Service.Namespace))
	snap.MeshServices = pointers(meshServices.Items)
}

func (c *collector) readEndpoints(snap *snapshot.Service) {
	service := snap.Service
	inNamespace := client.InNamespace(service.Namespace)
	var endpointSlices discoveryv1.EndpointSliceList
	c.list(snapshot.Slices, &endpointSlices, inNamespace, client.MatchingLabels{discoveryv1.LabelServiceName: service.Name})
	snap.Slices = pointers(endpointSlices.Items)

	var pods corev1.PodList
	c.list(snapshot.Pods, &pods, inNamespace)
	snap.Pods = pointers(pods.Items)

	if meshservice.IsPerPod(service) {
		var sets appsv1.StatefulSetList
		c.list(snapshot.StatefulSets, &sets, inNamespace)
		snap.StatefulSets = pointers(sets.Items)
	}
	_, labeled := service.Labels[v1alpha1.EndpointControllerNameLabel]
	switch {
	case !labeled && service.Spec.Selector[v1alpha1.DelegatedKey] == "":
	case delegation.HasPods(service):
		var nodes corev1.NodeList
		c.list(snapshot.Nodes, &nodes)
		snap.Nodes = pointers(nodes.Items)
	default:
		snap.Endpoints = c.endpointsOf(service)
	}
}

// endpointsOf reads only the metadata of the Endpoints, nil if there are none.
func (c *collector) endpointsOf(service *corev1.Service) *metav1.PartialObjectMetadata {
	endpoints := &metav1.PartialObjectMetadata{}
	endpoints.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Endpoints"))
	if !c.get(snapshot.Endpoints, endpoints, client.ObjectKeyFromObject(service)) {
		return nil
	}
	return endpoints
}

func (c *collector) readAddresses(snap *snapshot.Service) {
	if snap.Service.Spec.Type != corev1.ServiceTypeLoadBalancer {
		return
	}
	var virtualIPs v1alpha1.VirtualIPList
	c.list(snapshot.VirtualIPs, &virtualIPs)
	snap.VirtualIPs = pointers(virtualIPs.Items)
}

// readCertificates reads nothing in a cluster whose Meshes issue no certificates.
func (c *collector) readCertificates(snap *snapshot.Service) {
	if !slices.ContainsFunc(snap.Meshes, tlspolicy.IssuesCertificates) {
		return
	}
	inNamespace := client.InNamespace(snap.Service.Namespace)
	var certificates v1alpha1.MeshCertificateList
	c.list(snapshot.Certificates, &certificates, inNamespace)
	snap.Certificates = pointers(certificates.Items)

	var requests certificatesv1.PodCertificateRequestList
	c.list(snapshot.Requests, &requests, inNamespace)
	snap.Requests = pointers(requests.Items)
}
