package meshservice

import (
	"context"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// servicesOfMeshService returns the Service that the MeshService is derived from, which
// may have been deleted while the create was in progress, and the Services that need
// its name: it is in their way, or was.
func (r *Reconciler) servicesOfMeshService(ctx context.Context, object client.Object) []types.NamespacedName {
	meshService := object.(*v1alpha1.MeshService)
	names := sets.New(meshService.Name)
	if service := meshservice.DerivedFrom(meshService); service != "" {
		names.Insert(service)
	}
	if prefix, ok := meshservice.PodMeshServicePrefixOf(meshService.Name); ok {
		names.Insert(r.serviceNames(ctx, client.InNamespace(object.GetNamespace()),
			client.MatchingFields{podMeshServicePrefixIndex: prefix})...)
	}
	return watches.InNamespace(object.GetNamespace(), sets.List(names)...)
}

// servicesOfPod returns the Services with the Pod in a slice, and those that still have
// a MeshService for it.
func (r *Reconciler) servicesOfPod(ctx context.Context, pod client.Object) []types.NamespacedName {
	services := sets.New[string]()
	var endpointSlices discoveryv1.EndpointSliceList
	cache.ListForEvent(ctx, r.Client, &endpointSlices, client.InNamespace(pod.GetNamespace()), client.MatchingFields{slicePodIndex: pod.GetName()})
	for _, slice := range endpointSlices.Items {
		services.Insert(slice.Labels[discoveryv1.LabelServiceName])
	}
	var meshServices v1alpha1.MeshServiceList
	cache.ListForEvent(ctx, r.Client, &meshServices, client.InNamespace(pod.GetNamespace()), client.MatchingFields{meshServicePodIndex: pod.GetName()})
	for i := range meshServices.Items {
		services.Insert(meshservice.DerivedFrom(&meshServices.Items[i]))
	}
	return watches.InNamespace(pod.GetNamespace(), sets.List(services.Delete(""))...)
}

// servicesOfStatefulSet returns the Services that may have MeshServices for its Pods.
func (r *Reconciler) servicesOfStatefulSet(ctx context.Context, object client.Object) []types.NamespacedName {
	var names []types.NamespacedName
	for _, service := range r.services(ctx, client.InNamespace(object.GetNamespace())) {
		if meshservice.IsPerPod(service) {
			names = append(names, client.ObjectKeyFromObject(service))
		}
	}
	return names
}

func (r *Reconciler) servicesOfNamespace(ctx context.Context, namespace client.Object) []types.NamespacedName {
	return watches.InNamespace(namespace.GetName(), r.serviceNames(ctx, client.InNamespace(namespace.GetName()))...)
}

// servicesOfMesh checks every Service. Meshes change rarely.
func (r *Reconciler) servicesOfMesh(ctx context.Context, mesh client.Object) []types.NamespacedName {
	var names []types.NamespacedName
	lookup := cache.NewLookup(ctx, r.Client)
	for _, service := range r.services(ctx) {
		namespace := cache.Find[corev1.Namespace](lookup, client.ObjectKey{Name: service.Namespace})
		if named, optedIn := meshservice.MeshName(service, namespace); optedIn && named == mesh.GetName() {
			names = append(names, client.ObjectKeyFromObject(service))
		}
	}
	return names
}

func (r *Reconciler) services(ctx context.Context, options ...client.ListOption) []*corev1.Service {
	var services corev1.ServiceList
	cache.ListForEvent(ctx, r.Client, &services, options...)
	return cache.Pointers(services.Items)
}

func (r *Reconciler) serviceNames(ctx context.Context, options ...client.ListOption) []string {
	var names []string
	for _, service := range r.services(ctx, options...) {
		names = append(names, service.Name)
	}
	return names
}

func serviceChanged(before, after *corev1.Service) bool {
	return !watches.SameObject(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		before.Annotations[v1alpha1.IgnoreKey] != after.Annotations[v1alpha1.IgnoreKey] ||
		trafficpolicy.Changed(before.Annotations, after.Annotations) ||
		tlspolicy.Changed(before.Annotations, after.Annotations) ||
		!equality.Semantic.DeepEqual(before.Spec, after.Spec) ||
		!equality.Semantic.DeepEqual(before.Status.LoadBalancer, after.Status.LoadBalancer)
}

// podChanged accepts Pods whose labels, or other fields that a MeshService shows, have
// changed. The other changes of Pods enqueue their Services through the slices.
var podChanged = predicate.Funcs{
	CreateFunc: func(e event.CreateEvent) bool { return showsInMeshService(e.Object) },
	UpdateFunc: func(e event.UpdateEvent) bool {
		return !watches.SameObject(e.ObjectOld, e.ObjectNew) ||
			!maps.Equal(e.ObjectOld.GetLabels(), e.ObjectNew.GetLabels()) || issuedBackend(e.ObjectOld) != issuedBackend(e.ObjectNew)
	},
	DeleteFunc: func(e event.DeleteEvent) bool { return showsInMeshService(e.Object) },
}

// meshChanged reports whether the spec of a Mesh changed, which roots it trusts, or
// whether a signer has processed it.
func meshChanged(before, after *v1alpha1.Mesh) bool {
	return watches.SpecChanged(before, after) || (before.Status.MTLS == nil) != (after.Status.MTLS == nil) ||
		!slices.Equal(before.Status.MTLS.Fingerprints(), after.Status.MTLS.Fingerprints())
}

// certificateChanged reports whether a Pod has a certificate of another Mesh or root than
// before, one again, or one that expires earlier. Another renewal in time changes nothing.
func (r *Reconciler) certificateChanged(before, after *v1alpha1.MeshCertificate) bool {
	soon := r.Clock.Now().Add(renewalMargin)
	return before.Newest(soon) == nil && after.Newest(soon) != nil || certifiedBy(before) != certifiedBy(after) || expiresEarlier(after, before)
}

func expiresEarlier(record, than *v1alpha1.MeshCertificate) bool {
	ever := time.Time{}
	newest, other := record.Newest(ever), than.Newest(ever)
	return newest != nil && other != nil && newest.NotAfter.Before(&other.NotAfter)
}

// certification is the issuer of a Pod's newest certificate.
type certification struct{ mesh, podUID, root, backend string }

func certifiedBy(record *v1alpha1.MeshCertificate) certification {
	latest := record.Latest()
	return certification{record.Spec.Mesh, string(record.Spec.PodUID), latest.Root, latest.Backend}
}

// renewalMargin is the least time before its expiry at which a certificate is usually renewed.
const renewalMargin = 10 * time.Minute

func showsInMeshService(pod client.Object) bool {
	for _, key := range meshservice.PodLabels {
		if _, ok := pod.GetLabels()[key]; ok {
			return true
		}
	}
	return issuedBackend(pod) != ""
}

func issuedBackend(pod client.Object) string {
	return pod.GetAnnotations()[v1alpha1.IssuedBackendAnnotation]
}
