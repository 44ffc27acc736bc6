package controllers_test

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	applymeta "k8s.io/client-go/applyconfigurations/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// trustPropagation is short, so that a rotation ends while a spec waits.
const trustPropagation = 2 * time.Second

func signerFlags(options *controllers.Options) {
	options.Enabled = []string{controllers.CertificateAuthority, controllers.PodCertificate}
	options.SignerNamespace = kit.SystemNamespace
	options.TrustPropagationPeriod = trustPropagation
}

var _ = Describe("The signer", Ordered, suite.NeedsPodCertificates, func() {
	var signer *runningManager

	BeforeAll(func(ctx SpecContext) {
		env.ApplyConfig(ctx, "local-signer")
		signer = runManagerAs(signerAccount, signerFlags)
		DeferCleanup(func() { signer.stopOnce() })
	})

	It("issues a certificate to a Pod of a meshed Service, and the status says so", func(ctx SpecContext) {
		w := newCertificateWorld(ctx, "ca-1")
		pod := w.pod(ctx, "web-0")
		request := w.request(ctx, pod)
		leaf := expectIssued(ctx, request)
		Expect(leaf.URIs).To(HaveLen(1))
		Expect(leaf.URIs[0].String()).To(Equal("spiffe://" + w.mesh + "/ns/" + w.namespace + "/sa/default"))
		Expect(leaf.DNSNames).To(Equal([]string{"web." + w.namespace + ".svc." + clusterDomain}))

		record := w.record(ctx, pod)
		Expect(record.Spec.PodUID).To(Equal(pod.UID))
		Expect(record.Spec.Certificates).To(HaveExactElements(HaveField("Backend", "ca-1")))
		Expect(record.OwnerReferences).To(HaveExactElements(HaveField("UID", pod.UID)))
		roots := w.roots(ctx)
		Expect(leaf.CheckSignatureFrom(roots[0])).To(Succeed())

		Eventually(func(g Gomega) {
			tls := expectMeshService(ctx, w.namespace, "web").Status.TLS
			g.Expect(tls).To(HaveValue(Equal(v1alpha1.TLS{
				State: v1alpha1.TLSReady, Evidence: v1alpha1.TLSEvidenceIssued, IssuedBackends: map[string]v1alpha1.ProxyCount{"ca-1": 1},
			})))
		}).Should(Succeed())
	})

	It("keeps the private key in a Secret that the manager cannot read", func(ctx SpecContext) {
		w := newCertificateWorld(ctx, "ca-1")
		Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-1"))
		secret := &corev1.Secret{}
		Expect(api.Get(ctx, client.ObjectKey{Namespace: kit.SystemNamespace, Name: "meshwork-ca-" + w.mesh + "-ca-1"}, secret)).To(Succeed())
		Expect(secret.Type).To(Equal(corev1.SecretTypeTLS))
		Expect(running.can(ctx, "get", "secrets")).To(BeFalse(), "the manager")
		Expect(running.can(ctx, "list", "secrets")).To(BeFalse(), "the manager")
	})

	It("removes the report of an old Kubernetes from a Mesh that has no authority any more", func(ctx SpecContext) {
		mesh := newMesh(ctx, "")
		condition := applymeta.Condition().WithType(v1alpha1.ConditionBackendsReady).WithStatus(metav1.ConditionFalse).
			WithReason(v1alpha1.ReasonUnsupportedKubernetesVersion).WithMessage("too old").WithLastTransitionTime(metav1.Now())
		Expect(api.Status().Apply(ctx, apply.Mesh(mesh).WithStatus(apply.MeshStatus().WithConditions(condition)),
			client.FieldOwner("meshwork-signer"))).To(Succeed())
		Eventually(func() []metav1.Condition { return meshOf(ctx, mesh).Status.Conditions }).
			ShouldNot(ContainElement(HaveField("Type", v1alpha1.ConditionBackendsReady)))
	})

	It("rotates the authority of a Mesh", func(ctx SpecContext) {
		w := newCertificateWorld(ctx, "ca-1")
		pod := w.pod(ctx, "web-0")
		expectIssued(ctx, w.request(ctx, pod))
		Eventually(observe.MeshService(ctx, api, w.namespace, "web")).Should(HaveField("Status.TLS", HaveValue(HaveField("State", v1alpha1.TLSReady))))
		expect.Updated(ctx, api, meshOf(ctx, w.mesh), kit.WithBackends("ca-2"))

		Eventually(func(g Gomega) { g.Expect(w.roots(ctx)).To(HaveLen(2)) }).Should(Succeed())
		Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-2"))
		Eventually(w.rotation).WithArguments(ctx).Should(Equal(v1alpha1.ReasonReplacingCertificates))
		Consistently(func(g Gomega) {
			g.Expect(w.roots(ctx)).To(HaveLen(2), "the Pod needs the old one")
		}, 2*trustPropagation).Should(Succeed())
		Expect(expectMeshService(ctx, w.namespace, "web").Status.TLS.State).To(Equal(v1alpha1.TLSReady))

		expectIssued(ctx, w.request(ctx, pod))
		Eventually(w.rotation).WithArguments(ctx).Should(Equal(v1alpha1.ReasonComplete))
		Expect(w.roots(ctx)).To(HaveLen(1))
		Expect(w.record(ctx, pod).Spec.Certificates).To(HaveExactElements(HaveField("Backend", "ca-2")))
		Eventually(func() error {
			return api.Get(ctx, client.ObjectKey{Namespace: kit.SystemNamespace, Name: "meshwork-ca-" + w.mesh + "-ca-1"}, &corev1.Secret{})
		}).Should(MatchError(ContainSubstring("not found")))
	})

	It("is at rest after a restart", func(ctx SpecContext) {
		w := newCertificateWorld(ctx, "ca-1")
		pod := w.pod(ctx, "web-0")
		expectIssued(ctx, w.request(ctx, pod))
		Eventually(w.rotation).WithArguments(ctx).Should(Equal(v1alpha1.ReasonComplete))
		version := func() string {
			mesh := &v1alpha1.Mesh{}
			Expect(api.Get(ctx, client.ObjectKey{Name: w.mesh}, mesh)).To(Succeed())
			return mesh.ResourceVersion
		}
		Eventually(func(g Gomega) { // the counts of both controllers are there
			g.Expect(meshOf(ctx, w.mesh).Status.MTLS.Roots).To(HaveExactElements(HaveField("Certificates", int32(1))))
			g.Expect(meshOf(ctx, w.mesh).Status.MeshServices).To(HaveValue(Equal(int32(1))))
		}).Should(Succeed())
		signer.stopOnce()
		before := version()
		signer = runManagerAs(signerAccount, signerFlags)
		Consistently(signer.writes.all).Should(BeEmpty())
		Expect(version()).To(Equal(before))
	})

	DescribeTable("denies", func(ctx SpecContext, edit func(*certificatesv1.PodCertificateRequest), reason string) {
		w := newCertificateWorld(ctx, "ca-1")
		request := w.request(ctx, w.pod(ctx, "web-0"), edit)
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
			g.Expect(request.Status.Conditions).To(HaveExactElements(And(HaveField("Type", "Denied"), HaveField("Reason", reason))))
		}).Should(Succeed())
	},
		Entry("another UID", func(request *certificatesv1.PodCertificateRequest) { request.Spec.PodUID = "other" }, "PodMismatch"),
		Entry("a Pod that does not exist", func(request *certificatesv1.PodCertificateRequest) { request.Spec.PodName = "none" }, "PodMismatch"),
		Entry("another ServiceAccount", func(request *certificatesv1.PodCertificateRequest) { request.Spec.ServiceAccountName = "admin" }, "PodMismatch"),
		Entry("another UID of the ServiceAccount", func(request *certificatesv1.PodCertificateRequest) { request.Spec.ServiceAccountUID = "other" }, "PodMismatch"),
		Entry("another Node", func(request *certificatesv1.PodCertificateRequest) { request.Spec.NodeName = "other" }, "PodMismatch"),
		Entry("an unknown annotation", func(request *certificatesv1.PodCertificateRequest) {
			request.Spec.UnverifiedUserAnnotations = map[string]string{"example.com/role": "admin"}
		}, "UnknownAnnotation"),
	)

	It("tells the owner of the Service of a denial, once for all Pods", func(ctx SpecContext) {
		w := newCertificateWorld(ctx, "ca-1")
		unknown := func(request *certificatesv1.PodCertificateRequest) {
			request.Spec.UnverifiedUserAnnotations = map[string]string{"example.com/role": "admin"}
		}
		expectIssued(ctx, w.request(ctx, w.pod(ctx, "known"))) // so the signer knows the Service
		for _, name := range []string{"web-0", "web-1"} {
			w.request(ctx, w.pod(ctx, name), unknown)
		}
		Eventually(eventNames(ctx, w.namespace)).Should(HaveLen(1))
		Consistently(eventNames(ctx, w.namespace)).Should(HaveLen(1))
	})

	It("owns the trust bundle that an earlier Mesh with its name has left", func(ctx SpecContext) {
		w := newCertificateWorld(ctx, "ca-1")
		Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-1"))
		bundle := &certificatesv1.ClusterTrustBundle{ObjectMeta: metav1.ObjectMeta{Name: v1alpha1.TrustBundlePrefix + w.mesh}}
		Expect(api.Patch(ctx, bundle, client.RawPatch(types.JSONPatchType, []byte(`[{"op": "remove", "path": "/metadata/ownerReferences"}]`)))).To(Succeed())
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(bundle), bundle)).To(Succeed())
			g.Expect(metav1.IsControlledBy(bundle, meshOf(ctx, w.mesh))).To(BeTrue())
		}).Should(Succeed())
	})

	It("keeps a request open until its Pod is in a mesh", func(ctx SpecContext) {
		w := newCertificateWorld(ctx, "ca-1")
		stranger := expect.Created(ctx, api, kit.Pod(w.namespace, "early", "late", kit.MountingCertificate("default")))
		request := w.request(ctx, stranger)
		Consistently(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
			g.Expect(request.Status.Conditions).To(BeEmpty())
		}).Should(Succeed())
		expect.Created(ctx, api, kit.Service(w.namespace, "late", kit.InMesh(w.mesh)))
		expectIssued(ctx, request)
	})

	It("does not sign with a broken CA, and reports the reason", func(ctx SpecContext) {
		secret := &corev1.Secret{}
		secret.Namespace, secret.Name = kit.SystemNamespace, unique("brought")
		secret.Data = map[string][]byte{"tls.crt": []byte("broken"), "tls.key": []byte("broken")}
		mesh := kit.Mesh(unique("mesh"), usingSecret(secret))
		allowingMeshes(mesh.Name)(secret)
		expect.Temporary(ctx, api, secret)
		expect.Temporary(ctx, api, mesh)
		Eventually(func(g Gomega) {
			condition := meta.FindStatusCondition(meshOf(ctx, mesh.Name).Status.Conditions, v1alpha1.ConditionBackendsReady)
			g.Expect(condition).To(HaveValue(And(HaveField("Reason", v1alpha1.ReasonInvalidCA), HaveField("Message", ContainSubstring(secret.Name)))))
		}).Should(Succeed())
	})
})

