package dataplane_test

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// publishedBy waits until only this controller publishes a Service's endpoints, the given
// number in each family.
func publishedBy(ctx SpecContext, service *corev1.Service, controller string, endpoints int) {
	GinkgoHelper()
	eventuallyPublished(ctx, service, func(g Gomega) {
		published := publishedOf(ctx, g, service)
		g.Expect(published.Managers()).To(ConsistOf(controller))
		g.Expect(published.ReadyAddresses()).To(HaveLen(2 * endpoints))
	})
}

// publishedOf returns the EndpointSlices of a Service.
func publishedOf(ctx context.Context, g Gomega, service *corev1.Service) kit.Published {
	var slices discoveryv1.EndpointSliceList
	g.Expect(api.List(ctx, &slices, client.InNamespace(service.Namespace),
		client.MatchingLabels{discoveryv1.LabelServiceName: service.Name})).To(Succeed())
	published := kit.Published{}
	for _, slice := range slices.Items {
		published[slice.Name] = &slice
	}
	return published
}

// eventuallyPublished waits until a check of a Service's slices succeeds. If it takes long,
// kube-controller-manager is woken. Meshwork never is.
func eventuallyPublished(ctx SpecContext, service *corev1.Service, check func(Gomega)) {
	GinkgoHelper()
	woken := time.Now()
	Eventually(ctx, func(g Gomega) {
		if isDelegated := service.Labels[v1alpha1.EndpointControllerNameLabel] != ""; !isDelegated && time.Since(woken) > wakeInterval {
			wake(ctx, g, service)
			woken = time.Now()
		}
		check(g)
	}).WithTimeout(rolloutTimeout).Should(Succeed(), service.Name)
}

const wakeInterval = 20 * time.Second

// wake makes kube-controller-manager sync a Service. After a number of stale caches in a row,
// as when many Pods start on a busy machine, it waits for up to 1,000 s, or gives up until
// something changes (maxSyncBackOff and maxRetries in
// https://github.com/kubernetes/kubernetes/blob/v1.37.1/pkg/controller/endpointslice/endpointslice_controller.go).
func wake(ctx SpecContext, g Gomega, service *corev1.Service) {
	annotated := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: service.Namespace, Name: service.Name}}
	patch := kit.MergePatch(kit.JSON{"metadata": kit.JSON{"annotations": kit.JSON{"example.com/woken": time.Now().String()}}})
	g.Expect(api.Patch(ctx, annotated, patch)).To(Succeed())
}
