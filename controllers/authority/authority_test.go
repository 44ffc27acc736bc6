package authority

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

// A Mesh that was deleted and created again has the name of the one before, whose Secret the
// garbage collector has not deleted yet.
func TestLoadOnlyOfThisMesh(t *testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Now())
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default", UID: "now"}}
	mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: "ca", Backends: []v1alpha1.CABackend{{Name: "ca", Generated: &v1alpha1.GeneratedCA{}}}}
	data, err := identity.GenerateAuthority(mesh, &mesh.Spec.MTLS.Backends[0], clock.Now())
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	for _, test := range []struct {
		name  string
		owner types.UID
		says  string
	}{
		{name: "this Mesh", owner: "now"},
		{name: "an earlier Mesh", owner: "before", says: "the CA of an earlier Mesh"},
		{name: "no Mesh, after a deletion with orphans"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			secret := &corev1.Secret{Data: data, ObjectMeta: metav1.ObjectMeta{
				Namespace: "system", Name: SecretName("default", "ca"), Labels: map[string]string{v1alpha1.MeshLabel: "default"},
				Annotations: map[string]string{BackendAnnotation: "ca"},
			}}
			if test.owner != "" {
				secret.OwnerReferences = []metav1.OwnerReference{{APIVersion: "meshwork.dev/v1alpha1", Kind: "Mesh", Name: "default", UID: test.owner, Controller: ptr.To(true)}}
			}
			store := Store{Client: fake.NewClientBuilder().WithObjects(secret).Build(), Namespace: "system", Clock: clock}
			loaded, problem, err := store.Load(t.Context(), mesh, "ca")
			g.Expect(err).NotTo(HaveOccurred())
			if test.says != "" {
				g.Expect(problem).To(HaveField("Message", ContainSubstring(test.says)))
				g.Expect(loaded).To(BeNil())
				return
			}
			g.Expect(problem).To(BeNil())
			g.Expect(loaded).NotTo(BeNil())
		})
	}
}
