package podcertificate_test

import (
	"context"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/rand/v2"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/podcertificate"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A certificate", func() {
	newWeb := func(ctx context.Context, node *podcertificate.Node) *corev1.Pod {
		GinkgoHelper()
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		return expect.Created(ctx, api, newPod(namespace, "web", node))
	}
	serialOf := func(ctx context.Context, node *podcertificate.Node, pod *corev1.Pod) func() string {
		return func() string { return credentials(ctx, node, pod).Leaf.SerialNumber.Text(16) }
	}

	It("is replaced after two thirds of its life", func(ctx SpecContext) {
		node := startNode(ctx, "rotating")
		pod := newWeb(ctx, node)
		first := serialOf(ctx, node, pod)()
		request := requestsOf(ctx, pod)()[0]
		life := request.Status.NotAfter.Sub(request.Status.NotBefore.Time)
		Expect(request.Status.BeginRefreshAt.Time).To(BeTemporally("~", request.Status.NotBefore.Add(life*2/3), life/10))

		node.Clock.SetTime(request.Status.BeginRefreshAt.Add(-time.Minute))
		node.Refresh(ctx)
		Consistently(requestsOf(ctx, pod)).Should(HaveLen(1))
		// The kubelet adds up to five minutes.
		node.Clock.SetTime(request.Status.BeginRefreshAt.Add(5 * time.Minute))
		node.Refresh(ctx)
		Eventually(requestsOf(ctx, pod)).Should(HaveLen(2))
		node.Clock.SetTime(time.Now()) // by which the second one is not due yet
		Eventually(serialOf(ctx, node, pod)).ShouldNot(Equal(first))
		Expect(requestsOf(ctx, pod)()).To(HaveLen(2))
		expectRecorded(ctx, pod, credentials(ctx, node, pod).Leaf)
	})

	It("is requested again by a kubelet that was restarted", func(ctx SpecContext) {
		node := startNode(ctx, "restarting")
		pod := newWeb(ctx, node)
		first := serialOf(ctx, node, pod)()
		node.Stop()
		node = startKubelet(ctx, node.Name)
		Expect(serialOf(ctx, node, pod)()).NotTo(Equal(first))
		Expect(requestsOf(ctx, pod)()).To(HaveLen(2))
		expectRecorded(ctx, pod, credentials(ctx, node, pod).Leaf)
	})
})

var _ = Describe("Requests", Serial, func() {
	It("are neither lost nor answered twice when the signer is killed", NodeTimeout(10*time.Minute), func(ctx SpecContext) {
		random := rand.New(rand.NewPCG(*seed, 0))
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		Expect(signer.Kill()).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { restartSigner(ctx) })
		var pods []*corev1.Pod
		for i := range *requests {
			pod := newPod(namespace, fmt.Sprint("web-", i), nodes[i%len(nodes)])
			pod.Labels["app"] = "web"
			pods = append(pods, expect.Created(ctx, api, pod))
		}
		Eventually(requestsIn(ctx, namespace)).Should(HaveLen(*requests))

		kills := 0
		for next := 0; ; kills++ {
			restartSigner(ctx)
			next += 1 + random.IntN(max(*requests/8, 1))
			Eventually(issued(ctx, namespace)).WithPolling(time.Millisecond).Should(BeNumerically(">=", min(next, *requests)))
			if next >= *requests {
				break
			}
			Expect(signer.Kill()).To(Succeed())
		}
		AddReportEntry(fmt.Sprintf("%d requests, %d kills, seed %d", *requests, kills, *seed))

		all := requestsIn(ctx, namespace)()
		Expect(all).To(HaveLen(*requests), "each Pod was answered at its first request")
		serials := sets.New[string]()
		for i := range all {
			serials.Insert(expectIssuedAsRecorded(ctx, &all[i]))
		}
		Expect(serials).To(HaveLen(*requests))
		for i, pod := range pods {
			Expect(serials.Has(hex.EncodeToString(credentials(ctx, nodes[i%len(nodes)], pod).Leaf.SerialNumber.Bytes()))).To(BeTrue())
		}
	})
})