var _ = It("does not let a Mesh use the generated CA of another one", suite.NeedsPodCertificates, func(ctx SpecContext) {
	env.ApplyConfig(ctx, "local-signer")
	signer := runManagerAs(signerAccount, signerFlags)
	DeferCleanup(func() { signer.stopOnce() })
	w := newCertificateWorld(ctx, "ca-1")
	Eventually(w.signingBackend).WithArguments(ctx).Should(Equal("ca-1"))
	other := expect.Temporary(ctx, api, kit.Mesh(unique("mesh"), func(mesh *v1alpha1.Mesh) {
		mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: "stolen", TrustDomain: w.mesh, Backends: []v1alpha1.CABackend{
			{Name: "stolen", SecretRef: &v1alpha1.CASecretReference{Name: "meshwork-ca-" + w.mesh + "-ca-1"}},
		}}
	}))
	Eventually(func(g Gomega) {
		condition := meta.FindStatusCondition(meshOf(ctx, other.Name).Status.Conditions, v1alpha1.ConditionBackendsReady)
		g.Expect(condition).To(HaveValue(And(HaveField("Reason", v1alpha1.ReasonInvalidCA), HaveField("Message", ContainSubstring("the CA of another one")))))
	}).Should(Succeed())
})

// certificateWorld is a Mesh, and a Service in it.
type certificateWorld struct {
	namespace, mesh string
}

