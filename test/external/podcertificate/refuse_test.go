package podcertificate_test

import (
	"context"
	"crypto"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/podcertificate"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A Node", func() {
	// A Node's own request would be accepted. Each row changes one thing in it.
	DescribeTable("gets no certificate", func(ctx SpecContext, message string, edit func(context.Context, *certificatesv1.PodCertificateRequest)) {
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		pod := expect.Created(ctx, api, newPod(namespace, "web", nodes[0]))
		request := newRequest(ctx, pod, kit.NewKey())
		asNode := nodes[0].Client.CertificatesV1().PodCertificateRequests(namespace)
		Eventually(func() error {
			_, err := asNode.Create(ctx, request, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
			return err
		}).Should(Succeed())

		edit(ctx, request)
		Eventually(func() error {
			_, err := asNode.Create(ctx, request, metav1.CreateOptions{})
			Expect(err).To(HaveOccurred())
			return err
		}).Should(MatchError(ContainSubstring(message)))
		Expect(requestsNamed(ctx, namespace, request.GenerateName)).To(BeEmpty())
	},
		Entry("for a Pod of another Node", "is not running on node", func(ctx context.Context, request *certificatesv1.PodCertificateRequest) {
			other := expect.Created(ctx, api, newPod(request.Namespace, "other", nodes[1]))
			request.Spec.PodName, request.Spec.PodUID = other.Name, other.UID
		}),
		Entry("in the name of another Node", "is not the requesting node", func(ctx context.Context, request *certificatesv1.PodCertificateRequest) {
			other := expect.Created(ctx, api, newPod(request.Namespace, "other", nodes[1]))
			request.Spec = newRequest(ctx, other, kit.NewKey()).Spec
		}),
		Entry("for a Pod with another UID", "differs from running pod", func(_ context.Context, request *certificatesv1.PodCertificateRequest) {
			request.Spec.PodUID = "00000000-0000-0000-0000-000000000000"
		}),
		Entry("for a Pod that does not exist", "not found", func(_ context.Context, request *certificatesv1.PodCertificateRequest) {
			request.Spec.PodName = "nowhere"
		}),
		Entry("with another ServiceAccount", "differs from running pod", func(ctx context.Context, request *certificatesv1.PodCertificateRequest) {
			other := expect.Created(ctx, api, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: request.Namespace, Name: "other"}})
			request.Spec.ServiceAccountName, request.Spec.ServiceAccountUID = other.Name, other.UID
		}),
		Entry("with a ServiceAccount of another UID", "differs from the running service account", func(_ context.Context, request *certificatesv1.PodCertificateRequest) {
			request.Spec.ServiceAccountUID = "00000000-0000-0000-0000-000000000000"
		}),
		Entry("for a Pod that mounts none", "pod", func(ctx context.Context, request *certificatesv1.PodCertificateRequest) {
			without := kit.Pod(request.Namespace, "without", "without", kit.OnNode(nodes[0].Name), func(pod *corev1.Pod) {
				pod.Spec.ServiceAccountName = serviceAccount
			})
			expect.Created(ctx, api, without)
			request.Spec.PodName, request.Spec.PodUID = without.Name, without.UID
		}),
		Entry("with a key that it does not have", "signature", func(_ context.Context, request *certificatesv1.PodCertificateRequest) {
			proof := request.Spec.StubPKCS10Request
			proof[len(proof)-1] ^= 1
		}),
	)

	It("may not read the requests of another Node, nor issue a certificate", func(ctx SpecContext) {
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		pod := expect.Created(ctx, api, newPod(namespace, "web", nodes[1]))
		credentials(ctx, nodes[1], pod)
		request := requestsOf(ctx, pod)()[0]
		asNode := nodes[0].Client.CertificatesV1().PodCertificateRequests(namespace)
		_, err := asNode.Get(ctx, request.Name, metav1.GetOptions{})
		Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
		asOwner := nodes[1].Client.CertificatesV1().PodCertificateRequests(namespace)
		_, err = asOwner.UpdateStatus(ctx, &request, metav1.UpdateOptions{})
		Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
	})
})

