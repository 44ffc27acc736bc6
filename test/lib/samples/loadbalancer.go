package samples

import (
	"context"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func checkLoadBalancer(ctx context.Context, api client.Client, want LoadBalancer) error {
	service := &corev1.Service{}
	key := client.ObjectKey{Namespace: want.Namespace, Name: want.Service}
	if err := api.Get(ctx, key, service); err != nil {
		return fmt.Errorf("reading Service %s: %w", key, err)
	}
	if have := addressesShownBy(service); !slices.Equal(have, want.Addresses) {
		return fmt.Errorf("addresses of Service %s: it shows %v, not %v", key, have, want.Addresses)
	}
	return nil
}

func addressesShownBy(service *corev1.Service) []string {
	var addresses []string
	for _, ingress := range service.Status.LoadBalancer.Ingress {
		addresses = append(addresses, ingress.IP)
	}
	return addresses
}
