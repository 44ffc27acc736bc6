package controllers_test

import (
	"context"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	"github.com/prometheus/client_golang/prometheus"
	authorizationv1 "k8s.io/api/authorization/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/internal/apiclock"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// skewedClock is ahead of the clock of the API server.
type skewedClock struct{ ahead time.Duration }

func (c skewedClock) Now() time.Time                        { return time.Now().Add(c.ahead) }
func (c skewedClock) Since(earlier time.Time) time.Duration { return c.Now().Sub(earlier) }

// runSigner runs a signer for one spec.
func runSigner(ctx context.Context, clock clock.PassiveClock) *runningManager {
	GinkgoHelper()
	env.ApplyConfig(ctx, "local-signer")
	signer := runManagerAs(signerAccount, func(options *controllers.Options) {
		signerFlags(options)
		options.Clock = clock
	})
	DeferCleanup(func() { signer.stopOnce() })
	return signer
}

var _ = DescribeTable("A signer whose clock is wrong follows the clock of the API server", suite.NeedsPodCertificates, func(ctx SpecContext, ahead time.Duration) {
	runSigner(ctx, apiclock.New(skewedClock{ahead}))
	began := time.Now()
	w := newCertificateWorld(ctx, "ca-1")
	stranger := w.request(ctx, expect.Created(ctx, api, kit.Pod(w.namespace, "early", "late", kit.MountingCertificate("default"))))
	pod := w.pod(ctx, "web-0")
	leaf := expectIssued(ctx, w.request(ctx, pod))
	// The clock of the API server is known to two seconds.
	between := func(earliest, latest time.Time) types.GomegaMatcher {
		return And(BeTemporally(">=", earliest.Add(-2*time.Second)), BeTemporally("<=", latest.Add(2*time.Second)))
	}
	Expect(leaf.NotBefore).To(between(began.Add(-3*time.Minute), time.Now().Add(-3*time.Minute)))
	root := meshOf(ctx, w.mesh).Status.MTLS.Roots[0]
	Expect(root.TrustedSince.Time).To(between(began, time.Now()))
	Expect(api.Get(ctx, client.ObjectKeyFromObject(stranger), stranger)).To(Succeed())
	Expect(stranger.Status.Conditions).To(BeEmpty(), "it has two minutes to be in a mesh")

	mesh := meshOf(ctx, w.mesh)
	expect.Updated(ctx, api, mesh, kit.WithBackends("ca-2"))
	Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-2"))
	expectIssued(ctx, w.request(ctx, pod))
	Eventually(w.rotation).WithArguments(ctx).Should(Equal(v1alpha1.ReasonComplete))
},
	Entry("5 minutes ahead", 5*time.Minute), Entry("an hour ahead", time.Hour), Entry("a day ahead", 24*time.Hour),
	Entry("5 minutes behind", -5*time.Minute), Entry("an hour behind", -time.Hour), Entry("a day behind", -24*time.Hour),
)

var _ = Describe("A certificate that cannot be published", suite.NeedsPodCertificates, func() {
	// mayNotSign takes the right to publish certificates from the signer.
	mayNotSign := func(ctx context.Context) (restore func()) {
		GinkgoHelper()
		role := &rbacv1.ClusterRole{}
		Expect(api.Get(ctx, client.ObjectKey{Name: "meshwork-signer"}, role)).To(Succeed())
		rules := slices.Clone(role.Rules)
		expect.Updated(ctx, api, role, func(role *rbacv1.ClusterRole) {
			role.Rules = slices.DeleteFunc(role.Rules, func(rule rbacv1.PolicyRule) bool { return slices.Contains(rule.Resources, "signers") })
		})
		restore = func() { expect.Updated(ctx, api, role, func(role *rbacv1.ClusterRole) { role.Rules = rules }) }
		DeferCleanup(func(ctx SpecContext) { env.ApplyConfig(ctx, "local-signer") })
		return restore
	}

	It("is on record once, and is the one that the Pod gets", func(ctx SpecContext) {
		// The clock is ahead, so that the request is too old to be signed again without a record.
		signer := runSigner(ctx, skewedClock{2 * time.Minute})
		w := newCertificateWorld(ctx, "ca-1")
		Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-1"))
		restore := mayNotSign(ctx)
		Eventually(func() bool { return maySign(ctx, signer) }).Should(BeFalse())
		pod := w.pod(ctx, "web-0")
		request := w.request(ctx, pod)
		var first *v1alpha1.MeshCertificate
		Eventually(func(g Gomega) {
			first = &v1alpha1.MeshCertificate{}
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), first)).To(Succeed())
		}).Should(Succeed())
		Consistently(func() *v1alpha1.MeshCertificate { return w.record(ctx, pod) }).WithTimeout(4 * time.Second).Should(Equal(first))

		Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
		Expect(request.Status.Conditions).To(BeEmpty())
		restore()
		leaf := expectIssued(ctx, request)
		Expect(first.Spec.Certificates).To(HaveExactElements(HaveField("SerialNumber", hex.EncodeToString(leaf.SerialNumber.Bytes()))))
		Expect(w.record(ctx, pod).Spec).To(Equal(first.Spec))
	})
})

