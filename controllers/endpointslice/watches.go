package endpointslice

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// servicesOfPod returns the delegated Services that select the Pod.
func (r *Reconciler) servicesOfPod(ctx context.Context, pod client.Object) []types.NamespacedName {
	services, err := r.services.ForPod(pod)
	if err != nil {
		cache.LogLostEvent(ctx, err, "pod", client.ObjectKeyFromObject(pod))
	}
	var names []types.NamespacedName
	for _, service := range services {
		if r.concerns(ctx, service) {
			names = append(names, client.ObjectKeyFromObject(service))
		}
	}
	return names
}

// servicesOfNode returns the Services with Pods on the Node, and those whose topology
// hints no longer fit the Nodes.
func (r *Reconciler) servicesOfNode(ctx context.Context, node client.Object) []types.NamespacedName {
	names := sets.New(r.topology.update(ctx, r.nodes)...)
	pods, err := r.pods.OnNode(node.GetName())
	if err != nil {
		cache.LogLostEvent(ctx, err, "node", node.GetName())
	}
	for _, pod := range pods {
		names.Insert(r.servicesOfPod(ctx, pod)...)
	}
	return names.UnsortedList()
}

// serviceOfSlice returns the Service of a slice of this controller, and that of
// another manager's slice if the Service is delegated or being handed over.
func (r *Reconciler) serviceOfSlice(ctx context.Context, slice client.Object) []types.NamespacedName {
	names := watches.ServiceOfSlice(ctx, slice)
	if slice.GetLabels()[discoveryv1.LabelManagedBy] == r.ControllerName {
		return names
	}
	return slices.DeleteFunc(names, func(name types.NamespacedName) bool {
		service := cache.Find[corev1.Service](cache.NewLookup(ctx, r.Client), name)
		return service == nil || !r.concerns(ctx, service)
	})
}

// concerns reports whether a Service is delegated, or still has traces of it.
func (r *Reconciler) concerns(ctx context.Context, service *corev1.Service) bool {
	return delegation.IsTo(service, r.ControllerName) || delegation.HasKeyOf(service, r.ControllerName) ||
		cache.HasSlicesBy(ctx, r.Client, client.ObjectKeyFromObject(service), r.ControllerName)
}
