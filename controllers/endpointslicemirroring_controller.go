package controllers

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
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
// writes them. Those that are to be mirrored are read when they have changed.
type MirroringReconciler struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// APIReader reads from the API server.
	APIReader client.Reader
	// ControllerName is the value of the label that delegates a Service (KEP-4770).
	ControllerName  string
	Slices          *endpointslice.Reconciler
	Tracker         *endpointslice.Tracker
	Handovers       *Handovers
	Pace            *Pace
	Events          *EventReporter
	ConcurrentSyncs int
}

// maxEndpointsPerSubset is that of Kubernetes' mirroring controller.
const maxEndpointsPerSubset = 1000

// MirroringManager is the value of the label endpointslice.kubernetes.io/managed-by
// of mirrored slices. It is not that of the slices of Pods, so that neither
// controller takes the other's for its own when a Service gets or loses its selector.
func MirroringManager(controllerName string) string { return mirroringPrefix + controllerName }

const mirroringPrefix = "mirroring."

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
	if seen.phase == delegation.Foreign {
		r.forget(name)
		return r.reportSkipped(ctx, seen)
	}
	if wait := r.Pace.Start(name); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	if seen.phase != delegation.Serving {
		if err := r.letDefaultIn(ctx, seen.endpoints); err != nil {
			return reconcile.Result{}, ignoreStale(ctx, err)
		}
	}
	view, err := r.sync(ctx, seen)
	if errors.Is(err, endpointslice.ErrStaleCache) {
		return reconcile.Result{RequeueAfter: staleRetry}, nil
	}
	findings := seen.skipped()
	var untilDecision time.Duration
	if err == nil {
		var decision delegation.Decision
		decision, untilDecision = r.Handovers.decide(name, view)
		if decision.Ineffective {
			findings = append(findings, delegation.IneffectiveFinding(view))
		}
		err = r.execute(ctx, seen, decision)
	}
	untilRepeat, reportErr := r.Events.Report(ctx, name, seen.service, findings)
	if err := utilerrors.NewAggregate([]error{err, reportErr}); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: soonest(untilDecision, untilRepeat)}, nil
}

// mirrored is what is seen of a Service before anything is done.
type mirrored struct {
	name types.NamespacedName
	// service and endpoints are nil when they do not exist.
	service   *corev1.Service
	endpoints *corev1.Endpoints
	// delegated tells whether it is the controller's to mirror.
	delegated bool
	phase     delegation.Phase
	// ours and others are its slices, by who manages them.
	ours, others []*discoveryv1.EndpointSlice
}

