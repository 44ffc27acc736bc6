package loadbalancer

import (
	"context"
	"slices"

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
func (r *Reconciler) hasWritten(ctx context.Context, service *corev1.Service, state *state) (bool, error) {
	if !vip.MayBeOthers(service, r.Class) || len(vip.Shown(service)) > 0 {
		return false, nil // the manager that serves the Service has also set the conditions
	}
	if state.foreign == conditionsOf(service) {
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
	state.foreign = conditionsOf(service)
	return false, nil
}

// conditions are the conditions of a Service that managers of a class set. One that the Service
// lacks is the zero value.
type conditions struct {
	service          types.UID
	ready, reachable metav1.Condition
}

func conditionsOf(service *corev1.Service) conditions {
	of := func(conditionType string) metav1.Condition {
		return ptr.Deref(meta.FindStatusCondition(service.Status.Conditions, conditionType), metav1.Condition{})
	}
	return conditions{service.UID, of(v1alpha1.ConditionVIPReady), of(v1alpha1.ConditionVIPReachable)}
}
