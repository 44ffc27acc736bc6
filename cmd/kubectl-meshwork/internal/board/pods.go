package board

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// servicesWithPods are the Services whose rows depend on Pods, by namespace. The Pods of these
// namespaces are watched.
type servicesWithPods map[string]sets.Set[string]

// addPods adds the Pods of the namespace to a snapshot that needs them, as far as they are
// known. The row is drawn again when they are.
func (b *Board) addPods(snap *snapshot.Service) {
	key := types.NamespacedName{Namespace: snap.Service.Namespace, Name: snap.Service.Name}
	if !snap.NeedsPods(b.options.Settings.EndpointController) {
		b.releasePods(key)
		return
	}
	isNew := len(b.withPods[key.Namespace]) == 0
	if isNew {
		b.withPods[key.Namespace] = sets.New[string]()
	}
	b.withPods[key.Namespace].Insert(key.Name)
	if b.cluster.IsSynced(key.Namespace, snapshot.Pods) {
		snap.Pods = live.Unordered[*corev1.Pod](b.cluster, snapshot.Pods, key.Namespace)
		return
	}
	if isNew {
		go func() {
			if b.cluster.Synced(b.ctx, key.Namespace, snapshot.Pods) == nil {
				b.mark(func(d *dirty) { d.pods.Insert(key.Namespace) })
			}
		}()
	}
}

// releasePods ends the watch if neither a row nor a picture needs the Pods of the namespace.
func (b *Board) releasePods(key types.NamespacedName) {
	services := b.withPods[key.Namespace]
	if !services.Has(key.Name) {
		return
	}
	services.Delete(key.Name)
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

// dependingOn returns the Services whose rows depend on the Pods of the namespaces.
func (b *Board) dependingOn(namespaces sets.Set[string]) sets.Set[types.NamespacedName] {
	found := sets.New[types.NamespacedName]()
	for namespace := range namespaces {
		for name := range b.withPods[namespace] {
			found.Insert(types.NamespacedName{Namespace: namespace, Name: name})
		}
	}
	return found
}
