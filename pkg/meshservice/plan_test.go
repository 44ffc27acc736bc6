package meshservice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

func TestPlan(t *testing.T) {
	now := metav1.Now()
	owner := service("redis", "new")
	terminating := owner.DeepCopy()
	terminating.DeletionTimestamp = &now
	ours := func(name string) *v1alpha1.MeshService { return derived(name, owner) }

	withLabel := func(meshService *v1alpha1.MeshService, key string, owned bool) *v1alpha1.MeshService {
		meshService.Labels[key] = "value"
		if owned {
			meshService.ManagedFields = append(meshService.ManagedFields, ownsLabel(key, metav1.ManagedFieldsOperationUpdate))
		}
		return meshService
	}
	withPort := func(meshService *v1alpha1.MeshService) *v1alpha1.MeshService {
		meshService.Spec.Ports = append(meshService.Spec.Ports, v1alpha1.MeshServicePort{Port: 80})
		return meshService
	}
	deleting := func(meshService *v1alpha1.MeshService) *v1alpha1.MeshService {
		meshService.DeletionTimestamp = &now
		return meshService
	}
	unmanaged := func(meshService *v1alpha1.MeshService) *v1alpha1.MeshService {
		delete(meshService.Labels, v1alpha1.ManagedByLabel)
		return meshService
	}

	for _, test := range []struct {
		name              string
		owner             *corev1.Service
		desired, existing []*v1alpha1.MeshService
		want              planned
	}{
		{"new", owner, all(ours("redis")), nil, planned{create: "redis"}},
		{"as desired", owner, all(ours("redis")), all(ours("redis")), planned{keep: "redis"}},
		{"another spec", owner, all(withPort(ours("redis"))), all(ours("redis")), planned{update: "redis"}},
		{"an addition to the spec", owner, all(ours("redis")), all(withPort(ours("redis"))), planned{update: "redis"}},
		{"a label is missing", owner, all(withLabel(ours("redis"), "team", false)), all(ours("redis")), planned{update: "redis"}},
		{"an own label is no longer desired", owner, all(ours("redis")), all(withLabel(ours("redis"), "team", true)), planned{update: "redis"}},
		{"another manager's label stays", owner, all(ours("redis")), all(withLabel(ours("redis"), "team", false)), planned{keep: "redis"}},
		{"an own label, with other field managers", owner, all(ours("redis")), all(withLabel(withLabel(ours("redis"), "team", true), "theirs", false)), planned{update: "redis"}},
		{"no longer desired", owner, nil, all(ours("redis"), ours("redis-a")), planned{delete: "redis redis-a"}},
		{"already being deleted", owner, nil, all(deleting(ours("redis"))), planned{}},
		{"desired but being deleted", owner, all(ours("redis")), all(deleting(ours("redis"))), planned{}},
		{"a foreign one without owner", owner, all(ours("redis")), all(&v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Name: "redis"}}), planned{conflict: "redis"}},
		{"a foreign one with the Service as owner", owner, all(ours("redis")), all(unmanaged(ours("redis"))), planned{conflict: "redis"}},
		{"a MeshService of another Service", owner, all(ours("redis-a")), all(derived("redis-a", service("other", "x"))), planned{conflict: "redis-a"}},
		{"a foreign one with an owner of another kind", owner, all(ours("redis")), all(ownedByKind(ours("redis"), "v1", "Pod")), planned{conflict: "redis"}},
		{"a foreign one with a Service of another API as owner", owner, all(ours("redis")), all(ownedByKind(ours("redis"), "serving.example/v1", "Service")), planned{conflict: "redis"}},
		{"a foreign one is not deleted", owner, nil, all(unmanaged(ours("redis"))), planned{}},
		{"left by a former Service of the name", owner, all(ours("redis")), all(derived("redis", service("redis", "old"))), planned{delete: "redis"}},
		{"left by a deleted Service", nil, nil, all(derived("redis", service("redis", "old"))), planned{delete: "redis"}},
		{"nothing is created for a Service that is being deleted", terminating, all(ours("redis")), nil, planned{}},
		{"an existing one is kept for a Service that is being deleted", terminating, all(ours("redis")), all(ours("redis")), planned{keep: "redis"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := meshservice.NewPlan("redis", test.owner, test.desired, test.existing)
			NewWithT(t).Expect(planned{
				create: names(plan.Create), update: pairNames(plan.Update), keep: pairNames(plan.Keep),
				delete: names(plan.Delete), conflict: names(plan.Conflicts),
			}).To(Equal(test.want))
		})
	}
}

