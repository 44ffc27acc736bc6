package controllers

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/component-base/featuregate"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/loadbalancer"
	"github.com/meshwork-dev/meshwork/controllers/mesh"
	meshservicecontroller "github.com/meshwork-dev/meshwork/controllers/meshservice"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Options are what the manager's flags say to the controllers.
type Options struct {
	Settings meshservice.Settings
	// StatusSyncPeriod is the least time between two status writes of one object.
	StatusSyncPeriod time.Duration
	// ConcurrentServiceSyncs is the number of Services worked on at a time, by each controller.
	ConcurrentServiceSyncs int
	// EndpointControllerName is the value of the label that delegates a Service.
	EndpointControllerName string
	// MaxEndpointsPerSlice is that of the slices of Pods.
	MaxEndpointsPerSlice int32
	// EndpointUpdatesBatchPeriod is how long a change of a Pod waits for others.
	EndpointUpdatesBatchPeriod time.Duration
	// HandoverTimeout is how long a Service's slices stay after it was taken away.
	HandoverTimeout time.Duration
	// Features are the feature gates.
	Features featuregate.FeatureGate
	// Metrics registers the metrics of the controllers.
	Metrics prometheus.Registerer
	// Version is the manager's, for the metrics.
	Version string
	// Enabled selects controllers: "*" for all, "name" or "-name" for one. The
	// first that speaks of a controller decides.
	Enabled []string
}

// Names of the controllers, for --controllers.
const (
	MeshService            = "meshservice"
	Mesh                   = "mesh"
	EndpointSlice          = "endpointslice"
	EndpointSliceMirroring = "endpointslicemirroring"
	LoadBalancer           = "loadbalancer"
)

// registry lists the controllers in the order in which they are set up, with the
// indexes that they read the cache by.
var registry = []struct {
	name    string
	indexes []cache.Index
	setup   func(context.Context, manager.Manager, Options) error
}{
	{MeshService, meshservicecontroller.MeshServiceIndexes, setupMeshService},
	{Mesh, mesh.MeshIndexes, setupMesh},
	{EndpointSlice, []cache.Index{cache.SliceServices}, setupEndpointSlice},
	{EndpointSliceMirroring, []cache.Index{cache.SliceServices}, setupMirroring},
	{LoadBalancer, loadbalancer.LoadBalancerIndexes, setupLoadBalancer},
}

// Runs tells whether the controller of the name is enabled.
func (o Options) Runs(name string) bool { return isEnabled(name, o.Enabled) }

// Names returns the names of all controllers.
func Names() []string {
	var names []string
	for _, controller := range registry {
		names = append(names, controller.name)
	}
	return names
}

// CacheOptions are what Setup requires of a manager's cache.
func CacheOptions(enabled []string) ctrlcache.Options {
	return cache.CacheOptions(isEnabled(MeshService, enabled) || isEnabled(Mesh, enabled))
}

// Setup adds the enabled controllers to a manager whose cache has the CacheOptions.
func Setup(ctx context.Context, mgr manager.Manager, options Options) error {
	if err := ValidateEnabled(options.Enabled); err != nil {
		return err
	}
	if err := metrics.Register(options.Metrics, metrics.NewBuildInfo(options.Version, runtime.Version())); err != nil {
		return err
	}
	var indexes []cache.Index
	for _, controller := range registry {
		if isEnabled(controller.name, options.Enabled) {
			indexes = append(indexes, controller.indexes...)
		}
	}
	if err := cache.AddIndexes(ctx, mgr.GetFieldIndexer(), indexes); err != nil {
		return err
	}
	for _, controller := range registry {
		if !isEnabled(controller.name, options.Enabled) {
			continue
		}
		if err := controller.setup(ctx, mgr, options); err != nil {
			return fmt.Errorf("controller %s: %w", controller.name, err)
		}
	}
	return nil
}

// ValidateEnabled refuses names that no controller has, and a choice of none.
func ValidateEnabled(enabled []string) error {
	for _, selector := range enabled {
		name := strings.TrimPrefix(selector, "-")
		if selector != "*" && !slices.Contains(Names(), name) {
			return fmt.Errorf("%q is no controller: use *, or one of %s, or *,-name to leave one out",
				selector, strings.Join(Names(), ", "))
		}
	}
	if !slices.ContainsFunc(Names(), func(name string) bool { return isEnabled(name, enabled) }) {
		return fmt.Errorf("%q enables no controller: write *,-name to leave one out", strings.Join(enabled, ","))
	}
	return nil
}

func isEnabled(name string, enabled []string) bool {
	for _, selector := range enabled {
		switch selector {
		case name:
			return true
		case "-" + name:
			return false
		}
	}
	return slices.Contains(enabled, "*")
}
