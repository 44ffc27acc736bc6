package endpointslicemirroring

import (
	"context"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/mirroring"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// maxEndpointsPerSubset is the limit of Kubernetes' mirroring controller.
const maxEndpointsPerSubset = 1000

// observed is a Service at the start of a sync.
type observed struct {
	name types.NamespacedName
	// concerned is true if the Service is delegated, or has traces of the controller. Otherwise,
	// the rest is not read.
	concerned bool
	// service and endpoints are nil if they do not exist.
	service   *corev1.Service
	endpoints *corev1.Endpoints
	// ours are the slices of this controller; the view has the slices of others.
	ours []*discoveryv1.EndpointSlice
	view delegation.View
}

// read reads the Endpoints from the API server if they may be mirrored, and the rest from the cache.
func (r *Reconciler) read(ctx context.Context, name types.NamespacedName) (observed, error) {
	lookup := cache.NewLookup(ctx, r.Client)
	seen := observed{name: name, service: cache.Find[corev1.Service](lookup, name)}
	metadata := cache.EndpointsMetadata()
	lookup.Record(client.IgnoreNotFound(r.Client.Get(ctx, name, metadata, client.UnsafeDisableDeepCopy)))
	ours, others, err := cache.SlicesBy(ctx, r.Client, name, r.manager)
	lookup.Record(err)
	seen.ours = ours
	seen.concerned = r.mirrors(seen.service) || delegation.HasLasting(ours) || metadata.Annotations[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName
	if lookup.Err() != nil || !seen.concerned {
		return seen, lookup.Err()
	}
	endpoints := &corev1.Endpoints{}
	var ofEndpoints metav1.Object // nil, not a nil pointer
	if err := r.APIReader.Get(ctx, name, endpoints); err == nil {
		seen.endpoints, ofEndpoints = endpoints, endpoints
	} else if client.IgnoreNotFound(err) != nil {
		return seen, err
	}
	seen.view = delegation.ViewOfEndpoints(seen.service, ofEndpoints, r.ControllerName, ours, others)
	return seen, nil
}

// mirrors reports whether a Service, or nil, is delegated to the controller.
func (r *Reconciler) mirrors(service *corev1.Service) bool {
	return service != nil && delegation.CanMirror(service) && delegation.IsTo(service, r.ControllerName)
}

// sync writes the slices of a Service, and takes the next step of a handover. It returns the
// findings, and the time until the passing of time alone changes that step.
func (r *Reconciler) sync(ctx context.Context, seen observed, state *handover.State) ([]finding.Finding, time.Duration, error) {
	if seen.view.Phase == delegation.Foreign { // the Endpoints are not mirrored
		r.slices.Forget(seen.name)
		state.Reset()
		return r.skipped(seen), 0, nil
	}
	var findings []finding.Finding
	var want endpointslice.Sync
	if seen.view.Phase == delegation.Abandoned {
		findings = r.skipped(seen)
	} else {
		want = mirroring.NewSync(withoutSkipMirror(seen.endpoints), maxEndpointsPerSubset)
		want.TriggerTime = triggerTime(seen)
		if seen.view.InHandover() {
			seen.view.Ours = handover.Backends(want.Groups)
		}
	}
	decision, untilNext := state.Progress.Next(seen.view, r.Clock.Now(), r.HandoverTimeout)
	state.Ineffective.Store(decision.Ineffective)
	if decision.Withdraw {
		want = withdrawn(seen)
	}
	want.Existing = seen.ours
	written, err := handover.Outcome(r.slices.Reconcile(ctx, want))
	var object client.Object // nil, not a nil pointer
	if seen.endpoints != nil {
		object = seen.endpoints
	}
	err = r.keeper.Proceed(ctx, object, decision, state, err)
	return slices.Concat(findings, decision.Findings(seen.view), written), untilNext, err
}

// skipped reports that the Endpoints of a delegated Service are not mirrored, and why.
func (r *Reconciler) skipped(seen observed) []finding.Finding {
	if !r.mirrors(seen.service) || seen.endpoints == nil {
		return nil
	}
	return []finding.Finding{finding.Notice(v1alpha1.ReasonMirroringSkipped,
		"the Service has no selector, and its Endpoints are not mirrored because they have the label %s: \"true\" or the annotation %s",
		discoveryv1.LabelSkipMirror, resourcelock.LeaderElectionRecordAnnotationKey)}
}

// withdrawn has no slices. Their owner may not exist any more; its name is enough.
func withdrawn(seen observed) endpointslice.Sync {
	return endpointslice.Sync{Owner: &metav1.ObjectMeta{Namespace: seen.name.Namespace, Name: seen.name.Name}}
}

// triggerTime returns the time of the last change of the Endpoints, or zero if their slices
// are taken over from another controller, which has published that change already.
func triggerTime(seen observed) time.Time {
	if len(seen.ours) == 0 && len(seen.view.Others) > 0 {
		return time.Time{}
	}
	// Zero if it is malformed.
	changed, _ := time.Parse(time.RFC3339Nano, seen.endpoints.Annotations[corev1.EndpointsLastChangeTriggerTime])
	return changed
}

// withoutSkipMirror returns the Endpoints as their user wrote them, since the slices
// have the same labels and annotations.
func withoutSkipMirror(endpoints *corev1.Endpoints) *corev1.Endpoints {
	if delegation.KeptFromMirroringBy(endpoints) == "" {
		return endpoints
	}
	original := endpoints.DeepCopy()
	handover.MirroringKey{}.Remove(original)
	return original
}
