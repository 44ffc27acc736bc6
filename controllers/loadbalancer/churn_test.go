package loadbalancer

import (
	"context"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	churnPeriod   = time.Second
	churnCooldown = 10 * time.Second
)

// churn has a Service of the class that gets an address from the controller.
type churn struct {
	*WithT
	api     client.Client
	r       *Reconciler
	clock   *clocktesting.FakePassiveClock
	service *corev1.Service
	mesh    *v1alpha1.Mesh
	writes  int
	// occupant is the claim of another Service, if there is one.
	occupant *v1alpha1.VirtualIP
}

func newChurn(t *testing.T) *churn {
	c := &churn{
		WithT:   NewWithT(t),
		clock:   clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)),
		mesh:    kit.Mesh("mesh", kit.WithVIPRanges("10.0.0.0/29")),
		service: kit.Service("shop", "web", kit.InMesh("mesh"), kit.LoadBalanced(modelClass)),
	}
	c.service.UID, c.service.Spec.IPFamilies = "web-uid", []corev1.IPFamily{corev1.IPv4Protocol}
	c.api = fake.NewClientBuilder().WithScheme(kit.Scheme()).
		WithObjects(c.mesh, kit.Namespace("shop"), c.service).WithStatusSubresource(c.service).
		WithIndex(cache.SlicesByService.Object, cache.SlicesByService.Name, cache.SlicesByService.Keys).
		WithInterceptorFuncs(interceptor.Funcs{
			SubResourceApply: func(ctx context.Context, api client.Client, subResource string, configuration runtime.ApplyConfiguration, options ...client.SubResourceApplyOption) error {
				c.writes++
				return api.SubResource(subResource).Apply(ctx, configuration, options...)
			},
		}).Build()
	var err error
	c.r, err = New(Options{
		Dependencies: controller.Dependencies{Client: c.api, APIReader: c.api, Clock: c.clock, Metrics: prometheus.NewRegistry(), ConcurrentSyncs: 1},
		Class:        modelClass, StatusSyncPeriod: churnPeriod, VIPCooldownPeriod: churnCooldown,
	})
	c.Expect(err).NotTo(HaveOccurred())
	c.r.addresses.setMeshes([]*v1alpha1.Mesh{c.mesh})
	return c
}

// sync returns how long the controller waits.
func (c *churn) sync() time.Duration {
	wait := c.reconcile(client.ObjectKeyFromObject(c.service))
	c.Expect(c.api.Get(context.Background(), client.ObjectKeyFromObject(c.service), c.service)).To(Succeed())
	return wait
}

func (c *churn) reconcile(name types.NamespacedName) time.Duration {
	result, err := c.r.Reconcile(context.Background(), reconcile.Request{NamespacedName: name})
	c.Expect(err).NotTo(HaveOccurred())
	return result.RequeueAfter
}

func (c *churn) after(wait time.Duration) { c.clock.SetTime(c.clock.Now().Add(wait)) }

func (c *churn) reachable() string {
	condition := meta.FindStatusCondition(c.service.Status.Conditions, v1alpha1.ConditionVIPReachable)
	c.Expect(condition).NotTo(BeNil())
	return string(condition.Status) + " " + condition.Reason
}

