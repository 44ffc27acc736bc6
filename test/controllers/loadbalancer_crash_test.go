package controllers_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// docs/loadbalancer.md describes the crash points.
var _ = Describe("A manager that crashes while it serves the load-balancer class", func() {
	// A class that no other manager serves.
	const class = "crash.example.com/vip"
	start := func(edits ...func(*controllers.Options)) *runningManager {
		return runManagerWith(func(options *controllers.Options) {
			options.Settings.LoadBalancerClass = class
			options.Enabled = []string{"loadbalancer"}
			for _, edit := range edits {
				edit(options)
			}
		})
	}
	var namespace string
	var ranges int
	var mesh *v1alpha1.Mesh

	BeforeEach(func(ctx SpecContext) {
		namespace = expect.Namespace(ctx, api)
		ranges++
		mesh = expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges(
			v1alpha1.VIPRange(fmt.Sprintf("10.211.%d.0/28", ranges)), v1alpha1.VIPRange(fmt.Sprintf("fd00:211:%d::/124", ranges)))))
	})

	// dies makes a manager crash while follows runs, and returns the addresses that are claimed
	// afterwards.
	dies := func(ctx context.Context, manager *runningManager, verb string, count int, lost bool, follows func()) []string {
		GinkgoHelper()
		dead := manager.writes.crashAt(namespace, verb, count, lost)
		follows()
		Eventually(dead).Should(BeClosed())
		manager.stop()
		return claimed(ctx, mesh)(Default)
	}

	serves := func(ctx context.Context, service *corev1.Service) []string {
		GinkgoHelper()
		Eventually(shown(ctx, service)).Should(HaveLen(2))
		addresses := shown(ctx, service)(Default)
		Eventually(claimed(ctx, mesh)).Should(ConsistOf(addresses))
		return addresses
	}

	DescribeTable("gives a Service its addresses after the restart", func(ctx SpecContext, verb string, count int, lost bool, claims int) {
		var service *corev1.Service
		before := dies(ctx, start(), verb, count, lost, func() {
			service = expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		})
		Expect(before).To(HaveLen(claims))
		again := start()
		DeferCleanup(func() { again.stop() })
		Expect(serves(ctx, service)).To(ContainElements(before), "what was claimed is not given up")
	},
		Entry("when the first claim is lost", "create", 1, true, 0),
		Entry("after the first claim", "create", 1, false, 1),
		Entry("after the claim of the second family", "create", 2, false, 2),
		Entry("when the status is lost", "apply-status", 1, true, 2),
		Entry("after the status", "apply-status", 1, false, 2),
	)

	DescribeTable("restores a status that was cleared", func(ctx SpecContext, verb string, lost bool) {
		manager := start()
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		addresses := serves(ctx, service)
		dies(ctx, manager, verb, 1, lost, func() {
			service.Status.LoadBalancer.Ingress = nil
			Expect(api.Status().Update(ctx, service)).To(Succeed())
		})
		again := start()
		DeferCleanup(func() { again.stop() })
		Expect(serves(ctx, service)).To(Equal(addresses))
	},
		Entry("when the renewal of a claim is lost", "patch", true),
		Entry("after the renewal of a claim", "patch", false),
		Entry("when the status is lost", "apply-status", true),
	)

	DescribeTable("changes an address on request", func(ctx SpecContext, verb string, lost bool, claims int) {
		manager := start()
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		first := serves(ctx, service)
		wanted := []string{fmt.Sprintf("10.211.%d.9", ranges), first[1]}
		before := dies(ctx, manager, verb, 1, lost, func() { expect.Updated(ctx, api, service, kit.RequestingVIPs(wanted[0])) })
		Expect(before).To(HaveLen(claims))
		again := start()
		DeferCleanup(func() { again.stop() })
		Eventually(shown(ctx, service)).Should(Equal(wanted))
		Eventually(claimed(ctx, mesh)).Should(ConsistOf(wanted))
	},
		Entry("when the claim is lost", "create", true, 2),
		Entry("after the claim", "create", false, 3),
		Entry("when the status is lost", "apply-status", true, 3),
		Entry("after the status", "apply-status", false, 3),
		Entry("when the release is lost", "patch", true, 3),
		Entry("after the release", "patch", false, 3),
		Entry("when the deletion of the claim is lost", "delete", true, 3),
		Entry("after the deletion of the claim", "delete", false, 2),
	)

	DescribeTable("releases the addresses", func(ctx SpecContext, leave func(context.Context, *corev1.Service), verb string, lost bool, claims int) {
		manager := start()
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		serves(ctx, service)
		before := dies(ctx, manager, verb, 1, lost, func() { leave(ctx, service) })
		Expect(before).To(HaveLen(claims))
		again := start()
		DeferCleanup(func() { again.stop() })
		Eventually(claimed(ctx, mesh)).Should(BeEmpty())
		live := &corev1.Service{}
		if api.Get(ctx, client.ObjectKeyFromObject(service), live) == nil {
			Expect(live.Status.LoadBalancer.Ingress).To(BeEmpty())
		}
	},
		Entry("of one that opts out, when the status is lost", optOut, "apply-status", true, 2),
		Entry("of one that opts out, after the status", optOut, "apply-status", false, 2),
		Entry("of one that opts out, after the first release", optOut, "patch", false, 2),
		Entry("of one that opts out, after the first deletion of a claim", optOut, "delete", false, 1),
		Entry("of one that is deleted, when the first release is lost", remove, "patch", true, 2),
		Entry("of one that is deleted, after the first release", remove, "patch", false, 2),
		Entry("of one that is deleted, when the first deletion of a claim is lost", remove, "delete", true, 2),
		Entry("of one that is deleted, after the first deletion of a claim", remove, "delete", false, 1),
		Entry("of one that changes its type, when the first release is lost", toClusterIP, "patch", true, 2),
	)

	DescribeTable("returns the addresses that a Service has released", func(ctx SpecContext, verb string, lost bool) {
		forLong := func(options *controllers.Options) { options.VIPCooldownPeriod = time.Hour }
		manager := start(forLong)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		addresses := serves(ctx, service)
		optOut(ctx, service)
		Eventually(released(ctx, mesh)).Should(ConsistOf(addresses))
		dies(ctx, manager, verb, 1, lost, func() {
			expect.Updated(ctx, api, service, func(service *corev1.Service) { service.Annotations = nil })
		})
		again := start(forLong)
		DeferCleanup(func() { again.stop() })
		Expect(serves(ctx, service)).To(Equal(addresses))
		Expect(released(ctx, mesh)(Default)).To(BeEmpty())
	},
		Entry("when the renewal of a claim is lost", "patch", true),
		Entry("after the renewal of a claim", "patch", false),
		Entry("when the status is lost", "apply-status", true),
	)

	It("shares the work with another manager, without allocating an address twice or losing one", func(ctx SpecContext) {
		managers := []*runningManager{start(), start()}
		DeferCleanup(func() {
			for _, manager := range managers {
				manager.stop()
			}
		})
		services := make([]*corev1.Service, 14)
		for i := range services {
			services[i] = expect.Created(ctx, api, kit.Service(namespace, unique("web"), kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		}
		Eventually(func(g Gomega) {
			var all []string
			for _, service := range services {
				of := shown(ctx, service)(g)
				g.Expect(of).To(HaveLen(2))
				all = append(all, of...)
			}
			g.Expect(claimed(ctx, mesh)(g)).To(ConsistOf(all))
			slices.Sort(all)
			g.Expect(slices.Compact(all)).To(HaveLen(2 * len(services)))
		}).Should(Succeed())
		for _, service := range services {
			remove(ctx, service)
		}
		Eventually(claimed(ctx, mesh)).Should(BeEmpty())
	})
})

func optOut(ctx context.Context, service *corev1.Service) {
	expect.Updated(ctx, api, service, func(service *corev1.Service) { service.Annotations = map[string]string{v1alpha1.IgnoreKey: "true"} })
}

func remove(ctx context.Context, service *corev1.Service) {
	Expect(api.Delete(ctx, service)).To(Succeed())
}

func toClusterIP(ctx context.Context, service *corev1.Service) {
	expect.Updated(ctx, api, service, func(service *corev1.Service) {
		service.Spec.Type, service.Spec.AllocateLoadBalancerNodePorts = corev1.ServiceTypeClusterIP, nil
	})
}