var _ = Describe("A rotation of the CA", Serial, func() {
	const pods = 60

	It("ends when all Pods have new certificates", NodeTimeout(5*time.Minute), func(ctx SpecContext) {
		Expect(signer.Stop()).To(Succeed())
		signer = startSigner(ctx, "--trust-propagation-period=0s")
		DeferCleanup(func(ctx SpecContext) { restartSigner(ctx) })
		mesh := expect.Temporary(ctx, api, withBackends(kit.Mesh("rotated"), "first"))
		node := startNode(ctx, "ca-rotation")
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name)))
		for i := range pods {
			pod := newPod(namespace, fmt.Sprint("web-", i), node)
			pod.Labels["app"] = "web"
			expect.Created(ctx, api, pod)
		}
		Eventually(issued(ctx, namespace)).Should(Equal(pods))

		expect.Updated(ctx, api, mesh, func(mesh *v1alpha1.Mesh) { withBackends(mesh, "second", "first") })
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(mesh.Status.MTLS.SigningBackend).To(Equal("second"))
		}).Should(Succeed())
		node.Clock.Step(24 * time.Hour)
		node.Refresh(ctx)
		// The kubelet's clock stays a day ahead, so it may refresh a certificate twice.
		Eventually(issued(ctx, namespace)).Should(BeNumerically(">=", 2*pods))
		expect.Updated(ctx, api, mesh, func(mesh *v1alpha1.Mesh) { withBackends(mesh, "second") })
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(mesh.Status.MTLS.Roots).To(HaveExactElements(And(HaveField("Backend", "second"), HaveField("Certificates", BeEquivalentTo(pods)))))
			g.Expect(meta.IsStatusConditionTrue(mesh.Status.Conditions, v1alpha1.ConditionRotationComplete)).To(BeTrue())
		}).Should(Succeed())
	})
})

// withBackends gives a Mesh generated backends, of which the first one signs.
func withBackends(mesh *v1alpha1.Mesh, names ...string) *v1alpha1.Mesh {
	mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: names[0]}
	for _, name := range names {
		mesh.Spec.MTLS.Backends = append(mesh.Spec.MTLS.Backends, v1alpha1.CABackend{Name: name, Generated: &v1alpha1.GeneratedCA{}})
	}
	return mesh
}

// expectIssuedAsRecorded expects that the certificate in a request is the only one on
// record for its Pod, and returns its serial number.
func expectIssuedAsRecorded(ctx context.Context, request *certificatesv1.PodCertificateRequest) string {
	GinkgoHelper()
	Expect(request.Status.Conditions).To(HaveExactElements(HaveField("Type", certificatesv1.PodCertificateRequestConditionTypeIssued)))
	block, _ := pem.Decode([]byte(request.Status.CertificateChain))
	Expect(block).NotTo(BeNil())
	leaf, err := x509.ParseCertificate(block.Bytes)
	Expect(err).NotTo(HaveOccurred())
	pod := &corev1.Pod{}
	Expect(api.Get(ctx, client.ObjectKey{Namespace: request.Namespace, Name: request.Spec.PodName}, pod)).To(Succeed())
	expectRecorded(ctx, pod, leaf)
	return hex.EncodeToString(leaf.SerialNumber.Bytes())
}

// restartSigner starts the signer that has ended.
func restartSigner(ctx context.Context) {
	GinkgoHelper()
	Expect(signer.Stop()).To(Succeed())
	signer = startSigner(ctx)
}

func requestsIn(ctx context.Context, namespace string) func() []certificatesv1.PodCertificateRequest {
	return func() []certificatesv1.PodCertificateRequest {
		var list certificatesv1.PodCertificateRequestList
		Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
		return list.Items
	}
}

// issued counts the requests that were granted.
func issued(ctx context.Context, namespace string) func() int {
	return func() int {
		count := 0
		for _, request := range requestsIn(ctx, namespace)() {
			if len(request.Status.Conditions) > 0 {
				count++
			}
		}
		return count
	}
}
