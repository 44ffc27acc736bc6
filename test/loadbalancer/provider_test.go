package loadbalancer_test

import (
	"context"
	"maps"
	"net/netip"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/cloud-provider/fake"
)

// cloudRange is where the cloud's addresses are from.
var cloudRange = netip.MustParsePrefix("198.18.0.0/15")

// provider is the fake cloud of k8s.io/cloud-provider, made fit for this: that one
// has the same address for all load balancers, does not know which ones exist, and
// races when it is called by more than one worker.
type provider struct {
	*fake.Cloud

	mutex sync.Mutex
	last  netip.Addr
	// balancers are the addresses of the load balancers that exist, by the UID of
	// their Service, as in the name that a cloud gives them.
	balancers map[types.UID]netip.Addr
	// called are the Services that the service controller has ever asked about.
	called map[types.UID]bool
	// slow are Services whose load balancer is not there before the channel is closed.
	slow map[types.NamespacedName]chan struct{}
}

func newProvider() *provider {
	return &provider{
		Cloud:     &fake.Cloud{},
		last:      cloudRange.Addr(),
		balancers: map[types.UID]netip.Addr{},
		called:    map[types.UID]bool{},
		slow:      map[types.NamespacedName]chan struct{}{},
	}
}

// LoadBalancer makes the service controller call this provider, not the one in it.
func (p *provider) LoadBalancer() (cloudprovider.LoadBalancer, bool) { return p, true }

// GetLoadBalancer tells whether a Service has a load balancer.
func (p *provider) GetLoadBalancer(ctx context.Context, clusterName string, service *corev1.Service) (*corev1.LoadBalancerStatus, bool, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.called[service.UID] = true
	address, exists := p.balancers[service.UID]
	p.Exists, p.ExternalIP = exists, address.AsSlice()
	return p.Cloud.GetLoadBalancer(ctx, clusterName, service)
}

// EnsureLoadBalancer gives a Service a load balancer with an address of its own.
func (p *provider) EnsureLoadBalancer(ctx context.Context, clusterName string, service *corev1.Service, nodes []*corev1.Node) (*corev1.LoadBalancerStatus, error) {
	p.wait(ctx, service)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.called[service.UID] = true
	if _, exists := p.balancers[service.UID]; !exists {
		p.last = p.last.Next()
		p.balancers[service.UID] = p.last
	}
	p.ExternalIP = p.balancers[service.UID].AsSlice()
	return p.Cloud.EnsureLoadBalancer(ctx, clusterName, service, nodes)
}

// UpdateLoadBalancer notes other Nodes.
func (p *provider) UpdateLoadBalancer(ctx context.Context, clusterName string, service *corev1.Service, nodes []*corev1.Node) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.called[service.UID] = true
	return p.Cloud.UpdateLoadBalancer(ctx, clusterName, service, nodes)
}

// EnsureLoadBalancerDeleted takes the load balancer from a Service.
func (p *provider) EnsureLoadBalancerDeleted(ctx context.Context, clusterName string, service *corev1.Service) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.called[service.UID] = true
	delete(p.balancers, service.UID)
	return p.Cloud.EnsureLoadBalancerDeleted(ctx, clusterName, service)
}

// slowDown makes the cloud take its time, as they do, with the load balancer of a
// Service. It is done when the function that this returns is called.
func (p *provider) slowDown(key types.NamespacedName) (finish func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	done := make(chan struct{})
	p.slow[key] = done
	return sync.OnceFunc(func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		delete(p.slow, key)
		close(done)
	})
}

func (p *provider) wait(ctx context.Context, service *corev1.Service) {
	p.mutex.Lock()
	p.called[service.UID] = true
	done := p.slow[types.NamespacedName{Namespace: service.Namespace, Name: service.Name}]
	p.mutex.Unlock()
	if done == nil {
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// addresses are those of all load balancers that exist.
func (p *provider) addresses() map[types.UID]netip.Addr {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return maps.Clone(p.balancers)
}

// knows tells whether the service controller has ever asked about a Service.
func (p *provider) knows(service *corev1.Service) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.called[service.UID]
}
