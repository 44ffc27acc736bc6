package faults

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	// vipClass is the class that the manager serves.
	vipClass = v1alpha1.DefaultLoadBalancerClass

	balanced, balancedFlipped = "balanced", "balanced-flipped"
)

// newBalanced returns a Service that gets addresses of its Mesh.
func newBalanced(name string, edits ...func(*corev1.Service)) *corev1.Service {
	return userService(name, append([]func(*corev1.Service){kit.LoadBalanced(vipClass)}, edits...)...)
}

// flipClass gives a Service the manager's class, another class, or none.
func (c *churn) flipClass(ctx context.Context, namespace string) error {
	service := &corev1.Service{ObjectMeta: named(namespace, balancedFlipped)}
	spec := oneOf(c,
		kit.JSON{"type": corev1.ServiceTypeClusterIP, "allocateLoadBalancerNodePorts": nil},
		kit.JSON{"type": corev1.ServiceTypeClusterIP, "allocateLoadBalancerNodePorts": nil},
		kit.JSON{"type": corev1.ServiceTypeLoadBalancer, "loadBalancerClass": vipClass, "allocateLoadBalancerNodePorts": false},
		kit.JSON{"type": corev1.ServiceTypeLoadBalancer, "loadBalancerClass": vipClass, "allocateLoadBalancerNodePorts": false},
		kit.JSON{"type": corev1.ServiceTypeLoadBalancer, "loadBalancerClass": "example.com/other", "allocateLoadBalancerNodePorts": false},
	)
	return merge(ctx, service, kit.JSON{"spec": spec})
}

// requestVIP requests an address that others request too, or none.
func (c *churn) requestVIP(ctx context.Context, namespace string) error {
	service := &corev1.Service{ObjectMeta: named(namespace, oneOf(c, balanced, balancedFlipped))}
	request := oneOf[any](c, nil, nil, "10.200.0.250", "10.200.0.251", "10.200.0.250, fd00:200::77")
	return merge(ctx, service, kit.JSON{"metadata": kit.JSON{"annotations": kit.JSON{v1alpha1.VIPAnnotation: request}}})
}

// hideVIPs clears the status of a Service.
func (c *churn) hideVIPs(ctx context.Context, namespace string) error {
	service := &corev1.Service{ObjectMeta: named(namespace, oneOf(c, balanced, balancedFlipped))}
	return mergeStatus(ctx, service, kit.JSON{"loadBalancer": kit.JSON{"ingress": nil}})
}

// checkVIPs compares the addresses of a Service with the decision of a manager that has
// just been started.
func (s *seen) checkVIPs(service *corev1.Service, p *problems) {
	mesh := meshservice.WantedMesh(service, s.namespaces[service.Namespace])
	view := vip.View{Service: service, Class: vipClass, Mesh: mesh, MeshFound: s.meshes[mesh] != nil}
	if view.MeshFound {
		view.Ranges = vip.RangesOf(s.meshes[mesh], nil).Ranges
	}
	for _, virtualIP := range s.virtualIPs {
		if holder := virtualIP.Spec.Service; vip.IsClaim(virtualIP, vipClass) && holder.Namespace == service.Namespace && holder.Name == service.Name {
			view.Claims = append(view.Claims, virtualIP)
		}
	}
	decision := vip.Decide(view)
	for _, virtualIP := range append(decision.Release, decision.Orphans...) {
		p.add("%s should be free", virtualIP.Name)
	}
	for _, want := range decision.Want {
		if !want.Requested.IsValid() || s.virtualIP(vip.NameOf(want.Requested)) == nil {
			p.add("an address is missing: %+v", want)
		}
	}
	kept := vip.Addresses(decision.Keep)
	shown := vip.Shown(service)
	slices.SortFunc(kept, netip.Addr.Compare)
	slices.SortFunc(shown, netip.Addr.Compare)
	if !slices.Equal(kept, shown) {
		p.add("it shows %v, but has %v", shown, kept)
	}
}

// checkOwners finds addresses that belong to no Service, and addresses that two
// Services show.
func (s *seen) checkOwners(namespaces []string, p *problems) {
	shownBy := map[netip.Addr]string{}
	for _, service := range s.services {
		for _, address := range vip.Shown(service) {
			if other := shownBy[address]; other != "" {
				p.add("%s is shown by Services %s and %s/%s", address, other, service.Namespace, service.Name)
			}
			shownBy[address] = fmt.Sprintf("%s/%s", service.Namespace, service.Name)
		}
	}
	for _, virtualIP := range s.virtualIPs {
		holder := virtualIP.Spec.Service
		if slices.Contains(namespaces, holder.Namespace) && find(s.services, holder.Namespace, holder.Name) == nil {
			p.add("%s is kept for Service %s/%s, which does not exist", virtualIP.Name, holder.Namespace, holder.Name)
		}
	}
}

func (s *seen) virtualIP(name string) *v1alpha1.VirtualIP { return find(s.virtualIPs, "", name) }

// vipFields are the fields that the manager writes on a Service of its class.
func vipFields(service client.Object) []string {
	if name := service.GetName(); name == balanced || name == balancedFlipped {
		return []string{"status.loadBalancer", "status.loadBalancer.ingress", "status.conditions"}
	}
	return nil
}
