package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// manyServices is the number of Services that are created concurrently.
const manyServices = 1000

var _ = Describe("Many Services of the load-balancer class at once", long, func() {
	for round := range *rounds {
		It(fmt.Sprintf("get an address of their own in round %d", round), func(ctx SpecContext) {
			random := rand.New(rand.NewPCG(*seed, uint64(round)))
			m := newManyVIPs(ctx)
			done := m.create()
			for _, fault := range []func(SpecContext){killManager, m.crashAPIServer, killManager} {
				m.awaitClaims(ctx, random.IntN(manyServices/2))
				fault(ctx)
			}
			Eventually(done).WithContext(ctx).Should(BeClosed())
			begin := time.Now()
			Eventually(m.problems).WithContext(ctx).Should(BeEmpty())
			AddReportEntry(rightAfter, time.Since(begin), ReportEntryVisibilityNever)

			Expect(running.Done()).NotTo(BeClosed(), "the manager ended on its own")

			By("deleting them")
			m.deleteServices(ctx)
			killManager(ctx)
			Eventually(m.claims).WithContext(ctx).Should(BeZero())
		})
	}
})

func killManager(SpecContext) {
	GinkgoHelper()
	Expect(running.Kill()).To(Succeed())
	running = startManager(kit.ManagerOptions{})
}

func restartEnded() {
	GinkgoHelper()
	select {
	case <-running.Done():
		Expect(running.Err()).To(MatchError("exit status 1"), "a panic is 2")
		running = startManager(kit.ManagerOptions{})
	default:
	}
}

// manyVIPs are the Services of one namespace and one Mesh.
type manyVIPs struct {
	namespace, mesh string
}

func newManyVIPs(ctx context.Context) *manyVIPs {
	GinkgoHelper()
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "many-"}}
	Expect(api.Create(ctx, namespace)).To(Succeed())
	// There are as many addresses as Services: if one is lost, a Service has none.
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{GenerateName: "many-"}, Spec: v1alpha1.MeshSpec{
		VIPs: &v1alpha1.MeshVIPs{CIDRs: []v1alpha1.VIPRange{"10.220.0.1-10.220.3.232", "fd00:220::/64"}},
	}}
	Expect(api.Create(ctx, mesh)).To(Succeed())
	m := &manyVIPs{namespace: namespace.Name, mesh: mesh.Name}
	// The next round needs the addresses, even when this one fails.
	DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, mesh)).To(Succeed()) })
	DeferCleanup(func(ctx SpecContext) {
		restartEnded()
		m.deleteServices(ctx)
		Eventually(m.claims).WithContext(ctx).Should(BeZero())
	})
	return m
}

// crashAPIServer may hit a manager that is still starting. Such a manager exits,
// and is started again, as by a kubelet.
func (m *manyVIPs) crashAPIServer(ctx SpecContext) {
	GinkgoHelper()
	Expect(env.Cluster.KillComponent("kube-apiserver")).To(Succeed())
	Expect(env.Cluster.StartComponent(ctx, "kube-apiserver")).To(Succeed())
	before, err := m.claims(ctx)
	Expect(err).NotTo(HaveOccurred())
	Eventually(func(ctx context.Context) (int, error) {
		restartEnded()
		return m.claims(ctx)
	}).WithContext(ctx).Should(BeNumerically(">", before))
}

// create retries each Service until the API server has accepted it. It closes the
// channel when all exist.
func (m *manyVIPs) create() <-chan struct{} {
	done := make(chan struct{})
	DeferCleanup(func() { Eventually(done).Should(BeClosed()) }) // before they are deleted
	go func() {
		defer close(done)
		workqueue.ParallelizeUntil(context.Background(), 16, manyServices, m.createService)
	}()
	return done
}

func (m *manyVIPs) createService(i int) {
	defer GinkgoRecover()
	service := newBalanced(fmt.Sprintf("service-%d", i), kit.WithoutSelector, kit.InMesh(m.mesh), kit.DualStack)
	service.Namespace = m.namespace
	Eventually(func() error {
		return client.IgnoreAlreadyExists(api.Create(context.Background(), service.DeepCopy()))
	}).Should(Succeed())
}

// deleteServices deletes them one by one: deleting all of them in one request takes
// longer than a request may.
func (m *manyVIPs) deleteServices(ctx context.Context) {
	GinkgoHelper()
	var services corev1.ServiceList
	Expect(api.List(ctx, &services, client.InNamespace(m.namespace))).To(Succeed())
	workqueue.ParallelizeUntil(ctx, 16, len(services.Items), func(i int) {
		defer GinkgoRecover()
		Expect(client.IgnoreNotFound(api.Delete(ctx, &services.Items[i]))).To(Succeed())
	})
}

func (m *manyVIPs) awaitClaims(ctx context.Context, count int) {
	GinkgoHelper()
	Eventually(m.claims).WithContext(ctx).Should(BeNumerically(">", count))
}

func (m *manyVIPs) claims(ctx context.Context) (int, error) {
	claims, err := m.claimed(ctx)
	return len(claims), err
}

func (m *manyVIPs) claimed(ctx context.Context) (map[netip.Addr]string, error) {
	var list v1alpha1.VirtualIPList
	err := api.List(ctx, &list)
	claimed := map[netip.Addr]string{}
	for i := range list.Items {
		if list.Items[i].Spec.Mesh == m.mesh {
			claimed[vip.AddressOf(&list.Items[i])] = list.Items[i].Spec.Service.Name
		}
	}
	return claimed, err
}

// problems returns only a few problems, so that they can be read.
func (m *manyVIPs) problems(ctx context.Context) ([]string, error) {
	claimed, err := m.claimed(ctx)
	if err != nil {
		return nil, err
	}
	var services corev1.ServiceList
	if err := api.List(ctx, &services, client.InNamespace(m.namespace)); err != nil {
		return nil, err
	}
	var problems []string
	if len(services.Items) != manyServices {
		problems = append(problems, fmt.Sprintf("there are %d Services", len(services.Items)))
	}
	for i := range services.Items {
		service := &services.Items[i]
		shown := vip.Shown(service)
		if len(shown) != 2 {
			problems = append(problems, fmt.Sprintf("Service %s shows %v", service.Name, shown))
		}
		for _, address := range shown {
			if claimed[address] != service.Name {
				problems = append(problems, fmt.Sprintf("Service %s shows %s of %q", service.Name, address, claimed[address]))
			}
			delete(claimed, address)
		}
	}
	if len(claimed) > 0 {
		problems = append(problems, fmt.Sprintf("%d claimed addresses are shown by no Service", len(claimed)))
	}
	return problems[:min(len(problems), 10)], nil
}
