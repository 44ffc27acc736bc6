package shadow

import (
	"context"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/format"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// convergence is the time that both controllers may take. After a failure they retry after
// one second, then two, and so on.
const convergence = 30 * time.Second

var _ = Describe("Two equal Services", func() {
	It("have the same endpoints, whichever controller writes their EndpointSlices", func(ctx SpecContext) {
		format.MaxLength = 0
		w := newWorkload(ctx)
		DeferCleanup(func(ctx SpecContext) { w.cleanUp(ctx) })
		expectEqual(ctx, w)
		begin := time.Now()
		for range *steps {
			w.step(ctx)
			expectEqual(ctx, w)
		}
		AddReportEntry("Shadow", fmt.Sprintf("%d steps, %d pairs of Services, %s", *steps, len(w.pairs), time.Since(begin).Round(time.Second)),
			ReportEntryVisibilityAlways)
	})
})

// expectEqual waits until both Services of each pair match their Pods and Nodes,
// and equal each other.
func expectEqual(ctx context.Context, w *workload) {
	GinkgoHelper()
	looked := time.Now()
	Eventually(func(g Gomega) {
		// The Services may have been touched before kube-controller-manager knew the Nodes.
		if time.Since(looked) > convergence/5 {
			looked = time.Now()
			w.touch(ctx)
		}
		truth := readTruth(ctx, g, w)
		for _, p := range w.pairs {
			ofDefault, ofDelegated := w.published(ctx, g, p, false), w.published(ctx, g, p, true)
			g.Expect(ofDelegated).To(Equal(ofDefault), "%s: the delegated Service is unlike the default one", p.name)
			for _, delegated := range []bool{false, true} {
				service, live := p.twin(delegated), &corev1.Service{}
				g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), live)).To(Succeed())
				for _, family := range live.Spec.IPFamilies {
					g.Expect(w.summary(ctx, g, service, family)).To(ConsistOf(truth.of(service, family)),
						"%s is unlike its Pods and Nodes in %s", service.Name, family)
				}
			}
		}
	}, convergence).Should(Succeed(), func() string {
		return fmt.Sprintf("seed %d, after the steps:\n%s", *seed, strings.Join(w.trail[max(0, len(w.trail)-15):], "\n"))
	})
}

// cleanUp restores the Nodes for other specs, and deletes the namespace.
func (w *workload) cleanUp(ctx context.Context) {
	GinkgoHelper()
	for len(w.absent) > 0 {
		w.addNode(ctx)
	}
	var pods corev1.PodList
	Expect(api.List(ctx, &pods, client.InNamespace(w.namespace))).To(Succeed())
	for i := range pods.Items {
		Expect(client.IgnoreNotFound(api.Patch(ctx, &pods.Items[i], kit.MergePatch(withoutFinalizers)))).To(Succeed())
	}
	Expect(api.Delete(ctx, &corev1.Namespace{ObjectMeta: w.pod(w.namespace).ObjectMeta})).To(Succeed())
}

// slicesOf returns the slices that the Service's own controller manages. It fails
// if other slices of the Service have endpoints.
func (w *workload) slicesOf(ctx context.Context, g Gomega, service *corev1.Service) []discoveryv1.EndpointSlice {
	var list discoveryv1.EndpointSliceList
	g.Expect(api.List(ctx, &list, client.InNamespace(w.namespace), client.MatchingLabels{discoveryv1.LabelServiceName: service.Name})).To(Succeed())
	manager := "endpointslice-controller.k8s.io"
	if isDelegated(service) {
		manager = kit.EndpointController
	}
	var own []discoveryv1.EndpointSlice
	for _, slice := range list.Items {
		if slice.Labels[discoveryv1.LabelManagedBy] == manager {
			own = append(own, slice)
		} else {
			g.Expect(slice.Endpoints).To(BeEmpty(), "%s of %s holds endpoints as well", slice.Name, service.Name)
		}
	}
	return own
}
