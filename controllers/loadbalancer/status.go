package loadbalancer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/status"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// publishStatus writes the addresses and their problems to the status of the Service,
// at exactly the resourceVersion that they were claimed for. Changes that move no
// address may have to wait, and so may a status that another client overwrites each
// time.
func (r *Reconciler) publishStatus(ctx context.Context, seen observed, claims []*v1alpha1.VirtualIP, problems []finding.Finding, state *state) (published, error) {
	service := seen.service
	isOurs, err := r.hasWritten(ctx, service, state)
	if err != nil {
		return published{}, err
	}
	wanted := vip.StatusOf(vip.Publication{
		Service:   service,
		Class:     r.Class,
		Addresses: vip.Addresses(claims),
		Problems:  problems,
		Mesh:      seen.wantedMesh,
		IPMode:    vip.IPModeOf(seen.mesh),
		Serving:   seen.serving,
		Now:       r.Now(),
		IsOurs:    isOurs,
	})
	if wanted == nil {
		return published{}, nil
	}
	if err := r.renew(ctx, claims, service); err != nil {
		return published{}, err
	}
	content, now := wanted.Fingerprint(service.UID), r.Clock.Now()
	result := published{isContested: state.contest.IsContested(content, now)}
	if !wanted.Differs(service) {
		r.statusMetrics.Record(status.Unchanged)
		return result, nil
	}
	result.untilStatus = state.contest.Wait(content, now)
	if wanted.MayWait(service) {
		result.untilStatus = max(result.untilStatus, state.statuses.Wait(service.UID, r.StatusSyncPeriod, now))
	}
	if result.untilStatus > 0 {
		result.movesAddress = !wanted.MayWait(service)
		r.statusMetrics.Record(status.Deferred)
		return result, nil
	}
	err = r.writeStatus(ctx, service, wanted)
	state.statuses.Record(service.UID, r.Clock.Now())
	r.statusMetrics.RecordWrite(err)
	if err == nil {
		result.isContested = state.contest.Record(content, r.Clock.Now()) >= contest.After
	}
	return result, err
}

// published is the result of publishStatus.
type published struct {
	// untilStatus is the time for which the status has to wait, 0 if the Service has it.
	untilStatus time.Duration
	// failed is true if the status, or a claim that it needs, could not be read or written.
	failed bool
	// movesAddress is true if the status that waits has other addresses than the Service shows.
	movesAddress bool
	// isContested is true if another client overwrites the status each time.
	isContested bool
}

// contested reports to the owner of a Service that another client overwrites its status.
func (r *Reconciler) contested() finding.Finding {
	return finding.Warning(v1alpha1.ReasonStatusContested,
		"another client overwrites the status each time Meshwork writes it, and Meshwork writes it less and less often; "+
			"find the client with kubectl get -o yaml --show-managed-fields, and make it ignore Services of the class %s", r.Class)
}

// statusOwner returns the field owner of the status of Services. Each class has its
// own, so that a Service can move from one manager to another.
func (r *Reconciler) statusOwner() client.FieldOwner {
	const longest = 128 // the limit of the API server
	owner := v1alpha1.FieldManager + "/" + r.Class
	if len(owner) > longest {
		sum := sha256.Sum256([]byte(r.Class))
		owner = v1alpha1.FieldManager + "/" + hex.EncodeToString(sum[:])
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

// writeStatus applies the status. Without an address, it leaves the addresses out, so that an
// apply keeps those that other clients have set: a second write removes them.
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
