package faults

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// seen is everything that exists in the namespaces of a workload.
type seen struct {
	services     []*corev1.Service
	pods         []*corev1.Pod
	endpoints    []*corev1.Endpoints
	slices       []*discoveryv1.EndpointSlice
	meshServices []*v1alpha1.MeshService
	namespaces   map[string]*corev1.Namespace
	meshes       map[string]*v1alpha1.Mesh
	virtualIPs   []*v1alpha1.VirtualIP
	nodes        nodes
}

// nodes are Nodes by name.
type nodes map[string]*corev1.Node

func (n nodes) Get(name string) (*corev1.Node, error) {
	if node := n[name]; node != nil {
		return node, nil
	}
	return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "nodes"}, name)
}

func (w *workload) look(ctx context.Context) (*seen, error) {
	s := &seen{namespaces: map[string]*corev1.Namespace{}, meshes: map[string]*v1alpha1.Mesh{}, nodes: nodes{}}
	var errs []error
	for _, namespace := range w.namespaces {
		var services corev1.ServiceList
		var pods corev1.PodList
		var endpoints corev1.EndpointsList
		var slices discoveryv1.EndpointSliceList
		var meshServices v1alpha1.MeshServiceList
		for _, list := range []client.ObjectList{&services, &pods, &endpoints, &slices, &meshServices} {
			errs = append(errs, unlessMissing(api.List(ctx, list, client.InNamespace(namespace))))
		}
		s.services = append(s.services, pointers(services.Items)...)
		s.pods = append(s.pods, pointers(pods.Items)...)
		s.endpoints = append(s.endpoints, pointers(endpoints.Items)...)
		s.slices = append(s.slices, pointers(slices.Items)...)
		s.meshServices = append(s.meshServices, pointers(meshServices.Items)...)
	}
	return s, errors.Join(append(errs, s.lookAround(ctx))...)
}

// lookAround reads the cluster-scoped objects.
func (s *seen) lookAround(ctx context.Context) error {
	var namespaces corev1.NamespaceList
	var meshes v1alpha1.MeshList
	var all corev1.NodeList
	var virtualIPs v1alpha1.VirtualIPList
	err := errors.Join(api.List(ctx, &namespaces), api.List(ctx, &meshes), api.List(ctx, &all), api.List(ctx, &virtualIPs))
	s.virtualIPs = pointers(virtualIPs.Items)
	for _, namespace := range pointers(namespaces.Items) {
		s.namespaces[namespace.Name] = namespace
	}
	for _, mesh := range pointers(meshes.Items) {
		s.meshes[mesh.Name] = mesh
	}
	for _, node := range pointers(all.Items) {
		s.nodes[node.Name] = node
	}
	return err
}

func pointers[T any](items []T) []*T {
	all := make([]*T, len(items))
	for i := range items {
		all[i] = &items[i]
	}
	return all
}

func (s *seen) podsOf(service *corev1.Service) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, pod := range s.pods {
		if pod.Namespace == service.Namespace && delegation.Selects(service, pod.Labels) {
			pods = append(pods, pod)
		}
	}
	return pods
}

// endpointsOf returns nil when there are none.
func (s *seen) endpointsOf(service *corev1.Service) *corev1.Endpoints {
	return find(s.endpoints, service.Namespace, service.Name)
}

func (s *seen) slicesOf(service *corev1.Service) []*discoveryv1.EndpointSlice {
	var all []*discoveryv1.EndpointSlice
	for _, slice := range s.slices {
		if slice.Namespace == service.Namespace && slice.Labels[discoveryv1.LabelServiceName] == service.Name {
			all = append(all, slice)
		}
	}
	return all
}

// managedBy returns the slices that a controller manages.
func managedBy(all []*discoveryv1.EndpointSlice, manager string) []*discoveryv1.EndpointSlice {
	var managed []*discoveryv1.EndpointSlice
	for _, slice := range all {
		if slice.Labels[discoveryv1.LabelManagedBy] == manager {
			managed = append(managed, slice)
		}
	}
	return managed
}

func find[T any, P interface {
	*T
	client.Object
}](all []P, namespace, name string) P {
	for _, object := range all {
		if object.GetNamespace() == namespace && object.GetName() == name {
			return object
		}
	}
	return nil
}

// problems returns all differences from the objects that should exist.
func (w *workload) problems(ctx context.Context) ([]string, error) {
	s, err := w.look(ctx)
	if err != nil {
		return nil, err
	}
	p := &problems{}
	for _, service := range s.services {
		p.about = fmt.Sprintf("Service %s/%s: ", service.Namespace, service.Name)
		s.checkSlices(service, p)
		s.checkHandover(service, p)
		s.checkMeshServices(service, p)
		s.checkVIPs(service, p)
	}
	p.about = ""
	s.checkOrphans(p)
	s.checkOwners(w.namespaces, p)
	s.checkOthers(p)
	err = w.checkUntouched(ctx, p)
	if len(p.all) > 0 {
		w.last = p.all
	}
	return p.all, err
}

// problems collects descriptions of problems.
type problems struct {
	about string
	all   []string
}

func (p *problems) add(format string, args ...any) {
	p.all = append(p.all, p.about+fmt.Sprintf(format, args...))
}
