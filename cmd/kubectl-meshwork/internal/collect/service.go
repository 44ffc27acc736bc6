package collect

import (
	"context"
	"errors"
	"fmt"
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

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// ErrNotFound means that there is no such Service or namespace.
var ErrNotFound = errors.New("does not exist")

// Service reads a Service and the objects around it. Only the Service itself must
// be readable.
func Service(ctx context.Context, reader client.Reader, name types.NamespacedName, now time.Time) (*snapshot.Service, error) {
	service := &corev1.Service{}
	if err := reader.Get(ctx, name, service); apierrors.IsNotFound(err) {
		return nil, fmt.Errorf("Service %s %w: run `kubectl get services -n %s` to list the Services that do", name, ErrNotFound, name.Namespace)
	} else if err != nil {
		return nil, fmt.Errorf("reading Service %s: %w", name, err)
	}
	return Around(ctx, reader, service, now)
}

// Around reads the objects around a Service, which may not exist yet.
func Around(ctx context.Context, reader client.Reader, service *corev1.Service, now time.Time) (*snapshot.Service, error) {
	c := &collector{ctx: ctx, reader: reader}
	snap := &snapshot.Service{Service: service, Now: now}
	c.readSelection(snap)
	c.readEndpoints(snap)
	c.readAddresses(snap)
	c.readRouting(snap)
	c.readCertificates(snap)
	c.readEvents(snap)
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
	switch {
	case !snapshot.IsDelegated(service):
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
	if !snapshot.IsLoadBalancer(snap.Service) {
		return
	}
	var virtualIPs v1alpha1.VirtualIPList
	c.list(snapshot.VirtualIPs, &virtualIPs)
	snap.VirtualIPs = pointers(virtualIPs.Items)
}

func (c *collector) readRouting(snap *snapshot.Service) {
	var namespaces []*corev1.Namespace
	if snap.Namespace != nil {
		namespaces = append(namespaces, snap.Namespace)
	}
	snap.Routing = c.routing(c.routes(snap.Service.Namespace), []*corev1.Service{snap.Service}, namespaces, snap.Slices)
}

// readCertificates also reads the certificates of a Mesh that was deleted.
func (c *collector) readCertificates(snap *snapshot.Service) {
	around := snapshot.Cluster{Meshes: snap.Meshes, Services: []*corev1.Service{snap.Service}}
	if snap.Namespace != nil {
		around.Namespaces = []*corev1.Namespace{snap.Namespace}
	}
	if !around.NeedsCertificates() {
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

func (c *collector) readEvents(snap *snapshot.Service) {
	var events corev1.EventList
	c.list(snapshot.Events, &events, client.InNamespace(snap.Service.Namespace), client.MatchingFields{
		"involvedObject.kind": "Service", "involvedObject.name": snap.Service.Name,
	})
	for _, event := range pointers(events.Items) {
		if about := event.InvolvedObject; about.Kind == "Service" && about.Name == snap.Service.Name && about.UID == snap.Service.UID {
			snap.Events = append(snap.Events, event)
		}
	}
}
