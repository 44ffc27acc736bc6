package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	workers  = 32
	meshName = "default"
	nodes    = 30
	zones    = 3
	// sliceSize is the most endpoints that kube-controller-manager puts into a slice.
	sliceSize = 100
)

// world is a Mesh whose Services only the benchmark changes: it also writes the objects that
// the manager would write.
type world struct {
	api     client.Client
	options options
	mesh    *v1alpha1.Mesh
	// services are the Services of all namespaces; the last one is the large one.
	services []*service
}

// service is a Service with its slices and its MeshService, as last written.
type service struct {
	mutex       sync.Mutex
	service     *corev1.Service
	slices      []*discoveryv1.EndpointSlice
	meshService *v1alpha1.MeshService
	number      int
	size        int
}

func newWorld(api client.Client, o options) *world {
	w := &world{api: api, options: o, mesh: kit.Mesh(meshName)}
	for number := range o.services {
		made := newService(w.namespaceOf(number), fmt.Sprintf("web-%05d", number), number, o.pods)
		if number > 0 && !o.clusterIPs {
			withoutClusterIP(made.service)
		}
		w.services = append(w.services, made)
	}
	w.services = append(w.services, newService(w.namespaceOf(0), "large", o.services, o.large))
	return w
}

func (w *world) namespaceOf(number int) string {
	return fmt.Sprintf("bench-%02d", number%w.options.namespaces)
}

func (w *world) first() *service { return w.services[0] }
func (w *world) large() *service { return w.services[len(w.services)-1] }

func newService(namespace, name string, number, size int) *service {
	s := &service{service: kit.Service(namespace, name, kit.InMesh(meshName)), number: number, size: size}
	for from := 0; from < size; from += sliceSize {
		slice := kit.EndpointSlice(namespace, name, discoveryv1.AddressTypeIPv4)
		slice.GenerateName, slice.Name = "", fmt.Sprintf("%s-%d", name, from/sliceSize)
		slice.Labels[discoveryv1.LabelManagedBy] = kit.DefaultEndpointController
		for i := from; i < min(size, from+sliceSize); i++ {
			endpoint := kit.PodEndpoint(s.podName(i), s.addressOf(i), true)
			endpoint.TargetRef.Namespace = namespace
			endpoint.NodeName, endpoint.Zone = new(nodeOf(i)), new(zoneOf(i%nodes))
			slice.Endpoints = append(slice.Endpoints, endpoint)
		}
		s.slices = append(s.slices, slice)
	}
	return s
}

// withoutClusterIP makes the creation of a Service fast, however many there are. Without a
// selector, it has one MeshService, as with a cluster IP.
func withoutClusterIP(service *corev1.Service) {
	kit.Headless(service)
	kit.WithoutSelector(service)
}

func (s *service) podName(i int) string { return fmt.Sprintf("%s-%03d", s.service.Name, i) }

// addressOf numbers the Pods from 10.128.0.0 on.
func (s *service) addressOf(i int) string {
	const mostPods = 1 << 10
	number := s.number*mostPods%(1<<23) + i
	return fmt.Sprintf("10.%d.%d.%d", 128+number>>16, number>>8&255, number&255)
}

func nodeOf(pod int) string  { return fmt.Sprintf("node-%02d", pod%nodes) }
func zoneOf(node int) string { return fmt.Sprintf("zone-%d", node%zones) }

func (w *world) create(ctx context.Context) error {
	objects := []client.Object{w.mesh}
	for i := range nodes {
		objects = append(objects, kit.Node(nodeOf(i), kit.InZone(zoneOf(i))))
	}
	for i := range w.options.namespaces {
		objects = append(objects, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: w.namespaceOf(i)}})
	}
	for _, object := range objects {
		if err := w.createObject(ctx, object); err != nil {
			return err
		}
	}
	progress("Creating %d Services with %d endpoints each", w.options.services, w.options.pods)
	if err := parallel(ctx, len(w.services), func(i int) error { return w.createService(ctx, w.services[i]) }); err != nil {
		return err
	}
	progress("Creating the Pods")
	return parallel(ctx, len(w.services), func(i int) error { return w.createPods(ctx, w.services[i]) })
}

func (w *world) createService(ctx context.Context, s *service) error {
	if err := w.createObject(ctx, s.service); err != nil {
		return err
	}
	for _, slice := range s.slices {
		if err := w.createObject(ctx, slice); err != nil {
			return err
		}
	}
	settings := meshservice.Settings{Zone: "default", ClusterDomain: "cluster.local", LoadBalancerClass: v1alpha1.DefaultLoadBalancerClass}
	derived := settings.Derive(meshservice.View{
		Service: s.service, Slices: s.slices, Mesh: func(string) *v1alpha1.Mesh { return w.mesh },
	}).MeshServices
	if len(derived) != 1 {
		return fmt.Errorf("%s results in %d MeshServices", s.service.Name, len(derived))
	}
	s.meshService = derived[0]
	status := s.meshService.Status
	for i := range status.Conditions {
		status.Conditions[i].LastTransitionTime = metav1.Now()
	}
	if err := w.createObject(ctx, s.meshService); err != nil {
		return err
	}
	s.meshService.Status = status
	return w.updateStatus(ctx, s.meshService)
}

func (w *world) createPods(ctx context.Context, s *service) error {
	if !w.options.allPods && s.service.Namespace != w.large().service.Namespace {
		return nil
	}
	for i := range s.size {
		pod := kit.Pod(s.service.Namespace, s.podName(i), s.service.Name, kit.OnNode(nodeOf(i)))
		if err := w.createObject(ctx, pod); err != nil {
			return err
		}
		kit.RunningAt(s.addressOf(i))(pod)
		kit.Readiness(true)(pod)
		if err := w.updateStatus(ctx, pod); err != nil {
			return err
		}
	}
	return nil
}

// setReady makes a number of the Service's Pods ready, beginning with the first one, and the
// others not. It returns the time at which it began to write.
func (w *world) setReady(ctx context.Context, s *service, ready int) (time.Time, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	begin := time.Now()
	for i, slice := range s.slices {
		if !setReadyIn(slice, ready-i*sliceSize) {
			continue
		}
		if err := w.update(ctx, slice); err != nil {
			return begin, err
		}
	}
	status := &s.meshService.Status
	status.Proxies.Online, status.Proxies.Offline = v1alpha1.ProxyCount(ready), v1alpha1.ProxyCount(s.size-ready)
	status.Availability = v1alpha1.Online
	if ready == 0 {
		status.Availability = v1alpha1.Offline
	}
	return begin, w.updateStatus(ctx, s.meshService)
}

// setReadyIn reports whether the slice differs.
func setReadyIn(slice *discoveryv1.EndpointSlice, ready int) bool {
	differs := false
	for i := range slice.Endpoints {
		if wanted := i < ready; *slice.Endpoints[i].Conditions.Ready != wanted {
			slice.Endpoints[i].Conditions.Ready = &wanted
			differs = true
		}
	}
	return differs
}

func parallel(ctx context.Context, count int, do func(int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workqueue.ParallelizeUntil(ctx, workers, count, func(i int) {
		if err := do(i); err != nil {
			cancel(err)
		}
	})
	return context.Cause(ctx)
}
