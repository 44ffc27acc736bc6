package live

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// kind describes objects that are watched.
type kind struct {
	name      snapshot.Kind
	newObject func() client.Object
	newList   func() client.ObjectList
	// within selects the namespaces to watch.
	within place
	// fields selects some of the objects. It is a field selector, empty for all.
	fields string
	trim   func(client.Object)
}

// place selects the namespaces in which a kind is watched.
type place int

const (
	// everywhere is for kinds without a namespace, and for routes, which other namespaces may have too.
	everywhere place = iota
	// inScope is the shown namespace, or all.
	inScope
	// withManager is the manager's namespace.
	withManager
	// onRequest are the namespaces of watched Services.
	onRequest
)

var kinds = append([]kind{
	{name: snapshot.Namespaces, within: everywhere, newObject: newObject[corev1.Namespace], newList: newList[corev1.NamespaceList]},
	{name: snapshot.Meshes, within: everywhere, newObject: newObject[v1alpha1.Mesh], newList: newList[v1alpha1.MeshList]},
	{name: snapshot.VirtualIPs, within: everywhere, newObject: newObject[v1alpha1.VirtualIP], newList: newList[v1alpha1.VirtualIPList]},
	{name: snapshot.Nodes, within: everywhere, newObject: newObject[corev1.Node], newList: newList[corev1.NodeList], trim: trimNode},
	{name: snapshot.Services, within: inScope, newObject: newObject[corev1.Service], newList: newList[corev1.ServiceList]},
	{name: snapshot.MeshServices, within: inScope, newObject: newObject[v1alpha1.MeshService], newList: newList[v1alpha1.MeshServiceList]},
	{name: snapshot.Slices, within: inScope, newObject: newObject[discoveryv1.EndpointSlice], newList: newList[discoveryv1.EndpointSliceList]},
	{name: snapshot.StatefulSets, within: inScope, newObject: newObject[appsv1.StatefulSet], newList: newList[appsv1.StatefulSetList], trim: trimStatefulSet},
	{name: snapshot.Endpoints, within: inScope, newObject: newEndpoints, newList: newEndpointsList},
	{name: snapshot.Certificates, within: inScope, newObject: newObject[v1alpha1.MeshCertificate], newList: newList[v1alpha1.MeshCertificateList]},
	{name: snapshot.Rejections, within: inScope, fields: "reason=" + v1alpha1.ReasonMeshServiceRejected,
		newObject: newObject[corev1.Event], newList: newList[corev1.EventList], trim: trimEvent},
	{name: snapshot.Leases, within: withManager, newObject: newObject[coordinationv1.Lease], newList: newList[coordinationv1.LeaseList]},
	{name: snapshot.Deployments, within: withManager, newObject: newObject[appsv1.Deployment], newList: newList[appsv1.DeploymentList]},
	{name: snapshot.Pods, within: onRequest, newObject: newObject[corev1.Pod], newList: newList[corev1.PodList], trim: trimPod},
	{name: snapshot.Requests, within: onRequest, newObject: newObject[certificatesv1.PodCertificateRequest], newList: newList[certificatesv1.PodCertificateRequestList]},
	{name: snapshot.Events, within: onRequest, newObject: newObject[corev1.Event], newList: newList[corev1.EventList], trim: trimEvent},
}, kindsOfRoutes()...)

func kindsOfRoutes() []kind {
	var all []kind
	for _, of := range routes.Kinds {
		all = append(all, kind{
			name: snapshot.RoutesOf(of.Kind), within: everywhere, trim: trimRoute,
			newObject: func() client.Object { return routes.NewObject(of.Kind) },
			newList:   func() client.ObjectList { return routes.NewList(of.Kind) },
		})
	}
	return all
}

func newObject[T any, P interface {
	*T
	client.Object
}]() client.Object {
	return P(new(T))
}

func newList[T any, P interface {
	*T
	client.ObjectList
}]() client.ObjectList {
	return P(new(T))
}

// Only the metadata of Endpoints is used.
func newEndpoints() client.Object {
	endpoints := &metav1.PartialObjectMetadata{}
	endpoints.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Endpoints"))
	return endpoints
}

func newEndpointsList() client.ObjectList {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("EndpointsList"))
	return list
}

// trimNode leaves the labels, such as the zone. Heartbeats would otherwise be changes.
func trimNode(object client.Object) {
	if node, ok := object.(*corev1.Node); ok {
		node.Spec, node.Status, node.Annotations = corev1.NodeSpec{}, corev1.NodeStatus{}, nil
	}
}

// trimStatefulSet leaves the fields that decide about the names of Pods.
func trimStatefulSet(object client.Object) {
	if set, ok := object.(*appsv1.StatefulSet); ok {
		set.Annotations, set.Status = nil, appsv1.StatefulSetStatus{}
		set.Spec.Template.Spec, set.Spec.VolumeClaimTemplates = corev1.PodSpec{}, nil
	}
}

// trimRoute removes the status, which decides nothing.
func trimRoute(object client.Object) {
	if route := routes.Of(object); route != nil {
		*route.Status = gatewayv1.RouteStatus{}
	}
}

// trimEvent leaves the fields that the page shows: a namespace may have thousands of events.
func trimEvent(object client.Object) {
	if event, ok := object.(*corev1.Event); ok {
		event.Annotations, event.Related, event.ReportingInstance = nil, nil, ""
	}
}

// trimPod leaves the fields that decide about endpoints and certificates, and those that the page
// shows: rows may depend on all Pods of large namespaces.
func trimPod(object client.Object) {
	pod, ok := object.(*corev1.Pod)
	if !ok {
		return
	}
	spec, status := &pod.Spec, &pod.Status
	pod.Spec = corev1.PodSpec{
		NodeName: spec.NodeName, ServiceAccountName: spec.ServiceAccountName, Hostname: spec.Hostname, Subdomain: spec.Subdomain,
		Containers: withPorts(spec.Containers), InitContainers: withPorts(spec.InitContainers),
		Volumes: slices.DeleteFunc(spec.Volumes, func(volume corev1.Volume) bool { return volume.Projected == nil }),
	}
	pod.Status = corev1.PodStatus{Phase: status.Phase, PodIP: status.PodIP, PodIPs: status.PodIPs, Conditions: status.Conditions}
}

func withPorts(containers []corev1.Container) []corev1.Container {
	trimmed := make([]corev1.Container, len(containers))
	for i := range containers {
		trimmed[i] = corev1.Container{Name: containers[i].Name, Ports: containers[i].Ports, RestartPolicy: containers[i].RestartPolicy}
	}
	return trimmed
}
