package meshservice

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/util/csaupgrade"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// FieldManager is the name under which Meshwork owns the fields that it writes.
const FieldManager = "meshwork"

// Plan is what to do so that the MeshServices of a Service are as desired.
type Plan struct {
	Create []*v1alpha1.MeshService
	// Update holds those of ours whose spec or labels differ from the desired ones.
	Update []Pair
	// Keep holds those of ours that are as desired but, perhaps, for their status.
	Keep   []Pair
	Delete []*v1alpha1.MeshService
	// Conflicts holds those of somebody else that stand under a desired name.
	Conflicts []*v1alpha1.MeshService
}

// Pair is a MeshService as it is and as it should be.
type Pair struct{ Live, Desired *v1alpha1.MeshService }

// NewPlan compares the MeshServices that a Service should have with those that
// exist: all that are derived from the Service or from one of its name, and
// those under the desired names. Where a name is still held by the MeshService
// of a deleted Service of the same name, that goes first; creating waits until
// it is gone. Nothing is created for a Service that is being deleted, whose
// deletion could otherwise wait for what it causes.
//
// owner is the Service of the name as it is now, nil when there is none.
func NewPlan(service string, owner *corev1.Service, desired, existing []*v1alpha1.MeshService) Plan {
	var plan Plan
	byName := make(map[string]*v1alpha1.MeshService, len(existing))
	for _, live := range existing {
		byName[live.Name] = live
	}

	wanted := sets.New[string]()
	for _, want := range desired {
		wanted.Insert(want.Name)
		live := byName[want.Name]
		switch {
		case live == nil:
			if owner.DeletionTimestamp == nil {
				plan.Create = append(plan.Create, want)
			}
		case !derivedFrom(live, service):
			plan.Conflicts = append(plan.Conflicts, live)
		case !ownedBy(live, owner):
			plan.delete(live)
		case live.DeletionTimestamp != nil:
		case differs(live, want):
			plan.Update = append(plan.Update, Pair{live, want})
		default:
			plan.Keep = append(plan.Keep, Pair{live, want})
		}
	}

	for _, live := range existing {
		if !wanted.Has(live.Name) && derivedFrom(live, service) {
			plan.delete(live)
		}
	}
	return plan
}

func (p *Plan) delete(live *v1alpha1.MeshService) {
	if live.DeletionTimestamp == nil {
		p.Delete = append(p.Delete, live)
	}
}

// DerivedFrom names the Service that Meshwork derived a MeshService from, by
// its owner reference and managed-by label; empty for a MeshService that is
// somebody else's.
func DerivedFrom(meshService *v1alpha1.MeshService) (service string) {
	owner := metav1.GetControllerOfNoCopy(meshService)
	if owner == nil || owner.Kind != "Service" || owner.APIVersion != "v1" ||
		meshService.Labels[v1alpha1.ManagedByLabel] != v1alpha1.ManagedByMeshServiceController {
		return ""
	}
	return owner.Name
}

func derivedFrom(meshService *v1alpha1.MeshService, service string) bool {
	return DerivedFrom(meshService) == service
}

func ownedBy(meshService *v1alpha1.MeshService, owner *corev1.Service) bool {
	return owner != nil && metav1.IsControlledBy(meshService, owner)
}

// differs tells whether the spec or a label is not as desired. Labels that
// others set do not count, but one that Meshwork set before and no longer wants does.
func differs(live, desired *v1alpha1.MeshService) bool {
	if !equality.Semantic.DeepEqual(live.Spec, desired.Spec) {
		return true
	}
	for key, value := range desired.Labels {
		if current, ok := live.Labels[key]; !ok || current != value {
			return true
		}
	}
	if len(live.Labels) == len(desired.Labels) {
		return false
	}
	applied, err := appliedLabels(live)
	if err != nil {
		return true // whatever is wrong with the managed fields, an apply puts it right
	}
	for key := range applied {
		if _, ok := desired.Labels[key]; !ok {
			return true
		}
	}
	return false
}

// appliedLabels are the labels that Meshwork owns on a MeshService.
func appliedLabels(live *v1alpha1.MeshService) (map[string]string, error) {
	migrated := (&v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{
		Name: live.Name, Labels: live.Labels, ManagedFields: live.ManagedFields,
	}}).DeepCopy() // the upgrade writes into the managed fields
	if err := csaupgrade.UpgradeManagedFields(migrated, sets.New(FieldManager), FieldManager); err != nil {
		return nil, err
	}
	applied, err := apply.ExtractMeshService(migrated, FieldManager)
	if err != nil || applied.ObjectMetaApplyConfiguration == nil {
		return nil, err
	}
	return applied.Labels, nil
}

// ConflictFindings tells the owner of a Service that names it needs are taken.
func ConflictFindings(taken []*v1alpha1.MeshService) []finding.Finding {
	if len(taken) == 0 {
		return nil
	}
	holders := make([]string, len(taken))
	for i, meshService := range taken {
		holders[i] = meshService.Name + " (" + holder(meshService) + ")"
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonMeshServiceConflict,
		"names that this Service needs are taken by MeshServices that do not belong to it: %s; "+
			"Meshwork does not change those: delete them, and it creates the Service's own", finding.List(holders, finding.RoomForAll))}
}

func holder(meshService *v1alpha1.MeshService) string {
	owner := metav1.GetControllerOfNoCopy(meshService)
	switch {
	case owner == nil:
		return "no controller"
	case meshService.Labels[v1alpha1.ManagedByLabel] != v1alpha1.ManagedByMeshServiceController:
		return fmt.Sprintf("controlled by %s %s without the label %s=%s",
			owner.Kind, owner.Name, v1alpha1.ManagedByLabel, v1alpha1.ManagedByMeshServiceController)
	}
	return fmt.Sprintf("controlled by %s %s", owner.Kind, owner.Name)
}

// RejectionFinding tells the owner of a Service what the API server refused, by
// the name of the MeshService.
func RejectionFinding(refusals map[string]error) finding.Finding {
	names := slices.Sorted(maps.Keys(refusals))
	return finding.Warning(v1alpha1.ReasonMeshServiceRejected, "the API server rejected MeshService %s: %s",
		finding.List(names, finding.RoomForFirst), finding.Clip(refusals[names[0]].Error(), finding.RoomForMost))
}

// NotAccepted is the desired MeshService with the condition that its spec was refused.
func NotAccepted(desired *v1alpha1.MeshService, refusal error) *v1alpha1.MeshService {
	refused := desired.DeepCopy()
	meta.SetStatusCondition(&refused.Status.Conditions, condition{
		Type: v1alpha1.ConditionAccepted, Status: metav1.ConditionFalse,
		Reason: v1alpha1.ReasonMeshServiceRejected, Message: finding.Clip(refusal.Error(), finding.RoomForMost),
	})
	return refused
}
