package vip

import (
	"net/netip"
	"time"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// DefaultCooldownPeriod is ten times the time that kube-proxy leaves between two syncs.
const DefaultCooldownPeriod = 10 * time.Second

// Cooldowns tracks the addresses that cool down. After a Service stops showing an
// address, some kube-proxies still forward connections to its Pods for a while, so no other Service
// gets the address until the period is over.
//
// The period starts when the caller learns of the release. That is never before the
// release, whatever the clocks of the machines say. A new manager starts the period again.
//
// Cooldowns are not safe for concurrent use.
type Cooldowns struct {
	period  time.Duration
	started map[netip.Addr]cooldown
}

type cooldown struct {
	// resourceVersion is the VirtualIP's. A release after a renewal has another one.
	resourceVersion string
	since           time.Time
}

// NewCooldowns returns Cooldowns of a period. If it is 0, addresses do not cool down.
func NewCooldowns(period time.Duration) *Cooldowns {
	return &Cooldowns{period: period, started: map[netip.Addr]cooldown{}}
}

// Record records a VirtualIP as it is now.
func (c *Cooldowns) Record(virtualIP *v1alpha1.VirtualIP, now time.Time) {
	address := AddressOf(virtualIP)
	if !IsReleased(virtualIP) {
		delete(c.started, address)
	} else if started, found := c.started[address]; !found || started.resourceVersion != virtualIP.ResourceVersion {
		c.started[address] = cooldown{virtualIP.ResourceVersion, now}
	}
}

// Forget records that an address has no VirtualIP any more.
func (c *Cooldowns) Forget(address netip.Addr) { delete(c.started, address) }

// Left returns how long the address of a claim still has to cool down. The period of a
// claim that is not recorded has not started yet.
func (c *Cooldowns) Left(claim *v1alpha1.VirtualIP, now time.Time) time.Duration {
	started, found := c.started[AddressOf(claim)]
	if !found || started.resourceVersion != claim.ResourceVersion {
		return c.period
	}
	return max(0, c.period-now.Sub(started.since))
}
