package endpointslicemirroring

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// maxEndpointsPerSubset is the limit of Kubernetes' mirroring controller.
const maxEndpointsPerSubset = 1000

// endpointsSync is one sync of a Service whose endpoints are Endpoints: handover.Steps.
type endpointsSync struct {
	*Reconciler
	seen  observed
	phase delegation.Phase
	// patched are the Endpoints after LetDefaultIn has changed them.
	patched *corev1.Endpoints
}

// Prepare describes the handover. The desired endpoints have been computed already.
func (s *endpointsSync) Prepare(context.Context) (delegation.View, []finding.Finding, error) {
	view := delegation.View{
		Phase:   s.phase,
		Others:  s.seen.others,
		Default: delegation.DefaultMirroringManager,
		Known:   func(string) bool { return false },
	}
	if s.phase == delegation.Abandoned {
		return view, s.seen.skipped(), nil
	}
	view.Deleting = s.seen.endpoints.DeletionTimestamp != nil
	view.KeptAway = delegation.KeptFromMirroringBy(s.seen.endpoints) == s.ControllerName
	view.Successor = delegation.Successor(s.seen.service, s.ControllerName)
	if view.InHandover() {
		view.Ours = handover.Backends(s.seen.desired)
	}
	return view, nil, nil
}

// Write writes the desired slices.
func (s *endpointsSync) Write(ctx context.Context) ([]finding.Finding, error) {
	source := withoutSkipMirror(s.seen.endpoints)
	return s.slices.Reconcile(ctx, source, s.seen.desired, s.seen.ours, s.seen.addressTypes, nil,
		endpointslice.LabelsAnnotationsFromEndpoints{Endpoints: source}.SetLabelsAnnotations, s.triggerTime())
}

// triggerTime returns the time of the last change of the Endpoints, or zero if their slices
// are taken over from another controller, which has published that change already.
func (s *endpointsSync) triggerTime() time.Time {
	if len(s.seen.ours) == 0 && len(s.seen.others) > 0 {
		return time.Time{}
	}
	// Zero if it is malformed.
	changed, _ := time.Parse(time.RFC3339Nano, s.seen.endpoints.Annotations[corev1.EndpointsLastChangeTriggerTime])
	return changed
}

// withoutSkipMirror returns the Endpoints as their user wrote them, since the slices
// have the same labels and annotations.
func withoutSkipMirror(endpoints *corev1.Endpoints) *corev1.Endpoints {
	if delegation.KeptFromMirroringBy(endpoints) == "" {
		return endpoints
	}
	original := endpoints.DeepCopy()
	delete(original.Labels, discoveryv1.LabelSkipMirror)
	delete(original.Annotations, v1alpha1.SkipMirrorByAnnotation)
	return original
}

// Withdraw deletes all slices. Their owner may not exist any more; its name is enough.
func (s *endpointsSync) Withdraw(ctx context.Context) error {
	owner := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Namespace: s.seen.name.Namespace, Name: s.seen.name.Name}}
	_, err := s.slices.Reconcile(ctx, owner, nil, s.seen.ours, sets.New[discoveryv1.AddressType](), nil, nil, time.Time{})
	return err
}

// KeepDefaultAway sets the label that makes the default controller skip the
// Endpoints, and records that it is this controller's.
func (s *endpointsSync) KeepDefaultAway(ctx context.Context) error {
	patched := s.seen.endpoints.DeepCopy()
	metav1.SetMetaDataLabel(&patched.ObjectMeta, discoveryv1.LabelSkipMirror, "true")
	metav1.SetMetaDataAnnotation(&patched.ObjectMeta, v1alpha1.SkipMirrorByAnnotation, s.ControllerName)
	if err := s.patch(ctx, patched); err != nil {
		return err
	}
	if delegation.KeptFromMirroringBy(patched) != s.ControllerName {
		return s.errContested("set", "removes")
	}
	return nil
}

// LetDefaultIn removes the label if this controller has set it. If another one has, it
// owns the label.
func (s *endpointsSync) LetDefaultIn(ctx context.Context) (bool, error) {
	if s.seen.endpoints == nil || s.seen.endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation] != s.ControllerName {
		return false, nil
	}
	patched := s.seen.endpoints.DeepCopy()
	delete(patched.Labels, discoveryv1.LabelSkipMirror)
	delete(patched.Annotations, v1alpha1.SkipMirrorByAnnotation)
	if err := s.patch(ctx, patched); err != nil {
		return false, err
	}
	if delegation.KeptFromMirroringBy(patched) == s.ControllerName {
		return false, s.errContested("removed", "sets")
	}
	s.patched = patched
	return true, nil
}

// errContested reports that the answer to a patch of the label does not have what the patch
// did.
func (s *endpointsSync) errContested(done, undoes string) error {
	return fmt.Errorf("label %s of Endpoints %s was %s, and an admission policy or webhook %s it in the same request: delete or change the one that does",
		discoveryv1.LabelSkipMirror, s.seen.name, done, undoes)
}

// ReleaseOwnership ends Meshwork's ownership of the label and the annotation.
func (s *endpointsSync) ReleaseOwnership(ctx context.Context) error {
	endpoints := s.patched
	if endpoints == nil {
		endpoints = s.seen.endpoints.DeepCopy()
	}
	if endpoints == nil || endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation] != "" {
		return nil
	}
	return write.ReleaseFieldOwnership(ctx, s.Client, s.APIReader, endpoints)
}

// Patched returns the metadata of the Endpoints. Their addresses change on their own.
func (s *endpointsSync) Patched() any {
	if s.seen.endpoints == nil {
		return nil
	}
	endpoints := s.seen.endpoints
	return metav1.ObjectMeta{UID: endpoints.UID, Labels: endpoints.Labels, Annotations: handover.WithoutTriggerTime(endpoints.Annotations)}
}

func (s *endpointsSync) patch(ctx context.Context, patched *corev1.Endpoints) error {
	err := s.Client.Patch(ctx, patched, client.MergeFromWithOptions(s.seen.endpoints, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if err != nil {
		return fmt.Errorf("label %s of Endpoints %s: %w", discoveryv1.LabelSkipMirror, client.ObjectKeyFromObject(patched), err)
	}
	return nil
}
