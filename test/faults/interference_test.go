package faults

import (
	"context"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// interferences are the changes that another client makes to a slice of the manager.
var interferences = []func(slice *discoveryv1.EndpointSlice){
	func(slice *discoveryv1.EndpointSlice) {
		address := "198.51.100.99"
		if slice.AddressType == discoveryv1.AddressTypeIPv6 {
			address = "2001:db8::99"
		}
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{Addresses: []string{address}})
	},
	func(slice *discoveryv1.EndpointSlice) {
		slice.Endpoints = slice.Endpoints[:len(slice.Endpoints)/2]
	},
	func(slice *discoveryv1.EndpointSlice) {
		for i := range slice.Endpoints {
			slice.Endpoints[i].Conditions = discoveryv1.EndpointConditions{}
		}
	},
	func(slice *discoveryv1.EndpointSlice) {
		metav1.SetMetaDataLabel(&slice.ObjectMeta, "example.com/added", "yes")
	},
	func(slice *discoveryv1.EndpointSlice) { delete(slice.Labels, "example.com/team") },
	func(slice *discoveryv1.EndpointSlice) {
		metav1.SetMetaDataAnnotation(&slice.ObjectMeta, "example.com/added", "yes")
	},
	func(slice *discoveryv1.EndpointSlice) { slice.Ports = nil },
	func(slice *discoveryv1.EndpointSlice) {
		if slice.Labels[discoveryv1.LabelManagedBy] == kit.EndpointController {
			slice.OwnerReferences = nil
		}
	},
}

var _ = itSurvives("A client that writes the manager's slices", long, func(ctx context.Context, w *workload, c *churn) {
	ticker := time.NewTicker(pace)
	defer ticker.Stop()
	for range 2 * steps {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		slices := w.ours(ctx)
		if len(slices) == 0 {
			continue
		}
		slice, chosen := slices[w.random.IntN(len(slices))], w.random.IntN(len(interferences))
		interferences[chosen](slice)
		// A slice that was written in the meantime is left for the next tick.
		err := api.Update(ctx, slice, user)
		w.note("interference %d with %s: %v", chosen, client.ObjectKeyFromObject(slice), err)
	}
	c.advance(1)
})

var _ = itSurvives("A client that deletes what the manager writes", nil, func(ctx context.Context, w *workload, c *churn) {
	for range 5 {
		c.advance(w.random.IntN(steps / 3))
		for _, namespace := range w.namespaces {
			for _, kind := range []client.Object{&discoveryv1.EndpointSlice{}, &v1alpha1.MeshService{}, &corev1.Endpoints{}} {
				if w.random.IntN(2) == 0 {
					w.note("all %T in %s are deleted", kind, namespace)
					Expect(w.deleteAll(ctx, namespace, kind)).To(Succeed())
				}
			}
		}
	}
})

// ours returns the manager's slices.
func (w *workload) ours(ctx context.Context) []*discoveryv1.EndpointSlice {
	var ours []*discoveryv1.EndpointSlice
	for _, namespace := range w.namespaces {
		for _, manager := range []string{kit.EndpointController, mirroringManager} {
			var list discoveryv1.EndpointSliceList
			Expect(api.List(ctx, &list, client.InNamespace(namespace), client.MatchingLabels{discoveryv1.LabelManagedBy: manager})).To(Succeed())
			ours = append(ours, pointers(list.Items)...)
		}
	}
	return ours
}

// deleteAll deletes the objects of a kind, except those that must stay untouched.
func (w *workload) deleteAll(ctx context.Context, namespace string, kind client.Object) error {
	var others []fields.Selector
	for _, object := range w.untouched {
		others = append(others, fields.OneTermNotEqualSelector("metadata.name", object.GetName()))
	}
	return api.DeleteAllOf(ctx, kind, client.InNamespace(namespace), client.MatchingFieldsSelector{Selector: fields.AndSelectors(others...)})
}