func (r *MirroringReconciler) read(ctx context.Context, name types.NamespacedName) (mirrored, error) {
	lookup := cacheLookup{ctx: ctx, reader: r.Client}
	seen := mirrored{name: name, service: find[corev1.Service](&lookup, name), phase: delegation.Foreign}
	metadata := endpointsMetadata()
	err := client.IgnoreNotFound(r.Client.Get(ctx, name, metadata))
	if err := utilerrors.NewAggregate([]error{lookup.err, err}); err != nil {
		return seen, err
	}
	seen.ours, seen.others, err = readSlicesBy(ctx, r.Client, name, MirroringManager(r.ControllerName))
	if err != nil {
		return seen, err
	}
	suits := seen.service != nil && canMirror(seen.service)
	seen.delegated = suits && delegation.IsTo(seen.service, r.ControllerName)
	traces := len(seen.ours) > 0 || metadata.Annotations[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName
	if !seen.delegated && !traces {
		return seen, nil
	}
	if seen.endpoints, err = r.readEndpoints(ctx, name); err != nil {
		return seen, err
	}
	seen.phase = delegation.PhaseOf(seen.delegated, suits && seen.endpoints != nil && r.mayMirror(seen.endpoints), traces)
	return seen, nil
}

// canMirror tells whether a Service's endpoints are those of Endpoints.
func canMirror(service *corev1.Service) bool {
	return service.Spec.Type != corev1.ServiceTypeExternalName && len(delegation.Selector(service)) == 0
}

// mayMirror tells whether Endpoints are meant to be mirrored: they are not those
// of a leader election, and nobody else keeps them from being mirrored.
func (r *MirroringReconciler) mayMirror(endpoints *corev1.Endpoints) bool {
	_, leader := endpoints.Annotations[resourcelock.LeaderElectionRecordAnnotationKey]
	return !leader && (endpoints.Labels[discoveryv1.LabelSkipMirror] != "true" || r.keepsDefaultAway(endpoints))
}

// keepsDefaultAway tells whether the label that keeps Kubernetes' own controller
// from mirroring is the manager's.
func (r *MirroringReconciler) keepsDefaultAway(endpoints *corev1.Endpoints) bool {
	return endpoints.Labels[discoveryv1.LabelSkipMirror] == "true" &&
		endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName
}

// readEndpoints returns nil when there are none.
func (r *MirroringReconciler) readEndpoints(ctx context.Context, name types.NamespacedName) (*corev1.Endpoints, error) {
	endpoints := &corev1.Endpoints{}
	if err := r.APIReader.Get(ctx, name, endpoints); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	return endpoints, nil
}

// reportSkipped says why nothing is done, if somebody expects something.
func (r *MirroringReconciler) reportSkipped(ctx context.Context, seen mirrored) (reconcile.Result, error) {
	findings := seen.skipped()
	if len(findings) == 0 {
		r.Events.forget(seen.name)
		return reconcile.Result{}, nil
	}
	untilRepeat, err := r.Events.Report(ctx, seen.name, seen.service, findings)
	return reconcile.Result{RequeueAfter: untilRepeat}, err
}

// skipped tells why Endpoints of a delegated Service are not mirrored.
func (m mirrored) skipped() []finding.Finding {
	if !m.delegated || m.phase == delegation.Serving || m.endpoints == nil {
		return nil
	}
	return []finding.Finding{finding.Notice(v1alpha1.ReasonMirroringSkipped,
		"the Service has no selector, and its Endpoints are not mirrored, since they have the label %s: \"true\" or the annotation %s",
		discoveryv1.LabelSkipMirror, resourcelock.LeaderElectionRecordAnnotationKey)}
}

// sync writes the slices as the Endpoints are, and returns how they stand then.
func (r *MirroringReconciler) sync(ctx context.Context, seen mirrored) (delegation.View, error) {
	view := delegation.View{
		Phase:  seen.phase,
		Others: seen.others,
		Known:  func(string) bool { return false },
	}
	if seen.phase == delegation.Abandoned {
		return view, nil
	}
	view.KeptAway = r.keepsDefaultAway(seen.endpoints)
	desired, addressTypes := endpointslice.DesiredEndpointSlicesFromEndpoints(seen.endpoints, maxEndpointsPerSubset)
	if view.InHandover() {
		view.Ours = backendsOfDesired(desired)
	}
	source := r.withoutOurLabel(seen.endpoints)
	return view, r.Slices.Reconcile(ctx, source, desired, seen.ours, addressTypes, nil,
		endpointslice.LabelsAnnotationsFromEndpoints{Endpoints: source}.SetLabelsAnnotations, triggerTimeOf(seen.endpoints))
}

// withoutOurLabel returns Endpoints as their user made them, for their labels
// and annotations are those of the slices.
func (r *MirroringReconciler) withoutOurLabel(endpoints *corev1.Endpoints) *corev1.Endpoints {
	if !r.keepsDefaultAway(endpoints) {
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

// execute takes the next step of a hand-over.
func (r *MirroringReconciler) execute(ctx context.Context, seen mirrored, decision delegation.Decision) error {
	var err error
	switch {
	case decision.KeepAway:
		err = r.keepDefaultAway(ctx, seen.endpoints)
	case decision.Withdraw:
		err = r.withdraw(ctx, seen)
	default:
		return nil
	}
	if err != nil {
		return ignoreStale(ctx, err)
	}
	r.Handovers.done(seen.name, decision)
	log.FromContext(ctx).Info("handed over", "keptAway", decision.KeepAway, "withdrawn", decision.Withdraw)
	return nil
}

// withdraw deletes all slices. Their owner may be gone, and its name is enough.
func (r *MirroringReconciler) withdraw(ctx context.Context, seen mirrored) error {
	owner := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Namespace: seen.name.Namespace, Name: seen.name.Name}}
	return r.Slices.Reconcile(ctx, owner, nil, seen.ours, sets.New[discoveryv1.AddressType](), nil, nil, time.Time{})
}

// keepDefaultAway sets the label for which Kubernetes' own controller does not
// mirror, and notes that it is the manager's.
func (r *MirroringReconciler) keepDefaultAway(ctx context.Context, endpoints *corev1.Endpoints) error {
	patched := endpoints.DeepCopy()
	metav1.SetMetaDataLabel(&patched.ObjectMeta, discoveryv1.LabelSkipMirror, "true")
	metav1.SetMetaDataAnnotation(&patched.ObjectMeta, v1alpha1.SkipMirrorByAnnotation, r.ControllerName)
	return r.patch(ctx, endpoints, patched)
}

// letDefaultIn takes the label back, if it is the manager's.
func (r *MirroringReconciler) letDefaultIn(ctx context.Context, endpoints *corev1.Endpoints) error {
	if endpoints == nil || endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation] != r.ControllerName {
		return nil
	}
	patched := endpoints.DeepCopy()
	delete(patched.Labels, discoveryv1.LabelSkipMirror)
	delete(patched.Annotations, v1alpha1.SkipMirrorByAnnotation)
	return r.patch(ctx, endpoints, patched)
}

