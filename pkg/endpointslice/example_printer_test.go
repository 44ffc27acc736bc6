package endpointslice_test

import (
	"context"
	"fmt"
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// printer is a Client that prints the writes. A controller uses endpointslice.FromClientset
// or runtimeclient.From instead.
type printer struct{}

func (printer) Create(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	owner := slice.OwnerReferences[0]
	fmt.Printf("create %s… of %s %s: %s\n", slice.GenerateName, owner.Kind, owner.Name, content(slice))
	return slice, nil
}

func (printer) Update(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	fmt.Printf("update %s: %s\n", slice.Name, content(slice))
	return slice, nil
}

func (printer) Delete(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.Preconditions) error {
	fmt.Printf("delete %s\n", slice.Name)
	return nil
}

// content prints the ports and endpoints of a slice in one line.
func content(slice *discoveryv1.EndpointSlice) string {
	words := []string{string(slice.AddressType)}
	for _, port := range slice.Ports {
		words = append(words, fmt.Sprintf("%s:%d", *port.Name, *port.Port))
	}
	for _, endpoint := range slice.Endpoints {
		words = append(words, endpoint.Addresses[0])
		if !ptr.Deref(endpoint.Conditions.Ready, true) {
			words = append(words, "(not ready)")
		}
	}
	return strings.Join(words, " ")
}
