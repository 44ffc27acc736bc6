package endpointslice_test

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// Endpoints written by a user are mirrored to slices, as Kubernetes does for Services without
// a selector.
func Example_endpoints() {
	endpoints := &corev1.Endpoints{
		ObjectMeta: metav1.ObjectMeta{Name: "database", Namespace: "shop", UID: "77f0", Labels: map[string]string{"tier": "data"}},
		Subsets: []corev1.EndpointSubset{{
			Addresses:         []corev1.EndpointAddress{{IP: "192.0.2.1"}, {IP: "2001:db8::1"}, {IP: "127.0.0.1"}},
			NotReadyAddresses: []corev1.EndpointAddress{{IP: "192.0.2.2"}},
			Ports:             []corev1.EndpointPort{{Name: "sql", Port: 5432, Protocol: corev1.ProtocolTCP}},
		}},
	}

	reconciler := endpointslice.NewReconciler(printer{}, "mirroring-controller.example.com")
	desired, addressTypes := endpointslice.DesiredEndpointSlicesFromEndpoints(endpoints, 1000)
	findings, err := reconciler.Reconcile(context.Background(), endpoints, desired, nil, addressTypes, nil,
		endpointslice.LabelsAnnotationsFromEndpoints{Endpoints: endpoints}.SetLabelsAnnotations, time.Time{})
	for _, found := range findings {
		fmt.Println(found.Type, found.Reason, found.Message) // usually an event
	}
	if err != nil {
		fmt.Println(err)
	}

	// Output:
	// create database-… of Endpoints database: IPv4 sql:5432 192.0.2.1 192.0.2.2 (not ready)
	// create database-… of Endpoints database: IPv6 sql:5432 2001:db8::1
	// Warning InvalidIPAddress no valid IP address; skipped: "127.0.0.1"
}