func ownedByKind(meshService *v1alpha1.MeshService, apiVersion, kind string) *v1alpha1.MeshService {
	meshService.OwnerReferences[0].APIVersion, meshService.OwnerReferences[0].Kind = apiVersion, kind
	return meshService
}

// Live objects come from a cache that is read concurrently.
func TestPlanDoesNotChangeItsInput(t *testing.T) {
	owner := service("redis", "uid")
	live := derived("redis", owner)
	live.Labels["team"], live.Labels["tier"] = "a", "front"
	live.ManagedFields = []metav1.ManagedFieldsEntry{
		ownsLabel("team", metav1.ManagedFieldsOperationApply), ownsLabel("tier", metav1.ManagedFieldsOperationUpdate),
	}
	before := live.DeepCopy()

	plan := meshservice.NewPlan("redis", owner, all(derived("redis", owner)), all(live))

	NewWithT(t).Expect(plan.Update).To(HaveLen(1))
	NewWithT(t).Expect(live).To(Equal(before))
}

// planned lists the names of the MeshServices in a plan.
type planned struct{ create, update, keep, delete, conflict string }

func TestMergeStatus(t *testing.T) {
	g := NewWithT(t)
	early, late := metav1.Unix(1000, 0), metav1.Unix(2000, 0)
	desired := derived("redis", service("redis", "uid"))
	desired.Status = v1alpha1.MeshServiceStatus{
		Availability: v1alpha1.Online,
		Conditions:   []metav1.Condition{{Type: v1alpha1.ConditionAvailable, Status: metav1.ConditionTrue, Reason: "A"}},
	}
	live := desired.DeepCopy()
	live.Generation = 3
	live.Status = v1alpha1.MeshServiceStatus{Conditions: []metav1.Condition{{Type: "example.com/Theirs", Status: metav1.ConditionTrue}}}

	merged, changed := meshservice.MergeStatus(live, desired, early)
	g.Expect(changed).To(BeTrue())
	g.Expect(merged.ObservedGeneration).To(Equal(int64(3)))
	g.Expect(merged.Conditions).To(HaveLen(2), "another controller's condition is kept")
	g.Expect(merged.Conditions[1].LastTransitionTime).To(Equal(early))
	g.Expect(merged.Conditions[1].ObservedGeneration).To(Equal(int64(3)))

	live.Status = merged
	_, changed = meshservice.MergeStatus(live, desired, late)
	g.Expect(changed).To(BeFalse(), "time alone is no change")

	desired.Status.Conditions[0].Status = metav1.ConditionFalse
	merged, changed = meshservice.MergeStatus(live, desired, late)
	g.Expect(changed).To(BeTrue())
	g.Expect(merged.Conditions[1].LastTransitionTime).To(Equal(late))

	live.Status.VIPs = []v1alpha1.VIP{{IP: "192.0.2.1", Type: v1alpha1.VIPKubernetes}}
	merged, changed = meshservice.MergeStatus(live, desired, late)
	g.Expect(changed).To(BeTrue())
	g.Expect(merged.VIPs).To(BeEmpty(), "other additions are removed")
}

func service(name string, uid types.UID) *corev1.Service {
	return &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, UID: uid}}
}

func derived(name string, owner *corev1.Service) *v1alpha1.MeshService {
	return &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{
		Namespace:       owner.Namespace,
		Name:            name,
		Labels:          map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController},
		OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(owner, corev1.SchemeGroupVersion.WithKind("Service"))},
	}}
}

func ownsLabel(key string, operation metav1.ManagedFieldsOperationType) metav1.ManagedFieldsEntry {
	return metav1.ManagedFieldsEntry{
		Manager: v1alpha1.FieldManager, Operation: operation, FieldsType: "FieldsV1",
		APIVersion: v1alpha1.GroupVersion.String(),
		FieldsV1:   metav1.NewFieldsV1(`{"f:metadata":{"f:labels":{"f:` + key + `":{}}}}`),
	}
}

func all(meshServices ...*v1alpha1.MeshService) []*v1alpha1.MeshService { return meshServices }

func names(meshServices []*v1alpha1.MeshService) string {
	joined := ""
	for i, meshService := range meshServices {
		if i > 0 {
			joined += " "
		}
		joined += meshService.Name
	}
	return joined
}

func pairNames(pairs []meshservice.Pair) string {
	var live []*v1alpha1.MeshService
	for _, pair := range pairs {
		live = append(live, pair.Live)
	}
	return names(live)
}