func TestChangesThatMoveNoAddressAreThrottled(t *testing.T) {
	c := newChurn(t)
	c.Expect(c.sync()).To(BeZero())
	c.Expect(vip.Shown(c.service)).To(HaveLen(1))
	c.Expect(c.reachable()).To(Equal("False NoReadyEndpoint"))
	c.Expect(c.writes).To(Equal(1))

	slice := kit.EndpointSlice("shop", "web", discoveryv1.AddressTypeIPv4, kit.Endpoint("10.1.0.1", true))
	c.Expect(c.api.Create(t.Context(), slice)).To(Succeed())
	for range 10 {
		c.Expect(c.sync()).To(BeNumerically(">", 0))
		c.after(churnPeriod / 20)
	}
	c.Expect(c.writes).To(Equal(1))
	c.after(churnPeriod / 2)
	c.Expect(c.sync()).To(BeZero())
	c.Expect(c.reachable()).To(Equal("True EndpointsReady"))
	c.Expect(c.writes).To(Equal(2))

	for i := range 101 { // ends ready
		slice.Endpoints[0].Conditions.Ready = new(i%2 == 0)
		c.Expect(c.api.Update(t.Context(), slice)).To(Succeed())
		c.sync()
		c.after(churnPeriod / 200)
	}
	c.after(churnPeriod)
	c.Expect(c.sync()).To(BeZero())
	c.Expect(c.writes).To(Equal(2), "nothing has changed in the end")

	c.mesh.Spec.VIPs.IPMode = corev1.LoadBalancerIPModeProxy
	c.Expect(c.api.Update(t.Context(), c.mesh)).To(Succeed())
	c.Expect(c.sync()).To(BeZero())
	c.Expect(c.reachable()).To(Equal("Unknown LeftToProxies"))
	c.mesh.Spec.VIPs.IPMode = corev1.LoadBalancerIPModeVIP
	c.Expect(c.api.Update(t.Context(), c.mesh)).To(Succeed())
	c.Expect(c.sync()).To(Equal(churnPeriod))
	c.Expect(c.service.Status.LoadBalancer.Ingress[0].IPMode).To(HaveValue(Equal(corev1.LoadBalancerIPModeProxy)))
	c.Expect(c.writes).To(Equal(3))
}

func TestAChangeThatMovesAnAddressIsNotThrottled(t *testing.T) {
	c := newChurn(t)
	c.sync()
	for i, address := range []string{"10.0.0.5", "10.0.0.6"} {
		kit.RequestingVIPs(address)(c.service)
		c.Expect(c.api.Update(t.Context(), c.service)).To(Succeed())
		c.sync()
		c.Expect(c.service.Status.LoadBalancer.Ingress).To(ConsistOf(HaveField("IP", address)))
		c.Expect(c.writes).To(Equal(i + 2))
	}
}

// A rollout changes slices all the time. Only the first and the last endpoint of a slice
// enqueue its Service.
func TestServingChanged(t *testing.T) {
	g := NewWithT(t)
	slice := func(service string, ready ...bool) *discoveryv1.EndpointSlice {
		all := make([]discoveryv1.Endpoint, len(ready))
		for i := range ready {
			all[i] = kit.Endpoint("10.1.0.1", ready[i])
		}
		return kit.EndpointSlice("shop", service, discoveryv1.AddressTypeIPv4, all...)
	}
	update := func(before, after *discoveryv1.EndpointSlice) bool {
		return servingChanged.Update(event.UpdateEvent{ObjectOld: before, ObjectNew: after})
	}
	g.Expect(servingChanged.Create(event.CreateEvent{Object: slice("web", true)})).To(BeTrue())
	g.Expect(servingChanged.Create(event.CreateEvent{Object: slice("web", false)})).To(BeFalse())
	g.Expect(servingChanged.Delete(event.DeleteEvent{Object: slice("web", false, true)})).To(BeTrue())
	g.Expect(servingChanged.Delete(event.DeleteEvent{Object: slice("web")})).To(BeFalse())
	g.Expect(update(slice("web", false), slice("web", false, true))).To(BeTrue(), "the first")
	g.Expect(update(slice("web", false, true), slice("web", true, true))).To(BeFalse(), "a second")
	renamed := slice("web", true)
	renamed.Ports[0].Name = new("web")
	g.Expect(update(renamed, slice("web", true))).To(BeTrue(), "another name of a port")
	g.Expect(update(slice("web", true, true), slice("web", false, true))).To(BeFalse())
	g.Expect(update(slice("web", false, true), slice("web"))).To(BeTrue(), "the last")
	g.Expect(update(slice("web", true), slice("other", true))).To(BeTrue(), "it moves to another Service")
}

// Slices of Services that the controller does not serve enqueue nothing.
func TestServiceOfSlice(t *testing.T) {
	c := newChurn(t)
	plain := kit.Service("shop", "plain")
	c.Expect(c.api.Create(t.Context(), plain)).To(Succeed())
	for service, want := range map[string]int{"web": 1, "plain": 0, "unknown": 0} {
		slice := kit.EndpointSlice("shop", service, discoveryv1.AddressTypeIPv4)
		c.Expect(c.r.serviceOfSlice(t.Context(), slice)).To(HaveLen(want), service)
	}
}
