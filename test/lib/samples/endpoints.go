package samples

import (
	"context"
	"fmt"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func checkEndpoints(ctx context.Context, api client.Client, want Endpoints) error {
	var list discoveryv1.EndpointSliceList
	err := api.List(ctx, &list, client.InNamespace(want.Namespace), client.MatchingLabels{discoveryv1.LabelServiceName: want.Service})
	if err != nil {
		return err
	}
	var addresses []string
	for _, slice := range list.Items {
		manager := slice.Labels[discoveryv1.LabelManagedBy]
		if len(slice.Endpoints) > 0 && manager != want.ManagedBy {
			return fmt.Errorf("EndpointSlices of Service %s/%s: there are endpoints of %s, not only of %s", want.Namespace, want.Service, manager, want.ManagedBy)
		}
		for _, endpoint := range slice.Endpoints {
			if endpoint.Conditions.Ready != nil && *endpoint.Conditions.Ready {
				addresses = append(addresses, endpoint.Addresses...)
			}
		}
	}
	slices.Sort(addresses)
	if len(addresses) != want.Count || want.Addresses != nil && !slices.Equal(addresses, want.Addresses) {
		return fmt.Errorf("EndpointSlices of Service %s/%s: ready are %v, not %d %v", want.Namespace, want.Service, addresses, want.Count, want.Addresses)
	}
	return nil
}
