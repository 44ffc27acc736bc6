package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("An object whose labels were removed", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("is replaced and left alone, if it is an EndpointSlice", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.8.1", true)
		expectTakenOver(ctx, service, "10.5.8.1!")
		orphan := onlySlice(ctx, service, kit.EndpointController)
		expect.Updated(ctx, api, orphan, func(slice *discoveryv1.EndpointSlice) {
			delete(slice.Labels, discoveryv1.LabelManagedBy)
		})

		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.5.8.1!"))
		expect.Readiness(ctx, api, pod, false)
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.5.8.1"))
		live := &discoveryv1.EndpointSlice{}
		Expect(api.Get(ctx, client.ObjectKeyFromObject(orphan), live)).To(Succeed())
		Expect(live.ResourceVersion).To(Equal(orphan.ResourceVersion))
	})

	It("gets them back, if it is a VirtualIP", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.212.6.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass)))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.212.6.0"}))
		virtualIP := &v1alpha1.VirtualIP{ObjectMeta: metav1.ObjectMeta{Name: "10.212.6.0"}}
		Expect(api.Get(ctx, client.ObjectKeyFromObject(virtualIP), virtualIP)).To(Succeed())
		before := virtualIP.Labels
		expect.Updated(ctx, api, virtualIP, func(v *v1alpha1.VirtualIP) { v.Labels = nil })

		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(virtualIP), virtualIP)).To(Succeed())
			g.Expect(virtualIP.Labels).To(Equal(before))
		}).Should(Succeed())
		Expect(shown(ctx, service)(Default)).To(Equal([]string{"10.212.6.0"}))
	})
})
