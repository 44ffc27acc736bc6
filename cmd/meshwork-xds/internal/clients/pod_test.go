package clients_test

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

const (
	ipv4Loopback = "127.0.0.1"
	ipv6Loopback = "::1"
)

// pod is a server that answers with its name.
type pod struct {
	grpc_testing.UnimplementedTestServiceServer
	name     string
	hostname string
	zone     string
	hints    []string
	// conditions are the endpoint's conditions. At first, the Pod is ready.
	conditions discoveryv1.EndpointConditions
	addresses  []string
	portName   string
	port       int32
	server     grpcServer

	calls atomic.Int64
	// failing is the number of the next calls that fail.
	failing atomic.Int64
	// hangs makes calls last until the client gives up.
	hangs atomic.Bool
}

// Headers of responses.
const (
	// podHeader has the name of the Pod.
	podHeader = "pod"
	// callerHeader has the SPIFFE ID of the caller, or "plaintext".
	callerHeader = "caller"
	// issuerHeader has the authority that signed the caller's certificate.
	issuerHeader = "issuer"
)

func callerOf(ctx context.Context) metadata.MD {
	from, _ := peer.FromContext(ctx)
	info, secured := from.AuthInfo.(credentials.TLSInfo)
	if !secured {
		return metadata.Pairs(callerHeader, "plaintext")
	}
	return metadata.Pairs(callerHeader, info.SPIFFEID.String(), issuerHeader, info.State.PeerCertificates[0].Issuer.CommonName)
}

// UnaryCall answers with the Pod's name.
func (p *pod) UnaryCall(ctx context.Context, _ *grpc_testing.SimpleRequest) (*grpc_testing.SimpleResponse, error) {
	return &grpc_testing.SimpleResponse{}, p.answer(ctx)
}

// EmptyCall does the same.
func (p *pod) EmptyCall(ctx context.Context, _ *grpc_testing.Empty) (*grpc_testing.Empty, error) {
	return &grpc_testing.Empty{}, p.answer(ctx)
}

// FullDuplexCall names the Pod in the body of each response to a request, because headers come once.
func (p *pod) FullDuplexCall(stream grpc_testing.TestService_FullDuplexCallServer) error {
	for {
		if _, err := stream.Recv(); err != nil {
			return nil // the client has ended the stream
		}
		if err := stream.Send(&grpc_testing.StreamingOutputCallResponse{Payload: &grpc_testing.Payload{Body: []byte(p.name)}}); err != nil {
			return err
		}
	}
}

func (p *pod) answer(ctx context.Context) error {
	p.calls.Add(1)
	if p.hangs.Load() {
		<-ctx.Done()
		return status.FromContextError(ctx.Err()).Err()
	}
	if p.failing.Load() > 0 && p.failing.Add(-1) >= 0 {
		return status.Error(codes.Unavailable, "the Pod fails this call")
	}
	return grpc.SetHeader(ctx, metadata.Join(metadata.Pairs(podHeader, p.name), callerOf(ctx)))
}

// start starts a Pod, which ends with the test.
func start(t *testing.T, name string) *pod {
	t.Helper()
	return startAt(t, name, ipv4Loopback)
}

func startAt(t *testing.T, name, ip string) *pod {
	t.Helper()
	return startWith(t, name, ip, grpc.NewServer())
}

// grpcServer is grpc.Server, or xds.GRPCServer.
type grpcServer interface {
	grpc.ServiceRegistrar
	Serve(net.Listener) error
	Stop()
	GracefulStop()
}

func startWith(t *testing.T, name, ip string, server grpcServer) *pod {
	t.Helper()
	listener := listen(t, net.JoinHostPort(ip, "0"))
	started := newPod(name, netip.MustParseAddrPort(listener.Addr().String()))
	started.serve(t, listener, server)
	return started
}

func listen(t *testing.T, address string) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// serve makes the server answer for the Pod until the test ends.
func (p *pod) serve(t *testing.T, listener net.Listener, server grpcServer) {
	p.server = server
	grpc_testing.RegisterTestServiceServer(server, p)
	go func() { _ = server.Serve(listener) }() // ends with the test
	t.Cleanup(server.Stop)
}

func newPod(name string, address netip.AddrPort) *pod {
	return &pod{
		name: name, addresses: []string{address.Addr().String()}, portName: "grpc", port: int32(address.Port()),
		conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true), Serving: ptr.To(true), Terminating: ptr.To(false)},
	}
}

// startPods starts Pods named a, b, c and so on.
func startPods(t *testing.T, count int) []*pod {
	t.Helper()
	pods := make([]*pod, count)
	for i := range pods {
		pods[i] = start(t, string(rune('a'+i)))
	}
	return pods
}

// terminates makes a Pod terminate, while it still serves.
func (p *pod) terminates() *pod {
	p.conditions = discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(true), Terminating: ptr.To(true)}
	return p
}

// unready makes a Pod not ready, while its server still answers.
func (p *pod) unready() *pod {
	p.conditions.Ready, p.conditions.Serving = ptr.To(false), ptr.To(false)
	return p
}

func (p *pod) endpoint(address string) discoveryv1.Endpoint {
	endpoint := discoveryv1.Endpoint{
		Addresses: []string{address}, Conditions: p.conditions,
		TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: p.name},
	}
	if p.zone != "" {
		endpoint.Zone = ptr.To(p.zone)
	}
	if p.hostname != "" {
		endpoint.Hostname = ptr.To(p.hostname)
	}
	for _, zone := range p.hints {
		if endpoint.Hints == nil {
			endpoint.Hints = &discoveryv1.EndpointHints{}
		}
		endpoint.Hints.ForZones = append(endpoint.Hints.ForZones, discoveryv1.ForZone{Name: zone})
	}
	return endpoint
}

// service is the Service shop/<name> with the port 80, named grpc.
func service(name string, annotations ...string) *corev1.Service {
	of := resourcetest.View(types.NamespacedName{Namespace: "shop", Name: name}).Service
	for i := 0; i < len(annotations); i += 2 {
		of.Annotations[annotations[i]] = annotations[i+1]
	}
	return of
}

// viewOf is a Service of the mesh with these Pods. They listen at different ports, as Pods with
// named target ports do.
func viewOf(service *corev1.Service, pods ...*pod) resource.View {
	type family struct {
		of   discoveryv1.AddressType
		port int32
	}
	slices := map[family]*discoveryv1.EndpointSlice{}
	view := resourcetest.View(types.NamespacedName{Namespace: service.Namespace, Name: service.Name})
	view.Service = service
	for _, pod := range pods {
		for _, address := range pod.addresses {
			key := family{discoveryv1.AddressTypeIPv4, pod.port}
			if netip.MustParseAddr(address).Is6() {
				key.of = discoveryv1.AddressTypeIPv6
			}
			if slices[key] == nil {
				slices[key] = resourcetest.Slice(view.Key, fmt.Sprintf("%s-%d", key.of, key.port), key.of, key.port)
				slices[key].Ports[0].Name = ptr.To(pod.portName)
				view.Slices = append(view.Slices, slices[key])
			}
			slices[key].Endpoints = append(slices[key].Endpoints, pod.endpoint(address))
		}
	}
	return view
}
