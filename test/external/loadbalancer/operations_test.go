package loadbalancer_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

// operation is a change that users make to a Service.
type operation struct {
	name   string
	weight int
	do     func(c *churn, ctx context.Context, slot int)
}

var operations = []operation{
	{"delete", 10, (*churn).delete},
	{"replace", 5, (*churn).replace},
	{"change the type of", 7, (*churn).flipType},
	{"change the class of", 30, (*churn).changeClass},
	{"opt out or in", 15, (*churn).flipIgnore},
	{"relabel", 15, (*churn).relabel},
	{"change the families of", 10, (*churn).changeFamilies},
	{"annotate", 5, (*churn).annotate},
	{"restart a manager beside", 1, (*churn).restart},
}

// anyClass returns one of three classes with equal probability, and now and then an
// unknown one.
func (c *churn) anyClass() string {
	if c.random.IntN(20) == 0 {
		return unknownClass
	}
	return oneOf(c, "", firstClass, otherClass)
}

func (c *churn) create(ctx context.Context, slot int) {
	GinkgoHelper()
	class, mesh := c.anyClass(), oneOf(c, firstMesh, firstMesh, otherMesh)
	service := c.service(slot)
	if class != "" {
		service.Spec.LoadBalancerClass = &class
	}
	service.Labels = map[string]string{v1alpha1.MeshLabel: mesh}
	service.Spec.IPFamilies = oneOf(c,
		[]corev1.IPFamily{corev1.IPv4Protocol}, []corev1.IPFamily{corev1.IPv6Protocol},
		[]corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}, []corev1.IPFamily{corev1.IPv6Protocol, corev1.IPv4Protocol})
	service.Spec.IPFamilyPolicy = new(policyOf(len(service.Spec.IPFamilies)))
	c.note("create %s: class %q, Mesh %s, %v", c.key(slot), class, mesh, service.Spec.IPFamilies)
	Eventually(observe.Exists(ctx, api, service)).Should(BeFalse())
	Expect(api.Create(ctx, service)).To(Succeed())
	c.slots[slot] = &wanted{key: c.key(slot), balanced: true, class: class, mesh: mesh}
}

func (c *churn) delete(ctx context.Context, slot int) {
	GinkgoHelper()
	c.finishWithCloud(ctx, slot)
	Expect(api.Delete(ctx, c.service(slot))).To(Succeed())
	c.slots[slot] = nil
}

func (c *churn) replace(ctx context.Context, slot int) {
	GinkgoHelper()
	c.delete(ctx, slot)
	c.create(ctx, slot)
}

func (c *churn) flipType(ctx context.Context, slot int) {
	GinkgoHelper()
	if c.slots[slot].balanced {
		c.unbalance(ctx, slot)
	} else {
		c.balance(ctx, slot, c.anyClass())
	}
}

// changeClass moves a Service from one implementation to another immediately, before
// the first one has noticed.
func (c *churn) changeClass(ctx context.Context, slot int) {
	GinkgoHelper()
	if c.slots[slot].balanced {
		c.unbalance(ctx, slot)
	}
	c.balance(ctx, slot, c.anyClass())
}

func (c *churn) unbalance(ctx context.Context, slot int) {
	GinkgoHelper()
	c.finishWithCloud(ctx, slot)
	c.change(ctx, slot, typed(corev1.ServiceTypeClusterIP, ""))
	c.slots[slot].balanced, c.slots[slot].class = false, ""
}

func (c *churn) balance(ctx context.Context, slot int, class string) {
	GinkgoHelper()
	if class == "" {
		// The service controller may miss that it has to add its finalizer again.
		Eventually(func(g Gomega) {
			g.Expect(get(ctx, g, c.service(slot)).Finalizers).NotTo(ContainElement(cloudFinalizer))
		}).Should(Succeed())
	}
	c.change(ctx, slot, typed(corev1.ServiceTypeLoadBalancer, class))
	c.slots[slot].balanced, c.slots[slot].class = true, class
}

// finishWithCloud waits until the service controller serves a Service that it will
// lose. Until then, the controller writes the Service whatever its class is now, and
// may leave its finalizer on a Service that it no longer serves: it reads its cache
// again before its own write has arrived there.
func (c *churn) finishWithCloud(ctx context.Context, slot int) {
	GinkgoHelper()
	if c.slots[slot].implementation() != byCloud {
		return
	}
	Eventually(func(g Gomega) {
		service := get(ctx, g, c.service(slot))
		g.Expect(service.Finalizers).To(ContainElement(cloudFinalizer))
		g.Expect(service.Status.LoadBalancer.Ingress).NotTo(BeEmpty())
	}).Should(Succeed())
}

// flipIgnore opts a Service out or in. Most Services stay in their Mesh.
func (c *churn) flipIgnore(ctx context.Context, slot int) {
	GinkgoHelper()
	switch {
	case c.slots[slot].ignored:
		c.change(ctx, slot, metadata("labels", v1alpha1.IgnoreKey, nil))
		c.change(ctx, slot, metadata("annotations", v1alpha1.IgnoreKey, nil))
	case c.random.IntN(6) == 0:
		c.change(ctx, slot, metadata(oneOf(c, "labels", "annotations"), v1alpha1.IgnoreKey, "true"))
	default:
		return
	}
	c.slots[slot].ignored = !c.slots[slot].ignored
}

// relabel moves a Service to another Mesh, or now and then out of all of them.
func (c *churn) relabel(ctx context.Context, slot int) {
	GinkgoHelper()
	mesh := oneOf[any](c, firstMesh, otherMesh)
	if c.random.IntN(10) == 0 {
		mesh = nil
	}
	c.change(ctx, slot, metadata("labels", v1alpha1.MeshLabel, mesh))
	c.slots[slot].mesh, _ = mesh.(string)
}

// changeFamilies adds or removes the second IP family of a Service.
func (c *churn) changeFamilies(ctx context.Context, slot int) {
	GinkgoHelper()
	families := len(get(ctx, Default, c.service(slot)).Spec.IPFamilies)
	c.change(ctx, slot, kit.JSON{"spec": kit.JSON{"ipFamilyPolicy": policyOf(3 - families)}})
}

func policyOf(families int) corev1.IPFamilyPolicy {
	if families == 1 {
		return corev1.IPFamilyPolicySingleStack
	}
	return corev1.IPFamilyPolicyRequireDualStack
}

// annotate makes the service controller sync a Service, and concerns no other controller.
func (c *churn) annotate(ctx context.Context, slot int) {
	GinkgoHelper()
	c.change(ctx, slot, metadata("annotations", "example.com/note", oneOf[any](c, "one", "two", nil)))
}

func (c *churn) restart(ctx context.Context, _ int) {
	GinkgoHelper()
	restartMeshwork(ctx, oneOf(c, firstClass, otherClass))
}
