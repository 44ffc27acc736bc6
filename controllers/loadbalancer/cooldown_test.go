package loadbalancer

import (
	"context"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// claims returns the VirtualIPs by address, and whether each is released.
func (c *churn) claims() map[string]bool {
	var list v1alpha1.VirtualIPList
	c.Expect(c.api.List(context.Background(), &list)).To(Succeed())
	found := map[string]bool{}
	for i := range list.Items {
		found[list.Items[i].Name] = vip.IsReleased(&list.Items[i])
	}
	return found
}

func (c *churn) optOut(out bool) {
	c.service.Annotations = map[string]string{v1alpha1.IgnoreKey: map[bool]string{true: "true", false: "false"}[out]}
	c.Expect(c.api.Update(context.Background(), c.service)).To(Succeed())
}

func TestAReleasedAddressCoolsDown(t *testing.T) {
	c := newChurn(t)
	c.Expect(c.sync()).To(BeZero())
	c.Expect(c.claims()).To(Equal(map[string]bool{"10.0.0.0": false}))

	c.optOut(true)
	c.Expect(c.sync()).To(Equal(churnCooldown))
	c.Expect(c.claims()).To(Equal(map[string]bool{"10.0.0.0": true}))
	c.after(churnCooldown / 4)
	c.Expect(c.sync()).To(Equal(churnCooldown*3/4), "it is enqueued once, for the end")
	c.optOut(false)
	c.Expect(c.sync()).To(BeZero())
	c.Expect(vip.Shown(c.service)).To(HaveLen(1))
	c.Expect(c.claims()).To(Equal(map[string]bool{"10.0.0.0": false}), "the Service gets it back")

	c.optOut(true)
	c.Expect(c.sync()).To(Equal(churnCooldown), "the time starts again")
	c.after(churnCooldown - time.Millisecond)
	c.Expect(c.sync()).To(Equal(time.Millisecond))
	c.Expect(c.claims()).To(HaveLen(1))
	c.after(time.Millisecond)
	c.Expect(c.sync()).To(BeNumerically(">", churnCooldown), "only to repeat the event")
	c.Expect(c.claims()).To(BeEmpty())
}

// The address of a Service that does not exist any more is freed too, by a manager that
// has not seen the release.
func TestANewManagerFreesReleasedAddresses(t *testing.T) {
	c := newChurn(t)
	c.sync()
	c.Expect(c.api.Delete(t.Context(), c.service)).To(Succeed())
	name := client.ObjectKeyFromObject(c.service)
	c.Expect(c.reconcile(name)).To(Equal(churnCooldown))

	c.r.addresses = newVirtualIPs(churnCooldown, c.clock)
	c.after(churnCooldown / 2)
	var claim v1alpha1.VirtualIP
	c.Expect(c.api.Get(t.Context(), client.ObjectKey{Name: "10.0.0.0"}, &claim)).To(Succeed())
	c.r.addresses.record(&claim)
	c.Expect(c.reconcile(name)).To(Equal(churnCooldown))
	c.after(churnCooldown)
	c.Expect(c.reconcile(name)).To(BeZero())
	c.Expect(c.claims()).To(BeEmpty())
}

// The claim changes after the manager has read it: another manager has renewed it.
func TestAChangedClaimIsNotReleased(t *testing.T) {
	c := newChurn(t)
	c.sync()
	var claim v1alpha1.VirtualIP
	c.Expect(c.api.Get(t.Context(), client.ObjectKey{Name: "10.0.0.0"}, &claim)).To(Succeed())
	read := claim.DeepCopy()
	claim.Labels["renewed"] = "true"
	c.Expect(c.api.Update(t.Context(), &claim)).To(Succeed())
	c.Expect(apierrors.IsConflict(c.r.startCooldown(t.Context(), read))).To(BeTrue())
	c.Expect(c.claims()).To(Equal(map[string]bool{"10.0.0.0": false}))

	c.Expect(c.api.Delete(t.Context(), &claim)).To(Succeed())
	c.Expect(c.r.startCooldown(t.Context(), read)).To(Succeed(), "there is nothing to release")
	c.Expect(c.r.addresses.holder(vip.AddressOf(read))).To(BeNil())
}

// Otherwise no address would ever be free again.
func TestAnOlderCustomResourceDefinitionDropsTheReleaseTime(t *testing.T) {
	c := newChurn(t)
	c.r.Client = interceptor.NewClient(c.api.(client.WithWatch), interceptor.Funcs{
		Patch: func(ctx context.Context, api client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
			object.(*v1alpha1.VirtualIP).Spec.Service.ReleaseTime = nil
			return api.Patch(ctx, object, patch, options...)
		},
	})
	c.sync()
	c.optOut(true)
	c.sync()
	c.Expect(c.claims()).To(BeEmpty())
}

func TestWhyARequestedAddressIsUnavailable(t *testing.T) {
	g := NewWithT(t)
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "checkout", UID: "1", ResourceVersion: "7"}}
	claim := vip.NewClaim(vip.AddressOf(&v1alpha1.VirtualIP{Spec: v1alpha1.VirtualIPSpec{Address: "10.0.0.1"}}), "mesh", modelClass, service)
	problem := unavailable(vip.AddressOf(claim), claim, "shop")
	g.Expect(problem.Type + " " + problem.Reason + " " + problem.Message).To(HavePrefix("Warning VIPInUse 10.0.0.1"))
	claim.Spec.Service.ReleaseTime = ptr.To(metav1.Now())
	problem = unavailable(vip.AddressOf(claim), claim, "other")
	g.Expect(problem.Type + " " + problem.Reason + " " + problem.Message).To(HavePrefix("Normal VIPCoolingDown 10.0.0.1"))
	g.Expect(problem.Message).NotTo(ContainSubstring("checkout"))
}
