package clients_test

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/interop/grpc_testing"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// world is a cluster in memory. Its Pods are servers on loopback addresses, which the API
// server would not accept in EndpointSlices.
type world struct {
	mu    sync.Mutex
	views map[types.NamespacedName]resource.View
	tell  []func(types.NamespacedName)
}

func newWorld() *world { return &world{views: map[types.NamespacedName]resource.View{}} }

func (w *world) Service(key types.NamespacedName) *resource.Service {
	w.mu.Lock()
	defer w.mu.Unlock()
	view := w.views[key]
	view.Key = key
	return resource.NewService(view)
}

func (w *world) Services() []types.NamespacedName {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(maps.Keys(w.views))
}

// set changes a Service and tells all servers.
func (w *world) set(view resource.View) {
	key := types.NamespacedName{Namespace: view.Service.Namespace, Name: view.Service.Name}
	view.Key, view.Mesh = key, anyMesh
	w.mu.Lock()
	w.views[key] = view
	tell := slices.Clone(w.tell)
	w.mu.Unlock()
	for _, changed := range tell {
		changed(key)
	}
}

func (w *world) remove(key types.NamespacedName) {
	w.mu.Lock()
	delete(w.views, key)
	tell := slices.Clone(w.tell)
	w.mu.Unlock()
	for _, changed := range tell {
		changed(key)
	}
}

func anyMesh(name string) *v1alpha1.Mesh {
	return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

// serve starts a server of the world, which ends with the test. It returns its address.
func (w *world) serve(t *testing.T) (address string, stop func()) {
	t.Helper()
	registry := prometheus.NewRegistry()
	clientOf := func(node *xdscache.NodeInfo) resource.Client {
		return server.ClientOf(node, func(string) string { return "" })
	}
	cache := xdscache.New(w, "cluster.local", clientOf, xdscache.NewMetrics(registry))
	w.mu.Lock()
	w.tell = append(w.tell, cache.Changed)
	w.mu.Unlock()
	xds := server.New(server.Options{
		Log: logr.Discard(), ClusterDomain: "cluster.local", InsecureAddress: "127.0.0.1:0",
		MaxStreamsPerClient: 1000, MaxSubscriptions: 1000, MaxConnectionAge: time.Hour, DrainTimeout: 100 * time.Millisecond,
	}, cache, nil, registry)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- xds.Start(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	t.Cleanup(stop)
	return xds.Addresses()[0].String(), stop
}

// service is the Service shop/<name> with the port 80, named grpc.
func service(name string) *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
		Spec: corev1.ServiceSpec{
			ClusterIP:  "10.96.0.10",
			IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol},
			Ports:      []corev1.ServicePort{{Name: "grpc", Port: 80, Protocol: corev1.ProtocolTCP}},
		},
	}
}

// viewOf is a Service of the mesh with these Pods.
func viewOf(service *corev1.Service, pods ...*pod) resource.View {
	slice := &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: service.Namespace, Name: service.Name + "-1", Labels: map[string]string{discoveryv1.LabelServiceName: service.Name},
		},
		AddressType: discoveryv1.AddressTypeIPv4,
	}
	var byPort = map[int32][]discoveryv1.Endpoint{}
	for _, pod := range pods {
		byPort[pod.port] = append(byPort[pod.port], pod.endpoint())
	}
	var all []*discoveryv1.EndpointSlice
	for port, endpoints := range byPort {
		of := slice.DeepCopy()
		of.Name = fmt.Sprintf("%s-%d", service.Name, port)
		of.Endpoints = endpoints
		of.Ports = []discoveryv1.EndpointPort{{Name: ptr.To("grpc"), Port: ptr.To(port), Protocol: ptr.To(corev1.ProtocolTCP)}}
		all = append(all, of)
	}
	return resource.View{
		Service: service, Slices: all,
		MeshServices: []*v1alpha1.MeshService{{ObjectMeta: metav1.ObjectMeta{Namespace: service.Namespace, Name: service.Name}}},
	}
}

// pod is a server that says its name.
type pod struct {
	grpc_testing.UnimplementedTestServiceServer
	name   string
	zone   string
	ready  bool
	ip     string
	port   int32
	server *grpc.Server
}

// UnaryCall answers with the Pod's name.
func (p *pod) UnaryCall(context.Context, *grpc_testing.SimpleRequest) (*grpc_testing.SimpleResponse, error) {
	return &grpc_testing.SimpleResponse{Hostname: p.name}, nil
}

// start starts a Pod, which ends with the test.
func start(t *testing.T, name string) *pod {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	started := &pod{name: name, ready: true, ip: host, port: int32(number), server: grpc.NewServer()}
	grpc_testing.RegisterTestServiceServer(started.server, started)
	go func() { _ = started.server.Serve(listener) }() // ends with the test
	t.Cleanup(started.server.Stop)
	return started
}

func (p *pod) endpoint() discoveryv1.Endpoint {
	endpoint := discoveryv1.Endpoint{
		Addresses:  []string{p.ip},
		Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(p.ready), Serving: ptr.To(p.ready), Terminating: ptr.To(false)},
		TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: p.name},
	}
	if p.zone != "" {
		endpoint.Zone = ptr.To(p.zone)
	}
	return endpoint
}
