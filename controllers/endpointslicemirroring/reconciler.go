package endpointslicemirroring

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/handover"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// MirroringReconciler writes the EndpointSlices of the Services that are
// delegated to it and have no selector, from the Endpoints of their name, by the
// rules of https://kubernetes.io/docs/concepts/services-networking/service/#endpointslice-mirroring.
//
// Only the metadata of Endpoints are cached: in most clusters nearly all
// Endpoints are those of Services with a selector, and every change of a Pod
// writes them. Those that are mirrored are read at each pass.
type MirroringReconciler struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// APIReader reads from the API server.
	APIReader client.Reader
	// ControllerName is the value of the label that delegates a Service (KEP-4770).
	ControllerName string
	Slices         *endpointslice.Reconciler
	Tracker        *endpointslice.Tracker
	handover.DelegatedPasses
	ConcurrentSyncs int
}

// maxEndpointsPerSubset is that of Kubernetes' mirroring controller.
const maxEndpointsPerSubset = 1000

// +kubebuilder:rbac:groups="",resources=services,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=endpoints,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups="",resources=endpoints/finalizers,verbs=update
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch;create;update;delete

// Reconcile brings the mirrored EndpointSlices of one Service to where they should be.
func (r *MirroringReconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	name := request.NamespacedName
	seen, err := r.read(ctx, name)
	if err != nil {
		return reconcile.Result{}, err
	}
	if !seen.delegated && !seen.traces {
		r.forget(name)
		return reconcile.Result{}, nil
	}
	if wait := r.Pace.Start(name); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	result, err := r.mirror(ctx, seen)
	r.Pace.Ended(name, err)
	return result, err
}

func (r *MirroringReconciler) mirror(ctx context.Context, seen mirrored) (result reconcile.Result, err error) {
	if seen.endpoints, err = r.readEndpoints(ctx, seen.name); err != nil {
		return reconcile.Result{}, err
	}
	phase := delegation.PhaseOf(seen.delegated, seen.suits && seen.endpoints != nil && delegation.MayMirror(seen.endpoints, r.ControllerName), seen.traces)
	if phase == delegation.Foreign {
		return r.reportSkipped(ctx, seen)
	}
	return r.Run(ctx, seen.name, seen.service, phase, &endpointsPass{MirroringReconciler: r, seen: seen, phase: phase})
}

// mirrored is what is seen of a Service before anything is done.
type mirrored struct {
	name types.NamespacedName
	// service and endpoints are nil when they do not exist.
	service   *corev1.Service
	endpoints *corev1.Endpoints
	// suits tells whether its endpoints are those of Endpoints, delegated whether
	// it is also the controller's to mirror them, traces whether it has.
	suits, delegated, traces bool
	// ours and others are its slices, by who manages them.
	ours, others []*discoveryv1.EndpointSlice
}

