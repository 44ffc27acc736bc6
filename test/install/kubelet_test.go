package install

import (
	"context"
	"fmt"
	"net"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kubelet"
)

// loopbackRuntime runs the Pods of Meshwork as processes, with exactly the arguments, the environment
// and the ServiceAccount of their one container.
type loopbackRuntime struct {
	cluster *cluster.Cluster
	// created counts the sandboxes: each has its own address.
	created atomic.Int32
}

// CreateSandbox gives a Pod its own loopback address, so that it can serve the ports in
// its arguments.
func (r *loopbackRuntime) CreateSandbox(_ context.Context, pod *corev1.Pod) (kubelet.Sandbox, error) {
	return &loopbackSandbox{runtime: r, pod: pod, address: fmt.Sprintf("127.77.0.%d", r.created.Add(1))}, nil
}

type loopbackSandbox struct {
	net.Dialer
	runtime *loopbackRuntime
	pod     *corev1.Pod
	address string
}

func (s *loopbackSandbox) PodIPs() []string               { return []string{s.address} }
func (s *loopbackSandbox) HostIPs() []string              { return nil }
func (s *loopbackSandbox) Annotations() map[string]string { return nil }
func (s *loopbackSandbox) Remove() error                  { return nil }

func (s *loopbackSandbox) StartContainer(ctx context.Context, container kubelet.Container) (*cluster.Process, error) {
	kubeconfig := filepath.Join(s.runtime.cluster.LogDir(), s.pod.Name+".kubeconfig")
	if err := s.runtime.cluster.ServiceAccountKubeconfig(ctx, s.pod.Namespace, s.pod.Spec.ServiceAccountName, kubeconfig); err != nil {
		return nil, err
	}
	args := slices.Clone(container.Args)
	for i := range args { // the xDS server of the earlier chart has no extraEnv with the variable
		args[i] = strings.ReplaceAll(args[i], "$(POD_IP)", s.address)
	}
	return s.runtime.cluster.StartProgram(cluster.Program{
		Name: s.pod.Name, Path: programOf(container.Image), Args: args, Env: append(container.Env, "KUBECONFIG="+kubeconfig),
	})
}

// programOf returns the program of an image: meshwork or meshwork-xds, of this version or the earlier one.
func programOf(image string) string {
	name, tag, _ := strings.Cut(path.Base(image), ":")
	if tag == earlierTag {
		return kit.Path("bin", "earlier", name)
	}
	return kit.Path("bin", name)
}
