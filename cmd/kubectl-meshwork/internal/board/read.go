package board

import (
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// rowKinds are the kinds that rows and the overview depend on, in any cluster.
var rowKinds = slices.Concat([]snapshot.Kind{
	snapshot.Namespaces, snapshot.Meshes, snapshot.VirtualIPs, snapshot.Nodes, snapshot.Services, snapshot.MeshServices,
	snapshot.Slices, snapshot.StatefulSets, snapshot.Rejections, snapshot.Leases, snapshot.Deployments,
}, snapshot.Routes)

// readTimeout bounds the wait for kinds that are not watched yet, because drawing is
// blocked.
const readTimeout = 2 * time.Second

// clusterSnapshot returns the objects that the status depends on, without the Services.
func (b *Board) clusterSnapshot() *snapshot.Cluster {
	scope, manager := b.options.Scope, b.options.Manager
	cluster := &snapshot.Cluster{
		Scope: scope, SystemNamespace: manager.Namespace, Now: b.options.Now(), Unread: b.cluster.Gaps(),
		Meshes:       live.List[*v1alpha1.Mesh](b.cluster, snapshot.Meshes, ""),
		MeshServices: live.List[*v1alpha1.MeshService](b.cluster, snapshot.MeshServices, scope),
	}
	cluster.SetDeployments(live.List[*appsv1.Deployment](b.cluster, snapshot.Deployments, manager.Namespace))
	for _, lease := range live.List[*coordinationv1.Lease](b.cluster, snapshot.Leases, manager.Namespace) {
		cluster.Lease = lease
	}
	if slices.ContainsFunc(cluster.Meshes, tlspolicy.IssuesCertificates) {
		cluster.Certificates = live.List[*v1alpha1.MeshCertificate](b.cluster, snapshot.Certificates, scope)
	}
	return cluster
}

// manyServices is the number of Services from which reading all namespaces at once is
// cheaper.
const manyServices = 100

// snapshotsOf returns snapshots of the Services that exist. The rows of the incomplete ones depend on
// objects that are not known yet.
func (b *Board) snapshotsOf(services sets.Set[types.NamespacedName]) (found map[types.NamespacedName]*snapshot.Service, incomplete sets.Set[types.NamespacedName]) {
	if len(services) == 0 {
		return nil, nil
	}
	namespaces := sets.New[string]()
	for key := range services {
		namespaces.Insert(key.Namespace)
	}
	cluster := &snapshot.Cluster{
		Scope: b.options.Scope, Now: b.options.Now(), Unread: b.cluster.Gaps(),
		Meshes:     live.List[*v1alpha1.Mesh](b.cluster, snapshot.Meshes, ""),
		Namespaces: live.List[*corev1.Namespace](b.cluster, snapshot.Namespaces, ""),
	}
	if len(services) > manyServices {
		namespaces = sets.New(b.options.Scope)
	}
	isComplete := true
	for _, namespace := range sets.List(namespaces) {
		isComplete = b.readNamespace(cluster, namespace) && isComplete
	}
	cluster.Services = slices.DeleteFunc(cluster.Services, func(service *corev1.Service) bool {
		return !services.Has(types.NamespacedName{Namespace: service.Namespace, Name: service.Name})
	})
	if slices.ContainsFunc(cluster.Services, snapshot.IsLoadBalancer) {
		cluster.VirtualIPs = live.Unordered[*v1alpha1.VirtualIP](b.cluster, snapshot.VirtualIPs, "")
	}
	if slices.ContainsFunc(cluster.Services, snapshot.IsDelegated) {
		cluster.Nodes = live.Unordered[*corev1.Node](b.cluster, snapshot.Nodes, "")
	}
	b.addRouting(cluster)
	found = make(map[types.NamespacedName]*snapshot.Service, len(cluster.Services))
	snapshots := cluster.ServiceSnapshots()
	incomplete = b.addPods(snapshots)
	for _, snap := range snapshots {
		key := types.NamespacedName{Namespace: snap.Service.Namespace, Name: snap.Service.Name}
		found[key] = snap
		if !isComplete {
			incomplete.Insert(key)
		}
	}
	return found, incomplete
}

// readNamespace adds the objects of a namespace, or of all, in any order: rows do not depend
// on it. It reports whether all objects that rows depend on are known, apart from Pods.
func (b *Board) readNamespace(cluster *snapshot.Cluster, namespace string) (isComplete bool) {
	services := live.Unordered[*corev1.Service](b.cluster, snapshot.Services, namespace)
	cluster.Services = append(cluster.Services, services...)
	cluster.MeshServices = append(cluster.MeshServices, live.Unordered[*v1alpha1.MeshService](b.cluster, snapshot.MeshServices, namespace)...)
	cluster.Slices = append(cluster.Slices, live.Unordered[*discoveryv1.EndpointSlice](b.cluster, snapshot.Slices, namespace)...)
	cluster.StatefulSets = append(cluster.StatefulSets, live.Unordered[*appsv1.StatefulSet](b.cluster, snapshot.StatefulSets, namespace)...)
	cluster.Events = append(cluster.Events, live.Unordered[*corev1.Event](b.cluster, snapshot.Rejections, namespace)...)
	needsCertificates, needsEndpoints := cluster.NeedsCertificates(), slices.ContainsFunc(services, collect.MirrorsEndpoints)
	hasCertificates := needsCertificates && b.cluster.IsSynced(namespace, snapshot.Certificates)
	hasEndpoints := needsEndpoints && b.cluster.IsSynced(namespace, snapshot.Endpoints)
	if hasCertificates {
		cluster.Certificates = append(cluster.Certificates, live.Unordered[*v1alpha1.MeshCertificate](b.cluster, snapshot.Certificates, namespace)...)
	}
	if hasEndpoints {
		cluster.Endpoints = append(cluster.Endpoints, live.Unordered[*metav1.PartialObjectMetadata](b.cluster, snapshot.Endpoints, namespace)...)
	}
	return needsCertificates == hasCertificates && needsEndpoints == hasEndpoints
}