func (r *MirroringReconciler) patch(ctx context.Context, endpoints, patched *corev1.Endpoints) error {
	err := r.Client.Patch(ctx, patched, client.MergeFromWithOptions(endpoints, client.MergeFromWithOptimisticLock{}), fieldOwner)
	if err != nil {
		return fmt.Errorf("label %s of Endpoints %s: %w", discoveryv1.LabelSkipMirror, client.ObjectKeyFromObject(endpoints), err)
	}
	return nil
}

func (r *MirroringReconciler) forget(name types.NamespacedName) {
	r.Slices.Forget(name)
	r.Handovers.forget(name)
}

// SetupWithManager registers the controller with its watches. At the start every
// Service and all Endpoints are looked at.
func (r *MirroringReconciler) SetupWithManager(mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named("endpointslicemirroring").
		For(&corev1.Service{}, builder.WithPredicates(onUpdate(delegatedServiceMatters))).
		WatchesMetadata(&corev1.Endpoints{}, wakeServices(r.serviceOfEndpoints)).
		Watches(&discoveryv1.EndpointSlice{}, wakeServices(r.serviceOfSlice), builder.WithPredicates(drift(MirroringManager(r.ControllerName), r.Tracker))).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.ConcurrentSyncs, RateLimiter: retries()}).
		Complete(r)
}

// serviceOfEndpoints is the Service of the same name, if the controller mirrors
// for it, or has.
func (r *MirroringReconciler) serviceOfEndpoints(ctx context.Context, endpoints client.Object) []types.NamespacedName {
	name := client.ObjectKeyFromObject(endpoints)
	if endpoints.GetAnnotations()[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName || r.concerns(ctx, name) {
		return []types.NamespacedName{name}
	}
	return nil
}

// serviceOfSlice is the Service of a slice of ours, or of one of others if it is
// mirrored, or being handed over.
func (r *MirroringReconciler) serviceOfSlice(ctx context.Context, slice client.Object) []types.NamespacedName {
	names := serviceOfSlice(ctx, slice)
	if len(names) == 0 || slice.GetLabels()[discoveryv1.LabelManagedBy] == MirroringManager(r.ControllerName) || r.concerns(ctx, names[0]) {
		return names
	}
	return nil
}

func (r *MirroringReconciler) concerns(ctx context.Context, name types.NamespacedName) bool {
	service := find[corev1.Service](&cacheLookup{ctx: ctx, reader: r.Client}, name)
	return service != nil && canMirror(service) && delegation.IsTo(service, r.ControllerName) || r.Handovers.has(name)
}

func endpointsMetadata() *metav1.PartialObjectMetadata {
	metadata := &metav1.PartialObjectMetadata{}
	metadata.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Endpoints"))
	return metadata
}
