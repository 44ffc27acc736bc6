package main

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/xds"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/identity"
)

const (
	image = "example/greeter"
	port  = "8080"
	// grace is the time for which a deleted Pod goes on serving, as with a preStop hook.
	grace = 3 * time.Second
)

// serve listens for each Pod of the image, from when it is running until it has ended.
func serve(ctx context.Context, kubeconfig, bootstrapFile, volumesDirectory string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	api, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	servers := &servers{
		running: map[string]server{}, ending: map[string]server{},
		volumes: &volumes{api: api, directory: volumesDirectory, mounted: map[types.UID]context.CancelFunc{}},
	}
	if bootstrapFile != "" {
		if servers.bootstrap, err = os.ReadFile(bootstrapFile); err != nil {
			return err
		}
	}
	defer servers.stopAll()
	factory := informers.NewSharedInformerFactory(clients, 0)
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(servers.handler(ctx)); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	<-ctx.Done()
	return nil
}

// servers has a server for each address.
type servers struct {
	// bootstrap is for the Pods with certificates. It is nil if xDS does not configure them.
	bootstrap []byte
	volumes   *volumes

	mu      sync.Mutex
	running map[string]server
	// ending are the servers of Pods that are gone, until they have finished.
	ending map[string]server
}

func (s *servers) newServer(pod *corev1.Pod) (server, error) {
	if s.bootstrap == nil || identity.MountedCertificates(pod) == 0 {
		return grpc.NewServer(), nil
	}
	// gRPC reads the environment for one bootstrap a process, and here are many Pods.
	return newServer(xds.BootstrapContentsForTesting(expand(s.bootstrap, pod.Namespace, pod.Name)))
}

func (s *servers) handler(ctx context.Context) toolscache.ResourceEventHandler {
	return toolscache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { s.update(ctx, object.(*corev1.Pod)) },
		UpdateFunc: func(_, object any) { s.update(ctx, object.(*corev1.Pod)) },
		DeleteFunc: func(object any) {
			if tombstone, ok := object.(toolscache.DeletedFinalStateUnknown); ok {
				object = tombstone.Obj
			}
			pod := object.(*corev1.Pod)
			s.stop(pod.Status.PodIP)
			s.volumes.unmount(pod)
		},
	}
}

// update starts the server of a Pod when its volumes are there.
func (s *servers) update(ctx context.Context, pod *corev1.Pod) {
	switch {
	case s.volumes.directory == "" || identity.MountedCertificates(pod) == 0:
		s.start(pod)
	case pod.Spec.NodeName != "" && pod.Status.PodIP != "":
		s.volumes.mount(ctx, pod, func() { s.start(pod) })
	}
}

func (s *servers) start(pod *corev1.Pod) {
	if pod.Status.PodIP == "" || pod.Spec.Containers[0].Image != image {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	address := pod.Status.PodIP
	if s.running[address] != nil {
		return
	}
	if former := s.ending[address]; former != nil {
		former.GracefulStop() // a new Pod has its address
		delete(s.ending, address)
	}
	listener, err := net.Listen("tcp", onLoopback(net.JoinHostPort(address, port)))
	if err != nil {
		fmt.Printf("cannot play Pod %s: %v\n", pod.Name, err)
		return
	}
	server, err := s.newServer(pod)
	if err != nil {
		_ = listener.Close()
		fmt.Printf("cannot play Pod %s: %v\n", pod.Name, err)
		return
	}
	grpc_testing.RegisterTestServiceServer(server, &greeter{pod: pod.Name})
	s.running[address] = server
	go func() { _ = server.Serve(listener) }() // it ends when it is stopped
	fmt.Printf("playing Pod %s at %s\n", pod.Name, listener.Addr())
}

// stop ends the server of a Pod that is gone, after grace and its last calls.
func (s *servers) stop(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if server := s.running[address]; server != nil {
		delete(s.running, address)
		s.ending[address] = server
		time.AfterFunc(grace, func() { s.end(address, server) })
	}
}

func (s *servers) end(address string, ended server) {
	ended.GracefulStop()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ending[address] == ended {
		delete(s.ending, address)
	}
}

func (s *servers) stopAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, server := range s.running {
		server.Stop()
	}
}

// greeter is the service of one Pod.
type greeter struct {
	grpc_testing.UnimplementedTestServiceServer
	pod string
}

// UnaryCall returns the name of the Pod, and the identity in the caller's certificate.
func (g *greeter) UnaryCall(ctx context.Context, _ *grpc_testing.SimpleRequest) (*grpc_testing.SimpleResponse, error) {
	response := &grpc_testing.SimpleResponse{Hostname: g.pod}
	if caller, known := peer.FromContext(ctx); known {
		response.Username = identityOf(caller)
	}
	return response, nil
}

// onLoopback returns the loopback address that stands for the address of a Pod. By default,
// only the first number of the two differs.
func onLoopback(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	ip := net.ParseIP(host).To4()
	if ip == nil {
		return address
	}
	second := ip[1]
	if network, err := netip.ParsePrefix(os.Getenv("GREETER_NETWORK")); err == nil {
		second = network.Addr().As4()[1]
	}
	return net.JoinHostPort(net.IPv4(127, second, ip[2], ip[3]).String(), port)
}
