package mirroring_test

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/mirroring"
)

// Endpoints written by a user are mirrored to slices, as Kubernetes does for Services without
// a selector.
func Example() {
	endpoints := &corev1.Endpoints{
		ObjectMeta: metav1.ObjectMeta{Name: "database", Namespace: "shop", UID: "77f0", Labels: map[string]string{"tier": "data"}},
		Subsets: []corev1.EndpointSubset{{
			Addresses:         []corev1.EndpointAddress{{IP: "192.0.2.1"}, {IP: "2001:db8::1"}, {IP: "127.0.0.1"}},
			NotReadyAddresses: []corev1.EndpointAddress{{IP: "192.0.2.2"}},
			Ports:             []corev1.EndpointPort{{Name: "sql", Port: 5432, Protocol: corev1.ProtocolTCP}},
		}},
	}
	client := endpointslicetest.NewClient() // in a cluster, clientset.From(kubeClient.DiscoveryV1())
	reconciler, err := endpointslice.New(client, endpointslice.Config{
		ControllerName: "mirroring-controller.example.com",
		OwnerKind:      corev1.SchemeGroupVersion.WithKind("Endpoints"),
		AdoptOrphans:   true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	sync := mirroring.NewSync(endpoints, 1000)
	sync.Existing = client.List() // in a cluster, from a cache
	result, err := reconciler.Reconcile(context.Background(), sync)
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
	// Warning InvalidIPAddress no valid IP address; skipped: "127.0.0.1"
	// database-1 IPv4 sql:5432: 192.0.2.1 192.0.2.2 (not ready)
	// database-2 IPv6 sql:5432: 2001:db8::1
}
