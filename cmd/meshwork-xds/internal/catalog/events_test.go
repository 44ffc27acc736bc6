package catalog

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

func sliceOf(service string) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Labels: map[string]string{discoveryv1.LabelServiceName: service}}}
}

// affectedByRecords finds the Services of MeshCertificates without a cache: each has the name
// of its Pod's only Service.
func affectedByRecords(object any) []types.NamespacedName {
	if record, ok := object.(*v1alpha1.MeshCertificate); ok {
		return []types.NamespacedName{client.ObjectKeyFromObject(record)}
	}
	return (&Catalog{}).affected(object)
}

func TestUpdates(t *testing.T) {
	cart, wish := types.NamespacedName{Namespace: "shop", Name: "cart"}, types.NamespacedName{Namespace: "shop", Name: "wish"}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "cart"}}
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop"}}
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default", Generation: 1}}
	record := &v1alpha1.MeshCertificate{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "cart"}, Spec: v1alpha1.MeshCertificateSpec{PodUID: "1", Mesh: "default", Identity: "a"},
	}
	isController := true
	derived := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: "cart", Labels: map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController},
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: "cart", Controller: &isController}},
	}}
	change := func(object client.Object, apply func(client.Object)) client.Object {
		changed := object.DeepCopyObject().(client.Object)
		apply(changed)
		return changed
	}
	for _, test := range []struct {
		name          string
		before, after client.Object
		want          []types.NamespacedName
	}{
		{"a slice", sliceOf("cart"), sliceOf("cart"), []types.NamespacedName{cart, cart}},
		{"a slice that moves", sliceOf("cart"), sliceOf("wish"), []types.NamespacedName{cart, wish}},
		{"a slice of no Service", sliceOf(""), sliceOf(""), nil},
		{"an annotation of a Service", service,
			change(service, func(o client.Object) { o.SetAnnotations(map[string]string{v1alpha1.RetriesAnnotation: "1"}) }), []types.NamespacedName{cart, cart}},
		{"the status of a Service", service,
			change(service, func(o client.Object) { o.(*corev1.Service).Status.Conditions = []metav1.Condition{{}} }), nil},
		{"a label of a Namespace", namespace,
			change(namespace, func(o client.Object) { o.SetLabels(map[string]string{v1alpha1.MeshLabel: "a"}) }),
			[]types.NamespacedName{{Namespace: "shop"}, {Namespace: "shop"}}},
		{"an annotation of a Namespace", namespace, change(namespace, func(o client.Object) { o.SetAnnotations(map[string]string{"a": "b"}) }), nil},
		{"the spec of a Mesh", mesh, change(mesh, func(o client.Object) { o.SetGeneration(2) }), []types.NamespacedName{{}, {}}},
		{"the status of a Mesh", mesh, change(mesh, func(o client.Object) { o.(*v1alpha1.Mesh).Status.ObservedGeneration++ }), nil},
		{"a MeshService that somebody takes over", derived,
			change(derived, func(o client.Object) { o.GetLabels()[v1alpha1.ManagedByLabel] = "somebody" }), []types.NamespacedName{cart}},
		{"a MeshService that loses its owner", derived,
			change(derived, func(o client.Object) { o.SetOwnerReferences(nil) }), []types.NamespacedName{cart}},
		{"a MeshService of another Service", derived,
			change(derived, func(o client.Object) { o.GetOwnerReferences()[0].Name = "wish" }), []types.NamespacedName{cart, wish}},
		{"a label of a MeshService", derived, change(derived, func(o client.Object) { o.GetLabels()["a"] = "b" }), nil},
		{"a new identity", record,
			change(record, func(o client.Object) { o.(*v1alpha1.MeshCertificate).Spec.Identity = "b" }), []types.NamespacedName{cart, cart}},
		{"a new Pod", record, change(record, func(o client.Object) { o.(*v1alpha1.MeshCertificate).Spec.PodUID = "2" }), []types.NamespacedName{cart, cart}},
		{"a renewed certificate", record, change(record, func(o client.Object) {
			o.(*v1alpha1.MeshCertificate).Spec.Certificates = []v1alpha1.IssuedCertificate{{SerialNumber: "2"}}
		}), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var reported []types.NamespacedName
			handler(affectedByRecords, func(key types.NamespacedName) { reported = append(reported, key) }).OnUpdate(test.before, test.after)
			NewWithT(t).Expect(reported).To(Equal(test.want))
		})
	}
}

func TestDeletionThatWasMissed(t *testing.T) {
	var reported []types.NamespacedName
	handler((&Catalog{}).affected, func(key types.NamespacedName) { reported = append(reported, key) }).
		OnDelete(toolscache.DeletedFinalStateUnknown{Obj: sliceOf("cart")})
	NewWithT(t).Expect(reported).To(Equal([]types.NamespacedName{{Namespace: "shop", Name: "cart"}}))
}

func TestObjectsAtTheStart(t *testing.T) {
	g := NewWithT(t)
	var reported []types.NamespacedName
	events := handler((&Catalog{}).affected, func(key types.NamespacedName) { reported = append(reported, key) })
	events.OnAdd(sliceOf("cart"), true)
	g.Expect(reported).To(BeEmpty())
	events.OnAdd(sliceOf("cart"), false)
	g.Expect(reported).To(HaveLen(1))
}

func TestRecordsAreReduced(t *testing.T) {
	g := NewWithT(t)
	reduced, err := keepIdentity(&v1alpha1.MeshCertificate{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "cart-1", UID: "u", Labels: map[string]string{"a": "b"}, ResourceVersion: "7"},
		Spec: v1alpha1.MeshCertificateSpec{
			PodUID: "p", Mesh: "default", Identity: "spiffe://default/ns/shop/sa/cart", Certificates: []v1alpha1.IssuedCertificate{{SerialNumber: "1"}},
		},
	})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(reduced).To(Equal(&v1alpha1.MeshCertificate{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "cart-1", ResourceVersion: "7"},
		Spec:       v1alpha1.MeshCertificateSpec{PodUID: "p", Mesh: "default", Identity: "spiffe://default/ns/shop/sa/cart"},
	}))
}
