package controllers

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// EndpointSliceReconciler writes the EndpointSlices of the Services that are
// delegated to it and have a selector, from their Pods.
type EndpointSliceReconciler struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// ControllerName is the value of the label that delegates a Service
	// (KEP-4770), and of the label endpointslice.kubernetes.io/managed-by.
	ControllerName string
	Slices         *endpointslice.Reconciler
	Tracker        *endpointslice.Tracker
	Handovers      *Handovers
	Pace           *Pace
	Events         *EventReporter
	// Topology is nil when hints by zone are off.
	Topology *nodeTopology
	// BatchPeriod is how long a change of a Pod waits for others.
	BatchPeriod time.Duration
	// ConcurrentSyncs is the number of Services that are worked on at a time.
	ConcurrentSyncs int

	pods         *podIndex
	triggerTimes *triggerTimes
}

// +kubebuilder:rbac:groups="",resources=services,verbs=list;watch;patch
// +kubebuilder:rbac:groups="",resources=services/finalizers,verbs=update
// +kubebuilder:rbac:groups="",resources=pods;nodes,verbs=list;watch
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch;create;update;delete

// staleRetry is when to look again after a pass over a cache that was behind,
// should the event that brings it up to date have come in that very moment.
const staleRetry = time.Second

// Reconcile brings the EndpointSlices of one Service to where they should be.
func (r *EndpointSliceReconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	name := request.NamespacedName
	seen, err := r.read(ctx, name)
	if err != nil {
		return reconcile.Result{}, err
	}
	if seen.phase == delegation.Foreign {
		r.forget(name)
		return reconcile.Result{}, nil
	}
	if wait := r.Pace.Start(name); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	if seen.phase != delegation.Serving {
		if err := r.letDefaultIn(ctx, seen.service); err != nil {
			return reconcile.Result{}, ignoreStale(ctx, err)
		}
	}
	view, findings, err := r.sync(ctx, seen)
	if errors.Is(err, endpointslice.ErrStaleCache) {
		return reconcile.Result{RequeueAfter: staleRetry}, nil
	}
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

// delegated is what is seen of a Service before anything is done.
type delegated struct {
	service *corev1.Service
	phase   delegation.Phase
	// ours and others are its slices, by who manages them.
	ours, others []*discoveryv1.EndpointSlice
}

func (r *EndpointSliceReconciler) read(ctx context.Context, name types.NamespacedName) (delegated, error) {
	service := &corev1.Service{}
	if err := r.Client.Get(ctx, name, service, client.UnsafeDisableDeepCopy); err != nil {
		return delegated{phase: delegation.Foreign}, client.IgnoreNotFound(err)
	}
	ours, others, err := readSlicesBy(ctx, r.Client, name, r.ControllerName)
	seen := delegated{service: service, ours: ours, others: others}
	traces := len(ours) > 0 || delegation.HasKeyOf(service, r.ControllerName)
	seen.phase = delegation.PhaseOf(delegation.IsTo(service, r.ControllerName), delegation.HasPods(service), traces)
	return seen, err
}

// sync writes the slices as the Pods are, and returns how they stand then. While
// a Service is released they are kept true; of one that is abandoned, they stay
// until they are deleted.
func (r *EndpointSliceReconciler) sync(ctx context.Context, seen delegated) (delegation.View, []finding.Finding, error) {
	view := delegation.View{
		Phase:    seen.phase,
		KeptAway: delegation.HasKeyOf(seen.service, r.ControllerName),
		Others:   seen.others,
	}
	if seen.phase == delegation.Abandoned {
		return view, nil, nil
	}
	pods, err := r.pods.of(seen.service)
	if err != nil {
		return view, nil, err
	}
	source, findings := addressSource(seen.service)
	desired, addressTypes, err := endpointslice.DesiredEndpointSlicesFromServicePods(
		log.FromContext(ctx), pods, seen.service, nodeGetter{ctx, r.Client}, endpointslice.WithAddressSource(source))
	if desired == nil {
		return view, findings, err
	}
	if err != nil { // Pods whose Node is not found; it wakes them when it appears.
		findings = append(findings, finding.Warning(v1alpha1.ReasonNodeNotFound, "%s", finding.Clip(err.Error(), finding.RoomForAll)))
	}
	if view.InHandover() {
		view.Ours, view.Known = backendsOfDesired(desired), podsByUID(pods).Has
	}
	return view, findings, r.write(ctx, seen, desired, addressTypes, r.triggerTimes.next(seen.service, pods))
}

func (r *EndpointSliceReconciler) write(
	ctx context.Context,
	seen delegated,
	desired []*endpointslice.EndpointPortAddressType,
	addressTypes sets.Set[discoveryv1.AddressType],
	triggerTime time.Time,
) error {
	r.Topology.refresh(ctx, r.Client)
	return r.Slices.Reconcile(ctx, seen.service, desired, seen.ours, addressTypes, seen.service.Spec.TrafficDistribution,
		endpointslice.LabelsFromService{Service: seen.service}.SetLabels, triggerTime)
}

// execute takes the next step of a hand-over.
func (r *EndpointSliceReconciler) execute(ctx context.Context, seen delegated, decision delegation.Decision) error {
	name := client.ObjectKeyFromObject(seen.service)
	var err error
	switch {
	case decision.KeepAway:
		err = r.keepDefaultAway(ctx, seen.service)
	case decision.Withdraw:
		err = r.write(ctx, seen, nil, sets.New[discoveryv1.AddressType](), time.Time{})
	default:
		return nil
	}
	if err != nil {
		return ignoreStale(ctx, err)
	}
	r.Handovers.done(name, decision)
	log.FromContext(ctx).Info("handed over", "keptAway", decision.KeepAway, "withdrawn", decision.Withdraw)
	return nil
}

// keepDefaultAway puts the key into the selector, so that Kubernetes' own
// controller finds no Pods.
func (r *EndpointSliceReconciler) keepDefaultAway(ctx context.Context, service *corev1.Service) error {
	patched := service.DeepCopy()
	patched.Spec.Selector[v1alpha1.DelegatedKey] = r.ControllerName
	return r.patch(ctx, service, patched)
}

// letDefaultIn takes the key out again, unless it is another controller's.
func (r *EndpointSliceReconciler) letDefaultIn(ctx context.Context, service *corev1.Service) error {
	if !delegation.HasKeyOf(service, r.ControllerName) {
		return nil
	}
	patched := service.DeepCopy()
	delete(patched.Spec.Selector, v1alpha1.DelegatedKey)
	return r.patch(ctx, service, patched)
}

func (r *EndpointSliceReconciler) patch(ctx context.Context, service, patched *corev1.Service) error {
	err := r.Client.Patch(ctx, patched, client.MergeFromWithOptions(service, client.MergeFromWithOptimisticLock{}), fieldOwner)
	if err != nil {
		return fmt.Errorf("selector of Service %s: %w", client.ObjectKeyFromObject(service), err)
	}
	return nil
}

func (r *EndpointSliceReconciler) forget(name types.NamespacedName) {
	r.Slices.Forget(name)
	r.Handovers.forget(name)
	r.Events.forget(name)
	r.triggerTimes.forget(name)
}

// addressSource is what the Service asks for. A network that cannot be one has
// no Pods, like one that does not exist.
func addressSource(service *corev1.Service) (podaddress.Source, []finding.Finding) {
	value, found := service.Annotations[v1alpha1.PodNetworkAnnotation]
	if !found {
		return podaddress.Status{}, nil
	}
	network, err := podaddress.ParseNetwork(value)
	if err != nil {
		return network, []finding.Finding{finding.Warning(v1alpha1.ReasonInvalidPodNetwork,
			"no Pod is an endpoint, since the annotation %s is malformed: %s", v1alpha1.PodNetworkAnnotation, finding.Clip(err.Error(), finding.RoomForMost))}
	}
	return network, nil
}

func backendsOfDesired(desired []*endpointslice.EndpointPortAddressType) delegation.Backends {
	backends := delegation.Backends{}
	for _, want := range desired {
		for i := range want.Endpoints {
			backends.Add(&want.Endpoints[i])
		}
	}
	return backends
}

func podsByUID(pods []*corev1.Pod) sets.Set[string] {
	uids := make(sets.Set[string], len(pods))
	for _, pod := range pods {
		uids.Insert(string(pod.UID))
	}
	return uids
}

// nodeGetter finds Nodes in the cache.
type nodeGetter struct {
	ctx    context.Context
	reader client.Reader
}

func (n nodeGetter) Get(name string) (*corev1.Node, error) {
	node := &corev1.Node{}
	return node, n.reader.Get(n.ctx, client.ObjectKey{Name: name}, node, client.UnsafeDisableDeepCopy)
}

// readSlicesBy returns the slices of a Service that the manager manages, and those of others.
func readSlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) (ours, others []*discoveryv1.EndpointSlice, err error) {
	var list discoveryv1.EndpointSliceList
	err = reader.List(ctx, &list, client.InNamespace(service.Namespace),
		client.MatchingFields{sliceServiceIndex: service.Name}, client.UnsafeDisableDeepCopy)
	for _, slice := range pointers(list.Items) {
		if slice.Labels[discoveryv1.LabelManagedBy] == manager {
			ours = append(ours, slice)
		} else {
			others = append(others, slice)
		}
	}
	return ours, others, err
}

// ignoreStale drops an error that only says that the cache is behind: the event
// that brings it up to date wakes the Service again.
func ignoreStale(ctx context.Context, err error) error {
	if errors.Is(err, endpointslice.ErrStaleCache) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		log.FromContext(ctx).V(1).Info("the cache is behind; waiting for it", "error", err.Error())
		return nil
	}
	return err
}
