package loadbalancer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// publishStatus writes the addresses and their problems to the status of the Service,
// at exactly the resourceVersion that they were claimed for. Changes that move no
// address may have to wait: it then returns for how long.
func (r *Reconciler) publishStatus(ctx context.Context, seen observed, claims []*v1alpha1.VirtualIP, problems []finding.Finding) (time.Duration, error) {
	service := seen.service
	isOurs, err := r.hasWritten(ctx, service)
	if err != nil {
		return 0, err
	}
	status := vip.StatusOf(vip.Publication{
		Service:   service,
		Class:     r.Class,
		Addresses: vip.Addresses(claims),
		Problems:  problems,
		Mesh:      seen.wantedMesh,
		IPMode:    vip.IPModeOf(seen.mesh),
		Serving:   seen.serving,
		IsOurs:    isOurs,
	})
	if status == nil {
		return 0, nil
	}
	if err := r.renew(ctx, claims, service); err != nil {
		return 0, err
	}
	if !status.Differs(service, r.Now()) {
		r.statuses.Record(statussync.Unchanged)
		return 0, nil
	}
	if wait := r.statusThrottle.Wait(service.UID); wait > 0 && status.MayWait(service) {
		r.statuses.Record(statussync.Deferred)
		return wait, nil
	}
	err = r.statusThrottle.Write(service.UID, func() error { return r.writeStatus(ctx, service, status) })
	r.statuses.RecordWrite(err)
	return 0, err
}

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

// renew claims addresses for the current resourceVersion of the Service where needed.
func (r *Reconciler) renew(ctx context.Context, claims []*v1alpha1.VirtualIP, service *corev1.Service) error {
	for _, claim := range claims {
		if !vip.NeedsRenewal(claim, service) {
			continue
		}
		renewed := vip.Renewed(claim, service)
		err := r.Client.Patch(ctx, renewed, client.MergeFromWithOptions(claim, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
		if err != nil {
			return fmt.Errorf("renewing the claim for %s: %w", claim.Spec.Address, err)
		}
		r.addresses.record(renewed)
	}
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
	if len(status.Ingress) == 0 && len(status.Conditions) == 0 {
		return configuration, nil
	}
	own := corev1.ServiceStatus{LoadBalancer: corev1.LoadBalancerStatus{Ingress: status.Ingress}, Conditions: status.Conditions}
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
// write that would still show the address fails. It does so by setting the conditions
// of a Service whose address was claimed and never shown.
func (r *Reconciler) bumpResourceVersion(ctx context.Context, claim *v1alpha1.VirtualIP, live *corev1.Service) error {
	status := vip.StatusOf(vip.Publication{Service: live, Class: r.Class, Addresses: vip.Shown(live)})
	if status == nil || status.Foreign || claim.Spec.Service.ResourceVersion != live.ResourceVersion {
		return nil
	}
	for i := range status.Conditions {
		condition := &status.Conditions[i]
		existing := meta.FindStatusCondition(live.Status.Conditions, condition.Type)
		if existing != nil {
			*condition = *existing
		}
		if existing == nil || condition.Type == v1alpha1.ConditionVIPReady {
			condition.LastTransitionTime = r.Now()
		}
	}
	return r.writeStatus(ctx, live, status)
}
