package endpointslice_test

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
)

// sourceCluster is the label for the cluster of the endpoints in a slice
// (https://github.com/kubernetes/enhancements/tree/master/keps/sig-multicluster/1645-multi-cluster-services-api).
const sourceCluster = "multicluster.kubernetes.io/source-cluster"

// remoteEndpoints are the addresses of a Service in other clusters, by cluster. A cluster that
// cannot be reached is nil.
type remoteEndpoints map[string][]string

func (r remoteEndpoints) groups() []endpointslice.Group {
	var groups []endpointslice.Group
	for cluster, addresses := range r {
		group := endpointslice.Group{
			AddressType: discoveryv1.AddressTypeIPv4,
			Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("http"), Port: ptr.To[int32](80), Protocol: ptr.To(corev1.ProtocolTCP)}},
			Labels:      map[string]string{sourceCluster: cluster},
		}
		for _, address := range addresses {
			group.Endpoints = append(group.Endpoints, discoveryv1.Endpoint{Addresses: []string{address}})
		}
		groups = append(groups, group)
	}
	return groups
}

// isUnreachable reports whether a slice is of a cluster whose endpoints are unknown at the moment.
func (r remoteEndpoints) isUnreachable(slice *discoveryv1.EndpointSlice) bool {
	addresses, found := r[slice.Labels[sourceCluster]]
	return found && addresses == nil
}

// A Service has a set of slices for each remote cluster. They are distinguished by a label.
func Example_sets() {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop", UID: "4a1c"}}
	client := endpointslicetest.NewClient()
	reconciler, err := endpointslice.New(client, endpointslice.Config{
		ControllerName: "remote-endpoints.example.com",
		OwnerKind:      corev1.SchemeGroupVersion.WithKind("Service"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, remote := range []remoteEndpoints{
		{"east": {"10.1.0.1", "10.1.0.2"}, "west": {"10.2.0.1"}},
		{"east": nil, "north": {"10.3.0.1"}}, // east cannot be reached, west has left
	} {
		_, err := reconciler.Reconcile(context.Background(), endpointslice.Sync{
			Owner:    service,
			Groups:   remote.groups(),
			Existing: client.List(),
			Keep:     remote.isUnreachable,
		})
		fmt.Println("error:", err)
		for _, slice := range client.List() {
			fmt.Println(slice.Labels[sourceCluster], endpointslicetest.Describe(slice))
		}
	}

	// Output:
	// error: <nil>
	// east web-1 IPv4 http:80: 10.1.0.1 10.1.0.2
	// west web-2 IPv4 http:80: 10.2.0.1
	// error: <nil>
	// east web-1 IPv4 http:80: 10.1.0.1 10.1.0.2
	// north web-3 IPv4 http:80: 10.3.0.1
}
