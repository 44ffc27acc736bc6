// The example is a complete controller: the machines of a custom resource become the endpoints
// of a Service without a selector. config.yaml has its CustomResourceDefinition and its
// permissions.
package main

import (
	"context"
	"flag"
	"net/netip"
	"os"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/controllerruntime"
)

const controllerName = "pool-controller.example.com"

func main() {
	flag.Parse() // --kubeconfig
	ctrl.SetLogger(zap.New())
	if err := run(ctrl.SetupSignalHandler()); err != nil {
		ctrl.Log.Error(err, "the controller has ended")
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	scheme := runtime.NewScheme()
	addToScheme(scheme)
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return err
	}
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
		Cache: cache.Options{ByObject: map[client.Object]cache.ByObject{
			&discoveryv1.EndpointSlice{}: controllerruntime.Cached(controllerName),
		}},
	})
	if err != nil {
		return err
	}
	slices, err := controllerruntime.NewReconciler(mgr, controllerruntime.Options{
		Config: endpointslice.Config{ControllerName: controllerName},
	}, desired)
	if err != nil {
		return err
	}
	if err := slices.Builder().Complete(slices); err != nil {
		return err
	}
	return mgr.Start(ctx)
}

// desired returns a group for each address type.
func desired(_ context.Context, pool *VirtualMachinePool) (endpointslice.Sync, error) {
	var ports []discoveryv1.EndpointPort
	for _, port := range pool.Spec.Ports {
		ports = append(ports, discoveryv1.EndpointPort{Name: ptr.To(port.Name), Port: ptr.To(port.Number), Protocol: ptr.To(corev1.ProtocolTCP)})
	}
	ipv4 := endpointslice.Group{AddressType: discoveryv1.AddressTypeIPv4, Ports: ports}
	ipv6 := endpointslice.Group{AddressType: discoveryv1.AddressTypeIPv6, Ports: ports}
	for _, machine := range pool.Spec.Machines {
		for _, address := range machine.Addresses {
			group := &ipv4
			if ip, err := netip.ParseAddr(address); err == nil && ip.Is6() {
				group = &ipv6
			}
			group.Endpoints = append(group.Endpoints, machine.endpoint(address))
		}
	}
	return endpointslice.Sync{ServiceName: pool.Spec.Service, Groups: []endpointslice.Group{ipv4, ipv6}}, nil
}

func (m VirtualMachine) endpoint(address string) discoveryv1.Endpoint {
	endpoint := discoveryv1.Endpoint{
		Addresses:  []string{address},
		Hostname:   ptr.To(m.Name),
		Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(m.Healthy)},
	}
	if m.Zone != "" {
		endpoint.Zone = ptr.To(m.Zone)
	}
	return endpoint
}
