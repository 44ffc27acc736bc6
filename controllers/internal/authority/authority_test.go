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
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

var now = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// A Mesh that was deleted and created again has the name of the one before, whose Secret the
// garbage collector has not deleted yet.
func TestLoadOnlyOfThisMesh(t *testing.T) {
	mesh := meshWith("ca")
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
			secret := generatedSecret(g, mesh, "ca")
			if test.owner != "" {
				secret.OwnerReferences = []metav1.OwnerReference{{APIVersion: "meshwork.dev/v1alpha1", Kind: "Mesh", Name: "default", UID: test.owner, Controller: ptr.To(true)}}
			}
			loaded, problem, err := storeWith(secret).Load(t.Context(), mesh, "ca")
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

// Whether an authority may sign depends on the trust domain, which can change while its
// Secret does not.
func TestLoadParsesAgainForAnotherTrustDomain(t *testing.T) {
	g := NewWithT(t)
	mesh := meshWith("ca")
	store := storeWith(generatedSecret(g, mesh, "ca"))
	load := func() *identity.Authority {
		loaded, problem, err := store.Load(t.Context(), mesh, "ca")
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(problem).To(BeNil())
		return loaded
	}
	first := load()
	g.Expect(load()).To(BeIdenticalTo(first))
	mesh.Spec.MTLS.TrustDomain = "example.com"
	g.Expect(load()).NotTo(BeIdenticalTo(first))
}

// A Secret that was brought names the Meshes that may use it. A private key is dropped when
// its Mesh is no longer allowed.
func TestLoadOnlyIfTheSecretAllowsTheMesh(t *testing.T) {
	g := NewWithT(t)
	mesh := meshWith("ca")
	secret := generatedSecret(g, mesh, "ca")
	secret.Name, secret.Labels, secret.Annotations = "brought", nil, map[string]string{v1alpha1.AllowedMeshesAnnotation: "other"}
	mesh.Spec.MTLS.Backends[0] = v1alpha1.CABackend{Name: "ca", SecretRef: &v1alpha1.CASecretReference{Name: secret.Name}}
	store := storeWith(secret)
	for _, test := range []struct{ allowed, reason string }{
		{"other", v1alpha1.ReasonSecretNotAllowed}, {"other,default", ""}, {"", v1alpha1.ReasonSecretNotAllowed},
	} {
		secret.Annotations[v1alpha1.AllowedMeshesAnnotation] = test.allowed
		g.Expect(store.Client.(client.Client).Update(t.Context(), secret)).To(Succeed())
		loaded, problem, err := store.Load(t.Context(), mesh, "ca")
		g.Expect(err).NotTo(HaveOccurred())
		if test.reason == "" {
			g.Expect(problem).To(BeNil())
			g.Expect(loaded).NotTo(BeNil())
			continue
		}
		g.Expect(problem).To(And(HaveField("Reason", test.reason), HaveField("Message", HavePrefix("CA backend ca: Secret brought"))))
		g.Expect(loaded).To(BeNil())
		g.Expect(store.parsed).To(BeEmpty())
	}
}

func TestLoadDropsTheKeyOfASecretOfAnotherMesh(t *testing.T) {
	g := NewWithT(t)
	mesh := meshWith("ca")
	secret := generatedSecret(g, mesh, "ca")
	store := storeWith(secret)
	loaded, _, err := store.Load(t.Context(), mesh, "ca")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(loaded).NotTo(BeNil())
	secret.Labels[v1alpha1.MeshLabel] = "other"
	g.Expect(store.Client.(client.Client).Update(t.Context(), secret)).To(Succeed())
	_, problem, err := store.Load(t.Context(), mesh, "ca")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(problem).To(HaveField("Reason", v1alpha1.ReasonInvalidCA))
	g.Expect(store.parsed).To(BeEmpty())
}

// A private key does not outlive the use of its backend.
func TestRetain(t *testing.T) {
	g := NewWithT(t)
	mesh := meshWith("old", "new")
	store := storeWith(generatedSecret(g, mesh, "old"), generatedSecret(g, mesh, "new"))
	load := func(backend string) {
		_, problem, err := store.Load(t.Context(), mesh, backend)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(problem).To(BeNil())
	}
	load("old")
	load("new")
	store.Retain("other")
	g.Expect(store.parsed).To(HaveLen(2))
	store.Retain(mesh.Name, "new")
	g.Expect(store.parsed).To(And(HaveLen(1), HaveKey(backendKey{mesh.Name, "new"})))
	store.Retain(mesh.Name)
	g.Expect(store.parsed).To(BeEmpty())
}

func meshWith(backends ...string) *v1alpha1.Mesh {
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default", UID: "now"}}
	mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: backends[0]}
	for _, name := range backends {
		mesh.Spec.MTLS.Backends = append(mesh.Spec.MTLS.Backends, v1alpha1.CABackend{Name: name, Generated: &v1alpha1.GeneratedCA{}})
	}
	return mesh
}

func generatedSecret(g Gomega, mesh *v1alpha1.Mesh, backend string) *corev1.Secret {
	data, err := identity.GenerateAuthority(mesh, identity.SpecOf(mesh, backend), now)
	g.Expect(err).NotTo(HaveOccurred())
	return &corev1.Secret{Data: data, ObjectMeta: metav1.ObjectMeta{
		Namespace: "system", Name: SecretName(mesh.Name, backend), Labels: map[string]string{v1alpha1.MeshLabel: mesh.Name},
		Annotations: map[string]string{BackendAnnotation: backend},
	}}
}

func storeWith(secrets ...client.Object) *Store {
	return &Store{Client: fake.NewClientBuilder().WithObjects(secrets...).Build(), Namespace: "system", Clock: clocktesting.NewFakePassiveClock(now)}
}
