package collect

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Manager says where the manager runs.
type Manager struct {
	// Namespace and Lease are those of its leader election.
	Namespace, Lease string
}

// managerLabels are those of the manager's Deployment (config/default).
var managerLabels = client.MatchingLabels{"app.kubernetes.io/name": "meshwork"}

// Cluster reads what a status is made of: in one namespace, or in all.
func Cluster(ctx context.Context, reader client.Reader, scope string, manager Manager) (*snapshot.Cluster, error) {
	a := &attempts{ctx: ctx, reader: reader}
	seen := &snapshot.Cluster{Scope: scope, SystemNamespace: manager.Namespace}
	a.readMeshes(seen)
	a.readServices(seen)
	a.readManager(seen, manager)
	seen.Unread = a.gaps
	return seen, a.err
}

func (a *attempts) readMeshes(seen *snapshot.Cluster) {
	var meshes v1alpha1.MeshList
	a.list(snapshot.Meshes, &meshes)
	seen.Meshes = pointers(meshes.Items)

	var meshServices v1alpha1.MeshServiceList
	a.list(snapshot.MeshServices, &meshServices, client.InNamespace(seen.Scope))
	seen.MeshServices = pointers(meshServices.Items)
}

func (a *attempts) readServices(seen *snapshot.Cluster) {
	in := client.InNamespace(seen.Scope)
	if seen.Scope == "" {
		var namespaces corev1.NamespaceList
		a.list(snapshot.Namespaces, &namespaces)
		seen.Namespaces = pointers(namespaces.Items)
	} else if namespace := new(corev1.Namespace); a.get(snapshot.Namespaces, namespace, client.ObjectKey{Name: seen.Scope}) {
		seen.Namespaces = []*corev1.Namespace{namespace}
	}
	var services corev1.ServiceList
	a.list(snapshot.Services, &services, in)
	seen.Services = pointers(services.Items)

	var endpointSlices discoveryv1.EndpointSliceList
	a.list(snapshot.Slices, &endpointSlices, in)
	seen.Slices = pointers(endpointSlices.Items)

	var sets appsv1.StatefulSetList
	a.list(snapshot.StatefulSets, &sets, in)
	seen.StatefulSets = pointers(sets.Items)

	for _, service := range seen.Services {
		if service.Labels[v1alpha1.EndpointControllerNameLabel] == "" || delegation.HasPods(service) {
			continue
		}
		if endpoints := a.endpointsOf(service); endpoints != nil {
			seen.Endpoints = append(seen.Endpoints, endpoints)
		}
	}
}

func (a *attempts) readManager(seen *snapshot.Cluster, manager Manager) {
	lease := &coordinationv1.Lease{}
	if a.get(snapshot.Leases, lease, client.ObjectKey{Namespace: manager.Namespace, Name: manager.Lease}) {
		seen.Lease = lease
	}
	var deployments appsv1.DeploymentList
	a.list(snapshot.Deployments, &deployments, client.InNamespace(manager.Namespace), managerLabels)
	seen.Managers = pointers(deployments.Items)
}
