package podcertificate_test

import (
	"context"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// outage is the time for which the API server is gone: longer than a leader may go without
// its Lease.
const outage = 30 * time.Second

var _ = Describe("While the API server is gone", Serial, Label("long"), func() {
	// Informers, kubelets and controllers connect again within half a minute.
	const recovery = 3 * time.Minute

	var held, open []*corev1.Pod
	var before map[types.UID]state

	// prepare creates some Pods that get certificates, and others that wait for the signer,
	// which is paused.
	prepare := func(ctx context.Context) string {
		GinkgoHelper()
		// The kubelet's code panics (Kubernetes 1.37.1) if it misses that a request is deleted.
		Eventually(func(g Gomega) {
			var namespaces corev1.NamespaceList
			g.Expect(api.List(ctx, &namespaces)).To(Succeed())
			g.Expect(namespaces.Items).To(HaveEach(HaveField("DeletionTimestamp", BeNil())))
		}).WithTimeout(recovery).Should(Succeed())
		namespace := newNamespace(ctx)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(meshName)))
		held = createPods(ctx, namespace, "held", 20)
		Eventually(issued(ctx, namespace)).Should(Equal(len(held)))
		before = statesIn(ctx, namespace)
		Expect(signer.Pause()).To(Succeed())
		open = createPods(ctx, namespace, "open", 100)
		Eventually(requestsIn(ctx, namespace)).Should(HaveLen(len(held) + len(open)))
		return namespace
	}

	// crash ends the API server while the signer works.
	crash := func(ctx context.Context, namespace string) {
		GinkgoHelper()
		Expect(signer.Resume()).To(Succeed())
		Eventually(issued(ctx, namespace)).WithPolling(time.Millisecond).Should(BeNumerically(">", len(held)))
		Expect(env.Cluster.KillComponent("kube-apiserver")).To(Succeed())
	}

	// expectAnswers expects one certificate for each request, and none replaced.
	expectAnswers := func(ctx context.Context, namespace string) {
		GinkgoHelper()
		later := createPods(ctx, namespace, "later", 20)
		all := len(held) + len(open) + len(later)
		Eventually(issued(ctx, namespace)).WithTimeout(recovery).Should(Equal(all))
		for i, pod := range later { // all kubelets watch again, and do not miss that the spec deletes the requests
			Eventually(credentialsError(ctx, nodes[i%len(nodes)], pod)).WithTimeout(recovery).Should(Succeed())
		}
		requests := requestsIn(ctx, namespace)()
		Expect(requests).To(HaveLen(all), "each Pod was answered at its first request")
		serials := sets.New[string]()
		for i := range requests {
			serials.Insert(expectIssuedAsRecorded(ctx, &requests[i]))
		}
		Expect(serials).To(HaveLen(all))
		now := statesIn(ctx, namespace)
		for uid := range before {
			Expect(now).To(HaveKeyWithValue(uid, before[uid]))
		}
	}

	// start starts a signer with a log of its own: an API server that has just started
	// forbids everything until it has read all roles.
	start := func(ctx context.Context, options kit.ManagerOptions) *kit.Manager {
		GinkgoHelper()
		started, err := kit.StartSigner(ctx, env.Cluster, options)
		Expect(err).NotTo(HaveOccurred())
		return started
	}

	BeforeEach(func() {
		Expect(signer.Stop()).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { restartSigner(ctx) })
	})

	It("certificates stay, and requests wait", NodeTimeout(10*time.Minute), func(ctx SpecContext) {
		signer = start(ctx, kit.ManagerOptions{Name: "signer-outage"})
		_, roots := roots(ctx, nodes[0])
		namespace := prepare(ctx)
		crash(ctx, namespace)
		Consistently(signer.Done()).WithTimeout(outage).ShouldNot(BeClosed())
		Expect(env.Cluster.StartComponent(ctx, "kube-apiserver")).To(Succeed())

		expectAnswers(ctx, namespace)
		Expect(signer.Done()).NotTo(BeClosed())
		Expect(nodes[0].Roots(ctx, meshName)).To(Equal(roots))
	})

	// As the Deployment has them. A leader that cannot renew its Lease ends itself, so that
	// there are never two.
	It("a standby stays, and then signs", NodeTimeout(10*time.Minute), func(ctx SpecContext) {
		signer = start(ctx, kit.ManagerOptions{Name: "signer-leader", LeaderElection: true})
		Eventually(leaseHolder).WithArguments(ctx).ShouldNot(BeEmpty())
		standby := start(ctx, kit.ManagerOptions{Name: "signer-standby", LeaderElection: true})
		DeferCleanup(func() { Expect(standby.Stop()).To(Succeed()) })
		namespace := prepare(ctx)
		leader := leaseHolder(ctx)
		crash(ctx, namespace)
		Consistently(standby.Done()).WithTimeout(outage).ShouldNot(BeClosed())
		Expect(env.Cluster.StartComponent(ctx, "kube-apiserver")).To(Succeed())

		expectAnswers(ctx, namespace)
		Expect(signer.Done()).To(BeClosed())
		Expect(standby.Done()).NotTo(BeClosed())
		Expect(leaseHolder(ctx)).NotTo(Equal(leader))
	})
})

// createPods creates Pods of the Service web.
func createPods(ctx context.Context, namespace, name string, count int) []*corev1.Pod {
	GinkgoHelper()
	var pods []*corev1.Pod
	for i := range count {
		pod := newPod(namespace, fmt.Sprint(name, "-", i), nodes[i%len(nodes)])
		pod.Labels["app"] = "web"
		pods = append(pods, expect.Created(ctx, api, pod))
	}
	return pods
}

// state has the values that must not change once a request was granted.
type state struct {
	chain, requestVersion, recordVersion string
}

func statesIn(ctx context.Context, namespace string) map[types.UID]state {
	GinkgoHelper()
	states := map[types.UID]state{}
	for _, request := range requestsIn(ctx, namespace)() {
		record := &v1alpha1.MeshCertificate{}
		Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: request.Spec.PodName}, record)).To(Succeed())
		states[request.UID] = state{request.Status.CertificateChain, request.ResourceVersion, record.ResourceVersion}
	}
	return states
}

// leaseHolder returns the signer that holds the Lease.
func leaseHolder(ctx context.Context) string {
	lease := &coordinationv1.Lease{}
	if err := api.Get(ctx, client.ObjectKey{Namespace: kit.SystemNamespace, Name: "meshwork-signer"}, lease); err != nil || lease.Spec.HolderIdentity == nil {
		return ""
	}
	return *lease.Spec.HolderIdentity
}
