package loadbalancer

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// Otherwise, the Service would get another address, and this one would stay in use forever.
func TestAVirtualIPWhoseLabelsWereRemoved(t *testing.T) {
	c := newChurn(t)
	c.sync()
	address := vip.Shown(c.service)
	only := func() *v1alpha1.VirtualIP {
		var list v1alpha1.VirtualIPList
		c.Expect(c.api.List(t.Context(), &list)).To(Succeed())
		c.Expect(list.Items).To(HaveLen(1))
		return &list.Items[0]
	}
	before := only().Labels
	removeLabels := func() {
		claim := only()
		claim.Labels = nil
		c.Expect(c.api.Update(t.Context(), claim)).To(Succeed())
		c.r.addresses.record(claim)
	}

	removeLabels()
	c.sync()
	c.Expect(vip.Shown(c.service)).To(Equal(address))
	c.Expect(only().Labels).To(Equal(before))

	removeLabels()
	c.edit(leave)
	for range 3 {
		c.sync()
		c.after(churnCooldown)
	}
	var list v1alpha1.VirtualIPList
	c.Expect(c.api.List(t.Context(), &list)).To(Succeed())
	c.Expect(list.Items).To(BeEmpty())
}
