package loadbalancer

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// claim claims an address, unless the API server has just refused the same claim.
func (r *Reconciler) claim(ctx context.Context, service *corev1.Service, want vip.Want, state *state) (*v1alpha1.VirtualIP, *finding.Finding, error) {
	content := want
	content.Replaces = nil
	if refused := state.refusals.Recent(claimWrite(want), content, r.Clock.Now()); refused != nil {
		return nil, nil, refused
	}
	claim, problem, err := r.createClaim(ctx, service, want)
	return claim, problem, state.refusals.Record(claimWrite(want), content, err, r.Clock.Now())
}

// claimWrite returns the name of the write of a claim.
func claimWrite(want vip.Want) string { return "claim " + string(want.Family) }

func claimWrites(wanted []vip.Want) sets.Set[string] {
	names := sets.New[string]()
	for _, want := range wanted {
		names.Insert(claimWrite(want))
	}
	return names
}

// createClaim creates the VirtualIP of an address, or finds the one that an earlier attempt
// created without receiving the response. If the address is already claimed, it tries
// the next one.
func (r *Reconciler) createClaim(ctx context.Context, service *corev1.Service, want vip.Want) (*v1alpha1.VirtualIP, *finding.Finding, error) {
	for {
		address, problem := r.choose(service, want)
		if !address.IsValid() {
			return nil, problem, nil
		}
		claim := vip.NewClaim(address, want.Mesh, r.Class, service)
		err := r.Client.Create(ctx, claim, write.FieldOwner)
		if err == nil {
			r.addresses.record(claim)
			log.FromContext(ctx).Info("claimed an address", "address", claim.Spec.Address, "mesh", want.Mesh)
			return claim, nil, nil
		}
		if apierrors.IsAlreadyExists(err) {
			var existing *v1alpha1.VirtualIP
			if existing, err = r.readExisting(ctx, claim.Name); err == nil && holds(service, existing, r.Class) {
				return existing, nil, nil
			}
		}
		if err != nil {
			r.giveBack(address)
			return nil, nil, fmt.Errorf("claiming %s: %w", address, err)
		}
	}
}

// giveBack makes an address free again whose claim failed, and has the Services enqueued
// that are waiting for one.
func (r *Reconciler) giveBack(address netip.Addr) {
	r.addresses.giveBack(address)
	select {
	case r.givenBack <- event.GenericEvent{Object: &corev1.Service{}}:
	default: // an earlier event is still to be handled, and will enqueue them
	}
}

// choose returns the next address to try, or the zero value and the reason.
func (r *Reconciler) choose(service *corev1.Service, want vip.Want) (netip.Addr, *finding.Finding) {
	if want.Shown.IsValid() && r.addresses.take(want.Mesh, want.Shown) {
		return want.Shown, nil
	}
	if want.Requested.IsValid() {
		if r.addresses.take(want.Mesh, want.Requested) {
			return want.Requested, nil
		}
		problem := unavailable(want.Requested, r.addresses.holder(want.Requested), service.Namespace)
		return netip.Addr{}, &problem
	}
	if !want.Any {
		return netip.Addr{}, nil
	}
	if address, found := r.addresses.allocate(want.Mesh, want.Family); found {
		return address, nil
	}
	// The message does not name addresses that cool down. Otherwise each release would
	// change the status of every Service that waits.
	problem := finding.Warning(v1alpha1.ReasonVIPsExhausted,
		"Mesh %s has no free %s address: add a range to its spec.vips.cidrs, or release an address, which is free after it has cooled down", want.Mesh, want.Family)
	return netip.Addr{}, &problem
}

// unavailable returns the reason why a Service of a namespace does not get the requested address.
func unavailable(requested netip.Addr, holder *v1alpha1.VirtualIP, namespace string) finding.Finding {
	if holder != nil && vip.IsReleased(holder) {
		return finding.Notice(v1alpha1.ReasonVIPCoolingDown, "%s, requested by annotation %s, was just released by another Service: waiting until it has cooled down",
			requested, v1alpha1.VIPAnnotation)
	}
	return finding.Warning(v1alpha1.ReasonVIPInUse, "%s, requested by annotation %s, is in use%s: request another address",
		requested, v1alpha1.VIPAnnotation, byHolder(holder, namespace))
}

