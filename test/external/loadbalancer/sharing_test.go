package loadbalancer_test

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("Meshworks and a cloud provider in one cluster", needsMeshwork, func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = newNamespaces(ctx, 1)[0] })

	create := func(ctx context.Context, name, class string) *corev1.Service {
		GinkgoHelper()
		return expect.Created(ctx, api, balanced(namespace, name, class, kit.InMesh(firstMesh)))
	}

	It("each serve the Services of their own class, and no other", func(ctx SpecContext) {
		for i, class := range []string{"", firstClass, otherClass, unknownClass} {
			create(ctx, fmt.Sprint("service-", i), class)
		}
		eventuallySettled(ctx, namespace)
		for _, service := range look(ctx, Default, namespace).services {
			Expect(cloud.knows(service)).To(Equal(service.Spec.LoadBalancerClass == nil), service.Name)
			staysUntouched(ctx, service)
		}
	})

	It("hand over a Service whose class changes, between any two", func(ctx SpecContext) {
		service := create(ctx, "shared", "")
		eventuallyServedBy(ctx, byCloud, service)
		for _, next := range []string{firstClass, otherClass, "", otherClass, firstClass, unknownClass, firstClass, ""} {
			become(ctx, service, next)
			eventuallySettled(ctx, namespace)
		}
	})

	It("release a Service that is no longer a LoadBalancer", func(ctx SpecContext) {
		service := create(ctx, "shared", firstClass)
		eventuallyServedBy(ctx, firstClass, service)
		change(ctx, service, typed(corev1.ServiceTypeClusterIP, ""))
		eventuallyServedBy(ctx, byNone, service)
		staysUntouched(ctx, service)
	})

	DescribeTable("clear everything from a Service that was handed over while they were busy", func(ctx SpecContext, mesh any, next string) {
		service := create(ctx, "shared", firstClass)
		change(ctx, service, metadata("labels", v1alpha1.MeshLabel, mesh))
		eventuallySettled(ctx, namespace)
		Eventually(func(g Gomega) {
			g.Expect(get(ctx, g, service).Status.Conditions).NotTo(BeEmpty())
		}).Should(Succeed())
		Expect(meshworks[firstClass].Pause()).To(Succeed())
		DeferCleanup(meshworks[firstClass].Resume)
		become(ctx, service, next)
		Expect(meshworks[firstClass].Resume()).To(Succeed())
		eventuallySettled(ctx, namespace)
	},
		Entry("from one in a Mesh to the cloud provider", firstMesh, ""),
		Entry("from one in a Mesh to another Meshwork", firstMesh, otherClass),
		Entry("from one in a Mesh to no implementation", firstMesh, unknownClass),
		Entry("from one in no Mesh to the cloud provider", nil, ""),
		Entry("from one in no Mesh to no implementation", nil, unknownClass),
	)

	DescribeTable("serve a Service again after an opt-out", func(ctx SpecContext, field string) {
		service := create(ctx, "shared", otherClass)
		eventuallyServedBy(ctx, otherClass, service)
		change(ctx, service, metadata(field, v1alpha1.IgnoreKey, "true"))
		eventuallyServedBy(ctx, byNone, service)
		change(ctx, service, metadata(field, v1alpha1.IgnoreKey, nil))
		eventuallyServedBy(ctx, otherClass, service)
	},
		Entry("by a label", "labels"),
		Entry("by an annotation", "annotations"),
	)

	It("leave a Service that has opted out of Meshwork with the cloud provider", func(ctx SpecContext) {
		service := create(ctx, "shared", "")
		change(ctx, service, metadata("labels", v1alpha1.IgnoreKey, "true"))
		eventuallyServedBy(ctx, byCloud, service)
		staysUntouched(ctx, service)
	})

	It("survive a cloud provider that is late and writes a Service that it no longer serves", func(ctx SpecContext) {
		finish := cloud.slowDown(client.ObjectKey{Namespace: namespace, Name: "shared"})
		defer finish()
		service := create(ctx, "shared", "")
		Eventually(func() bool { return cloud.knows(service) }).Should(BeTrue())
		become(ctx, service, firstClass)
		Eventually(func(g Gomega) {
			g.Expect(get(ctx, g, service).Status.LoadBalancer.Ingress).NotTo(BeEmpty())
		}).Should(Succeed())
		finish()
		eventuallyServedBy(ctx, firstClass, service)
	})

	It("write nothing to Services of others, or to Services that are already served, when they start", func(ctx SpecContext) {
		for i, class := range []string{"", firstClass, otherClass, unknownClass} {
			create(ctx, fmt.Sprint("service-", i), class)
		}
		eventuallySettled(ctx, namespace)
		before := look(ctx, Default, namespace).services
		restartMeshwork(ctx, firstClass)
		restartMeshwork(ctx, otherClass)
		create(ctx, "later-first", firstClass)
		create(ctx, "later-other", otherClass)
		eventuallySettled(ctx, namespace)
		Consistently(func(g Gomega) {
			now := look(ctx, g, namespace).services
			for key, service := range before {
				g.Expect(encode(now[key])).To(Equal(encode(service)))
			}
		}).Should(Succeed())
	})
})
