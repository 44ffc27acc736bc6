package kubelet_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/go-logr/logr/testr"
	. "github.com/onsi/gomega"
	authenticationv1 "k8s.io/api/authentication/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/cert"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kubelet"
)

const (
	signerName = "example.com/signer"
	audience   = "example.com/audience"
	timeout    = 30 * time.Second
)

func TestProjectedVolumes(t *testing.T) {
	g := NewWithT(t)
	c, err := cluster.Start(t.Context(), cluster.Options{})
	g.Expect(err).NotTo(HaveOccurred())
	defer func() { g.Expect(c.Stop()).To(Succeed()) }()
	api, err := client.New(c.Config(), client.Options{Scheme: kit.Scheme()})
	g.Expect(err).NotTo(HaveOccurred())
	signer := newSigner(t, api)
	run := &sleeper{cluster: c, started: map[string]kubelet.Container{}}
	volumes := t.TempDir()
	runs, err := kubelet.Start(t.Context(), kubelet.Options{
		Config: c.Config(), Runtime: run, Nodes: []*corev1.Node{kit.Node(kit.NodeName)}, VolumeDir: volumes, Log: testr.New(t),
	})
	g.Expect(err).NotTo(HaveOccurred())
	defer runs.Stop()
	for _, object := range []client.Object{
		&corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "seller"}},
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "settings"}, Data: map[string]string{"color": "blue", "size": "5"}},
		signer.bundle(),
	} {
		g.Expect(api.Create(t.Context(), object)).To(Succeed())
	}

	pod := newPod("web")
	g.Expect(api.Create(t.Context(), pod)).To(Succeed())
	g.Eventually(signer.open, timeout).Should(HaveLen(1))
	g.Eventually(waitingFor(t, api, pod), timeout).Should(ContainSubstring("the certificate is not issued yet"))
	g.Expect(run.container("web")).To(BeNil())

	signer.answer(certificatesv1.PodCertificateRequestConditionTypeIssued)
	g.Eventually(func() *kubelet.Container { return run.container("web") }, timeout).ShouldNot(BeNil())
	mounts := run.container("web").Mounts
	g.Expect(mounts).To(HaveExactElements(HaveField("Target", "/run/identity")))
	read := func(path string) string {
		content, err := os.ReadFile(filepath.Join(mounts[0].Source, path))
		g.Expect(err).NotTo(HaveOccurred())
		return string(content)
	}
	g.Expect(read("config/colors")).To(Equal("blue"))
	g.Expect(verify(read("bundle.pem"), read("roots.pem"))).To(Succeed())
	g.Expect(verify(read("key.pem")+read("chain.pem"), read("roots.pem"))).To(Succeed())
	review := &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: read("token"), Audiences: []string{audience}}}
	g.Expect(api.Create(t.Context(), review)).To(Succeed())
	g.Expect(review.Status.User.Username).To(Equal("system:serviceaccount:default:seller"))
	g.Expect(review.Status.User.Extra).To(HaveKeyWithValue("authentication.kubernetes.io/pod-uid", ConsistOf(string(pod.UID))))

	first := read("bundle.pem")
	runs.RefreshCertificates()
	g.Eventually(signer.open, timeout).Should(HaveLen(1))
	g.Expect(read("bundle.pem")).To(Equal(first))
	next := newSigner(t, api)
	next.answer(certificatesv1.PodCertificateRequestConditionTypeIssued)
	g.Eventually(func() string { return read("bundle.pem") }, timeout).ShouldNot(Equal(first))
	g.Expect(verify(read("bundle.pem"), read("roots.pem"))).NotTo(Succeed())
	g.Expect(api.Patch(t.Context(), signer.bundle(), kit.MergePatch(kit.JSON{"spec": kit.JSON{"trustBundle": next.bundle().Spec.TrustBundle}}))).To(Succeed())
	g.Eventually(func() error { return verify(read("bundle.pem"), read("roots.pem")) }, timeout).Should(Succeed())

	refused := newPod("refused")
	g.Expect(api.Create(t.Context(), refused)).To(Succeed())
	g.Eventually(signer.open, timeout).Should(HaveLen(1))
	signer.answer(certificatesv1.PodCertificateRequestConditionTypeDenied)
	g.Eventually(waitingFor(t, api, refused), timeout).Should(ContainSubstring("is Denied: Decided"))
	var events corev1.EventList
	g.Expect(api.List(t.Context(), &events, client.MatchingFields{"involvedObject.name": "refused"})).To(Succeed())
	g.Expect(events.Items).To(HaveExactElements(HaveField("Reason", "Denied")))
	g.Expect(run.container("refused")).To(BeNil())

	g.Expect(api.Delete(t.Context(), pod)).To(Succeed())
	g.Eventually(filepath.Join(volumes, string(pod.UID)), timeout).ShouldNot(BeADirectory())
}

func newPod(name string) *corev1.Pod {
	return kit.Pod("default", name, name, func(pod *corev1.Pod) {
		pod.Spec.ServiceAccountName = "seller"
		pod.Spec.Containers[0].VolumeMounts = []corev1.VolumeMount{{Name: "identity", MountPath: "/run/identity"}}
		pod.Spec.Volumes = []corev1.Volume{{Name: "identity", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
			Sources: []corev1.VolumeProjection{
				{PodCertificate: &corev1.PodCertificateProjection{
					SignerName: signerName, KeyType: "ECDSAP256",
					CredentialBundlePath: "bundle.pem", KeyPath: "key.pem", CertificateChainPath: "chain.pem",
				}},
				{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{
					SignerName: new(signerName), LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"mesh": "default"}}, Path: "roots.pem",
				}},
				{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Audience: audience, ExpirationSeconds: new(int64(600)), Path: "token"}},
				{ConfigMap: &corev1.ConfigMapProjection{
					LocalObjectReference: corev1.LocalObjectReference{Name: "settings"}, Items: []corev1.KeyToPath{{Key: "color", Path: "config/colors"}},
				}},
			},
		}}}}
	})
}

