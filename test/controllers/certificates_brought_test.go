package controllers_test

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"regexp"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// broughtCA is the Secret of a CA that a company's CA has signed, and the company's root.
func broughtCA(ctx context.Context) (*corev1.Secret, *x509.Certificate) {
	GinkgoHelper()
	company, err := kit.NewAuthority("company")
	Expect(err).NotTo(HaveOccurred())
	ca, err := company.NewIntermediate("mesh-ca")
	Expect(err).NotTo(HaveOccurred())
	secret, err := ca.Secret(kit.SystemNamespace, unique("brought"))
	Expect(err).NotTo(HaveOccurred())
	block, _ := pem.Decode(secret.Data["ca.crt"])
	root, err := x509.ParseCertificate(block.Bytes)
	Expect(err).NotTo(HaveOccurred())
	return expect.Temporary(ctx, api, secret), root
}

// usingSecret gives a Mesh the backend "own" with a Secret.
func usingSecret(secret *corev1.Secret) func(*v1alpha1.Mesh) {
	return func(mesh *v1alpha1.Mesh) {
		mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: "own", Backends: []v1alpha1.CABackend{
			{Name: "own", SecretRef: &v1alpha1.CASecretReference{Name: secret.Name}},
		}}
	}
}

func allowingMeshes(names ...string) func(*corev1.Secret) {
	return func(secret *corev1.Secret) {
		metav1.SetMetaDataAnnotation(&secret.ObjectMeta, v1alpha1.AllowedMeshesAnnotation, strings.Join(names, ","))
	}
}

// backendsReady returns the condition of a Mesh, with the zero value if there is none.
func backendsReady(ctx context.Context, mesh string) metav1.Condition {
	GinkgoHelper()
	return ptr.Deref(meta.FindStatusCondition(meshOf(ctx, mesh).Status.Conditions, v1alpha1.ConditionBackendsReady), metav1.Condition{})
}

var commandIn = regexp.MustCompile(`run "kubectl ([^"]+)"`)

