package loadbalancer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// claim creates the VirtualIP of an address, or finds the one that an earlier
// attempt created without hearing of it. It is refused when the address is taken,
// by whoever it may be: then it tries the next one.
func (r *LoadBalancerReconciler) claim(ctx context.Context, service *corev1.Service, want vip.Want) (*v1alpha1.VirtualIP, *finding.Finding, error) {
	for {
		address, problem := r.choose(want)
		if !address.IsValid() {
			return nil, problem, nil
		}
		claim := vip.NewClaim(address, want.Mesh, r.Class, service)
		err := r.Client.Create(ctx, claim, write.FieldOwner)
		if err == nil {
			r.Addresses.observe(claim)
			log.FromContext(ctx).Info("address claimed", "address", claim.Spec.Address, "mesh", want.Mesh)
			return claim, nil, nil
		}
		if apierrors.IsAlreadyExists(err) {
			var standing *v1alpha1.VirtualIP
			if standing, err = r.standing(ctx, claim.Name); err == nil && holds(service, standing, r.Class) {
				return standing, nil, nil
			}
		}
		if err != nil {
			r.Addresses.giveBack(address)
			return nil, nil, fmt.Errorf("claiming %s: %w", address, err)
		}
	}
}

// choose picks the next address to try, the zero value when there is none.
func (r *LoadBalancerReconciler) choose(want vip.Want) (netip.Addr, *finding.Finding) {
	if want.Shown.IsValid() && r.Addresses.take(want.Mesh, want.Shown) {
		return want.Shown, nil
	}
	if want.Requested.IsValid() {
		if r.Addresses.take(want.Mesh, want.Requested) {
			return want.Requested, nil
		}
		problem := finding.Warning(v1alpha1.ReasonVIPInUse, "%s, which %s asks for, is in use%s: ask for another one",
			want.Requested, v1alpha1.VIPAnnotation, by(r.Addresses.holder(want.Requested)))
		return netip.Addr{}, &problem
	}
	if !want.Any {
		return netip.Addr{}, nil
	}
	if address, found := r.Addresses.allocate(want.Mesh, want.Family); found {
		return address, nil
	}
	problem := finding.Warning(v1alpha1.ReasonVIPsExhausted,
		"Mesh %s has no free address of %s: add a range to its spec.vips.cidrs, or give one back", want.Mesh, want.Family)
	return netip.Addr{}, &problem
}

// by tells who has an address, if that is known.
func by(virtualIP *v1alpha1.VirtualIP) string {
	if virtualIP == nil {
		return ""
	}
	if name, ok := holderOf(virtualIP); ok {
		return " by Service " + name.String()
	}
	return ", kept back by hand"
}

// standing is the VirtualIP that is in the way of a new one.
func (r *LoadBalancerReconciler) standing(ctx context.Context, name string) (*v1alpha1.VirtualIP, error) {
	standing := &v1alpha1.VirtualIP{}
	if err := r.APIReader.Get(ctx, client.ObjectKey{Name: name}, standing); err != nil {
		return nil, err
	}
	r.Addresses.observe(standing)
	return standing, nil
}

func holds(service *corev1.Service, virtualIP *v1alpha1.VirtualIP, class string) bool {
	return vip.IsClaim(virtualIP, class) && virtualIP.Spec.Service.UID == service.UID
}

// show writes the addresses, and what is the matter with them, into the status of
// the Service, at exactly the version for which they were claimed.
func (r *LoadBalancerReconciler) show(ctx context.Context, service *corev1.Service, claims []*v1alpha1.VirtualIP, problems []finding.Finding) error {
	isOurs, err := r.hasWritten(ctx, service)
	if err != nil {
		return err
	}
	status := vip.StatusOf(service, r.Class, vip.Addresses(claims), problems, isOurs)
	if status == nil {
		return nil
	}
	if !status.Differs(service, r.now()) {
		r.StatusMetrics.Count(statussync.StatusUnchanged)
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
	r.StatusMetrics.Attempted(err)
	return err
}

// hasWritten tells whether a condition that may be another manager's is this
// one's. The cache does not keep who wrote what.
func (r *LoadBalancerReconciler) hasWritten(ctx context.Context, service *corev1.Service) (bool, error) {
	if !vip.MayBeOthers(service, r.Class) || len(vip.Shown(service)) > 0 {
		return false, nil // who serves a Service has written its condition too
	}
	live := &corev1.Service{}
	err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(service), live)
	isOurs := func(entry metav1.ManagedFieldsEntry) bool { return entry.Manager == string(r.statusOwner()) }
	return slices.ContainsFunc(live.ManagedFields, isOurs), client.IgnoreNotFound(err)
}