// waitingFor returns a function that returns the reason for which the container of a Pod waits.
func waitingFor(t *testing.T, api client.Client, pod *corev1.Pod) func(Gomega) string {
	return func(g Gomega) string {
		g.Expect(api.Get(t.Context(), client.ObjectKeyFromObject(pod), pod)).To(Succeed())
		g.Expect(pod.Status.ContainerStatuses).To(HaveLen(1))
		g.Expect(pod.Status.ContainerStatuses[0].State.Waiting).NotTo(BeNil())
		return pod.Status.ContainerStatuses[0].State.Waiting.Message
	}
}

// verify checks that a key and a chain belong together, and that the roots vouch for them.
func verify(bundle, roots string) error {
	pair, err := tls.X509KeyPair([]byte(bundle), []byte(bundle))
	if err != nil {
		return err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(roots))
	_, err = pair.Leaf.Verify(x509.VerifyOptions{Roots: pool, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	return err
}

// signer is an authority that the test plays.
type signer struct {
	WithT
	ctx  context.Context
	api  client.Client
	key  *ecdsa.PrivateKey
	root *x509.Certificate
}

func newSigner(t *testing.T, api client.Client) *signer {
	t.Helper()
	g := NewWithT(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	g.Expect(err).NotTo(HaveOccurred())
	root, err := cert.NewSelfSignedCACert(cert.Config{CommonName: "signer"}, key)
	g.Expect(err).NotTo(HaveOccurred())
	return &signer{WithT: *g, ctx: t.Context(), api: api, key: key, root: root}
}

func (s *signer) bundle() *certificatesv1.ClusterTrustBundle {
	encoded, err := cert.EncodeCertificates(s.root)
	s.Expect(err).NotTo(HaveOccurred())
	return &certificatesv1.ClusterTrustBundle{
		ObjectMeta: metav1.ObjectMeta{Name: "example.com:signer:default", Labels: map[string]string{"mesh": "default"}},
		Spec:       certificatesv1.ClusterTrustBundleSpec{SignerName: signerName, TrustBundle: string(encoded)},
	}
}

// open returns the requests without an answer.
func (s *signer) open() []certificatesv1.PodCertificateRequest {
	var list certificatesv1.PodCertificateRequestList
	s.Expect(s.api.List(s.ctx, &list)).To(Succeed())
	var open []certificatesv1.PodCertificateRequest
	for _, request := range list.Items {
		if len(request.Status.Conditions) == 0 {
			open = append(open, request)
		}
	}
	return open
}

func (s *signer) answer(condition string) {
	for _, request := range s.open() {
		request.Status.Conditions = []metav1.Condition{{Type: condition, Status: metav1.ConditionTrue, Reason: "Decided", LastTransitionTime: metav1.Now()}}
		if condition == certificatesv1.PodCertificateRequestConditionTypeIssued {
			s.sign(&request)
		}
		s.Expect(s.api.Status().Update(s.ctx, &request)).To(Succeed())
	}
}

func (s *signer) sign(request *certificatesv1.PodCertificateRequest) {
	csr, err := x509.ParseCertificateRequest(request.Spec.StubPKCS10Request)
	s.Expect(err).NotTo(HaveOccurred())
	begin := time.Now().Truncate(time.Second)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: begin, NotAfter: begin.Add(time.Hour)}
	raw, err := x509.CreateCertificate(rand.Reader, template, s.root, csr.PublicKey, s.key)
	s.Expect(err).NotTo(HaveOccurred())
	leaf, err := x509.ParseCertificate(raw)
	s.Expect(err).NotTo(HaveOccurred())
	chain, err := cert.EncodeCertificates(leaf)
	s.Expect(err).NotTo(HaveOccurred())
	request.Status.CertificateChain = string(chain)
	request.Status.NotBefore, request.Status.NotAfter = new(metav1.NewTime(leaf.NotBefore)), new(metav1.NewTime(leaf.NotAfter))
	request.Status.BeginRefreshAt = new(metav1.NewTime(begin.Add(40 * time.Minute)))
}

// sleeper runs Pods that do nothing, and records their containers.
type sleeper struct {
	cluster *cluster.Cluster

	mutex   sync.Mutex
	started map[string]kubelet.Container
}

func (r *sleeper) CreateSandbox(_ context.Context, pod *corev1.Pod) (kubelet.Sandbox, error) {
	return &sandbox{runtime: r, pod: pod.Name}, nil
}

func (r *sleeper) container(pod string) *kubelet.Container {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	container, found := r.started[pod]
	if !found {
		return nil
	}
	return &container
}

type sandbox struct {
	net.Dialer
	runtime *sleeper
	pod     string
}

func (s *sandbox) PodIPs() []string               { return []string{"10.0.0.1"} }
func (s *sandbox) HostIPs() []string              { return nil }
func (s *sandbox) Annotations() map[string]string { return nil }
func (s *sandbox) Remove() error                  { return nil }

func (s *sandbox) StartContainer(_ context.Context, container kubelet.Container) (*cluster.Process, error) {
	s.runtime.mutex.Lock()
	defer s.runtime.mutex.Unlock()
	s.runtime.started[s.pod] = container
	return s.runtime.cluster.StartProcess(s.pod, "sleep", "600")
}
