// Package expect acts on a cluster in Ginkgo specs, as users and kubelets do. A refused
// request fails the spec, at the line of the caller.
package expect

import (
	"context"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// Created creates an object, and returns it.
func Created[T client.Object](ctx context.Context, api client.Client, object T) T {
	ginkgo.GinkgoHelper()
	gomega.Expect(api.Create(ctx, object)).To(gomega.Succeed())
	return object
}

// Temporary creates an object that is deleted after the spec, unless it no
// longer exists by then, and returns it.
func Temporary[T client.Object](ctx context.Context, api client.Client, object T) T {
	ginkgo.GinkgoHelper()
	Created(ctx, api, object)
	ginkgo.DeferCleanup(func(ctx ginkgo.SpecContext) {
		gomega.Expect(client.IgnoreNotFound(api.Delete(ctx, object))).To(gomega.Succeed())
	})
	return object
}

// Namespace creates a Namespace that is deleted after the spec, and returns its name.
func Namespace(ctx context.Context, api client.Client) string {
	ginkgo.GinkgoHelper()
	return Temporary(ctx, api, kit.Namespace("spec")).Name
}

// Updated reads an object, edits and updates it, again and again until the API
// server accepts that.
func Updated[T client.Object](ctx context.Context, api client.Client, object T, edits ...func(T)) {
	ginkgo.GinkgoHelper()
	eventually(ctx, api, object, edits, func() error { return api.Update(ctx, object) })
}

// StatusUpdated is Updated for the status.
func StatusUpdated[T client.Object](ctx context.Context, api client.Client, object T, edits ...func(T)) {
	ginkgo.GinkgoHelper()
	eventually(ctx, api, object, edits, func() error { return api.Status().Update(ctx, object) })
}

func eventually[T client.Object](ctx context.Context, api client.Client, object T, edits []func(T), update func() error) {
	ginkgo.GinkgoHelper()
	gomega.Eventually(func(g gomega.Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(object), object)).To(gomega.Succeed())
		for _, edit := range edits {
			edit(object)
		}
		g.Expect(update()).To(gomega.Succeed())
	}).Should(gomega.Succeed())
}

// RunningPod creates a Pod and reports it as running, as a kubelet does.
func RunningPod(ctx context.Context, api client.Client, pod *corev1.Pod, address string, ready bool) *corev1.Pod {
	ginkgo.GinkgoHelper()
	Created(ctx, api, pod)
	StatusUpdated(ctx, api, pod, kit.RunningAt(address), kit.Readiness(ready))
	return pod
}

// Readiness reports whether a Pod is ready, as a kubelet does.
func Readiness(ctx context.Context, api client.Client, pod *corev1.Pod, ready bool) {
	ginkgo.GinkgoHelper()
	StatusUpdated(ctx, api, pod, kit.Readiness(ready))
}

// NoGap fails the spec if the recorded Service ever lost its last ready endpoint,
// or never had one.
func NoGap(record *kit.EndpointRecord) {
	ginkgo.GinkgoHelper()
	gomega.Expect(record.Gaps()).To(gomega.BeEmpty(), record.String)
}