var _ = Describe("The signer", func() {
	DescribeTable("denies requests that do not fit the Pod", func(ctx SpecContext, edit func(context.Context, *certificatesv1.PodCertificateRequest)) {
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		// No kubelet of this suite asks for it.
		pod := expect.Created(ctx, api, newPod(namespace, "web", &podcertificate.Node{Name: otherNode(ctx)}))
		request := newRequest(ctx, pod, kit.NewKey())
		edit(ctx, request)
		expect.Created(ctx, api, request)
		pod.Name = request.Spec.PodName
		Eventually(decision(ctx, pod)).Should(beDenied("PodMismatch"))
	},
		Entry("its UID", func(_ context.Context, request *certificatesv1.PodCertificateRequest) {
			request.Spec.PodUID = "00000000-0000-0000-0000-000000000000"
		}),
		Entry("its ServiceAccount", func(ctx context.Context, request *certificatesv1.PodCertificateRequest) {
			other := expect.Created(ctx, api, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: request.Namespace, Name: "other"}})
			request.Spec.ServiceAccountName, request.Spec.ServiceAccountUID = other.Name, other.UID
		}),
		Entry("the UID of its ServiceAccount", func(_ context.Context, request *certificatesv1.PodCertificateRequest) {
			request.Spec.ServiceAccountUID = "00000000-0000-0000-0000-000000000000"
		}),
		Entry("that it mounts no certificate", func(ctx context.Context, request *certificatesv1.PodCertificateRequest) {
			without := kit.Pod(request.Namespace, "without", "web", kit.OnNode(string(request.Spec.NodeName)), func(pod *corev1.Pod) {
				pod.Spec.ServiceAccountName = serviceAccount
			})
			expect.Created(ctx, api, without)
			request.Spec.PodName, request.Spec.PodUID = without.Name, without.UID
		}),
		Entry("its Node", func(_ context.Context, request *certificatesv1.PodCertificateRequest) {
			request.Spec.NodeName = types.NodeName(nodes[0].Name)
		}),
	)

	DescribeTable("denies an unsupported setting, and the kubelet reports it", func(ctx SpecContext, reason string, edit func(*corev1.PodCertificateProjection)) {
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		pod := expect.Created(ctx, api, newPod(namespace, "web", nodes[0], edit))
		Eventually(decision(ctx, pod)).Should(beDenied(reason))
		Eventually(credentialsError(ctx, nodes[0], pod)).Should(MatchError(ContainSubstring("permanently denied: reason=%q", reason)))
		Eventually(eventsOf(ctx, pod)).Should(ContainElement(HaveField("Reason", "Denied")))
		nodes[0].Refresh(ctx)
		Consistently(requestsOf(ctx, pod)).Should(HaveLen(1), "the kubelet does not ask again")
	},
		Entry("an annotation", "UnknownAnnotation", withAnnotation("example.com/mesh", meshName)),
		Entry("the key type ED25519", certificatesv1.PodCertificateRequestConditionUnsupportedKeyType, withKeyType("ED25519")),
		Entry("the key type ECDSAP521", certificatesv1.PodCertificateRequestConditionUnsupportedKeyType, withKeyType("ECDSAP521")),
	)

	DescribeTable("issues certificates for the other types of keys", func(ctx SpecContext, keyType string) {
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		pod := expect.Created(ctx, api, newPod(namespace, "web", nodes[0], withKeyType(keyType)))
		expectRecorded(ctx, pod, credentials(ctx, nodes[0], pod).Leaf)
	},
		Entry(nil, "ECDSAP384"), Entry(nil, "RSA3072"), Entry(nil, "RSA4096", Label("long")),
	)

	It("denies a Pod that is in no mesh, after it has waited for a Service", Label("long"), NodeTimeout(4*time.Minute), func(ctx SpecContext) {
		namespace := newNamespace(ctx)
		pod := expect.Created(ctx, api, newPod(namespace, "stranger", nodes[0]))
		Eventually(decision(ctx, pod)).WithTimeout(3 * time.Minute).Should(beDenied("NotInMesh"))
		request := requestsOf(ctx, pod)()[0]
		waited := request.Status.Conditions[0].LastTransitionTime.Sub(request.CreationTimestamp.Time)
		Expect(waited).To(BeNumerically(">=", 115*time.Second))
		Eventually(credentialsError(ctx, nodes[0], pod)).Should(MatchError(ContainSubstring("permanently denied")))
	})

	It("waits for the Service of a Pod that was created before it", func(ctx SpecContext) {
		namespace := newNamespace(ctx)
		pod := expect.Created(ctx, api, newPod(namespace, "web", nodes[0]))
		Eventually(requestsOf(ctx, pod)).Should(HaveLen(1))
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		Consistently(func() []metav1.Condition { return requestsOf(ctx, pod)()[0].Status.Conditions }).Should(BeEmpty())
		expect.Updated(ctx, api, service, kit.InMesh(meshName))
		expectRecorded(ctx, pod, credentials(ctx, nodes[0], pod).Leaf)
	})
})

// beDenied matches a denial with a reason and a message.
func beDenied(reason string) OmegaMatcher {
	return And(HaveField("Type", certificatesv1.PodCertificateRequestConditionTypeDenied), HaveField("Reason", reason), HaveField("Message", Not(BeEmpty())))
}

func credentialsError(ctx context.Context, node *podcertificate.Node, pod *corev1.Pod) func() error {
	return func() error {
		_, _, err := node.Credentials(ctx, pod)
		return err
	}
}

func eventsOf(ctx context.Context, pod *corev1.Pod) func(Gomega) []corev1.Event {
	return func(g Gomega) []corev1.Event {
		var list corev1.EventList
		g.Expect(api.List(ctx, &list, client.InNamespace(pod.Namespace), client.MatchingFields{"involvedObject.name": pod.Name})).To(Succeed())
		return list.Items
	}
}

// otherNode returns a Node without a kubelet.
func otherNode(ctx context.Context) string {
	GinkgoHelper()
	node := kit.Node("")
	node.GenerateName = "other-"
	return expect.Temporary(ctx, api, node).Name
}

// newRequest returns a request for a Pod, as its kubelet makes it.
func newRequest(ctx context.Context, pod *corev1.Pod, key crypto.Signer) *certificatesv1.PodCertificateRequest {
	GinkgoHelper()
	account, node := &corev1.ServiceAccount{}, &corev1.Node{}
	Expect(api.Get(ctx, client.ObjectKey{Namespace: pod.Namespace, Name: pod.Spec.ServiceAccountName}, account)).To(Succeed())
	Expect(api.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, node)).To(Succeed())
	return kit.CertificateRequest(pod, account, key, func(request *certificatesv1.PodCertificateRequest) {
		request.GenerateName, request.Spec.NodeUID = "test-", node.UID
	})
}

// requestsNamed returns the requests whose names have the prefix.
func requestsNamed(ctx context.Context, namespace, prefix string) []certificatesv1.PodCertificateRequest {
	GinkgoHelper()
	var list certificatesv1.PodCertificateRequestList
	Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
	var named []certificatesv1.PodCertificateRequest
	for _, request := range list.Items {
		if request.GenerateName == prefix {
			named = append(named, request)
		}
	}
	return named
}
