package volume

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/cert"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// ground is a Pod whose volume has one certificate, with the signer played by the test.
type ground struct {
	*WithT
	ctx    context.Context
	api    client.Client
	set    *Set
	bundle string
	// now is the time of the kubelet.
	now    time.Time
	events []string
}

func newGround(t *testing.T) *ground {
	t.Helper()
	pod := kit.Pod("shop", "web", "web")
	pod.UID, pod.Spec.ServiceAccountName = "web-uid", "seller"
	pod.Spec.Volumes = []corev1.Volume{{Name: "identity", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
		Sources: []corev1.VolumeProjection{{PodCertificate: &corev1.PodCertificateProjection{
			SignerName: "example.com/signer", KeyType: keyType, CredentialBundlePath: "bundle.pem",
			UserAnnotations: map[string]string{"example.com/key": "value"},
		}}},
	}}}}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "seller", UID: "seller-uid"}}
	node := kit.Node(kit.NodeName, func(node *corev1.Node) { node.UID = "node-uid" })
	g := &ground{
		WithT: NewWithT(t), ctx: t.Context(), now: time.Now(),
		api: fake.NewClientBuilder().WithScheme(kit.Scheme()).WithObjects(account, node).
			WithStatusSubresource(&certificatesv1.PodCertificateRequest{}).Build(),
	}
	directory := t.TempDir()
	g.bundle = filepath.Join(directory, "identity", "bundle.pem")
	g.set = New(Options{
		API: g.api, Pod: pod, Directory: directory, Now: func() time.Time { return g.now },
		Warn: func(_ context.Context, reason, _ string) { g.events = append(g.events, reason) },
	})
	return g
}

// open returns the requests without an answer.
func (g *ground) open() []certificatesv1.PodCertificateRequest {
	var list certificatesv1.PodCertificateRequestList
	g.Expect(g.api.List(g.ctx, &list)).To(Succeed())
	var open []certificatesv1.PodCertificateRequest
	for _, request := range list.Items {
		if len(request.Status.Conditions) == 0 {
			open = append(open, request)
		}
	}
	return open
}

// issue issues the one certificate that is requested, for an hour.
func (g *ground) issue() {
	open := g.open()
	g.Expect(open).To(HaveLen(1))
	csr, err := x509.ParseCertificateRequest(open[0].Spec.StubPKCS10Request)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(csr.CheckSignature()).To(Succeed())
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	g.Expect(err).NotTo(HaveOccurred())
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: g.now, NotAfter: g.now.Add(time.Hour)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, csr.PublicKey, key)
	g.Expect(err).NotTo(HaveOccurred())
	g.answer(certificatesv1.PodCertificateRequestConditionTypeIssued, func(status *certificatesv1.PodCertificateRequestStatus) {
		status.CertificateChain = string(pemBlock(cert.CertificateBlockType, raw))
		status.BeginRefreshAt = new(metav1.NewTime(g.now.Add(30 * time.Minute)))
	})
}

func (g *ground) answer(condition string, edits ...func(*certificatesv1.PodCertificateRequestStatus)) {
	for _, request := range g.open() {
		request.Status.Conditions = []metav1.Condition{{Type: condition, Status: metav1.ConditionTrue, Reason: "Decided", LastTransitionTime: metav1.Now()}}
		for _, edit := range edits {
			edit(&request.Status)
		}
		g.Expect(g.api.Status().Update(g.ctx, &request)).To(Succeed())
	}
}

func (g *ground) sync() (time.Time, error) { return g.set.Sync(g.ctx) }

func (g *ground) syncError() error {
	_, err := g.sync()
	return err
}

// content returns the bundle, in which key and certificate belong together.
func (g *ground) content() string {
	content, err := os.ReadFile(g.bundle)
	g.Expect(err).NotTo(HaveOccurred())
	_, err = tls.X509KeyPair(content, content)
	g.Expect(err).NotTo(HaveOccurred())
	return string(content)
}

func TestCertificateIsRequestedOnceAndRenewedInTime(t *testing.T) {
	g := newGround(t)
	for range 3 {
		g.Expect(g.syncError()).To(MatchError(ContainSubstring("the certificate is not issued yet")))
	}
	g.Expect(g.bundle).NotTo(BeAnExistingFile())
	spec := g.open()[0].Spec
	g.Expect(spec).To(And(HaveField("SignerName", "example.com/signer"), HaveField("UnverifiedUserAnnotations", HaveKey("example.com/key"))))
	g.Expect([]any{spec.PodName, spec.PodUID, spec.ServiceAccountName, spec.ServiceAccountUID, spec.NodeName, spec.NodeUID}).To(
		HaveExactElements(BeEquivalentTo("web"), BeEquivalentTo("web-uid"), BeEquivalentTo("seller"), BeEquivalentTo("seller-uid"),
			BeEquivalentTo(kit.NodeName), BeEquivalentTo("node-uid")))
	g.issue()
	next, err := g.sync()
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(next).To(BeTemporally("~", g.now.Add(30*time.Minute), time.Second))
	first := g.content()

	g.now = g.now.Add(29 * time.Minute)
	g.Expect(g.syncError()).To(Succeed())
	g.Expect(g.open()).To(BeEmpty())
	g.now = g.now.Add(2 * time.Minute)
	g.Expect(g.sync()).To(Equal(g.now), "until it is issued")
	g.Expect(g.content()).To(Equal(first))
	g.issue()
	g.Expect(g.syncError()).To(Succeed())
	g.Expect(g.content()).NotTo(Equal(first))
}

func TestDenialIsForGood(t *testing.T) {
	g := newGround(t)
	g.Expect(g.syncError()).To(HaveOccurred())
	g.answer(certificatesv1.PodCertificateRequestConditionTypeDenied)
	for range 3 {
		g.Expect(g.syncError()).To(MatchError(ContainSubstring("is Denied: Decided")))
	}
	g.Expect(g.open()).To(BeEmpty(), "it is not requested again")
	g.Expect(g.events).To(Equal([]string{"Denied"}), "it is reported once")

	g.set.RefreshCertificates()
	g.Expect(g.syncError()).To(MatchError(ContainSubstring("not issued yet")))
	g.issue()
	g.Expect(g.syncError()).To(Succeed())
	issued := g.content()

	g.set.RefreshCertificates()
	g.Expect(g.syncError()).To(Succeed())
	g.answer(certificatesv1.PodCertificateRequestConditionTypeFailed)
	next, err := g.sync()
	g.Expect(err).To(MatchError(ContainSubstring("is Failed")))
	g.Expect(next).To(BeZero())
	g.Expect(g.content()).To(Equal(issued), "the container keeps what it has")
}

func TestRequestThatIsDeletedIsMadeAgain(t *testing.T) {
	g := newGround(t)
	g.Expect(g.syncError()).To(HaveOccurred())
	request := g.open()[0]
	g.Expect(g.api.Delete(g.ctx, &request)).To(Succeed())
	g.Expect(g.syncError()).To(MatchError(ContainSubstring("not found")))
	g.Expect(g.syncError()).To(MatchError(ContainSubstring("not issued yet")))
	g.issue()
	g.Expect(g.syncError()).To(Succeed())
	g.content()
}
