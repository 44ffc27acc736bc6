package controllers_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// recordEndpoints records the endpoints of a Service from the moment when one is
// ready to the end of the spec.
func recordEndpoints(ctx context.Context, service *corev1.Service) *kit.EndpointRecord {
	GinkgoHelper()
	record := env.RecordEndpoints(ctx, service.Namespace, service.Name)
	DeferCleanup(record.Stop)
	return record
}

// expectTakenOver waits until only the manager publishes these addresses.
func expectTakenOver(ctx context.Context, service *corev1.Service, addresses ...string) {
	GinkgoHelper()
	Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf(addresses))
	Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(BeEmpty())
	Eventually(selectorOf(ctx, service)).Should(HaveKeyWithValue(v1alpha1.DelegatedKey, kit.EndpointController))
}

// expectReleased waits until only the default controller publishes these addresses.
func expectReleased(ctx context.Context, service *corev1.Service, addresses ...string) {
	GinkgoHelper()
	Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf(addresses))
	Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(BeEmpty())
	Eventually(selectorOf(ctx, service)).ShouldNot(HaveKey(v1alpha1.DelegatedKey))
}

// onlySlice waits until a controller manages exactly one slice of a Service, and
// returns it.
func onlySlice(ctx context.Context, service *corev1.Service, manager string) *discoveryv1.EndpointSlice {
	GinkgoHelper()
	var only discoveryv1.EndpointSlice
	Eventually(func(g Gomega) {
		found := slicesOf(ctx, service, manager)(g)
		g.Expect(found).To(HaveLen(1))
		only = found[0]
	}).Should(Succeed())
	return &only
}
