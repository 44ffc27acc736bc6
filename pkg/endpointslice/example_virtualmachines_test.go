package endpointslice_test

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// VirtualMachinePool is a custom resource: machines outside the cluster that serve one of its
// Services.
type VirtualMachinePool struct {
	metav1.TypeMeta
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

// DeepCopyObject is required for a Kubernetes object. It is usually generated.
func (p *VirtualMachinePool) DeepCopyObject() runtime.Object {
	pool := *p
	return &pool
}

// The machines of a pool, which is not a Kubernetes type, become the endpoints of a Service
// without a selector. Any custom resource can be an owner, given a scheme with its kind.
func Example_virtualMachines() {
	scheme := runtime.NewScheme()
	scheme.AddKnownTypes(schema.GroupVersion{Group: "example.com", Version: "v1"}, &VirtualMachinePool{})
	pool := &VirtualMachinePool{
		ObjectMeta: metav1.ObjectMeta{Name: "legacy", Namespace: "shop", UID: "c0de"},
		Service:    "billing",
		Port:       8443,
		Machines: []VirtualMachine{
			{Name: "vm-1", Address: "192.0.2.11", Zone: "east", Healthy: true},
			{Name: "vm-2", Address: "192.0.2.12", Zone: "west", Healthy: true},
			{Name: "vm-3", Address: "192.0.2.13", Zone: "west"},
		},
	}

	reconciler := endpointslice.NewReconciler(printer{}, "virtualmachine-controller.example.com",
		endpointslice.WithScheme(scheme),
		endpointslice.WithMaxEndpointsPerSlice(2),
		endpointslice.WithOwnershipEnforced(true),
	)
	_, err := reconciler.Reconcile(context.Background(), pool, desiredFromMachines(pool), nil,
		sets.New(discoveryv1.AddressTypeIPv4), nil, labelsFromPool(pool), time.Time{})
	if err != nil {
		fmt.Println(err)
	}

	// Output:
	// create legacy-… of VirtualMachinePool legacy: IPv4 https:8443 192.0.2.11 192.0.2.12
	// create legacy-… of VirtualMachinePool legacy: IPv4 https:8443 192.0.2.13 (not ready)
}

// desiredFromMachines does everything that a source of endpoints must do.
func desiredFromMachines(pool *VirtualMachinePool) []*endpointslice.EndpointPortAddressType {
	desired := &endpointslice.EndpointPortAddressType{
		AddressType: discoveryv1.AddressTypeIPv4,
		Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("https"), Port: ptr.To(pool.Port), Protocol: ptr.To(corev1.ProtocolTCP)}},
	}
	for _, machine := range pool.Machines {
		desired.Endpoints = append(desired.Endpoints, discoveryv1.Endpoint{
			Addresses:  []string{machine.Address},
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(machine.Healthy)},
			Hostname:   ptr.To(machine.Name),
			Zone:       ptr.To(machine.Zone),
		})
	}
	return []*endpointslice.EndpointPortAddressType{desired}
}

// labelsFromPool sets the name of the Service, so that kube-proxy finds the slices. The
// reconciler would add the manager if it were missing.
func labelsFromPool(pool *VirtualMachinePool) endpointslice.SetEndpointSliceLabelsAnnotations {
	return func(_ logr.Logger, slice *discoveryv1.EndpointSlice, controllerName string) (labels, annotations map[string]string, changed bool) {
		labels = map[string]string{
			discoveryv1.LabelServiceName: pool.Service,
			discoveryv1.LabelManagedBy:   controllerName,
		}
		return labels, slice.Annotations, !maps.Equal(labels, slice.Labels)
	}
}
