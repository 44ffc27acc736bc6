package board

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/delegation"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// servicesWithPods are the Services whose rows depend on Pods, by namespace and name. The Pods
// of these namespaces are watched.
type servicesWithPods map[string]map[string]*corev1.Service

// addPods adds the Pods of their namespaces to the snapshots that need them, as far as they are
// known. Rows are drawn again when they are. It returns the Services whose Pods are not known yet.
func (b *Board) addPods(snapshots []*snapshot.Service) (incomplete sets.Set[types.NamespacedName]) {
	known := map[string][]*corev1.Pod{}
	incomplete = sets.New[types.NamespacedName]()
	for _, snap := range snapshots {
		namespace := snap.Service.Namespace
		if !snap.NeedsPods(b.options.Settings.EndpointController) {
			b.releasePods(types.NamespacedName{Namespace: namespace, Name: snap.Service.Name})
			continue
		}
		b.requestPods(snap.Service)
		_, isListed := known[namespace]
		switch {
		case isListed:
		case b.cluster.IsSynced(namespace, snapshot.Pods):
			known[namespace] = live.Unordered[*corev1.Pod](b.cluster, snapshot.Pods, namespace)
		default:
			incomplete.Insert(types.NamespacedName{Namespace: namespace, Name: snap.Service.Name})
		}
		snap.Pods = known[namespace]
	}
	return incomplete
}

// requestPods begins to watch the Pods of the namespace if they are not watched yet.
func (b *Board) requestPods(service *corev1.Service) {
	namespace := service.Namespace
	if b.withPods[namespace] == nil {
		b.withPods[namespace] = map[string]*corev1.Service{}
		go func() {
			if b.cluster.Synced(b.ctx, namespace, snapshot.Pods) == nil {
				b.mark(func(d *dirty) { d.namespaces.Insert(namespace) })
			}
		}()
	}
	b.withPods[namespace][service.Name] = service
}

// releasePods ends the watch if neither a row nor a picture needs the Pods of the namespace.
func (b *Board) releasePods(key types.NamespacedName) {
	services := b.withPods[key.Namespace]
	if services[key.Name] == nil {
		return
	}
	delete(services, key.Name)
	if len(services) > 0 {
		return
	}
	delete(b.withPods, key.Namespace)
	b.forget(key.Namespace)
}

// forget ends the watches on request in a namespace that nothing needs.
func (b *Board) forget(namespace string) {
	if len(b.withPods[namespace]) > 0 {
		return
	}
	for watched := range b.watched {
		if watched.Namespace == namespace {
			return
		}
	}
	b.cluster.Forget(namespace)
}

// dependingOn returns the Services whose rows depend on the Pods. A Pod that no such Service
// selects costs no drawing, however many Services the namespace has.
func (b *Board) dependingOn(pods []*corev1.Pod) sets.Set[types.NamespacedName] {
	found := sets.New[types.NamespacedName]()
	for _, pod := range pods {
		for name, service := range b.withPods[pod.Namespace] {
			if delegation.Selects(service, pod.Labels) {
				found.Insert(types.NamespacedName{Namespace: pod.Namespace, Name: name})
			}
		}
	}
	return found
}
