package endpointslicemirroring

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/watches"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// SetupWithManager registers the controller with its watches. At the start every
// Service and all Endpoints are looked at.
func (r *MirroringReconciler) SetupWithManager(mgr manager.Manager) error {
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&corev1.Service{}, builder.WithPredicates(watches.OnUpdate(watches.DelegatedServiceMatters))).
		WatchesMetadata(&corev1.Endpoints{}, watches.WakeServices(r.serviceOfEndpoints)).
		Watches(&discoveryv1.EndpointSlice{}, watches.WakeServices(r.serviceOfSlice), builder.WithPredicates(watches.Drift(delegation.MirroringManager(r.ControllerName), r.Tracker))).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.ConcurrentSyncs, RateLimiter: r.Pace.BackOff(throttle.Retries())}).
		Complete(r)
}

// serviceOfEndpoints is the Service of the same name, if the controller mirrors
// for it, or has.
func (r *MirroringReconciler) serviceOfEndpoints(ctx context.Context, endpoints client.Object) []types.NamespacedName {
	name := client.ObjectKeyFromObject(endpoints)
	if endpoints.GetAnnotations()[v1alpha1.SkipMirrorByAnnotation] == r.ControllerName || r.concerns(ctx, name) {
		return []types.NamespacedName{name}
	}
	return nil
}

// serviceOfSlice is the Service of a slice of ours, or of one of others if it is
// mirrored, or being handed over.
func (r *MirroringReconciler) serviceOfSlice(ctx context.Context, slice client.Object) []types.NamespacedName {
	names := watches.ServiceOfSlice(ctx, slice)
	if len(names) == 0 || slice.GetLabels()[discoveryv1.LabelManagedBy] == delegation.MirroringManager(r.ControllerName) || r.concerns(ctx, names[0]) {
		return names
	}
	return nil
}

func (r *MirroringReconciler) concerns(ctx context.Context, name types.NamespacedName) bool {
	service := cache.Find[corev1.Service](&cache.CacheLookup{Ctx: ctx, Reader: r.Client}, name)
	return service != nil && delegation.CanMirror(service) && delegation.IsTo(service, r.ControllerName) ||
		cache.HasSlicesBy(ctx, r.Client, name, delegation.MirroringManager(r.ControllerName))
}
