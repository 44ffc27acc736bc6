package mesh

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/conditions"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// observed is the input of the status of a Mesh.
type observed struct {
	meshServices int
	meshes       []*v1alpha1.Mesh
	virtualIPs   []*v1alpha1.VirtualIP
}

func statusOf(mesh *v1alpha1.Mesh, seen observed, now metav1.Time) v1alpha1.MeshStatus {
	ready := metav1.Condition{
		Type: v1alpha1.ConditionReady, Status: metav1.ConditionTrue,
		Reason: v1alpha1.ReasonMeshReady, Message: "Services can join",
	}
	if _, err := meshservice.NamespaceSelector(mesh); err != nil {
		ready.Status, ready.Reason = metav1.ConditionFalse, v1alpha1.ReasonInvalidNamespaceSelector
		ready.Message = "no Service can join: spec.namespaceSelector is invalid and selects no namespace: " + finding.Clip(err.Error(), finding.RoomForAll)
	}
	if mesh.DeletionTimestamp != nil {
		ready.Status, ready.Reason = metav1.ConditionFalse, v1alpha1.ReasonTerminating
		ready.Message = "the Mesh is being deleted; its Services have left it"
	}

	status := *mesh.Status.DeepCopy()
	status.MeshServices = ptr.To(int32(seen.meshServices))
	status.ObservedGeneration = mesh.Generation
	wanted := []metav1.Condition{ready}
	var ranges *metav1.Condition
	status.VIPs, ranges = vip.MeshStatus(mesh, seen.meshes, seen.virtualIPs)
	if ranges != nil {
		wanted = append(wanted, *ranges)
	}
	status.Conditions = ownConditions.Merge(status.Conditions, wanted, mesh.Generation, now)
	return status
}

// ownConditions are the conditions that statusOf sets.
var ownConditions = conditions.Types{v1alpha1.ConditionReady, v1alpha1.ConditionVIPRangesReady}

// ownStatus leaves out the fields of the signer and of other clients.
func ownStatus(status v1alpha1.MeshStatus) v1alpha1.MeshStatus {
	status.MTLS = nil
	status.Conditions = ownConditions.Of(status.Conditions)
	return status
}
