package release

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// leftovers are the names of the objects that still have traces of a manager, by kind.
type leftovers map[string][]string

// counts returns the number of each kind as key/value pairs for a log.
func (l leftovers) counts() []any {
	var pairs []any
	for _, kind := range slices.Sorted(maps.Keys(l)) {
		pairs = append(pairs, kind, len(l[kind]))
	}
	return pairs
}

// String names the first objects of each kind.
func (l leftovers) String() string {
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(l)) {
		kinds = append(kinds, fmt.Sprintf("%d %s (%s)", len(l[kind]), kind, finding.ListFirst(l[kind])))
	}
	return strings.Join(kinds, ", ")
}

// findLeftovers finds the writes of the enabled controllers. The release does not run the
// others, so their writes stay.
func findLeftovers(ctx context.Context, reader client.Reader, options controllers.Options) (leftovers, error) {
	s := search{ctx: ctx, reader: reader, options: options, found: leftovers{}}
	services := s.services()
	for name, searchLeftovers := range searches {
		if options.Runs(name) {
			searchLeftovers(&s, services)
		}
	}
	return s.found, s.err
}

// searches finds the traces of each controller, besides the Services themselves. It
// has every controller of controllers.Released.
var searches = map[string]func(s *search, services sets.Set[types.NamespacedName]){
	controllers.MeshService: func(s *search, _ sets.Set[types.NamespacedName]) { s.meshServices() },
	controllers.Mesh: func(s *search, _ sets.Set[types.NamespacedName]) {
		if s.options.Runs(controllers.MeshService) { // or else the Meshes keep their MeshServices
			s.meshes()
		}
	},
	controllers.EndpointSlice: func(s *search, services sets.Set[types.NamespacedName]) {
		s.slicesBy(s.options.EndpointControllerName, services)
	},
	controllers.EndpointSliceMirroring: func(s *search, services sets.Set[types.NamespacedName]) {
		s.slicesBy(delegation.MirroringManager(s.options.EndpointControllerName), services)
		s.endpoints()
	},
	controllers.LoadBalancer: func(s *search, _ sets.Set[types.NamespacedName]) { s.virtualIPs() },
	controllers.Route:        func(s *search, _ sets.Set[types.NamespacedName]) { s.routes() },
}

// search collects the leftovers, and keeps the first error.
type search struct {
	ctx     context.Context
	reader  client.Reader
	options controllers.Options
	found   leftovers
	err     error
}

func (s *search) list(list client.ObjectList, options ...client.ListOption) {
	if s.err == nil {
		s.err = s.reader.List(s.ctx, list, append(options, client.UnsafeDisableDeepCopy)...)
	}
}

func (s *search) add(kind string, object client.Object) {
	name := object.GetName()
	if object.GetNamespace() != "" {
		name = object.GetNamespace() + "/" + name
	}
	s.found[kind] = append(s.found[kind], name)
}

// services finds the Services with the manager's key in their selector or its condition
// in their status. It returns the names of all Services.
func (s *search) services() sets.Set[types.NamespacedName] {
	var list corev1.ServiceList
	s.list(&list)
	all := sets.New[types.NamespacedName]()
	for i := range list.Items {
		service := &list.Items[i]
		all.Insert(client.ObjectKeyFromObject(service))
		hasKey := s.options.Runs(controllers.EndpointSlice) && delegation.HasKeyOf(service, s.options.EndpointControllerName)
		hasCondition := s.options.Runs(controllers.LoadBalancer) && vip.HasCondition(service) && !vip.MayBeOthers(service, s.options.Settings.LoadBalancerClass)
		if hasKey || hasCondition {
			s.add("services", service)
		}
	}
	return all
}

func (s *search) meshServices() {
	var list v1alpha1.MeshServiceList
	s.list(&list, client.MatchingLabels{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController})
	for i := range list.Items {
		if meshservice.DerivedFrom(&list.Items[i]) != "" {
			s.add("meshServices", &list.Items[i])
		}
	}
}

// meshes finds the Meshes whose status still counts MeshServices.
func (s *search) meshes() {
	var list v1alpha1.MeshList
	s.list(&list)
	for i := range list.Items {
		if ptr.Deref(list.Items[i].Status.MeshServices, 0) > 0 {
			s.add("meshes", &list.Items[i])
		}
	}
}

// slicesBy finds the slices of a manager that are not being deleted. It ignores those without a
// Service: a user has created them, and no client uses them.
func (s *search) slicesBy(manager string, services sets.Set[types.NamespacedName]) {
	var list discoveryv1.EndpointSliceList
	s.list(&list, client.MatchingLabels{discoveryv1.LabelManagedBy: manager})
	for i := range list.Items {
		slice := &list.Items[i]
		service := types.NamespacedName{Namespace: slice.Namespace, Name: slice.Labels[discoveryv1.LabelServiceName]}
		if services.Has(service) && delegation.ManagesSlice(slice, service.Name, manager) && slice.DeletionTimestamp == nil {
			s.add("endpointSlices", slice)
		}
	}
}

// endpoints finds the Endpoints with the label that keeps the default controller from
// mirroring them.
func (s *search) endpoints() {
	list := metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("EndpointsList"))
	s.list(&list)
	for i := range list.Items {
		if list.Items[i].Annotations[v1alpha1.SkipMirrorByAnnotation] == s.options.EndpointControllerName {
			s.add("endpoints", &list.Items[i])
		}
	}
}

func (s *search) virtualIPs() {
	var list v1alpha1.VirtualIPList
	s.list(&list)
	for i := range list.Items {
		if vip.IsClaim(&list.Items[i], s.options.Settings.LoadBalancerClass) {
			s.add("virtualIPs", &list.Items[i])
		}
	}
}

// routes finds the routes whose status has an entry of the manager. The API server may not serve
// their kinds.
func (s *search) routes() {
	for _, kind := range routes.Kinds {
		list := routes.NewList(kind.Kind)
		s.list(list)
		if meta.IsNoMatchError(s.err) {
			s.err = nil
		}
		for _, route := range routes.In(list) {
			if slices.ContainsFunc(route.Status.Parents, func(entry gatewayv1.RouteParentStatus) bool {
				return entry.ControllerName == v1alpha1.RouteControllerName
			}) {
				s.found["routes"] = append(s.found["routes"], route.String())
			}
		}
	}
}
