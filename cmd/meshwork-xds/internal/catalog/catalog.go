// Package catalog reads Services and the objects that belong to them from the cache of the API
// server, and finds the Services that a change affects.
package catalog

import (
	"context"
	"fmt"
	"maps"
	"unique"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Catalog reads from the cache. Its context ends after the last change is distributed.
type Catalog struct {
	ctx    context.Context
	reader ctrlcache.Cache
	routes *routeReaders
}

// Options returns the options of the cache: the manager's options for the kinds that the
// catalog reads, with Nodes reduced to their zones, and MeshCertificates to their identities.
func Options() ctrlcache.Options {
	options := cache.Options()
	options.DefaultTransform = ctrlcache.TransformStripManagedFields()
	maps.DeleteFunc(options.ByObject, func(object client.Object, _ ctrlcache.ByObject) bool {
		_, isSlice := object.(*discoveryv1.EndpointSlice)
		return !isSlice
	})
	options.ByObject[nodes()] = ctrlcache.ByObject{Transform: keepZone}
	options.ByObject[&v1alpha1.MeshCertificate{}] = ctrlcache.ByObject{Transform: keepIdentity}
	return options
}

func keepZone(object any) (any, error) {
	if node, ok := object.(*metav1.PartialObjectMetadata); ok {
		node.ManagedFields, node.Annotations = nil, nil
		node.Labels = map[string]string{corev1.LabelTopologyZone: node.Labels[corev1.LabelTopologyZone]}
	}
	return object, nil
}

// keepIdentity keeps the identity in a Pod's certificates. Pods of a ServiceAccount share its text
// in memory. The expiry of certificates is left to the handshake.
func keepIdentity(object any) (any, error) {
	record, ok := object.(*v1alpha1.MeshCertificate)
	if !ok {
		return object, nil
	}
	shared := func(text string) string { return unique.Make(text).Value() }
	return &v1alpha1.MeshCertificate{
		ObjectMeta: metav1.ObjectMeta{Namespace: shared(record.Namespace), Name: record.Name, ResourceVersion: record.ResourceVersion},
		Spec: v1alpha1.MeshCertificateSpec{
			PodUID: record.Spec.PodUID, Mesh: shared(record.Spec.Mesh), Identity: shared(record.Spec.Identity),
		},
	}, nil
}

// New adds the indexes that the catalog needs.
func New(ctx context.Context, reader ctrlcache.Cache) (*Catalog, error) {
	indexes := []cache.Index{cache.SlicesByService, meshServicesByService}
	if err := cache.AddIndexes(ctx, reader, indexes); err != nil {
		return nil, err
	}
	return &Catalog{ctx: ctx, reader: reader, routes: newRouteReaders()}, nil
}

// meshServicesByService indexes MeshServices by the label that the manager sets.
var meshServicesByService = cache.Index{Name: "service", Object: &v1alpha1.MeshService{}, Keys: func(object client.Object) []string {
	return cache.IndexKeys(serviceOfMeshService(object))
}}

func serviceOfMeshService(object client.Object) string {
	meshService, ok := object.(*v1alpha1.MeshService)
	if !ok {
		return ""
	}
	return meshservice.DerivedFrom(meshService)
}

// Service returns the current state of a Service, even if it does not exist.
func (c *Catalog) Service(key types.NamespacedName) *resource.Service {
	lookup := cache.NewLookup(c.ctx, c.reader)
	view := resource.View{
		Key:       key,
		Service:   cache.Find[corev1.Service](lookup, key),
		Namespace: cache.Find[corev1.Namespace](lookup, types.NamespacedName{Name: key.Namespace}),
		Mesh: func(name string) *v1alpha1.Mesh {
			return cache.Find[v1alpha1.Mesh](lookup, types.NamespacedName{Name: name})
		},
		Certificate: func(pod string) *v1alpha1.MeshCertificate {
			return cache.Find[v1alpha1.MeshCertificate](lookup, types.NamespacedName{Namespace: key.Namespace, Name: pod})
		},
	}
	if view.Service != nil {
		slices, err := cache.Slices(c.ctx, c.reader, key)
		lookup.Record(err)
		view.Slices = slices
		view.MeshServices = c.meshServices(lookup, key)
		view.Routes = c.routesOf(lookup, key)
		view.Backend = c.Service
	}
	service := resource.NewService(view)
	if err := lookup.Err(); err != nil {
		log.FromContext(c.ctx).Error(err, "could not read the cache", "service", key)
	}
	return service
}

func (c *Catalog) meshServices(lookup *cache.Lookup, key types.NamespacedName) []*v1alpha1.MeshService {
	var list v1alpha1.MeshServiceList
	lookup.Record(c.reader.List(c.ctx, &list, client.InNamespace(key.Namespace),
		client.MatchingFields{meshServicesByService.Name: key.Name}, client.UnsafeDisableDeepCopy))
	return cache.Pointers(list.Items)
}

// Services returns the keys of all Services.
func (c *Catalog) Services() []types.NamespacedName {
	var list corev1.ServiceList
	cache.ListForEvent(c.ctx, c.reader, &list)
	keys := make([]types.NamespacedName, len(list.Items))
	for i := range list.Items {
		keys[i] = client.ObjectKeyFromObject(&list.Items[i])
	}
	return keys
}

// ServicesOf returns the keys of the Services that a Pod is an endpoint of, ready or not. It reads
// all slices of the namespace: the time saved by an index would not be worth its memory.
func (c *Catalog) ServicesOf(pod types.NamespacedName) []types.NamespacedName {
	var list discoveryv1.EndpointSliceList
	cache.ListForEvent(c.ctx, c.reader, &list, client.InNamespace(pod.Namespace))
	found := sets.New[types.NamespacedName]()
	for i := range list.Items {
		slice := &list.Items[i]
		if service := slice.Labels[discoveryv1.LabelServiceName]; service != "" && hasPod(slice, pod.Name) {
			found.Insert(types.NamespacedName{Namespace: pod.Namespace, Name: service})
		}
	}
	return found.UnsortedList()
}

func hasPod(slice *discoveryv1.EndpointSlice, pod string) bool {
	for i := range slice.Endpoints {
		if of := endpoints.PodOf(slice.Namespace, &slice.Endpoints[i]); of.IsPod() && of.Name == pod {
			return true
		}
	}
	return false
}

// Zone returns the zone of a Node, or "" if it is unknown.
func (c *Catalog) Zone(node string) string {
	found := nodes()
	if err := c.reader.Get(c.ctx, types.NamespacedName{Name: node}, found, client.UnsafeDisableDeepCopy); err != nil {
		return ""
	}
	return found.Labels[corev1.LabelTopologyZone]
}

var nodeKind = corev1.SchemeGroupVersion.WithKind("Node")

func nodes() *metav1.PartialObjectMetadata {
	metadata := &metav1.PartialObjectMetadata{}
	metadata.SetGroupVersionKind(nodeKind)
	return metadata
}

// kinds returns all objects that the catalog reads.
func kinds() []client.Object {
	return []client.Object{
		&corev1.Service{}, &corev1.Namespace{}, &v1alpha1.Mesh{}, &v1alpha1.MeshService{}, &discoveryv1.EndpointSlice{}, nodes(),
		&v1alpha1.MeshCertificate{},
	}
}

// Watch calls changed for each change: with the key of a Service, with only a namespace if all of
// its Services may be affected, or with the zero key if all Services may be.
func (c *Catalog) Watch(changed func(types.NamespacedName)) error {
	for _, kind := range kinds() {
		informer, err := c.reader.GetInformer(c.ctx, kind)
		if err != nil {
			return fmt.Errorf("watching %T: %w", kind, err)
		}
		if kind.GetObjectKind().GroupVersionKind() == nodeKind {
			continue // a client keeps the zone that it had when it connected
		}
		if _, err := informer.AddEventHandler(handler(c.affected, changed)); err != nil {
			return fmt.Errorf("watching %T: %w", kind, err)
		}
	}
	return nil
}