// byHolder names the holder of an address to a Service of a namespace. It does not reveal the
// Services of other namespaces.
func byHolder(virtualIP *v1alpha1.VirtualIP, namespace string) string {
	if virtualIP == nil {
		return ""
	}
	if name, ok := holderOf(virtualIP); ok && name.Namespace == namespace {
		return " by Service " + name.String()
	} else if ok {
		return " in another namespace"
	}
	return ": it is reserved manually"
}

// readExisting reads the VirtualIP that already has the name.
func (r *Reconciler) readExisting(ctx context.Context, name string) (*v1alpha1.VirtualIP, error) {
	existing := &v1alpha1.VirtualIP{}
	if err := r.APIReader.Get(ctx, client.ObjectKey{Name: name}, existing); err != nil {
		return nil, err
	}
	r.addresses.record(existing)
	return existing, nil
}

func holds(service *corev1.Service, virtualIP *v1alpha1.VirtualIP, class string) bool {
	return vip.IsClaim(virtualIP, class) && virtualIP.Spec.Service.UID == service.UID
}

// release releases addresses that no Service shows any more, and frees those that have
// cooled down. It returns how long the next one still has to.
func (r *Reconciler) release(ctx context.Context, claims []*v1alpha1.VirtualIP) (untilFree time.Duration, err error) {
	var errs []error
	var earliest pace.Earliest
	for _, claim := range claims {
		left, err := r.releaseOne(ctx, claim)
		earliest.Add(left)
		if err != nil {
			errs = append(errs, fmt.Errorf("releasing %s: %w", claim.Spec.Address, err))
		}
	}
	return earliest.Wait(), errors.Join(errs...)
}

// errStillShown means that a Service may still show an address.
var errStillShown = fmt.Errorf("the Service may still show the address: %w", write.ErrStale)

// releaseOne returns how long the address still has to cool down.
func (r *Reconciler) releaseOne(ctx context.Context, claim *v1alpha1.VirtualIP) (time.Duration, error) {
	left := r.addresses.cooldownLeft(claim)
	isReleased := vip.IsReleased(claim)
	if isReleased && left > 0 {
		return left, nil
	}
	if err := r.checkHidden(ctx, claim); err != nil {
		return 0, err
	}
	if isReleased || left == 0 {
		return 0, r.free(ctx, claim)
	}
	return left, r.startCooldown(ctx, claim)
}

// checkHidden returns an error if a Service may still show a claimed address.
func (r *Reconciler) checkHidden(ctx context.Context, claim *v1alpha1.VirtualIP) error {
	name, _ := holderOf(claim)
	live := &corev1.Service{}
	if err := r.APIReader.Get(ctx, name, live); apierrors.IsNotFound(err) {
		live = nil
	} else if err != nil {
		return err
	}
	if vip.MayRelease(claim, live) {
		return nil
	}
	if err := r.bumpResourceVersion(ctx, claim, live); err != nil {
		return err
	}
	return errStillShown
}

// bumpResourceVersion changes the resourceVersion of the Service, so that a status
// write that would still show the address fails. It does so by setting the conditions
// of a Service whose address was claimed and never shown.
func (r *Reconciler) bumpResourceVersion(ctx context.Context, claim *v1alpha1.VirtualIP, live *corev1.Service) error {
	status := vip.StatusOf(vip.Publication{Service: live, Class: r.Class, Addresses: vip.Shown(live), Now: r.Now()})
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

// startCooldown records in the claim that the Service has released the address. A new
// claim of the address changes the resourceVersion, so that this write fails.
func (r *Reconciler) startCooldown(ctx context.Context, claim *v1alpha1.VirtualIP) error {
	released := vip.Released(claim, r.Now())
	err := r.Client.Patch(ctx, released, client.MergeFromWithOptions(claim, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if apierrors.IsNotFound(err) {
		r.addresses.forget(claim)
		return nil
	} else if err != nil {
		return err
	}
	if !vip.IsReleased(released) { // the CustomResourceDefinition is older than the field
		return r.free(ctx, released)
	}
	r.addresses.record(released)
	log.FromContext(ctx).Info("released an address", "address", claim.Spec.Address, "mesh", claim.Spec.Mesh)
	return nil
}

// free deletes the claim of an address, unless the Service has claimed it again.
func (r *Reconciler) free(ctx context.Context, claim *v1alpha1.VirtualIP) error {
	err := r.Client.Delete(ctx, claim, client.Preconditions{UID: &claim.UID, ResourceVersion: &claim.ResourceVersion})
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	r.addresses.forget(claim)
	log.FromContext(ctx).Info("freed an address", "address", claim.Spec.Address, "mesh", claim.Spec.Mesh)
	return nil
}
