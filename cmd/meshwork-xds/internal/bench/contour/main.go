//go:build ignore

// Command contour measures the EndpointSlice translator of Contour, with the cache that it
// feeds. hack/contourbench.sh compiles it inside Contour's module, whose packages are internal.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/sirupsen/logrus"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/projectcontour/contour/internal/contour"
	"github.com/projectcontour/contour/internal/dag"
	"github.com/projectcontour/contour/internal/meshworkbench/load"
	"github.com/projectcontour/contour/internal/xdscache"
	xdscachev3 "github.com/projectcontour/contour/internal/xdscache/v3"
)

func main() {
	size := load.Size{}
	size.Bind(flag.CommandLine)
	flag.Parse()
	cost, err := measure(size)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(cost)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "contour:", err)
		os.Exit(1)
	}
}

func measure(size load.Size) (load.Cost, error) {
	before := make([]*discoveryv1.EndpointSlice, size.Services)
	after := make([]*discoveryv1.EndpointSlice, size.Services)
	read := func() {
		for i := range before {
			before[i] = load.Slice(i, size.Pods)
		}
	}
	return load.Measure(size, read, func() (load.Server, error) {
		translator, handler := start(before)
		return load.Server{
			Cache:   handler.GetCache(),
			Prepare: func(i int) { after[i] = load.Flip(before[i]) },
			Change: func(i int) error {
				translator.OnUpdate(before[i], after[i])
				before[i] = after[i]
				return nil
			},
		}, nil
	})
}

// start connects the translator and the cache as `contour serve` does.
func start(slices []*discoveryv1.EndpointSlice) (*xdscachev3.EndpointSliceTranslator, *xdscachev3.SnapshotHandler) {
	log := logrus.New()
	log.SetOutput(io.Discard)
	translator := xdscachev3.NewEndpointSliceTranslator(log)
	for _, slice := range slices {
		translator.OnAdd(slice, true)
	}
	handler := xdscachev3.NewSnapshotHandler([]xdscache.ResourceCache{translator}, log)
	translator.SetObserver(contour.ComposeObservers(handler))
	translator.OnChange(clusters(len(slices)))
	return translator, handler
}

// clusters returns a configuration that sends requests to all Services.
func clusters(services int) *dag.DAG {
	root := &dag.DAG{}
	for i := range services {
		root.ExtensionClusters = append(root.ExtensionClusters, &dag.ExtensionCluster{
			Name: load.NameOf(i),
			Upstream: dag.ServiceCluster{
				ClusterName: load.NameOf(i),
				Services: []dag.WeightedService{{
					Weight: 1, ServiceName: load.ServiceName(i), ServiceNamespace: load.Namespace,
					ServicePort: corev1.ServicePort{Name: "grpc", Port: 80},
				}},
			},
		})
	}
	return root
}
