package collect

import (
	"context"
	"fmt"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Manager locates the manager.
type Manager struct {
	// Namespace and Lease locate the Lease of its leader election.
	Namespace, Lease string
}

// ManagerLabels select the manager's Deployment (config/default).
var ManagerLabels = client.MatchingLabels{snapshot.ProgramLabel: snapshot.Manager}

// DeploymentLabels select the Deployments of the manager and of the xDS server (config/xds).
var DeploymentLabels = client.MatchingLabelsSelector{Selector: programs()}

func programs() labels.Selector {
	requirement, err := labels.NewRequirement(snapshot.ProgramLabel, selection.In, []string{snapshot.Manager, snapshot.XDSServer})
	if err != nil {
		panic(err)
	}
	return labels.NewSelector().Add(*requirement)
}

// Cluster reads the objects for the status command, in one namespace or in all.
func Cluster(ctx context.Context, reader client.Reader, scope string, manager Manager, settings snapshot.Settings, now time.Time) (*snapshot.Cluster, error) {
	cluster, err := Services(ctx, reader, scope, settings, now)
	if err != nil {
		return nil, err
	}
	c := &collector{ctx: ctx, reader: reader, gaps: cluster.Unread}
	cluster.SystemNamespace = manager.Namespace
	c.readManager(cluster, manager)
	cluster.Unread = c.gaps
	return cluster, c.err
}

// Services reads the Services in one namespace or in all, and the objects around them.
func Services(ctx context.Context, reader client.Reader, scope string, settings snapshot.Settings, now time.Time) (*snapshot.Cluster, error) {
	c := &collector{ctx: ctx, reader: reader}
	cluster := &snapshot.Cluster{Scope: scope, Now: now}
	c.readMeshes(cluster)
	c.readServices(cluster)
	c.readAround(cluster)
	cluster.Routing = c.routing(c.routes(cluster.Scope), cluster.Services, cluster.Namespaces, cluster.Slices)
	c.readPods(cluster, settings.EndpointController)
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
}

func (c *collector) readServices(cluster *snapshot.Cluster) {
	in := client.InNamespace(cluster.Scope)
	if cluster.Scope == "" {
		var namespaces corev1.NamespaceList
		c.list(snapshot.Namespaces, &namespaces)
		cluster.Namespaces = pointers(namespaces.Items)
	} else {
		cluster.Namespaces = c.namespace(cluster.Scope)
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

func (c *collector) namespace(name string) []*corev1.Namespace {
	namespace := &corev1.Namespace{}
	gaps := len(c.gaps)
	switch {
	case c.get(snapshot.Namespaces, namespace, client.ObjectKey{Name: name}):
		return []*corev1.Namespace{namespace}
	case c.err == nil && len(c.gaps) == gaps:
		c.err = fmt.Errorf("namespace %s %w: run `kubectl get namespaces` to list those that do", name, ErrNotFound)
	}
	return nil
}

// readAround reads the objects that only some Services depend on.
func (c *collector) readAround(cluster *snapshot.Cluster) {
	if cluster.NeedsCertificates() {
		var certificates v1alpha1.MeshCertificateList
		c.list(snapshot.Certificates, &certificates, client.InNamespace(cluster.Scope))
		cluster.Certificates = pointers(certificates.Items)
	}
	if slices.ContainsFunc(cluster.Services, snapshot.IsLoadBalancer) {
		var virtualIPs v1alpha1.VirtualIPList
		c.list(snapshot.VirtualIPs, &virtualIPs)
		cluster.VirtualIPs = pointers(virtualIPs.Items)
	}
	if slices.ContainsFunc(cluster.Services, snapshot.IsDelegated) {
		var nodes corev1.NodeList
		c.list(snapshot.Nodes, &nodes)
		cluster.Nodes = pointers(nodes.Items)
	}
	var events corev1.EventList
	c.list(snapshot.Rejections, &events, client.InNamespace(cluster.Scope), client.MatchingFields{"reason": v1alpha1.ReasonMeshServiceRejected})
	cluster.Events = pointers(events.Items)
}

// manyNamespaces is the number of namespaces from which one list of all Pods is faster.
const manyNamespaces = 50

func (c *collector) readPods(cluster *snapshot.Cluster, controller string) {
	namespaces := sets.New[string]()
	cluster.Unread = c.gaps // they decide, too
	for _, snap := range cluster.ServiceSnapshots() {
		if snap.NeedsPods(controller) {
			namespaces.Insert(snap.Service.Namespace)
		}
	}
	if len(namespaces) > manyNamespaces {
		namespaces = sets.New("")
	}
	for _, namespace := range sets.List(namespaces) {
		var pods corev1.PodList
		c.list(snapshot.Pods, &pods, client.InNamespace(namespace))
		cluster.Pods = append(cluster.Pods, pointers(pods.Items)...)
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
	c.list(snapshot.Deployments, &deployments, client.InNamespace(manager.Namespace), DeploymentLabels)
	cluster.SetDeployments(pointers(deployments.Items))
}
