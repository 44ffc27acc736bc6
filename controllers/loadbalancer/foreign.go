package loadbalancer

import (
	"context"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// hasWritten reports whether this manager has set conditions that may be another
// one's. It asks the API server, since the cache has no managed fields, and again only
// when the conditions have changed.
func (r *Reconciler) hasWritten(ctx context.Context, service *corev1.Service) (bool, error) {
	if !vip.MayBeOthers(service, r.Class) || len(vip.Shown(service)) > 0 {
		return false, nil // the manager that serves the Service has also set the conditions
	}
	if r.foreign.has(service) {
		return false, nil
	}
	live := &corev1.Service{}
	if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(service), live); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	isOurs := func(entry metav1.ManagedFieldsEntry) bool { return entry.Manager == string(r.statusOwner()) }
	if slices.ContainsFunc(live.ManagedFields, isOurs) {
		return true, nil
	}
	r.foreign.add(service)
	return false, nil
}

// foreignConditions remembers the conditions of Services that other managers have set.
type foreignConditions struct {
	mutex  sync.Mutex
	byName map[types.NamespacedName]conditionsOfService
}

// conditionsOfService are the conditions of a Service that managers of a class set. One
// that the Service lacks is the zero value.
type conditionsOfService struct {
	service          types.UID
	ready, reachable metav1.Condition
}

func (f *foreignConditions) has(service *corev1.Service) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.byName[client.ObjectKeyFromObject(service)] == conditionsOf(service)
}

func (f *foreignConditions) add(service *corev1.Service) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.byName == nil {
		f.byName = map[types.NamespacedName]conditionsOfService{}
	}
	f.byName[client.ObjectKeyFromObject(service)] = conditionsOf(service)
}

func (f *foreignConditions) forget(name types.NamespacedName) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	delete(f.byName, name)
}

func conditionsOf(service *corev1.Service) conditionsOfService {
	of := func(conditionType string) metav1.Condition {
		return ptr.Deref(meta.FindStatusCondition(service.Status.Conditions, conditionType), metav1.Condition{})
	}
	return conditionsOfService{service.UID, of(v1alpha1.ConditionVIPReady), of(v1alpha1.ConditionVIPReachable)}
}
