package collect

import (
	"context"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Manager locates the manager.
type Manager struct {
	// Namespace and Lease locate the Lease of its leader election.
	Namespace, Lease string
}

// ManagerLabels select the manager's Deployment (config/default).
var ManagerLabels = client.MatchingLabels{"app.kubernetes.io/name": "meshwork"}

// Cluster reads the objects for the status command, in one namespace or in all.
func Cluster(ctx context.Context, reader client.Reader, scope string, manager Manager, now time.Time) (*snapshot.Cluster, error) {
	c := &collector{ctx: ctx, reader: reader}
	cluster := &snapshot.Cluster{Scope: scope, SystemNamespace: manager.Namespace, Now: now}
	c.readMeshes(cluster)
	c.readServices(cluster)
	c.readManager(cluster, manager)
	cluster.Unread = c.gaps
	return cluster, c.err
}

func (c *collector) readMeshes(cluster *snapshot.Cluster) {
	var meshes v1alpha1.MeshList
	c.list(snapshot.Meshes, &meshes)
	cluster.Meshes = pointers(meshes.Items)

	var meshServices v1alpha1.MeshServiceList
	c.list(snapshot.MeshServices, &meshServices, client.InNamespace(cluster.Scope))
	cluster.MeshServices = pointers(meshServices.Items)

	if slices.ContainsFunc(cluster.Meshes, tlspolicy.IssuesCertificates) {
		var certificates v1alpha1.MeshCertificateList
		c.list(snapshot.Certificates, &certificates, client.InNamespace(cluster.Scope))
		cluster.Certificates = pointers(certificates.Items)
	}
}

func (c *collector) readServices(cluster *snapshot.Cluster) {
	in := client.InNamespace(cluster.Scope)
	if cluster.Scope == "" {
		var namespaces corev1.NamespaceList
		c.list(snapshot.Namespaces, &namespaces)
		cluster.Namespaces = pointers(namespaces.Items)
	} else if namespace := new(corev1.Namespace); c.get(snapshot.Namespaces, namespace, client.ObjectKey{Name: cluster.Scope}) {
		cluster.Namespaces = []*corev1.Namespace{namespace}
	}
	var services corev1.ServiceList
	c.list(snapshot.Services, &services, in)
	cluster.Services = pointers(services.Items)

	var endpointSlices discoveryv1.EndpointSliceList
	c.list(snapshot.Slices, &endpointSlices, in)
	cluster.Slices = pointers(endpointSlices.Items)

	var sets appsv1.StatefulSetList
	c.list(snapshot.StatefulSets, &sets, in)
	cluster.StatefulSets = pointers(sets.Items)

	for _, service := range cluster.Services {
		if !MirrorsEndpoints(service) {
			continue
		}
		if endpoints := c.endpointsOf(service); endpoints != nil {
			cluster.Endpoints = append(cluster.Endpoints, endpoints)
		}
	}
}

// MirrorsEndpoints reports whether the EndpointSlices of the Service depend on its Endpoints.
func MirrorsEndpoints(service *corev1.Service) bool {
	return service.Labels[v1alpha1.EndpointControllerNameLabel] != "" && !delegation.HasPods(service)
}

func (c *collector) readManager(cluster *snapshot.Cluster, manager Manager) {
	lease := &coordinationv1.Lease{}
	if c.get(snapshot.Leases, lease, client.ObjectKey{Namespace: manager.Namespace, Name: manager.Lease}) {
		cluster.Lease = lease
	}
	var deployments appsv1.DeploymentList
	c.list(snapshot.Deployments, &deployments, client.InNamespace(manager.Namespace), ManagerLabels)
	cluster.Managers = pointers(deployments.Items)
}
