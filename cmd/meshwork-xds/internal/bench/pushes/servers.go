package main

import (
	"fmt"
	"os"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
)

// server is a program that serves endpoints.
type server struct {
	name string
	// program returns the program that listens at the addresses. Clients connect to the first.
	program func(addresses []string) cluster.Program
	node    *corev3.Node
	// nameOf returns the name of a Service's ClusterLoadAssignment.
	nameOf func(service int) string
}

// freeAddresses returns the addresses for a server.
func freeAddresses() ([]string, error) {
	addresses := make([]string, 3)
	for i := range addresses {
		var err error
		if addresses[i], err = cluster.FreeAddress(); err != nil {
			return nil, err
		}
	}
	return addresses, nil
}

func meshworkXDS(kubeconfig string, size load.Size) server {
	return server{
		name: "meshwork-xds", node: &corev3.Node{Id: "bench", UserAgentName: "gRPC bench"}, nameOf: load.NameOf,
		program: func(addresses []string) cluster.Program {
			return cluster.Program{Name: "meshwork-xds", Path: kit.Path("bin", "meshwork-xds"), Args: []string{
				"--kubeconfig=" + kubeconfig, "--bind-address=0", "--insecure-bind-address=" + addresses[0],
				"--metrics-bind-address=0", "--health-probe-bind-address=0", "--subscriptions-bind-address=" + addresses[1],
				fmt.Sprintf("--max-streams-per-client=%d", 2*size.Streams), // those of a server that was killed count for a while
			}}
		},
	}
}

func istiodAt(path, kubeconfig string) server {
	return server{
		name: "istiod", node: &corev3.Node{Id: "sidecar~10.255.0.1~client." + load.Namespace + "~" + load.Namespace + ".svc.cluster.local"},
		nameOf: func(service int) string {
			return fmt.Sprintf("outbound|80||%s.%s.svc.cluster.local", load.ServiceName(service), load.Namespace)
		},
		program: func(addresses []string) cluster.Program {
			return cluster.Program{
				Name: "istiod", Path: path,
				Args: []string{
					"discovery", "--kubeconfig=" + kubeconfig, "--namespace=" + istioNamespace, "--grpcAddr=" + addresses[0],
					"--httpAddr=" + addresses[1], "--monitoringAddr=" + addresses[2], "--httpsAddr=", "--secureGRPCAddr=", "--ctrlz_port=0",
				},
				// All streams are opened at once.
				Env: append(os.Environ(), "PILOT_MAX_REQUESTS_PER_SECOND=1000"),
			}
		},
	}
}
