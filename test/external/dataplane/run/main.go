// Command run starts the ground of the data plane with sample Services, prints commands to
// try, and keeps it until it is interrupted.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// timeout bounds the wait for the samples to answer.
const timeout = 2 * time.Minute

func main() {
	log.SetLogger(logr.Discard())
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	cancel()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\n✗ %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	logs := kit.Path("bin", "run-dataplane")
	ground, err := dataplane.Start(ctx, dataplane.Options{LogDir: logs, Progress: os.Stdout})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ground.Close()) }()
	if err := ground.CreateDNS(ctx); err != nil {
		return err
	}
	services, err := createSamples(ctx, ground)
	if err != nil {
		return err
	}
	if err := ground.Nodes[0].Network.UseResolver(dataplane.DNSAddresses[0], samples+".svc."+dataplane.ClusterDomain); err != nil {
		return err
	}
	kubeconfig := filepath.Join(logs, "kubeconfig")
	if err := ground.Cluster.WriteKubeconfig(kubeconfig); err != nil {
		return err
	}
	assets, err := cluster.Assets()
	if err != nil {
		return err
	}
	show(ground, services, kubeconfig, assets)
	<-ctx.Done()
	fmt.Println("\nEnding what was started …")
	return nil
}

// samples is the namespace of the samples.
const samples = "samples"

// createSamples creates a Deployment with three Services, and returns the Services when
// they answer: a usual one, one that is delegated, and one with an address of the mesh.
func createSamples(ctx context.Context, ground *dataplane.Ground) ([]*corev1.Service, error) {
	mesh := kit.Mesh("default", kit.WithVIPRanges("10.200.0.0/24", "fd00:200::/120"))
	services := []*corev1.Service{
		dataplane.Service(samples, "usual", kit.Selecting("web"), dataplane.WithNodePorts),
		dataplane.Service(samples, "delegated", kit.Selecting("web"), dataplane.WithNodePorts, kit.Delegated),
		dataplane.Service(samples, "mesh", kit.Selecting("web"), kit.InMesh(mesh.Name), kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass)),
	}
	objects := []client.Object{mesh, kit.Namespace(""), dataplane.Deployment(samples, "web", 3)}
	objects[1].SetGenerateName("")
	objects[1].SetName(samples)
	for _, service := range services {
		objects = append(objects, service)
	}
	for _, object := range objects {
		if err := ground.API.Create(ctx, object); err != nil {
			return nil, fmt.Errorf("creating the sample %s: %w", object.GetName(), err)
		}
	}
	for _, service := range services {
		if err := waitForAnswer(ctx, ground, service); err != nil {
			return nil, err
		}
	}
	return services, nil
}

func waitForAnswer(ctx context.Context, ground *dataplane.Ground, service *corev1.Service) error {
	var record traffic.Record
	err := wait.PollUntilContextTimeout(ctx, time.Second, timeout, true, func(ctx context.Context) (bool, error) {
		record = dataplane.Ask(ground.Nodes[0].Network.Namespace, traffic.Client{
			Target: traffic.HostPort(service.Spec.ClusterIP, service.Spec.Ports[0].Port), Timeout: time.Second,
		})
		err := ground.API.Get(ctx, client.ObjectKeyFromObject(service), service)
		hasAddress := service.Spec.Type != corev1.ServiceTypeLoadBalancer || len(addressesOf(service)) > 0
		return record.Outcome == traffic.Answered && hasAddress, err
	})
	if err != nil {
		return fmt.Errorf("the sample %s does not answer (%s): %w", service.Name, record.Error, err)
	}
	return nil
}

func show(ground *dataplane.Ground, services []*corev1.Service, kubeconfig, assets string) {
	node := ground.Nodes[0].Network
	fmt.Printf(`
The cluster, from another terminal (the logs are in %s):

  export KUBECONFIG=%s
  export PATH=%s:$PATH
  kubectl get services,pods,meshservices -n samples -o wide

Packets, as root: from a Node, and from a host outside of the cluster to a node port. Each
answer has the Pod and its address. "ip netns" lists the namespaces of Nodes and Pods.

`, ground.Cluster.LogDir(), kubeconfig, assets)
	for _, service := range services {
		fmt.Printf("  # %s\n", service.Name)
		fmt.Printf("  ip netns exec %s curl -s %s\n", node.Name(), url(service.Name, dataplane.HTTPPort))
		for _, address := range slices.Concat(service.Spec.ClusterIPs, addressesOf(service)) {
			fmt.Printf("  ip netns exec %s curl -s %s\n", node.Name(), url(address, dataplane.HTTPPort))
		}
		if nodePort := service.Spec.Ports[1].NodePort; nodePort != 0 {
			fmt.Printf("  ip netns exec %s curl -s %s\n", ground.Outside.Name(), url(node.Addresses[0].String(), nodePort))
		}
	}
	fmt.Printf(`
Delegate a Service while you call it, and take it back:

  kubectl label service -n samples usual service.kubernetes.io/endpoint-controller-name=%s
  kubectl label service -n samples usual service.kubernetes.io/endpoint-controller-name-

Press Ctrl-C to end it.
`, kit.EndpointController)
}

// addressesOf returns the addresses of the mesh that a Service has.
func addressesOf(service *corev1.Service) []string {
	var addresses []string
	for _, ingress := range service.Status.LoadBalancer.Ingress {
		addresses = append(addresses, ingress.IP)
	}
	return addresses
}

func url(address string, port int32) string {
	return "http://" + traffic.HostPort(address, port) + "/"
}