// maySign reports whether the API server allows the signer to publish certificates.
func maySign(ctx context.Context, signer *runningManager) bool {
	GinkgoHelper()
	review := &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{
		ResourceAttributes: &authorizationv1.ResourceAttributes{Group: "certificates.k8s.io", Resource: "signers", Verb: "sign", Name: v1alpha1.SignerName},
	}}
	Expect(signer.client.Create(ctx, review)).To(Succeed())
	return review.Status.Allowed
}

var _ = Describe("The Secret of a generated CA", suite.NeedsPodCertificates, func() {
	// generated returns a Secret with a CA of a Mesh that has no such backend.
	generated := func(mesh *v1alpha1.Mesh, backend string) *corev1.Secret {
		GinkgoHelper()
		data, err := identity.GenerateAuthority(mesh, &v1alpha1.CABackend{Name: backend, Generated: &v1alpha1.GeneratedCA{}}, time.Now())
		Expect(err).NotTo(HaveOccurred())
		return &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: kit.SystemNamespace, Name: "meshwork-ca-" + mesh.Name + "-" + backend,
				Labels:      map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedBySigner, v1alpha1.MeshLabel: mesh.Name},
				Annotations: map[string]string{"meshwork.dev/backend": backend},
				OwnerReferences: []metav1.OwnerReference{{
					APIVersion: v1alpha1.GroupVersion.String(), Kind: "Mesh", Name: mesh.Name, UID: mesh.UID, Controller: ptr.To(true),
				}},
			},
			Type: corev1.SecretTypeTLS,
			Data: data,
		}
	}
	exists := func(ctx context.Context, secret *corev1.Secret) func() bool {
		return func() bool {
			err := api.Get(ctx, client.ObjectKeyFromObject(secret), &corev1.Secret{})
			Expect(client.IgnoreNotFound(err)).To(Succeed())
			return err == nil
		}
	}

	It("is deleted when nothing needs it, and no other Secret is", func(ctx SpecContext) {
		runSigner(ctx, nil)
		w := newCertificateWorld(ctx, "ca-1")
		Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-1"))
		mesh := meshOf(ctx, w.mesh)
		unowned := generated(mesh, "unowned")
		unowned.OwnerReferences = nil
		unlabeled := generated(mesh, "unlabeled")
		unlabeled.Labels = nil
		for _, kept := range []*corev1.Secret{unowned, unlabeled} {
			expect.Temporary(ctx, api, kept)
		}
		orphan := expect.Temporary(ctx, api, generated(mesh, "orphan"))

		Eventually(exists(ctx, orphan)).Should(BeFalse())
		Expect(exists(ctx, generated(mesh, "ca-1"))()).To(BeTrue())
		Expect(exists(ctx, unowned)()).To(BeTrue())
		Expect(exists(ctx, unlabeled)()).To(BeTrue())
	})

	It("goes with its Mesh, and one that was brought stays", func(ctx SpecContext) {
		runSigner(ctx, nil)
		w := newCertificateWorld(ctx, "ca-1")
		Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-1"))
		mesh := meshOf(ctx, w.mesh)
		brought := generated(mesh, "brought")
		brought.Name, brought.Labels, brought.Annotations, brought.OwnerReferences = unique("brought"), nil, nil, nil
		allowingMeshes(w.mesh)(brought)
		expect.Temporary(ctx, api, brought)
		expect.Updated(ctx, api, mesh, func(mesh *v1alpha1.Mesh) {
			mesh.Spec.MTLS.Backends = append(mesh.Spec.MTLS.Backends, v1alpha1.CABackend{Name: "own", SecretRef: &v1alpha1.CASecretReference{Name: brought.Name}})
			mesh.Spec.MTLS.EnabledBackend = "own"
		})
		Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("own"))
		Expect(api.Delete(ctx, mesh)).To(Succeed())
		Eventually(exists(ctx, generated(mesh, "ca-1"))).Should(BeFalse())
		Expect(exists(ctx, brought)()).To(BeTrue())
	})
})