func newCertificateWorld(ctx context.Context, backends ...string) certificateWorld {
	GinkgoHelper()
	w := certificateWorld{namespace: expect.Namespace(ctx, api), mesh: unique("mesh")}
	expectMeshKnown(ctx, expect.Temporary(ctx, api, kit.Mesh(w.mesh, kit.WithBackends(backends...))))
	expect.Created(ctx, api, kit.Service(w.namespace, "web", kit.InMesh(w.mesh)))
	return w
}

func (w certificateWorld) pod(ctx context.Context, name string) *corev1.Pod {
	GinkgoHelper()
	return expect.RunningPod(ctx, api, kit.Pod(w.namespace, name, "web", kit.MountingCertificate("default")), "10.9.0.1", true)
}

func (w certificateWorld) request(ctx context.Context, pod *corev1.Pod, edits ...func(*certificatesv1.PodCertificateRequest)) *certificatesv1.PodCertificateRequest {
	GinkgoHelper()
	account := &corev1.ServiceAccount{}
	Eventually(func() error {
		return api.Get(ctx, client.ObjectKey{Namespace: w.namespace, Name: "default"}, account)
	}).Should(Succeed())
	return expect.Created(ctx, api, kit.CertificateRequest(pod, account, kit.NewKey(), edits...))
}

