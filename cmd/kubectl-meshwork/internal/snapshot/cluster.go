package snapshot

import (
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// Cluster has the objects for the status command.
type Cluster struct {
	// Scope is the namespace of the objects, empty for all.
	Scope        string
	Namespaces   []*corev1.Namespace
	Services     []*corev1.Service
	Meshes       []*v1alpha1.Mesh
	MeshServices []*v1alpha1.MeshService
	Slices       []*discoveryv1.EndpointSlice
	StatefulSets []*appsv1.StatefulSet
	// Pods has all Pods of the namespaces in which a Service needs them.
	Pods []*corev1.Pod
	// VirtualIPs are read if a Service is a load balancer, Nodes if a Service is delegated.
	VirtualIPs []*v1alpha1.VirtualIP
	Nodes      []*corev1.Node
	// Endpoints are the metadata of the Endpoints of delegated Services without a
	// selector.
	Endpoints []*metav1.PartialObjectMetadata
	// Lease is the Lease of the leader election, nil if there is none.
	Lease *coordinationv1.Lease
	// Managers and XDSServers are the Deployments of the manager and of the xDS server.
	Managers, XDSServers []*appsv1.Deployment
	// SystemNamespace is the namespace in which the manager runs.
	SystemNamespace string
	// Certificates are read if NeedsCertificates.
	Certificates []*v1alpha1.MeshCertificate
	Routing      *Routing
	// Events are the manager's reports of refused MeshServices or, for changes, all events of Meshwork.
	Events []*corev1.Event
	// Now is the time of reading.
	Now    time.Time
	Unread Gaps
}

// NeedsCertificates reports whether certificates decide: a Mesh issues them, or a Mesh that a
// Service names is gone and may have issued them.
func (c *Cluster) NeedsCertificates() bool {
	if slices.ContainsFunc(c.Meshes, tlspolicy.IssuesCertificates) {
		return true
	}
	meshes, namespaces := groupBy(c.Meshes, (*v1alpha1.Mesh).GetName), groupBy(c.Namespaces, (*corev1.Namespace).GetName)
	return slices.ContainsFunc(c.Services, func(service *corev1.Service) bool {
		name, optedIn := meshservice.MeshName(service, findByName(namespaces[service.Namespace], service.Namespace))
		return optedIn && len(meshes[name]) == 0
	})
}

// The names of programs, as the value of ProgramLabel on their Deployments.
const (
	ProgramLabel = "app.kubernetes.io/name"
	Manager      = "meshwork"
	XDSServer    = "meshwork-xds"
)

// SetDeployments sets the Deployments of the programs.
func (c *Cluster) SetDeployments(all []*appsv1.Deployment) {
	of := groupBy(all, func(deployment *appsv1.Deployment) string { return deployment.Labels[ProgramLabel] })
	c.Managers, c.XDSServers = of[Manager], of[XDSServer]
}

// ServiceSnapshots returns a snapshot of each Service.
func (c *Cluster) ServiceSnapshots() []*Service {
	namespaces := groupBy(c.Namespaces, (*corev1.Namespace).GetName)
	meshServices := groupBy(c.MeshServices, (*v1alpha1.MeshService).GetNamespace)
	derived := make(map[string]map[string][]*v1alpha1.MeshService, len(meshServices))
	shared := map[string]*names{}
	for namespace, inNamespace := range meshServices {
		derived[namespace] = groupBy(inNamespace, meshservice.DerivedFrom)
	}
	pods := groupBy(c.Pods, (*corev1.Pod).GetNamespace)
	virtualIPs := groupBy(c.VirtualIPs, holderOf)
	events := groupBy(c.Events, func(event *corev1.Event) types.UID { return event.InvolvedObject.UID })
	sets := groupBy(c.StatefulSets, (*appsv1.StatefulSet).GetNamespace)
	certificates := groupBy(c.Certificates, (*v1alpha1.MeshCertificate).GetNamespace)
	endpoints := groupBy(c.Endpoints, (*metav1.PartialObjectMetadata).GetNamespace)
	ofServices := groupBy(c.Slices, func(slice *discoveryv1.EndpointSlice) string {
		return slice.Namespace + "/" + slice.Labels[discoveryv1.LabelServiceName]
	})
	all := make([]*Service, len(c.Services))
	for i, service := range c.Services {
		if shared[service.Namespace] == nil {
			shared[service.Namespace] = &names{}
		}
		all[i] = &Service{
			Service:      service,
			Namespace:    findByName(namespaces[service.Namespace], service.Namespace),
			Meshes:       c.Meshes,
			MeshServices: meshServices[service.Namespace],
			Pods:         pods[service.Namespace],
			StatefulSets: sets[service.Namespace],
			VirtualIPs:   c.VirtualIPs,
			Nodes:        c.Nodes,
			Endpoints:    findByName(endpoints[service.Namespace], service.Name),
			Slices:       ofServices[service.Namespace+"/"+service.Name],
			Certificates: certificates[service.Namespace],
			Routing:      c.Routing,
			Events:       events[service.UID],
			Now:          c.Now,
			Unread:       c.Unread,
			derived:      derived[service.Namespace],
			held:         virtualIPs,
			names:        shared[service.Namespace],
		}
		all[i].InferNamespace()
	}
	return all
}

func holderOf(virtualIP *v1alpha1.VirtualIP) string {
	if holder := virtualIP.Spec.Service; holder != nil {
		return holder.Namespace + "/" + holder.Name
	}
	return ""
}

func groupBy[T any, K comparable](all []T, key func(T) K) map[K][]T {
	grouped := map[K][]T{}
	for _, object := range all {
		grouped[key(object)] = append(grouped[key(object)], object)
	}
	return grouped
}