func (r *MirroringReconciler) read(ctx context.Context, name types.NamespacedName) (mirrored, error) {
	lookup := cache.CacheLookup{Ctx: ctx, Reader: r.Client}
	seen := mirrored{name: name, service: cache.Find[corev1.Service](&lookup, name)}
	metadata := cache.EndpointsMetadata()
	err := client.IgnoreNotFound(r.Client.Get(ctx, name, metadata))
	if err := utilerrors.NewAggregate([]error{lookup.Err, err}); err != nil {
		return seen, err
	}
	if seen.ours, seen.others, err = cache.ReadSlicesBy(ctx, r.Client, name, delegation.MirroringManager(r.ControllerName)); err != nil {
		return seen, err
	}
	seen.suits = seen.service != nil && delegation.CanMirror(seen.service)
	seen.delegated = seen.suits && delegation.IsTo(seen.service, r.ControllerName)
	seen.traces = len(seen.ours) > 0 || metadata.Annotations[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName
	return seen, nil
}

// readEndpoints returns nil when there are none.
func (r *MirroringReconciler) readEndpoints(ctx context.Context, name types.NamespacedName) (*corev1.Endpoints, error) {
	endpoints := &corev1.Endpoints{}
	if err := r.APIReader.Get(ctx, name, endpoints); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	return endpoints, nil
}

// reportSkipped says why nothing is done.
func (r *MirroringReconciler) reportSkipped(ctx context.Context, seen mirrored) (reconcile.Result, error) {
	r.Handovers.Forget(seen.name)
	r.Slices.Forget(seen.name)
	untilRepeat, err := r.Events.Report(ctx, seen.name, seen.service, seen.skipped())
	return reconcile.Result{RequeueAfter: untilRepeat}, err
}

func (r *MirroringReconciler) forget(name types.NamespacedName) {
	r.DelegatedPasses.Forget(name)
	r.Slices.Forget(name)
}

// skipped tells why the Endpoints of a delegated Service are not mirrored, when
// they are not.
func (m mirrored) skipped() []finding.Finding {
	if !m.delegated || m.endpoints == nil {
		return nil
	}
	return []finding.Finding{finding.Notice(v1alpha1.ReasonMirroringSkipped,
		"the Service has no selector, and its Endpoints are not mirrored, since they have the label %s: \"true\" or the annotation %s",
		discoveryv1.LabelSkipMirror, resourcelock.LeaderElectionRecordAnnotationKey)}
}

// endpointsPass is one pass over a Service whose endpoints are Endpoints.
type endpointsPass struct {
	*MirroringReconciler
	seen  mirrored
	phase delegation.Phase

	desired      []*endpointslice.EndpointPortAddressType
	addressTypes sets.Set[discoveryv1.AddressType]
}

// Prepare finds out what the Endpoints list. Of a Service that is abandoned that
// does not matter.
func (p *endpointsPass) Prepare(context.Context) (delegation.View, []finding.Finding, error) {
	view := delegation.View{
		Phase:  p.phase,
		Others: p.seen.others,
		Known:  func(string) bool { return false },
	}
	if p.phase == delegation.Abandoned {
		return view, p.seen.skipped(), nil
	}
	view.KeptAway = delegation.KeepsMirroringAway(p.seen.endpoints, p.ControllerName)
	p.desired, p.addressTypes = endpointslice.DesiredEndpointSlicesFromEndpoints(p.seen.endpoints, maxEndpointsPerSubset)
	if view.InHandover() {
		view.Ours = handover.BackendsOfDesired(p.desired)
	}
	return view, nil, nil
}

func (p *endpointsPass) Write(ctx context.Context) error {
	source := p.withoutOurLabel(p.seen.endpoints)
	return p.Slices.Reconcile(ctx, source, p.desired, p.seen.ours, p.addressTypes, nil,
		endpointslice.LabelsAnnotationsFromEndpoints{Endpoints: source}.SetLabelsAnnotations, triggerTimeOf(source))
}

// withoutOurLabel returns Endpoints as their user made them, for their labels
// and annotations are those of the slices.
func (r *MirroringReconciler) withoutOurLabel(endpoints *corev1.Endpoints) *corev1.Endpoints {
	if !delegation.KeepsMirroringAway(endpoints, r.ControllerName) {
		return endpoints
	}
	original := endpoints.DeepCopy()
	delete(original.Labels, discoveryv1.LabelSkipMirror)
	delete(original.Annotations, v1alpha1.SkipMirrorByAnnotation)
	return original
}

func triggerTimeOf(endpoints *corev1.Endpoints) time.Time {
	// A malformed time is no time.
	changed, _ := time.Parse(time.RFC3339Nano, endpoints.Annotations[corev1.EndpointsLastChangeTriggerTime])
	return changed
}

// Withdraw deletes all slices. Their owner may be gone, and its name is enough.
func (p *endpointsPass) Withdraw(ctx context.Context) error {
	owner := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Namespace: p.seen.name.Namespace, Name: p.seen.name.Name}}
	return p.Slices.Reconcile(ctx, owner, nil, p.seen.ours, sets.New[discoveryv1.AddressType](), nil, nil, time.Time{})
}

// KeepDefaultAway sets the label for which Kubernetes' own controller does not
// mirror, and notes that it is the manager's.
func (p *endpointsPass) KeepDefaultAway(ctx context.Context) error {
	patched := p.seen.endpoints.DeepCopy()
	metav1.SetMetaDataLabel(&patched.ObjectMeta, discoveryv1.LabelSkipMirror, "true")
	metav1.SetMetaDataAnnotation(&patched.ObjectMeta, v1alpha1.SkipMirrorByAnnotation, p.ControllerName)
	return p.patch(ctx, patched)
}

// LetDefaultIn takes the label back, if it is the manager's.
func (p *endpointsPass) LetDefaultIn(ctx context.Context) error {
	if p.seen.endpoints == nil || p.seen.endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation] != p.ControllerName {
		return nil
	}
	patched := p.seen.endpoints.DeepCopy()
	delete(patched.Labels, discoveryv1.LabelSkipMirror)
	delete(patched.Annotations, v1alpha1.SkipMirrorByAnnotation)
	if err := p.patch(ctx, patched); err != nil {
		return err
	}
	return write.Disown(ctx, p.Client, p.APIReader, patched)
}

func (p *endpointsPass) patch(ctx context.Context, patched *corev1.Endpoints) error {
	err := p.Client.Patch(ctx, patched, client.MergeFromWithOptions(p.seen.endpoints, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if err != nil {
		return fmt.Errorf("label %s of Endpoints %s: %w", discoveryv1.LabelSkipMirror, client.ObjectKeyFromObject(patched), err)
	}
	return nil
}