func (w certificateWorld) record(ctx context.Context, pod *corev1.Pod) *v1alpha1.MeshCertificate {
	GinkgoHelper()
	record := &v1alpha1.MeshCertificate{}
	Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), record)).To(Succeed())
	return record
}

func (w certificateWorld) roots(ctx context.Context) []*x509.Certificate {
	GinkgoHelper()
	bundle := &certificatesv1.ClusterTrustBundle{}
	Expect(api.Get(ctx, client.ObjectKey{Name: v1alpha1.TrustBundlePrefix + w.mesh}, bundle)).To(Succeed())
	var roots []*x509.Certificate
	for block, rest := pem.Decode([]byte(bundle.Spec.TrustBundle)); block != nil; block, rest = pem.Decode(rest) {
		root, err := x509.ParseCertificate(block.Bytes)
		Expect(err).NotTo(HaveOccurred())
		roots = append(roots, root)
	}
	return roots
}

func (w certificateWorld) signingBackend(ctx context.Context) string {
	if status := meshOf(ctx, w.mesh).Status.MTLS; status != nil {
		return status.SigningBackend
	}
	return ""
}

func (w certificateWorld) rotation(ctx context.Context) string {
	if condition := meta.FindStatusCondition(meshOf(ctx, w.mesh).Status.Conditions, v1alpha1.ConditionRotationComplete); condition != nil {
		return condition.Reason
	}
	return ""
}

func meshOf(ctx context.Context, name string) *v1alpha1.Mesh {
	GinkgoHelper()
	mesh := &v1alpha1.Mesh{}
	Expect(api.Get(ctx, client.ObjectKey{Name: name}, mesh)).To(Succeed())
	return mesh
}

// expectIssued waits for the certificate in the status of a request.
func expectIssued(ctx context.Context, request *certificatesv1.PodCertificateRequest) *x509.Certificate {
	GinkgoHelper()
	var leaf *x509.Certificate
	Eventually(func(g Gomega) { leaf = issued(ctx, g, request) }).Should(Succeed())
	return leaf
}

// issued returns the certificate in the status of a request, if there is one.
func issued(ctx context.Context, g Gomega, request *certificatesv1.PodCertificateRequest) *x509.Certificate {
	g.Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
	g.Expect(request.Status.Conditions).To(HaveExactElements(HaveField("Type", "Issued")))
	block, _ := pem.Decode([]byte(request.Status.CertificateChain))
	leaf, err := x509.ParseCertificate(block.Bytes)
	g.Expect(err).NotTo(HaveOccurred())
	return leaf
}
