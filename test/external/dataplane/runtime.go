package dataplane

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"net"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kubelet"
)

const (
	// ServerImage is the image of the test server.
	ServerImage = "meshwork.dev/test/server"
	// PeerImage is the image of a gRPC server and client that xDS configures.
	PeerImage = "meshwork.dev/test/peer"
	// EchoImage is the image of the Pods in the conformance tests of the Gateway API.
	EchoImage = "registry.k8s.io/gateway-api/echo-advanced:v1.5.1"
	// SecondNetwork is the name of the second network, as meshwork.dev/pod-network takes it.
	SecondNetwork = "meshwork/second"
	// networksAnnotation asks for networks, and networkStatusAnnotation reports them.
	networksAnnotation      = "k8s.v1.cni.cncf.io/networks"
	networkStatusAnnotation = "k8s.v1.cni.cncf.io/network-status"
)

// runtime runs Pods as processes in network namespaces.
type runtime struct{ ground *Ground }

// CreateSandbox creates the namespace of the Pod. If the Pod has a ServiceAccount, the addresses
// of RelayToPods are reachable from the namespace.
func (r *runtime) CreateSandbox(_ context.Context, pod *corev1.Pod) (kubelet.Sandbox, error) {
	node, found := r.ground.nodes[pod.Spec.NodeName]
	if !found {
		return nil, fmt.Errorf("the Node %s has no network", pod.Spec.NodeName)
	}
	namespace, err := node.Network.AddPod(pod.Namespace+"-"+pod.Name, pod.Annotations[networksAnnotation] == SecondNetwork)
	if err != nil {
		return nil, err
	}
	if pod.Spec.ServiceAccountName != "" {
		for _, address := range r.ground.relayedToPods() {
			if err := namespace.Relay(address); err != nil {
				return nil, errors.Join(err, namespace.Remove())
			}
		}
	}
	if err := useClusterDNS(namespace, pod.Namespace); err != nil {
		return nil, errors.Join(err, namespace.Remove())
	}
	return &sandbox{Pod: namespace, ground: r.ground, node: node, name: pod.Namespace + "-" + pod.Name, hostname: pod.Name}, nil
}

type sandbox struct {
	*network.Pod
	ground         *Ground
	node           *Node
	name, hostname string
	// started is nil until the container is.
	started atomic.Pointer[started]
}

// started is a container with its program.
type started struct {
	process *cluster.Process
	path    string
	env     []string
}

func (s *sandbox) PodIPs() []string  { return texts(s.Addresses) }
func (s *sandbox) HostIPs() []string { return texts(s.node.Network.Addresses) }

// Annotations reports the networks as Multus does.
func (s *sandbox) Annotations() map[string]string {
	if len(s.SecondAddresses) == 0 {
		return nil
	}
	type status struct {
		Name      string   `json:"name"`
		Interface string   `json:"interface"`
		IPs       []string `json:"ips"`
		Default   bool     `json:"default,omitempty"`
	}
	encoded, _ := json.Marshal([]status{ // strings always encode
		{Name: "cluster", Interface: "eth0", IPs: texts(s.Addresses), Default: true},
		{Name: SecondNetwork, Interface: network.SecondInterface, IPs: texts(s.SecondAddresses)},
	})
	return map[string]string{networkStatusAnnotation: string(encoded)}
}

func (s *sandbox) StartContainer(_ context.Context, container kubelet.Container) (*cluster.Process, error) {
	path, found := s.ground.images[container.Image]
	if !found {
		return nil, fmt.Errorf("there is no image %s", container.Image)
	}
	created := &started{path: path, env: append([]string{"HOSTNAME=" + s.hostname}, container.Env...)}
	args := container.Args
	var err error
	if len(container.Mounts) > 0 {
		if path, args, err = mounted(s.ResolverFile(), container.Mounts, path, args); err != nil {
			return nil, err
		}
	}
	created.process, err = s.ground.Cluster.StartProgram(cluster.Program{
		Name: "pod-" + s.name, Path: path, Args: args, Env: created.env, Within: s.Do,
	})
	if err != nil {
		return nil, err
	}
	s.started.Store(created)
	return created.process, nil
}

// command returns a command that runs the program of the container once more, in its network and
// with its mounts and environment.
func (s *sandbox) command(ctx context.Context, args []string) (*exec.Cmd, error) {
	container := s.started.Load()
	if container == nil {
		return nil, fmt.Errorf("the container of %s has not started", s.name)
	}
	select {
	case <-container.process.Done(): // another process may have its ID
		return nil, fmt.Errorf("the container of %s has ended", s.name)
	default:
	}
	args = append([]string{"--target", strconv.Itoa(container.process.PID()), "--net", "--mount", "--", container.path}, args...)
	command := exec.CommandContext(ctx, "nsenter", args...)
	command.Env = container.env
	return command, nil
}

// mountScript runs in a mount namespace of its own. There, /run has nothing but the mounts,
// as in a container, and the cluster's DNS resolves names. /etc/resolv.conf may lead to /run.
const mountScript = `mount -t tmpfs tmpfs /run || exit 1
resolver=$(readlink -m /etc/resolv.conf)
[ -e "$resolver" ] || { mkdir -p "${resolver%/*}" && : >"$resolver"; } || exit 1
mount --bind "$1" "$resolver" || exit 1
shift
while [ "$1" != -- ]; do
  mkdir -p "$2" && mount --bind "$1" "$2" && mount -o remount,bind,ro "$2" || exit 1
  shift 2
done
shift
exec "$@"`

// mounted returns the command that runs a program that sees the file of its resolver, and the
// mounts. All of them have to be in /run: the other directories belong to the machine, and
// nothing is created there.
func mounted(resolver string, mounts []kubelet.Mount, path string, args []string) (program string, all []string, err error) {
	all = []string{"--mount", "--propagation=private", "sh", "-c", mountScript, "container", resolver}
	for _, mount := range mounts {
		if !strings.HasPrefix(mount.Target, "/run/") && !strings.HasPrefix(mount.Target, "/var/run/") {
			return "", nil, fmt.Errorf("a volume is mounted at %s, and this runtime mounts only in /run and /var/run", mount.Target)
		}
		source, err := filepath.Abs(mount.Source)
		if err != nil {
			return "", nil, err
		}
		all = append(all, source, mount.Target)
	}
	return "unshare", append(append(all, "--", path), args...), nil
}

// DialContext connects from the Node, as its kubelet does.
func (s *sandbox) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return s.node.Network.DialContext(ctx, network, address)
}

// probeGRPC asks a health service.
func probeGRPC(ctx context.Context, dial kubelet.Dial, address, service string) error {
	connection, err := grpc.NewClient("passthrough:///"+address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) { return dial(ctx, "tcp", address) }))
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	response, err := grpc_health_v1.NewHealthClient(connection).Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: service})
	if err != nil {
		return err
	}
	if response.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		return fmt.Errorf("the service %q is %s", service, response.Status)
	}
	return nil
}

func texts(addresses []netip.Addr) []string {
	all := make([]string, len(addresses))
	for i, address := range addresses {
		all[i] = address.String()
	}
	return all
}
