package loadbalancer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// publishStatus writes the addresses and their problems to the status of the Service,
// at exactly the resourceVersion that they were claimed for.
func (r *Reconciler) publishStatus(ctx context.Context, service *corev1.Service, claims []*v1alpha1.VirtualIP, problems []finding.Finding) error {
	isOurs, err := r.hasWritten(ctx, service)
	if err != nil {
		return err
	}
	status := vip.StatusOf(service, r.Class, vip.Addresses(claims), problems, isOurs)
	if status == nil {
		return nil
	}
	if !status.Differs(service, r.now()) {
		r.statuses.Record(statussync.Unchanged)
		return nil
	}
	for _, claim := range claims {
		if vip.NeedsRenewal(claim, service) {
			if err := r.renew(ctx, claim, service); err != nil {
				return err
			}
		}
	}
	err = r.writeStatus(ctx, service, status)
	r.statuses.RecordWrite(err)
	return err
}

// hasWritten reports whether this manager has set a condition that may be another
// one's. It asks the API server, since the cache has no managed fields, and again only
// when the condition has changed.
func (r *Reconciler) hasWritten(ctx context.Context, service *corev1.Service) (bool, error) {
	if !vip.MayBeOthers(service, r.Class) || len(vip.Shown(service)) > 0 {
		return false, nil // the manager that serves the Service has also set the condition
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
	byName map[types.NamespacedName]foreignCondition
}

type foreignCondition struct {
	service   types.UID
	condition metav1.Condition
}

func (f *foreignConditions) has(service *corev1.Service) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.byName[client.ObjectKeyFromObject(service)] == foreignConditionOf(service)
}

func (f *foreignConditions) add(service *corev1.Service) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.byName == nil {
		f.byName = map[types.NamespacedName]foreignCondition{}
	}
	f.byName[client.ObjectKeyFromObject(service)] = foreignConditionOf(service)
}

func (f *foreignConditions) forget(name types.NamespacedName) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	delete(f.byName, name)
}

func foreignConditionOf(service *corev1.Service) foreignCondition {
	return foreignCondition{service.UID, *meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady)}
}

// statusOwner returns the field owner of the status of Services. Each class has its
// own, so that a Service can move from one manager to another.
func (r *Reconciler) statusOwner() client.FieldOwner {
	const longest = 128 // the limit of the API server
	owner := meshservice.FieldManager + "/" + r.Class
	if len(owner) > longest {
		sum := sha256.Sum256([]byte(r.Class))
		owner = meshservice.FieldManager + "/" + hex.EncodeToString(sum[:])
	}
	return client.FieldOwner(owner)
}

// renew claims an address for the current resourceVersion of the Service.
func (r *Reconciler) renew(ctx context.Context, claim *v1alpha1.VirtualIP, service *corev1.Service) error {
	renewed := claim.DeepCopy()
	renewed.Spec.Service.ResourceVersion = service.ResourceVersion
	err := r.Client.Patch(ctx, renewed, client.MergeFromWithOptions(claim, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if err != nil {
		return fmt.Errorf("renewing the claim for %s: %w", claim.Spec.Address, err)
	}
	r.addresses.record(renewed)
	return nil
}

// writeStatus applies the status. An apply keeps what other clients have added to the
// addresses, so a second write removes it.
func (r *Reconciler) writeStatus(ctx context.Context, service *corev1.Service, status *vip.Status) error {
	configuration, err := serviceStatus(service, status)
	if err != nil {
		return err
	}
	if err := r.Client.Status().Apply(ctx, configuration, r.statusOwner(), client.ForceOwnership); err != nil {
		return fmt.Errorf("status of Service %s: %w", client.ObjectKeyFromObject(service), err)
	}
	if status.Foreign {
		return nil // the rest of the status is another manager's
	}
	applied, err := write.Convert[corev1.Service](configuration)
	if err != nil || equality.Semantic.DeepEqual(applied.Status.LoadBalancer.Ingress, status.Ingress) {
		return err
	}
	applied.Status.LoadBalancer.Ingress = status.Ingress
	return r.Client.Status().Update(ctx, applied, r.statusOwner())
}

// serviceStatus leaves out empty fields: applying them would make Meshwork own them.
func serviceStatus(service *corev1.Service, status *vip.Status) (*applycore.ServiceApplyConfiguration, error) {
	configuration := applycore.Service(service.Name, service.Namespace).WithUID(service.UID).WithResourceVersion(service.ResourceVersion)
	if len(status.Ingress) == 0 && status.Condition == nil {
		return configuration, nil
	}
	own := corev1.ServiceStatus{LoadBalancer: corev1.LoadBalancerStatus{Ingress: status.Ingress}}
	if status.Condition != nil {
		own.Conditions = []metav1.Condition{*status.Condition}
	}
	converted, err := write.Convert[applycore.ServiceStatusApplyConfiguration](own)
	if err != nil {
		return nil, err
	}
	if len(status.Ingress) == 0 {
		converted.LoadBalancer = nil
	}
	return configuration.WithStatus(converted), nil
}

// bumpResourceVersion changes the resourceVersion of the Service, so that a status
// write that would still show the address fails. It does so by setting the condition
// of a Service whose address was claimed and never shown.
func (r *Reconciler) bumpResourceVersion(ctx context.Context, claim *v1alpha1.VirtualIP, live *corev1.Service) error {
	status := vip.StatusOf(live, r.Class, vip.Shown(live), nil, false)
	if status == nil || status.Foreign || claim.Spec.Service.ResourceVersion != live.ResourceVersion {
		return nil
	}
	if existing := meta.FindStatusCondition(live.Status.Conditions, v1alpha1.ConditionVIPReady); existing != nil {
		status.Condition = existing
	}
	status.Condition.LastTransitionTime = r.now()
	return r.writeStatus(ctx, live, status)
}

// now returns the time with the precision of the API.
func (r *Reconciler) now() metav1.Time {
	return metav1.NewTime(r.Clock.Now()).Rfc3339Copy()
}
