package release

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// remains are the names of what bears traces of a manager, by kind.
type remains map[string][]string

// counts are pairs for a log.
func (r remains) counts() []any {
	var pairs []any
	for _, kind := range slices.Sorted(maps.Keys(r)) {
		pairs = append(pairs, kind, len(r[kind]))
	}
	return pairs
}

// String names the first of each kind.
func (r remains) String() string {
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(r)) {
		kinds = append(kinds, fmt.Sprintf("%d %s (%s)", len(r[kind]), kind, finding.ListFirst(r[kind])))
	}
	return strings.Join(kinds, ", ")
}

// findRemains looks for what the enabled controllers have written: nobody takes
// back what was written by the others.
func findRemains(ctx context.Context, reader client.Reader, options controllers.Options) (remains, error) {
	s := search{ctx: ctx, reader: reader, options: options, found: remains{}}
	services := s.services()
	if options.Runs(controllers.MeshService) {
		s.meshServices()
	}
	if options.Runs(controllers.MeshService) && options.Runs(controllers.Mesh) {
		s.meshes()
	}
	if options.Runs(controllers.EndpointSlice) {
		s.slicesBy(options.EndpointControllerName, services)
	}
	if options.Runs(controllers.EndpointSliceMirroring) {
		s.slicesBy(delegation.MirroringManager(options.EndpointControllerName), services)
		s.endpoints()
	}
	if options.Runs(controllers.LoadBalancer) {
		s.virtualIPs()
	}
	return s.found, s.err
}

// search keeps the first error.
type search struct {
	ctx     context.Context
	reader  client.Reader
	options controllers.Options
	found   remains
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

// services finds those with the manager's key in their selector, or its condition
// in their status, and returns the names of all.
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

// meshes finds those that still count MeshServices.
func (s *search) meshes() {
	var list v1alpha1.MeshList
	s.list(&list)
	for i := range list.Items {
		if ptr.Deref(list.Items[i].Status.MeshServices, 0) > 0 {
			s.add("meshes", &list.Items[i])
		}
	}
}

// slicesBy leaves out slices of no Service: somebody made them, and nobody uses them.
func (s *search) slicesBy(manager string, services sets.Set[types.NamespacedName]) {
	var list discoveryv1.EndpointSliceList
	s.list(&list, client.MatchingLabels{discoveryv1.LabelManagedBy: manager})
	for i := range list.Items {
		slice := &list.Items[i]
		if services.Has(types.NamespacedName{Namespace: slice.Namespace, Name: slice.Labels[discoveryv1.LabelServiceName]}) {
			s.add("endpointSlices", slice)
		}
	}
}

// endpoints finds those with the label that keeps Kubernetes' own controller from mirroring them.
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