// statusOwner owns the fields in the status of Services. It is another one for
// each class, so that a Service can change hands between managers.
func (r *LoadBalancerReconciler) statusOwner() client.FieldOwner {
	const longest = 128 // as the API server has it
	owner := meshservice.FieldManager + "/" + r.Class
	if len(owner) > longest {
		sum := sha256.Sum256([]byte(r.Class))
		owner = meshservice.FieldManager + "/" + hex.EncodeToString(sum[:])
	}
	return client.FieldOwner(owner)
}

// renew claims an address for this version of the Service.
func (r *LoadBalancerReconciler) renew(ctx context.Context, claim *v1alpha1.VirtualIP, service *corev1.Service) error {
	renewed := claim.DeepCopy()
	renewed.Spec.Service.ResourceVersion = service.ResourceVersion
	err := r.Client.Patch(ctx, renewed, client.MergeFromWithOptions(claim, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if err != nil {
		return fmt.Errorf("renewing the claim for %s: %w", claim.Spec.Address, err)
	}
	r.Addresses.observe(renewed)
	return nil
}

// writeStatus applies the status. What others added to it an apply leaves alone,
// so a second write cuts it off.
func (r *LoadBalancerReconciler) writeStatus(ctx context.Context, service *corev1.Service, status *vip.Status) error {
	configuration, err := serviceStatus(service, status)
	if err != nil {
		return err
	}
	if err := r.Client.Status().Apply(ctx, configuration, r.statusOwner(), client.ForceOwnership); err != nil {
		return fmt.Errorf("status of Service %s: %w", client.ObjectKeyFromObject(service), err)
	}
	if status.Foreign {
		return nil // what else it says is not ours
	}
	applied, err := write.Convert[corev1.Service](configuration)
	if err != nil || equality.Semantic.DeepEqual(applied.Status.LoadBalancer.Ingress, status.Ingress) {
		return err
	}
	applied.Status.LoadBalancer.Ingress = status.Ingress
	return r.Client.Status().Update(ctx, applied, r.statusOwner())
}

// serviceStatus has no field that is empty: it would be one of ours.
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

// release frees addresses that no Service shows any more.
func (r *LoadBalancerReconciler) release(ctx context.Context, claims []*v1alpha1.VirtualIP) error {
	var errs []error
	for _, claim := range claims {
		if err := r.releaseOne(ctx, claim); err != nil {
			errs = append(errs, fmt.Errorf("releasing %s: %w", claim.Spec.Address, err))
		}
	}
	return errors.Join(errs...)
}

// errNotYet tells that a Service may still show an address.
var errNotYet = errors.New("the Service is to be read again")

func (r *LoadBalancerReconciler) releaseOne(ctx context.Context, claim *v1alpha1.VirtualIP) error {
	name, _ := holderOf(claim)
	live := &corev1.Service{}
	if err := r.APIReader.Get(ctx, name, live); apierrors.IsNotFound(err) {
		live = nil
	} else if err != nil {
		return err
	}
	if !vip.MayRelease(claim, live) {
		return errors.Join(errNotYet, r.moveOn(ctx, claim, live))
	}
	// Whoever claims the address anew changes the version of the claim.
	err := r.Client.Delete(ctx, claim, client.Preconditions{UID: &claim.UID, ResourceVersion: &claim.ResourceVersion})
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	r.Addresses.forget(claim)
	log.FromContext(ctx).Info("address freed", "address", claim.Spec.Address, "mesh", claim.Spec.Mesh)
	return nil
}

// moveOn gives the Service another version, so that a write that would show the
// address at this one cannot succeed any more. It takes a condition to do so:
// that of a Service whose address was claimed and never shown.
func (r *LoadBalancerReconciler) moveOn(ctx context.Context, claim *v1alpha1.VirtualIP, live *corev1.Service) error {
	status := vip.StatusOf(live, r.Class, vip.Shown(live), nil, false)
	if status == nil || status.Foreign || claim.Spec.Service.ResourceVersion != live.ResourceVersion {
		return nil
	}
	if standing := meta.FindStatusCondition(live.Status.Conditions, v1alpha1.ConditionVIPReady); standing != nil {
		status.Condition = standing
	}
	status.Condition.LastTransitionTime = r.now()
	return r.writeStatus(ctx, live, status)
}

// now is the time as objects hold it.
func (r *LoadBalancerReconciler) now() metav1.Time {
	return metav1.NewTime(r.Clock.Now()).Rfc3339Copy()
}