var _ = Describe("A CA that is brought", suite.NeedsPodCertificates, func() {
	// runSuggested runs the command in the condition of a Mesh whose Secret does not allow it.
	runSuggested := func(ctx context.Context, mesh string) {
		GinkgoHelper()
		Eventually(func() string { return backendsReady(ctx, mesh).Reason }).Should(Equal(v1alpha1.ReasonSecretNotAllowed))
		command := commandIn.FindStringSubmatch(backendsReady(ctx, mesh).Message)
		Expect(command).To(HaveLen(2))
		env.Kubectl(ctx, strings.Fields(command[1])...)
	}
	isReady := func(ctx context.Context, mesh string) func() metav1.ConditionStatus {
		return func() metav1.ConditionStatus { return backendsReady(ctx, mesh).Status }
	}

	It("signs only for the Meshes that its Secret names, and the refusal has the command that adds one", func(ctx SpecContext) {
		runSigner(ctx, nil)
		secret, _ := broughtCA(ctx)
		w := newCertificateWorld(ctx)
		expect.Updated(ctx, api, meshOf(ctx, w.mesh), usingSecret(secret))
		request := w.request(ctx, w.pod(ctx, "web-0"))
		Eventually(func(g Gomega) {
			var events eventsv1.EventList
			g.Expect(api.List(ctx, &events, client.InNamespace(w.namespace))).To(Succeed())
			g.Expect(events.Items).To(ContainElement(And(
				HaveField("Reason", v1alpha1.ReasonCertificatePending), HaveField("Note", MatchRegexp(commandIn.String())))))
		}).Should(Succeed())
		Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
		Expect(request.Status.Conditions).To(BeEmpty())
		runSuggested(ctx, w.mesh)
		expectIssued(ctx, request)

		other := expect.Temporary(ctx, api, kit.Mesh(unique("mesh"), usingSecret(secret)))
		runSuggested(ctx, other.Name)
		Eventually(isReady(ctx, other.Name)).Should(Equal(metav1.ConditionTrue))
		Consistently(isReady(ctx, w.mesh)).Should(Equal(metav1.ConditionTrue))

		expect.Updated(ctx, api, secret, allowingMeshes(other.Name))
		Eventually(isReady(ctx, w.mesh)).Should(Equal(metav1.ConditionFalse))
		Expect(isReady(ctx, other.Name)()).To(Equal(metav1.ConditionTrue))
		Expect(w.roots(ctx)).To(HaveLen(1), "Pods have its certificates")
	})

	It("is trusted itself, not the root that signed it", func(ctx SpecContext) {
		runSigner(ctx, nil)
		secret, company := broughtCA(ctx)
		w := newCertificateWorld(ctx)
		expect.Updated(ctx, api, secret, allowingMeshes(w.mesh))
		expect.Updated(ctx, api, meshOf(ctx, w.mesh), usingSecret(secret))
		leaf := expectIssued(ctx, w.request(ctx, w.pod(ctx, "web-0")))
		roots := w.roots(ctx)
		Expect(roots).To(HaveLen(1))
		Expect(roots[0].Equal(company)).To(BeFalse())
		Expect(leaf.CheckSignatureFrom(roots[0])).To(Succeed())
	})

	// An earlier version has published the root that signed the CA. Pods have it.
	It("issues certificates right after an upgrade, and keeps the root that Pods have", func(ctx SpecContext) {
		secret, company := broughtCA(ctx)
		w := newCertificateWorld(ctx)
		pod := w.pod(ctx, "web-0")
		expect.Updated(ctx, api, secret, allowingMeshes(w.mesh))
		mesh := meshOf(ctx, w.mesh)
		now := metav1.NewTime(time.Now().Add(-time.Hour)).Rfc3339Copy()
		expect.Created(ctx, api, &certificatesv1.ClusterTrustBundle{
			ObjectMeta: metav1.ObjectMeta{
				Name: v1alpha1.TrustBundlePrefix + w.mesh, Labels: map[string]string{v1alpha1.MeshLabel: w.mesh, v1alpha1.ManagedByLabel: v1alpha1.ManagedBySigner},
				OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(mesh, v1alpha1.GroupVersion.WithKind("Mesh"))},
			},
			Spec: certificatesv1.ClusterTrustBundleSpec{SignerName: v1alpha1.SignerName, TrustBundle: identity.EncodeCertificates(company)},
		})
		earlier := v1alpha1.IssuedCertificate{SerialNumber: "4f", Backend: "own", Root: identity.Fingerprint(company), Mesh: w.mesh,
			NotBefore: now, NotAfter: metav1.NewTime(now.Add(24 * time.Hour))}
		expect.Created(ctx, api, &v1alpha1.MeshCertificate{
			ObjectMeta: metav1.ObjectMeta{Namespace: w.namespace, Name: pod.Name, Labels: map[string]string{v1alpha1.MeshLabel: w.mesh, v1alpha1.ManagedByLabel: v1alpha1.ManagedBySigner},
				OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(pod, corev1.SchemeGroupVersion.WithKind("Pod"))}},
			Spec: v1alpha1.MeshCertificateSpec{PodUID: pod.UID, Mesh: w.mesh, Identity: "spiffe://" + w.mesh + "/ns/" + w.namespace + "/sa/default",
				Certificates: []v1alpha1.IssuedCertificate{earlier}},
		})
		expect.Updated(ctx, api, mesh, usingSecret(secret))
		Eventually(func() error {
			mesh := meshOf(ctx, w.mesh)
			mesh.Status.MTLS = &v1alpha1.MeshMTLSStatus{TrustDomain: w.mesh, SigningBackend: "own", Roots: []v1alpha1.TrustedRoot{
				{Backend: "own", Fingerprint: earlier.Root, TrustedSince: metav1.NewTime(time.Now().Add(-48 * time.Hour)), NotAfter: metav1.NewTime(company.NotAfter), Certificates: 1},
			}}
			return api.Status().Update(ctx, mesh)
		}).Should(Succeed())

		env.ApplyConfig(ctx, "local-signer")
		signer := runManagerAs(signerAccount, func(options *controllers.Options) {
			signerFlags(options)
			options.TrustPropagationPeriod = time.Hour // a request that waits for the new root fails the spec
		})
		DeferCleanup(func() { signer.stopOnce() })
		request := w.request(ctx, w.pod(ctx, "web-1"))
		leaf := expectIssued(ctx, request)
		roots := w.roots(ctx)
		Expect(roots).To(HaveLen(2))
		Expect(roots).To(ContainElement(Satisfy(company.Equal)))
		for _, root := range roots {
			trusted, sent := x509.NewCertPool(), x509.NewCertPool()
			trusted.AddCert(root)
			sent.AppendCertsFromPEM([]byte(request.Status.CertificateChain))
			_, err := leaf.Verify(x509.VerifyOptions{Roots: trusted, Intermediates: sent, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
			Expect(err).NotTo(HaveOccurred(), "Pods have one of the roots only")
		}
	})
})
