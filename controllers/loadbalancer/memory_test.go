package loadbalancer

import (
	"context"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// The deletion of a Service that has left the class enqueues nothing, so that whatever it
// has left behind would stay.
func TestAServiceThatLeftTheClassLeavesNothingBehind(t *testing.T) {
	for _, test := range []struct {
		name string
		// join makes the Service one that is remembered in the map.
		join func(*churn)
		in   string
	}{
		{"with an address", func(*churn) {}, "addresses.held"},
		{"with what was reported", func(*churn) {}, "memory.states"},
		{"while it waits", func(c *churn) { c.occupy("10.0.0.2"); c.edit(kit.RequestingVIPs("10.0.0.2")) }, "addresses.waiting"},
		{"while its claim is refused", func(c *churn) { c.refuseClaims("") }, "memory.states"},
		{"with conditions of another class", func(c *churn) { c.edit(kit.LoadBalanced("example.com/other"), theirs) }, "memory.states"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newChurn(t)
			test.join(c)
			_, _ = c.r.Reconcile(t.Context(), reconcile.Request{NamespacedName: client.ObjectKeyFromObject(c.service)})
			c.Expect(remembered(c.r)).To(HaveKey(test.in))

			c.edit(leave)
			for range 3 {
				c.sync()
				c.after(churnCooldown)
			}
			c.Expect(c.service.Status.Conditions).To(BeEmpty())
			c.Expect(c.api.Delete(t.Context(), c.service)).To(Succeed())
			if c.occupant != nil {
				c.r.addresses.forget(c.occupant)
			}
			c.Expect(remembered(c.r)).To(BeEmpty())
		})
	}
}

func (c *churn) edit(edits ...func(*corev1.Service)) {
	c.Expect(c.api.Get(context.Background(), client.ObjectKeyFromObject(c.service), c.service)).To(Succeed())
	for _, edit := range edits {
		edit(c.service)
	}
	status := c.service.DeepCopy()
	c.Expect(c.api.Update(context.Background(), c.service)).To(Succeed())
	c.service.Status = status.Status
	c.Expect(c.api.Status().Update(context.Background(), c.service)).To(Succeed())
}

const otherReason = "Theirs"

// leave takes a Service out of the class. The API server then drops its addresses, and the
// manager of another class its condition.
func leave(service *corev1.Service) {
	service.Spec.Type, service.Spec.LoadBalancerClass = corev1.ServiceTypeClusterIP, nil
	service.Status.LoadBalancer = corev1.LoadBalancerStatus{}
	if condition := meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReady); condition != nil && condition.Reason == otherReason {
		service.Status.Conditions = nil
	}
}

// theirs sets a condition as the manager of another class does.
func theirs(service *corev1.Service) {
	meta.SetStatusCondition(&service.Status.Conditions, metav1.Condition{Type: v1alpha1.ConditionVIPReady, Status: metav1.ConditionTrue, Reason: otherReason})
}

// occupy has another Service hold an address.
func (c *churn) occupy(address string) {
	other := kit.Service("shop", "other")
	other.UID = "other-uid"
	c.occupant = vip.NewClaim(netip.MustParseAddr(address), "mesh", modelClass, other)
	c.r.addresses.record(c.occupant)
}

// A Service waits for an address that another one may release. It does not wait while its own
// claim fails: the address that this gives back would enqueue it at once.
func TestWhatWaitsForAnAddress(t *testing.T) {
	for _, test := range []struct {
		name  string
		join  func(*churn)
		waits bool
	}{
		{"another one holds it", func(c *churn) { c.occupy("10.0.0.2"); c.edit(kit.RequestingVIPs("10.0.0.2")) }, true},
		{"it is in no range", func(c *churn) { c.edit(kit.RequestingVIPs("10.9.9.9")) }, false},
		{"there is no range of a family, and the claim of the other one fails", func(c *churn) {
			c.refuseClaims("")
			c.edit(kit.DualStack, func(s *corev1.Service) {
				s.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}
			})
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newChurn(t)
			test.join(c)
			_, _ = c.r.Reconcile(t.Context(), reconcile.Request{NamespacedName: client.ObjectKeyFromObject(c.service)})
			c.Expect(c.r.addresses.allWaiting()).To(HaveLen(map[bool]int{true: 1}[test.waits]))
		})
	}
}

