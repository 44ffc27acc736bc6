package write

import (
	"context"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// contested is an object that another client writes to just before each of the first patches.
type contested struct {
	client.Client
	conflicts int
	patched   []client.Object
}

func (c *contested) Patch(_ context.Context, object client.Object, _ client.Patch, _ ...client.PatchOption) error {
	c.patched = append(c.patched, object.DeepCopyObject().(client.Object))
	if len(c.patched) <= c.conflicts {
		return apierrors.NewConflict(corev1.Resource("services"), object.GetName(), nil)
	}
	return nil
}

func (c *contested) Get(_ context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	object.SetResourceVersion("newer")
	object.SetManagedFields(owned())
	return nil
}

func owned() []metav1.ManagedFieldsEntry {
	return []metav1.ManagedFieldsEntry{
		{Manager: "kubectl", Operation: metav1.ManagedFieldsOperationUpdate},
		{Manager: string(FieldOwner), Operation: metav1.ManagedFieldsOperationUpdate},
		{Manager: string(FieldOwner), Operation: metav1.ManagedFieldsOperationUpdate, Subresource: "status"},
		{Manager: string(FieldOwner), Operation: metav1.ManagedFieldsOperationApply},
	}
}

func TestReleaseFieldOwnershipRetriesOnConflict(t *testing.T) {
	g := NewWithT(t)
	api := &contested{conflicts: 2}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "web", ManagedFields: owned()}}

	g.Expect(ReleaseFieldOwnership(t.Context(), api, api, service)).To(Succeed())

	g.Expect(api.patched).To(HaveLen(3))
	last := api.patched[2]
	g.Expect(last.GetResourceVersion()).To(Equal("newer"))
	g.Expect(last.GetManagedFields()).To(Equal([]metav1.ManagedFieldsEntry{owned()[0], owned()[2], owned()[3]}))

	contestedForever := &contested{conflicts: 100}
	service.SetManagedFields(owned())
	g.Expect(apierrors.IsConflict(ReleaseFieldOwnership(t.Context(), contestedForever, contestedForever, service))).To(BeTrue(), "it gives up")

	uncontested := &contested{}
	service.SetManagedFields(owned()[1:2])
	g.Expect(ReleaseFieldOwnership(t.Context(), uncontested, uncontested, service)).To(Succeed())
	g.Expect(uncontested.patched).To(BeEmpty())
}

func TestReleaseFieldOwnershipReadsWhatTheCacheLacks(t *testing.T) {
	g := NewWithT(t)
	api := &contested{}
	cached := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "web"}}

	g.Expect(ReleaseFieldOwnership(t.Context(), api, api, cached)).To(Succeed())
	g.Expect(api.patched).To(HaveLen(1))
	g.Expect(api.patched[0].GetManagedFields()).To(Equal([]metav1.ManagedFieldsEntry{owned()[0], owned()[2], owned()[3]}))
}
