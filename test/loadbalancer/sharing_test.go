package loadbalancer_test

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/kit"
	"github.com/meshwork-dev/meshwork/test/kit/expect"
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

	It("hand over a Service whose class changes, from each to each", func(ctx SpecContext) {
		service := create(ctx, "shared", "")
		eventuallyServedBy(ctx, byCloud, service)
		for _, next := range []string{firstClass, otherClass, "", otherClass, firstClass, unknownClass, firstClass, ""} {
			become(ctx, service, next)
			eventuallySettled(ctx, namespace)
		}
	})

	It("let go of a Service that is no LoadBalancer any more", func(ctx SpecContext) {
		service := create(ctx, "shared", firstClass)
		eventuallyServedBy(ctx, firstClass, service)
		change(ctx, service, typed(corev1.ServiceTypeClusterIP, ""))
		eventuallyServedBy(ctx, byNobody, service)
		staysUntouched(ctx, service)
	})

	DescribeTable("take back all they said of a Service that changed hands while they were busy", func(ctx SpecContext, mesh any, next string) {
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
		Entry("from one in a Mesh to nobody", firstMesh, unknownClass),
		Entry("from one in no Mesh to the cloud provider", nil, ""),
		Entry("from one in no Mesh to nobody", nil, unknownClass),
	)

	DescribeTable("serve a Service again that had opted out", func(ctx SpecContext, field string) {
		service := create(ctx, "shared", otherClass)
		eventuallyServedBy(ctx, otherClass, service)
		change(ctx, service, metadata(field, v1alpha1.IgnoreKey, "true"))
		eventuallyServedBy(ctx, byNobody, service)
		change(ctx, service, metadata(field, v1alpha1.IgnoreKey, nil))
		eventuallyServedBy(ctx, otherClass, service)
	},
		Entry("by a label", "labels"),
		Entry("by an annotation", "annotations"),
	)

	It("let a Service stay with the cloud provider that has opted out of Meshwork", func(ctx SpecContext) {
		service := create(ctx, "shared", "")
		change(ctx, service, metadata("labels", v1alpha1.IgnoreKey, "true"))
		eventuallyServedBy(ctx, byCloud, service)
		staysUntouched(ctx, service)
	})

	It("survive that the cloud provider is late, and writes a Service that is not its own any more", func(ctx SpecContext) {
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

	It("write nothing to Services of others, nor to those that are served, when they start", func(ctx SpecContext) {
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
