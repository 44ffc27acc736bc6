package meshservice

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	applymeta "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/util/csaupgrade"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// writer writes single MeshServices.
type writer struct{ client client.Client }

// create creates rather than applies: an apply would take over an object that another
// client has created under the name since the cache was read.
func (w writer) create(ctx context.Context, a *attempt) error {
	created := a.desired.DeepCopy()
	created.Status = v1alpha1.MeshServiceStatus{}
	if err := w.client.Create(ctx, created, write.FieldOwner); err != nil {
		return err
	}
	a.after = created
	return nil
}

// update applies the labels and the spec, unless the object was replaced. An apply keeps
// the additions of other clients to the spec, so a second write removes them.
func (w writer) update(ctx context.Context, a *attempt) (err error) {
	a.after, err = w.apply(ctx, a.before, a.desired)
	return err
}

func (w writer) apply(ctx context.Context, live, desired *v1alpha1.MeshService) (*v1alpha1.MeshService, error) {
	if err := w.adoptFields(ctx, live); err != nil {
		return nil, err
	}
	owner, err := write.Convert[applymeta.OwnerReferenceApplyConfiguration](desired.OwnerReferences[0])
	if err != nil {
		return nil, err
	}
	spec, err := write.Convert[apply.MeshServiceSpecApplyConfiguration](desired.Spec)
	if err != nil {
		return nil, err
	}
	configuration := apply.MeshService(live.Name, live.Namespace).WithUID(live.UID).
		WithOwnerReferences(owner).WithLabels(desired.Labels).WithSpec(spec)
	if err := w.client.Apply(ctx, configuration, write.FieldOwner, client.ForceOwnership); err != nil {
		return nil, err
	}

	applied, err := write.Convert[v1alpha1.MeshService](configuration)
	if err != nil || equality.Semantic.DeepEqual(applied.Spec, desired.Spec) {
		return applied, err
	}
	applied.Spec = *desired.Spec.DeepCopy() // the MeshServices of a Service share parts, and the response is decoded into it
	return applied, w.client.Update(ctx, applied, write.FieldOwner)
}

// applyStatus applies the status, and removes the additions of other clients.
func (w writer) applyStatus(ctx context.Context, a *attempt) error {
	live, desired := a.before, a.desired
	status, err := write.Convert[apply.MeshServiceStatusApplyConfiguration](meshservice.OwnStatus(desired.Status))
	if err != nil {
		return err
	}
	configuration := apply.MeshService(live.Name, live.Namespace).WithUID(live.UID).WithStatus(status)
	if err := w.client.Status().Apply(ctx, configuration, write.FieldOwner, client.ForceOwnership); err != nil {
		return err
	}

	applied, err := write.Convert[v1alpha1.MeshService](configuration)
	if err != nil {
		return err
	}
	trimmed := desired.Status
	trimmed.Conditions = applied.Status.Conditions
	if equality.Semantic.DeepEqual(applied.Status, trimmed) {
		return nil
	}
	applied.Status = trimmed
	return w.client.Status().Update(ctx, applied, write.FieldOwner)
}

// delete deletes exactly the object that was read, and none that has replaced it.
func (w writer) delete(ctx context.Context, a *attempt) error {
	return w.client.Delete(ctx, a.before, client.Preconditions{UID: &a.before.UID})
}

// adoptFields turns the field ownership of a create into an apply's. Otherwise
// fields that are no longer applied would stay.
func (w writer) adoptFields(ctx context.Context, live *v1alpha1.MeshService) error {
	live = live.DeepCopy() // the upgrade changes its argument
	patch, err := csaupgrade.UpgradeManagedFieldsPatch(live, sets.New(v1alpha1.FieldManager), v1alpha1.FieldManager)
	if err != nil || patch == nil {
		return err
	}
	return w.client.Patch(ctx, live, client.RawPatch(types.JSONPatchType, patch), write.FieldOwner)
}