// A claim of a former Service that cannot be released does not keep the new one from its address.
func TestAServiceGetsItsAddressWhileThatOfAFormerOneCannotBeReleased(t *testing.T) {
	c := newChurn(t)
	former := c.service.DeepCopy()
	former.UID = "former-uid"
	claim := vip.NewClaim(netip.MustParseAddr("10.0.0.5"), "mesh", modelClass, former)
	c.Expect(c.api.Create(t.Context(), claim)).To(Succeed())
	c.r.addresses.record(claim)
	refused := apierrors.NewForbidden(virtualIPResource, claim.Name, nil)
	c.r.Client = interceptor.NewClient(c.api.(client.WithWatch), interceptor.Funcs{
		Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
			return refused
		},
	})

	_, err := c.r.Reconcile(t.Context(), reconcile.Request{NamespacedName: client.ObjectKeyFromObject(c.service)})
	c.Expect(err).To(MatchError(ContainSubstring("releasing 10.0.0.5")))
	c.edit()
	c.Expect(vip.Shown(c.service)).To(HaveLen(1))
}

// A claim of one family that is refused does not keep the former address of the other.
func TestAnAddressIsReleasedWhileAnotherCannotBeClaimed(t *testing.T) {
	c := newChurn(t)
	c.mesh.Spec.VIPs.CIDRs = append(c.mesh.Spec.VIPs.CIDRs, "fd00::/125")
	c.Expect(c.api.Update(t.Context(), c.mesh)).To(Succeed())
	c.r.addresses.setMeshes([]*v1alpha1.Mesh{c.mesh})
	c.sync()
	former := c.service.Status.LoadBalancer.Ingress[0].IP
	c.refuseClaims(":")
	c.service.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}
	kit.RequestingVIPs("10.0.0.5")(c.service)
	c.Expect(c.api.Update(t.Context(), c.service)).To(Succeed())

	_, err := c.r.Reconcile(t.Context(), reconcile.Request{NamespacedName: client.ObjectKeyFromObject(c.service)})
	c.Expect(err).To(MatchError(apierrors.IsForbidden, "IsForbidden"))
	c.Expect(c.api.Get(t.Context(), client.ObjectKeyFromObject(c.service), c.service)).To(Succeed())
	c.Expect(vip.Shown(c.service)).To(HaveExactElements(netip.MustParseAddr("10.0.0.5")))
	c.Expect(c.claims()).To(Equal(map[string]bool{"10.0.0.5": false, former: true}), "released or not")
}

// refuseClaims refuses claims of addresses that contain a text.
func (c *churn) refuseClaims(part string) {
	c.r.Client = interceptor.NewClient(c.api.(client.WithWatch), interceptor.Funcs{
		Create: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.CreateOption) error {
			if claim, isClaim := object.(*v1alpha1.VirtualIP); isClaim && strings.Contains(claim.Spec.Address, part) {
				return apierrors.NewForbidden(virtualIPResource, object.GetName(), nil)
			}
			return api.Create(ctx, object, options...)
		},
	})
}

// remembered returns the sizes of the maps in which the controller remembers Services and
// addresses, unless they are empty.
func remembered(r *Reconciler) map[string]int {
	found := map[string]int{}
	fields := reflect.ValueOf(r).Elem()
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Name; name != "Options" {
			collectMaps(fields.Field(i), name, found)
		}
	}
	return found
}

func collectMaps(value reflect.Value, path string, found map[string]int) {
	switch value.Kind() {
	case reflect.Pointer:
		if strings.HasPrefix(value.Type().Elem().PkgPath(), "github.com/meshwork-dev/") && !value.IsNil() {
			collectMaps(value.Elem(), path, found)
		}
	case reflect.Struct:
		for i := range value.NumField() {
			collectMaps(value.Field(i), path+"."+value.Type().Field(i).Name, found)
		}
	case reflect.Map:
		switch value.Type().Key() {
		case reflect.TypeFor[types.NamespacedName](), reflect.TypeFor[types.UID](), reflect.TypeFor[netip.Addr]():
			if value.Len() > 0 {
				found[path] = value.Len()
			}
		}
	}
}

// The watch may show the deletion of a VirtualIP before the response to its creation arrives.
func TestWhatIsGoneIsNotInUse(t *testing.T) {
	g, clock := NewWithT(t), clocktesting.NewFakePassiveClock(time.Now())
	addresses := newVirtualIPs(0, clock)
	claim := &v1alpha1.VirtualIP{ObjectMeta: metav1.ObjectMeta{Name: "ipv4-10-200-0-0", UID: "1"}, Spec: v1alpha1.VirtualIPSpec{Address: "10.200.0.0"}}
	addresses.record(claim)
	addresses.forget(claim) // it was deleted, and has a finalizer
	addresses.record(claim)
	g.Expect(addresses.inUse).To(HaveLen(1))
	addresses.recordGone(claim)
	addresses.record(claim)
	g.Expect(addresses.inUse).To(BeEmpty())
	next := claim.DeepCopy()
	next.UID = "2"
	addresses.record(next)
	g.Expect(addresses.inUse).To(HaveLen(1))
}
