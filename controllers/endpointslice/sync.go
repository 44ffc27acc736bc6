package endpointslice

import (
	"context"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// observed is a Service at the start of a sync.
type observed struct {
	service *corev1.Service
	// ours are the slices of this controller; the view has the slices of others.
	ours []*discoveryv1.EndpointSlice
	view delegation.View
}

func (r *Reconciler) read(ctx context.Context, name types.NamespacedName) (observed, error) {
	service := &corev1.Service{}
	if err := r.Client.Get(ctx, name, service, client.UnsafeDisableDeepCopy); err != nil {
		return observed{view: delegation.View{Phase: delegation.Foreign}}, client.IgnoreNotFound(err)
	}
	ours, others, err := cache.SlicesBy(ctx, r.Client, name, r.ControllerName)
	return observed{service, ours, delegation.ViewOfPods(service, r.ControllerName, ours, others)}, err
}

// sync writes the slices of a Service, and takes the next step of a handover. It returns the findings,
// and the time until the passing of time alone changes that step.
func (r *Reconciler) sync(ctx context.Context, seen observed, state *handover.State) ([]finding.Finding, time.Duration, error) {
	want, findings, err := r.desire(&seen, state)
	if err != nil {
		return findings, 0, err
	}
	decision, untilNext := state.Progress.Next(seen.view, r.Clock.Now(), r.HandoverTimeout)
	state.Ineffective.Store(decision.Ineffective)
	if decision.Withdraw {
		want.slices.Groups, want.slices.AddressTypes = nil, nil
	}
	written, err := r.write(ctx, seen, want.slices)
	if err == nil && !want.latestChange.IsZero() { // zero if the Service is abandoned
		state.LatestChange = want.latestChange
	}
	err = r.keeper.Proceed(ctx, seen.service, decision, state, err)
	return slices.Concat(findings, decision.Findings(seen.view), written), untilNext, err
}

// desired are the desired slices of a Service.
type desired struct {
	slices endpointslice.Sync
	// latestChange is the time of the last change of a Pod in them.
	latestChange time.Time
}

// desire computes the desired slices from the Pods, none for a Service that is abandoned.
// It completes the view.
func (r *Reconciler) desire(seen *observed, state *handover.State) (desired, []finding.Finding, error) {
	service := seen.service
	if seen.view.Phase == delegation.Abandoned {
		return desired{slices: endpointslice.Sync{Owner: service, Labels: servicepods.Labels(service)}}, nil, nil
	}
	pods, err := r.pods.ForService(service)
	if err != nil {
		return desired{}, nil, err
	}
	source, findings := addressSource(service)
	sync, missing, err := servicepods.NewSync(service, pods, r.nodes, cache.CompactSource(source))
	if err != nil {
		return desired{}, findings, err
	}
	if missing != nil { // Pods whose Node does not exist; its creation enqueues the Service
		findings = append(findings, finding.Warning(v1alpha1.ReasonNodeNotFound, "%s", finding.Clip(missing.Error(), finding.RoomForAll)))
	}
	if network, ok := source.(podaddress.Network); ok && network.Name != "" {
		findings = append(findings, delegation.NetworkFindings(network, handover.Families(sync.Groups), sync.AddressTypes, pods)...)
	}
	if seen.view.InHandover() {
		seen.view.Ours, seen.view.Known = handover.Backends(sync.Groups), uidsOf(pods).Has
	}
	want := desired{slices: sync}
	hasSlices := len(seen.ours)+len(seen.view.Others) > 0
	want.slices.TriggerTime, want.latestChange = triggerTime(state.LatestChange, service, pods, hasSlices)
	return want, findings, nil
}

func (r *Reconciler) write(ctx context.Context, seen observed, want endpointslice.Sync) ([]finding.Finding, error) {
	r.topology.refresh(ctx, r.nodes)
	r.topology.addTo(ctx, &want, seen.service)
	want.Existing = seen.ours
	return handover.Outcome(r.slices.Reconcile(ctx, want))
}

func addressSource(service *corev1.Service) (podaddress.Source, []finding.Finding) {
	source, err := delegation.AddressSource(service)
	if err != nil {
		return source, []finding.Finding{finding.Warning(v1alpha1.ReasonInvalidPodNetwork,
			"the Service has no endpoints because its annotation %s is invalid: %s", v1alpha1.PodNetworkAnnotation, finding.Clip(err.Error(), finding.RoomForMost))}
	}
	return source, nil
}

func uidsOf(pods []*corev1.Pod) sets.Set[string] {
	uids := make(sets.Set[string], len(pods))
	for _, pod := range pods {
		uids.Insert(string(pod.UID))
	}
	return uids
}
