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

// cloudRange has the addresses of the cloud.
var cloudRange = netip.MustParsePrefix("198.18.0.0/15")

// provider extends the fake cloud of k8s.io/cloud-provider, which has the same address
// for all load balancers, does not know which ones exist, and has a data race when
// more than one worker calls it.
type provider struct {
	*fake.Cloud

	mutex sync.Mutex
	last  netip.Addr
	// balancers are the addresses of the existing load balancers by the UID of their
	// Service, which is also in the name that a cloud gives them.
	balancers map[types.UID]netip.Addr
	// called are the Services for which the service controller has ever called.
	called map[types.UID]bool
	// slow are Services whose load balancer is ready only when the channel is closed.
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

// LoadBalancer makes the service controller call this provider, not the embedded one.
func (p *provider) LoadBalancer() (cloudprovider.LoadBalancer, bool) { return p, true }

// GetLoadBalancer reports whether a Service has a load balancer.
func (p *provider) GetLoadBalancer(ctx context.Context, clusterName string, service *corev1.Service) (*corev1.LoadBalancerStatus, bool, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.called[service.UID] = true
	address, exists := p.balancers[service.UID]
	p.Exists, p.ExternalIP = exists, address.AsSlice()
	return p.Cloud.GetLoadBalancer(ctx, clusterName, service)
}

// EnsureLoadBalancer creates a load balancer with its own address for a Service.
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

// UpdateLoadBalancer records other Nodes.
func (p *provider) UpdateLoadBalancer(ctx context.Context, clusterName string, service *corev1.Service, nodes []*corev1.Node) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.called[service.UID] = true
	return p.Cloud.UpdateLoadBalancer(ctx, clusterName, service, nodes)
}

// EnsureLoadBalancerDeleted deletes the load balancer of a Service.
func (p *provider) EnsureLoadBalancerDeleted(ctx context.Context, clusterName string, service *corev1.Service) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.called[service.UID] = true
	delete(p.balancers, service.UID)
	return p.Cloud.EnsureLoadBalancerDeleted(ctx, clusterName, service)
}

// slowDown delays the load balancer of a Service, as real clouds do, until the
// returned function is called.
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

// addresses returns the addresses of all existing load balancers.
func (p *provider) addresses() map[types.UID]netip.Addr {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return maps.Clone(p.balancers)
}

// knows reports whether the service controller has ever called for a Service.
func (p *provider) knows(service *corev1.Service) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.called[service.UID]
}
