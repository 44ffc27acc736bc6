package endpointslice

import (
	"context"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/handover"
	"github.com/meshwork-dev/meshwork/controllers/write"
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
	// APIReader reads from the API server.
	APIReader client.Reader
	// ControllerName is the value of the label that delegates a Service
	// (KEP-4770), and of the label endpointslice.kubernetes.io/managed-by.
	ControllerName string
	Slices         *endpointslice.Reconciler
	Tracker        *endpointslice.Tracker
	handover.DelegatedPasses
	// Topology is nil when hints by zone are off.
	Topology *NodeTopology
	// BatchPeriod is how long a change of a Pod waits for others.
	BatchPeriod time.Duration
	// ConcurrentSyncs is the number of Services that are worked on at a time.
	ConcurrentSyncs int

	services     cache.ServiceStore
	pods         cache.PodStore
	nodes        cache.NodeStore
	triggerTimes *triggerTimes
}

// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups="",resources=services/finalizers,verbs=update
// +kubebuilder:rbac:groups="",resources=pods;nodes,verbs=list;watch
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch;create;update;delete

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
	result, err := r.Run(ctx, name, seen.service, seen.phase, &podPass{EndpointSliceReconciler: r, seen: seen})
	r.Pace.Ended(name, err)
	return result, err
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
	ours, others, err := cache.ReadSlicesBy(ctx, r.Client, name, r.ControllerName)
	seen := delegated{service: service, ours: ours, others: others}
	traces := len(ours) > 0 || delegation.HasKeyOf(service, r.ControllerName)
	seen.phase = delegation.PhaseOf(delegation.IsTo(service, r.ControllerName), delegation.HasPods(service), traces)
	return seen, err
}

func (r *EndpointSliceReconciler) forget(name types.NamespacedName) {
	r.DelegatedPasses.Forget(name)
	r.Slices.Forget(name)
	r.triggerTimes.forget(name)
}

// podPass is one pass over a Service whose endpoints are Pods.
type podPass struct {
	*EndpointSliceReconciler
	seen delegated

	desired      []*endpointslice.EndpointPortAddressType
	addressTypes sets.Set[discoveryv1.AddressType]
	triggerTime  time.Time
}

// Prepare finds out what the Pods are. Of a Service that is abandoned that does
// not matter.
func (p *podPass) Prepare(ctx context.Context) (delegation.View, []finding.Finding, error) {
	service := p.seen.service
	view := delegation.View{
		Phase:    p.seen.phase,
		KeptAway: delegation.HasKeyOf(service, p.ControllerName),
		Others:   p.seen.others,
	}
	if p.seen.phase == delegation.Abandoned {
		return view, nil, nil
	}
	pods, err := p.pods.Of(service)
	if err != nil {
		return view, nil, err
	}
	source, findings := addressSource(service)
	p.desired, p.addressTypes, err = endpointslice.DesiredEndpointSlicesFromServicePods(
		log.FromContext(ctx), pods, service, p.nodes, endpointslice.WithAddressSource(source))
	if p.desired == nil {
		return view, findings, err
	}
	if err != nil { // Pods whose Node is not found; it wakes them when it appears.
		findings = append(findings, finding.Warning(v1alpha1.ReasonNodeNotFound, "%s", finding.Clip(err.Error(), finding.RoomForAll)))
	}
	if network, ok := source.(podaddress.Network); ok {
		findings = append(findings, noPodOnNetwork(network, p.desired, pods)...)
	}
	if view.InHandover() {
		view.Ours, view.Known = handover.BackendsOfDesired(p.desired), podsByUID(pods).Has
	}
	p.triggerTime = p.triggerTimes.next(service, pods)
	return view, findings, nil
}

func (p *podPass) Write(ctx context.Context) error {
	p.Topology.refresh(ctx, p.nodes)
	service := p.seen.service
	return p.Slices.Reconcile(ctx, service, p.desired, p.seen.ours, p.addressTypes, service.Spec.TrafficDistribution,
		endpointslice.LabelsFromService{Service: service}.SetLabels, p.triggerTime)
}

func (p *podPass) Withdraw(ctx context.Context) error {
	p.desired, p.addressTypes = nil, sets.New[discoveryv1.AddressType]()
	return p.Write(ctx)
}

// KeepDefaultAway puts the key into the selector, so that Kubernetes' own
// controller finds no Pods.
func (p *podPass) KeepDefaultAway(ctx context.Context) error {
	patched := p.seen.service.DeepCopy()
	patched.Spec.Selector[v1alpha1.DelegatedKey] = p.ControllerName
	return p.patch(ctx, patched)
}

// LetDefaultIn takes the key out again, unless it is another controller's. An
// admission policy may put it back, and nobody would publish the Pods.
func (p *podPass) LetDefaultIn(ctx context.Context) error {
	if !delegation.HasKeyOf(p.seen.service, p.ControllerName) {
		return nil
	}
	patched := p.seen.service.DeepCopy()
	delete(patched.Spec.Selector, v1alpha1.DelegatedKey)
	if err := p.patch(ctx, patched); err != nil {
		return err
	}
	if delegation.HasKeyOf(patched, p.ControllerName) {
		return fmt.Errorf("selector of Service %s: the key %s was removed and is there again: remove the admission policy that adds it",
			client.ObjectKeyFromObject(patched), v1alpha1.DelegatedKey)
	}
	return write.Disown(ctx, p.Client, p.APIReader, patched)
}

func (p *podPass) patch(ctx context.Context, patched *corev1.Service) error {
	err := p.Client.Patch(ctx, patched, client.MergeFromWithOptions(p.seen.service, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if err != nil {
		return fmt.Errorf("selector of Service %s: %w", client.ObjectKeyFromObject(patched), err)
	}
	return nil
}

func addressSource(service *corev1.Service) (podaddress.Source, []finding.Finding) {
	source, err := delegation.AddressSource(service)
	if err != nil {
		return source, []finding.Finding{finding.Warning(v1alpha1.ReasonInvalidPodNetwork,
			"no Pod is an endpoint, since the annotation %s is malformed: %s", v1alpha1.PodNetworkAnnotation, finding.Clip(err.Error(), finding.RoomForMost))}
	}
	return source, nil
}

// noPodOnNetwork tells that there are Pods, of which none has the addresses asked for.
func noPodOnNetwork(network podaddress.Network, desired []*endpointslice.EndpointPortAddressType, pods []*corev1.Pod) []finding.Finding {
	hasEndpoints := func(want *endpointslice.EndpointPortAddressType) bool { return len(want.Endpoints) > 0 }
	hasAddress := func(pod *corev1.Pod) bool { return len(pod.Status.PodIPs) > 0 }
	if network.Name == "" || slices.ContainsFunc(desired, hasEndpoints) || !slices.ContainsFunc(pods, hasAddress) {
		return nil
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonNoPodOnNetwork,
		"none of the Service's Pods has an address on %s, by their annotation %s", network.Name, podaddress.NetworkStatusAnnotation)}
}

func podsByUID(pods []*corev1.Pod) sets.Set[string] {
	uids := make(sets.Set[string], len(pods))
	for _, pod := range pods {
		uids.Insert(string(pod.UID))
	}
	return uids
}
