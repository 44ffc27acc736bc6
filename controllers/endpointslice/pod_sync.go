package endpointslice

import (
	"context"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// podSync is one sync of a Service whose endpoints are Pods: handover.Steps.
type podSync struct {
	*Reconciler
	seen observed

	// listPods lists the Pods that the Service selects, when they are needed first: to write
	// the slices, or to find out whether that is urgent. Most syncs in a rollout only find
	// that they have to wait.
	listPods func() ([]*corev1.Pod, error)

	desired      []*endpointslice.EndpointPortAddressType
	addressTypes sets.Set[discoveryv1.AddressType]
	// patched is the Service after LetDefaultIn has changed it.
	patched *corev1.Service
	// triggerTime is the time of the change that the sync handles, and latestChange that
	// of the last one.
	triggerTime, latestChange time.Time
}

func (r *Reconciler) newPodSync(seen observed) *podSync {
	return &podSync{Reconciler: r, seen: seen, listPods: sync.OnceValues(func() ([]*corev1.Pod, error) {
		return r.pods.ForService(seen.service)
	})}
}

// isUrgent reports whether clients lose connections until the slices are written. It is false
// if the Pods cannot be listed; the sync then says so in its turn.
func (s *podSync) isUrgent() bool {
	if s.seen.phase == delegation.Abandoned {
		return endpointslice.IsUrgent(s.seen.service, nil, s.seen.ours)
	}
	pods, err := s.listPods()
	if err != nil {
		return false
	}
	source, _ := addressSource(s.seen.service)
	return endpointslice.IsUrgent(s.seen.service, pods, s.seen.ours, endpointslice.WithAddressSource(cache.AddressSource(source)))
}

// Prepare computes the desired endpoints from the Pods, except for a Service that is
// abandoned.
func (s *podSync) Prepare(ctx context.Context) (delegation.View, []finding.Finding, error) {
	service := s.seen.service
	view := delegation.View{
		Phase:     s.seen.phase,
		KeptAway:  delegation.HasKeyOf(service, s.ControllerName),
		Deleting:  service.DeletionTimestamp != nil,
		Others:    s.seen.others,
		Default:   delegation.DefaultManager,
		Successor: delegation.Successor(service, s.ControllerName),
	}
	if s.seen.phase == delegation.Abandoned {
		return view, nil, nil
	}
	pods, err := s.listPods()
	if err != nil {
		return view, nil, err
	}
	source, findings := addressSource(service)
	s.desired, s.addressTypes, err = endpointslice.DesiredEndpointSlicesFromServicePods(
		log.FromContext(ctx), pods, service, s.nodes, endpointslice.WithAddressSource(cache.AddressSource(source)))
	if s.desired == nil {
		return view, findings, err
	}
	if err != nil { // Pods whose Node does not exist; its creation enqueues the Service
		findings = append(findings, finding.Warning(v1alpha1.ReasonNodeNotFound, "%s", finding.Clip(err.Error(), finding.RoomForAll)))
	}
	if network, ok := source.(podaddress.Network); ok && network.Name != "" {
		findings = append(findings, delegation.NetworkFindings(network, handover.Backends(s.desired), s.addressTypes, pods)...)
	}
	if view.InHandover() {
		view.Ours, view.Known = handover.Backends(s.desired), uidsOf(pods).Has
	}
	s.triggerTime, s.latestChange = s.triggerTimes.next(service, pods, len(s.seen.ours)+len(s.seen.others) > 0)
	return view, findings, nil
}

// Write writes the desired slices.
func (s *podSync) Write(ctx context.Context) ([]finding.Finding, error) {
	s.topology.refresh(ctx, s.nodes)
	service := s.seen.service
	findings, err := s.slices.Reconcile(ctx, service, s.desired, s.seen.ours, s.addressTypes, service.Spec.TrafficDistribution,
		endpointslice.LabelsFromService{Service: service}.SetLabels, s.triggerTime)
	if err == nil && !s.latestChange.IsZero() { // zero if the Service is abandoned
		s.triggerTimes.record(client.ObjectKeyFromObject(service), s.latestChange)
	}
	return findings, err
}

// Withdraw deletes the slices.
func (s *podSync) Withdraw(ctx context.Context) error {
	s.desired, s.addressTypes = nil, sets.New[discoveryv1.AddressType]()
	_, err := s.Write(ctx)
	return err
}

// KeepDefaultAway adds the key to the selector, so that the default controller finds
// no Pods.
func (s *podSync) KeepDefaultAway(ctx context.Context) error {
	patched := s.seen.service.DeepCopy()
	patched.Spec.Selector[v1alpha1.DelegatedKey] = s.ControllerName
	if err := s.patch(ctx, patched); err != nil {
		return err
	}
	if !delegation.HasKeyOf(patched, s.ControllerName) {
		return s.errContested("added", "removes")
	}
	return nil
}

// LetDefaultIn removes the key from the selector, unless it is another controller's,
// which then owns the selector.
func (s *podSync) LetDefaultIn(ctx context.Context) (bool, error) {
	if !delegation.HasKeyOf(s.seen.service, s.ControllerName) {
		return false, nil
	}
	patched := s.seen.service.DeepCopy()
	delete(patched.Spec.Selector, v1alpha1.DelegatedKey)
	if err := s.patch(ctx, patched); err != nil {
		return false, err
	}
	if delegation.HasKeyOf(patched, s.ControllerName) { // no controller would publish the Pods
		return false, s.errContested("removed", "adds")
	}
	s.patched = patched
	return true, nil
}

// errContested reports that the answer to a patch of the key does not have what the patch
// did.
func (s *podSync) errContested(done, undoes string) error {
	return fmt.Errorf("selector of Service %s: the key %s was %s, and an admission policy or webhook %s it in the same request: delete or change the one that does",
		client.ObjectKeyFromObject(s.seen.service), v1alpha1.DelegatedKey, done, undoes)
}

// ReleaseOwnership ends Meshwork's ownership of the selector.
func (s *podSync) ReleaseOwnership(ctx context.Context) error {
	service := s.patched
	if service == nil {
		service = s.seen.service.DeepCopy()
	}
	if service.Spec.Selector[v1alpha1.DelegatedKey] != "" {
		return nil
	}
	return write.ReleaseFieldOwnership(ctx, s.Client, s.APIReader, service)
}

// Patched returns the Service without its version and status.
func (s *podSync) Patched() any {
	service := s.seen.service
	return corev1.Service{
		ObjectMeta: metav1.ObjectMeta{UID: service.UID, Labels: service.Labels, Annotations: service.Annotations},
		Spec:       service.Spec,
	}
}

func (s *podSync) patch(ctx context.Context, patched *corev1.Service) error {
	err := s.Client.Patch(ctx, patched, client.MergeFromWithOptions(s.seen.service, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if err != nil {
		return fmt.Errorf("selector of Service %s: %w", client.ObjectKeyFromObject(patched), err)
	}
	return nil
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
