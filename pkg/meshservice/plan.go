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

// Plan holds the changes that make the MeshServices of a Service as desired.
type Plan struct {
	Create []*v1alpha1.MeshService
	// Update holds the MeshServices of the Service whose spec or labels differ from
	// the desired ones.
	Update []Pair
	// Keep holds the MeshServices of the Service that are as desired, except perhaps
	// for their status.
	Keep   []Pair
	Delete []*v1alpha1.MeshService
	// Conflicts holds MeshServices that have a desired name but do not belong to the
	// Service.
	Conflicts []*v1alpha1.MeshService
}

// Pair is a MeshService as it is and as it should be.
type Pair struct{ Live, Desired *v1alpha1.MeshService }

// NewPlan compares the MeshServices that a Service should have with the existing
// ones. existing holds all MeshServices that are derived from the Service or from
// another Service of the same name, and all that have a desired name.
//
// A MeshService left by a deleted Service of the same name is deleted first; its
// replacement is created once it no longer exists. Nothing is created for a Service that is
// being deleted, because its deletion could then wait for the new object.
//
// owner is the current Service with the name, or nil if there is none.
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

// DerivedFrom returns the name of the Service that Meshwork derived a MeshService
// from, based on its owner reference and managed-by label. It returns "" for a
// MeshService that Meshwork did not derive.
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

// differs reports whether the spec or a label is not as desired. Labels set by
// other managers are ignored, but a label that Meshwork set before and no longer
// wants is a difference.
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
		return true // an apply repairs the managed fields
	}
	for key := range applied {
		if _, ok := desired.Labels[key]; !ok {
			return true
		}
	}
	return false
}

// appliedLabels returns the labels of a MeshService that Meshwork owns.
func appliedLabels(live *v1alpha1.MeshService) (map[string]string, error) {
	migrated := (&v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{
		Name: live.Name, Labels: live.Labels, ManagedFields: live.ManagedFields,
	}}).DeepCopy() // the upgrade writes into the managed fields
	if err := csaupgrade.UpgradeManagedFields(migrated, sets.New(v1alpha1.FieldManager), v1alpha1.FieldManager); err != nil {
		return nil, err
	}
	applied, err := apply.ExtractMeshService(migrated, v1alpha1.FieldManager)
	if err != nil || applied.ObjectMetaApplyConfiguration == nil {
		return nil, err
	}
	return applied.Labels, nil
}

// ConflictFindings reports that names that the Service needs are taken.
func ConflictFindings(conflicts []*v1alpha1.MeshService) []finding.Finding {
	if len(conflicts) == 0 {
		return nil
	}
	described := make([]string, len(conflicts))
	for i, meshService := range conflicts {
		described[i] = meshService.Name + " (" + describeController(meshService) + ")"
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonMeshServiceConflict,
		"names that this Service needs are taken by MeshServices that do not belong to it: %s; "+
			"Meshwork does not change those: delete them, and it creates the Service's own", finding.List(described, finding.RoomForAll))}
}

func describeController(meshService *v1alpha1.MeshService) string {
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

// RejectionFinding reports which MeshServices the API server rejected. The errors
// are by name of the MeshService.
func RejectionFinding(rejections map[string]error) finding.Finding {
	names := slices.Sorted(maps.Keys(rejections))
	return finding.Warning(v1alpha1.ReasonMeshServiceRejected, "the API server refused MeshService %s: %s",
		finding.List(names, finding.RoomForFirst), finding.Clip(rejections[names[0]].Error(), finding.RoomForMost))
}

// NotAccepted returns a copy of the desired MeshService whose Accepted condition
// reports that the API server rejected it.
func NotAccepted(desired *v1alpha1.MeshService, rejection error) *v1alpha1.MeshService {
	rejected := desired.DeepCopy()
	meta.SetStatusCondition(&rejected.Status.Conditions, condition{
		Type: v1alpha1.ConditionAccepted, Status: metav1.ConditionFalse,
		Reason: v1alpha1.ReasonMeshServiceRejected, Message: finding.Clip(rejection.Error(), finding.RoomForMost),
	})
	return rejected
}
