package endpointslice_test

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
)

// VirtualMachinePool is a custom resource: machines outside the cluster that serve one of its
// Services.
type VirtualMachinePool struct {
	metav1.ObjectMeta
	Service  string
	Port     int32
	Machines []VirtualMachine
}

// VirtualMachine is one machine of a pool.
type VirtualMachine struct {
	Name, Address, Zone string
	Healthy             bool
}

// groups does everything that a source of endpoints must do.
func (p *VirtualMachinePool) groups() []endpointslice.Group {
	group := endpointslice.Group{
		AddressType: discoveryv1.AddressTypeIPv4,
		Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("https"), Port: ptr.To(p.Port), Protocol: ptr.To(corev1.ProtocolTCP)}},
	}
	for _, machine := range p.Machines {
		group.Endpoints = append(group.Endpoints, discoveryv1.Endpoint{
			Addresses:  []string{machine.Address},
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(machine.Healthy)},
			Hostname:   ptr.To(machine.Name),
			Zone:       ptr.To(machine.Zone),
		})
	}
	return []endpointslice.Group{group}
}

// The machines of a pool, a custom resource, become the endpoints of a Service without a
// selector.
func Example() {
	pool := &VirtualMachinePool{
		ObjectMeta: metav1.ObjectMeta{Name: "legacy", Namespace: "shop", UID: "c0de"},
		Service:    "billing",
		Port:       8443,
		Machines: []VirtualMachine{
			{Name: "vm-1", Address: "192.0.2.11", Zone: "east", Healthy: true},
			{Name: "vm-2", Address: "192.0.2.12", Zone: "west", Healthy: true},
			{Name: "vm-3", Address: "192.0.2.13", Zone: "west"},
			{Name: "vm-4", Address: "192.0.2.256", Zone: "west"},
		},
	}
	client := endpointslicetest.NewClient() // in a cluster, clientset.From(kubeClient.DiscoveryV1())
	reconciler, err := endpointslice.New(client, endpointslice.Config{
		ControllerName:       "virtualmachine-controller.example.com",
		OwnerKind:            schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "VirtualMachinePool"},
		MaxEndpointsPerSlice: 2,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := reconciler.Reconcile(context.Background(), endpointslice.Sync{
		Owner:       pool,
		ServiceName: pool.Service,
		Groups:      pool.groups(),
		Existing:    client.List(), // in a cluster, the slices of the owner, and orphans of the Service, in a cache
	})
	if err != nil {
		fmt.Println(err)
	}
	for _, found := range result.Findings {
		fmt.Println(found.Type, found.Reason, found.Message) // usually an event
	}
	for _, slice := range client.List() {
		fmt.Println(endpointslicetest.Describe(slice))
	}

	// Output:
	// Warning InvalidIPAddress no valid IP address; skipped: "192.0.2.256" of vm-4
	// legacy-1 IPv4 https:8443: 192.0.2.11 192.0.2.12
	// legacy-2 IPv4 https:8443: 192.0.2.13 (not ready)
}