var _ = It("signs with a CA from the moment on at which it becomes valid", suite.NeedsPodCertificates, func(ctx SpecContext) {
	runSigner(ctx, nil)
	mesh, backend := kit.Mesh(unique("mesh")), &v1alpha1.CABackend{Name: "own", Generated: &v1alpha1.GeneratedCA{}}
	validFrom := func(at time.Time) map[string][]byte {
		data, err := identity.GenerateAuthority(mesh, backend, at)
		Expect(err).NotTo(HaveOccurred())
		block, _ := pem.Decode(data["tls.crt"])
		certificate, err := x509.ParseCertificate(block.Bytes)
		Expect(err).NotTo(HaveOccurred())
		if early := at.Sub(certificate.NotBefore); early > time.Second {
			data, err = identity.GenerateAuthority(mesh, backend, at.Add(early))
			Expect(err).NotTo(HaveOccurred())
		}
		return data
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: kit.SystemNamespace, Name: unique("brought")}, Data: validFrom(time.Now().Add(20 * time.Second))}
	allowingMeshes(mesh.Name)(secret)
	expect.Temporary(ctx, api, secret)
	usingSecret(secret)(mesh)
	expect.Temporary(ctx, api, mesh)
	reason := func(g Gomega) string {
		condition := meta.FindStatusCondition(meshOf(ctx, mesh.Name).Status.Conditions, v1alpha1.ConditionBackendsReady)
		g.Expect(condition).NotTo(BeNil())
		return condition.Reason
	}
	Eventually(func(g Gomega) { // On a slow machine, the CA may be valid before it is read.
		expect.Updated(ctx, api, secret, func(secret *corev1.Secret) { secret.Data = validFrom(time.Now().Add(20 * time.Second)) })
		g.Eventually(reason).WithTimeout(15 * time.Second).Should(Equal(v1alpha1.ReasonInvalidCA))
	}).Should(Succeed())
	Eventually(reason).Should(Equal(v1alpha1.ReasonBackendsReady))
})

var _ = It("renews the certificate of a Pod when a Service of another Mesh selects it, and says so", suite.NeedsPodCertificates, func(ctx SpecContext) {
	runSigner(ctx, nil)
	w := newCertificateWorld(ctx, "ca-1")
	pod := w.pod(ctx, "web-0")
	expectIssued(ctx, w.request(ctx, pod))
	other := newCertificateWorld(ctx, "ca-1")
	expect.Created(ctx, api, kit.Service(w.namespace, "intruder", kit.InMesh(other.mesh), func(service *corev1.Service) {
		service.Spec.Selector = map[string]string{"app": "web"}
	}))
	Eventually(func(g Gomega) { // the signer has to know the Service, and the first certificate
		request := w.request(ctx, pod)
		g.Eventually(func(g Gomega) {
			g.Expect(issued(ctx, g, request).URIs[0].Host).To(Equal(w.mesh))
		}).WithTimeout(5 * time.Second).Should(Succeed())
		g.Expect(servicesWithEvent(ctx, g, w.namespace, v1alpha1.ReasonAmbiguousMesh)).To(ConsistOf("web", "intruder"))
	}).Should(Succeed())
	Expect(w.record(ctx, pod).Spec.Mesh).To(Equal(w.mesh))
})

var _ = It("records each denial that is new or that the API server has forgotten, and keeps none in memory", suite.NeedsPodCertificates, func(ctx SpecContext) {
	registry := prometheus.NewRegistry()
	env.ApplyConfig(ctx, "local-signer")
	signer := runManagerAs(signerAccount, func(options *controllers.Options) {
		signerFlags(options)
		options.Metrics = registry
	})
	DeferCleanup(func() { signer.stopOnce() })
	w := newCertificateWorld(ctx, "ca-1")
	deny := func(pod, annotation string) {
		GinkgoHelper()
		w.request(ctx, w.pod(ctx, pod), func(request *certificatesv1.PodCertificateRequest) {
			request.Spec.UnverifiedUserAnnotations = map[string]string{annotation: "admin"}
		})
	}
	expectIssued(ctx, w.request(ctx, w.pod(ctx, "known"))) // so the signer knows the Service
	deny("web-0", "example.com/role")
	deny("web-1", "example.com/team")
	Eventually(eventNames(ctx, w.namespace)).Should(HaveLen(2))

	Expect(api.DeleteAllOf(ctx, &eventsv1.Event{}, client.InNamespace(w.namespace))).To(Succeed())
	deny("web-2", "example.com/team")
	Eventually(eventNames(ctx, w.namespace)).Should(HaveLen(1))

	Expect(api.Delete(ctx, kit.Service(w.namespace, "web"))).To(Succeed())
	Eventually(func(g Gomega) {
		families, err := registry.Gather()
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(families).NotTo(ContainElement(HaveField("GetName()", "meshwork_services_with_findings")))
	}).Should(Succeed())
})

// servicesWithEvent returns the Services that have an event with the reason.
func servicesWithEvent(ctx context.Context, g Gomega, namespace, reason string) []string {
	var events eventsv1.EventList
	g.Expect(api.List(ctx, &events, client.InNamespace(namespace))).To(Succeed())
	var names []string
	for _, event := range events.Items {
		if event.Reason == reason {
			names = append(names, event.Regarding.Name)
		}
	}
	return names
}
