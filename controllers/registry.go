package controllers

import (
	"context"

	certificatesv1 "k8s.io/api/certificates/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers/certificateauthority"
	"github.com/meshwork-dev/meshwork/controllers/endpointslice"
	"github.com/meshwork-dev/meshwork/controllers/endpointslicemirroring"
	"github.com/meshwork-dev/meshwork/controllers/loadbalancer"
	"github.com/meshwork-dev/meshwork/controllers/mesh"
	"github.com/meshwork-dev/meshwork/controllers/meshservice"
	"github.com/meshwork-dev/meshwork/controllers/podcertificate"
	"github.com/meshwork-dev/meshwork/controllers/route"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/features"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// Names of the controllers, for --controllers.
const (
	MeshService            = meshservice.Name
	Mesh                   = mesh.Name
	EndpointSlice          = endpointslice.Name
	EndpointSliceMirroring = endpointslicemirroring.Name
	LoadBalancer           = loadbalancer.Name
	Route                  = route.Name
	CertificateAuthority   = certificateauthority.Name
	PodCertificate         = podcertificate.Name
)

// registration describes a controller to the manager.
type registration struct {
	name string
	// released is true if `meshwork release` has to release the writes of the controller. The writes
	// of the signer are deleted with the Meshes and the Pods.
	released bool
	// optIn is true if "*" leaves the controller out: the signer runs apart from the others,
	// because it can read the private keys of authorities.
	optIn bool
	// needs are the kinds without which the controller is off: kinds of other projects, and kinds
	// of newer versions of Kubernetes. The kinds of Meshwork are required of every API server.
	needs []schema.GroupVersionKind
	// cached are the options of the cache for the kinds that the controller needs, if any.
	cached map[client.Object]ctrlcache.ByObject
	// indexes are the indexes of the cache that the controller uses.
	indexes []cache.Index
	// metrics are the metrics that only this controller exposes.
	metrics []metrics.Metric
	// create creates the controller from the options of the manager.
	create create
	// fallback, if any, creates the controller that runs while a kind that this one needs is missing.
	fallback create
}

type create func(controller.Dependencies, Options) (reconciler, error)

type reconciler interface {
	SetupWithManager(context.Context, manager.Manager) error
}

// certificates are the kinds that the signer needs, which are GA since Kubernetes 1.37.
var certificates = []schema.GroupVersionKind{
	certificatesv1.SchemeGroupVersion.WithKind("ClusterTrustBundle"),
	certificatesv1.SchemeGroupVersion.WithKind("PodCertificateRequest"),
}

// registry lists the controllers in the order of their setup.
var registry = []registration{
	{
		name: MeshService, released: true,
		indexes: meshservice.Indexes,
		metrics: meshservice.Metrics,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			return meshservice.New(meshservice.Options{
				Dependencies:     dependencies,
				Settings:         options.Settings,
				StatusSyncPeriod: options.StatusSyncPeriod,
			})
		},
	},
	{
		name: Mesh, released: true,
		indexes: mesh.Indexes,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			dependencies.ConcurrentSyncs = 1 // Meshes are few, and each sync counts all MeshServices
			return mesh.New(mesh.Options{Dependencies: dependencies, StatusSyncPeriod: options.StatusSyncPeriod})
		},
	},
	{
		name: EndpointSlice, released: true,
		indexes: endpointslice.Indexes,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			return endpointslice.New(endpointslice.Options{
				Dependencies:         dependencies,
				ControllerName:       options.EndpointControllerName,
				MaxEndpointsPerSlice: options.MaxEndpointsPerSlice,
				HandoverTimeout:      options.HandoverTimeout,
				Intervals:            options.EndpointIntervals,
				TopologyAwareHints:   options.Features.Enabled(features.TopologyAwareHints),
				Compaction:           options.Features.Enabled(features.EndpointSliceCompaction),
			})
		},
	},
	{
		name: EndpointSliceMirroring, released: true,
		indexes: endpointslicemirroring.Indexes,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			return endpointslicemirroring.New(endpointslicemirroring.Options{
				Dependencies:    dependencies,
				ControllerName:  options.EndpointControllerName,
				HandoverTimeout: options.HandoverTimeout,
				Intervals:       options.EndpointIntervals,
			})
		},
	},
	{
		name: LoadBalancer, released: true,
		indexes: loadbalancer.Indexes,
		metrics: loadbalancer.Metrics,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			return loadbalancer.New(loadbalancer.Options{
				Dependencies:      dependencies,
				Class:             options.Settings.LoadBalancerClass,
				StatusSyncPeriod:  options.StatusSyncPeriod,
				VIPCooldownPeriod: options.VIPCooldownPeriod,
			})
		},
	},
	{
		name: Route, released: true,
		metrics: route.Metrics, needs: routes.Kinds,
		create: func(dependencies controller.Dependencies, _ Options) (reconciler, error) {
			return route.New(dependencies)
		},
	},
	{
		name: CertificateAuthority, optIn: true,
		needs:   certificates,
		cached:  certificateauthority.Cached,
		indexes: certificateauthority.Indexes,
		metrics: certificateauthority.Metrics,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			dependencies.ConcurrentSyncs = 1 // Meshes are few, and each sync counts all certificates
			return certificateauthority.New(certificateauthority.Options{
				Dependencies:           dependencies,
				Authorities:            options.authorities,
				TrustPropagationPeriod: options.TrustPropagationPeriod,
				StatusSyncPeriod:       options.StatusSyncPeriod,
			})
		},
		fallback: func(dependencies controller.Dependencies, _ Options) (reconciler, error) {
			dependencies.ConcurrentSyncs = 1
			return certificateauthority.NewUnsupported(dependencies)
		},
	},
	{
		name: PodCertificate, optIn: true,
		needs:   certificates,
		cached:  podcertificate.Cached,
		metrics: podcertificate.Metrics,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			return podcertificate.New(podcertificate.Options{
				Dependencies:  dependencies,
				Authorities:   options.authorities,
				ClusterDomain: options.Settings.ClusterDomain,
			})
		},
	},
}

// Names returns the names of all controllers.
func Names() []string {
	var names []string
	for _, registered := range registry {
		names = append(names, registered.name)
	}
	return names
}

// Released returns the names of the controllers whose writes `meshwork release` has to release.
func Released() []string {
	var names []string
	for _, registered := range registry {
		if registered.released {
			names = append(names, registered.name)
		}
	}
	return names
}

// selected returns the controllers that the options enable.
func selected(from []registration, options Options) []registration {
	var enabled []registration
	for _, registered := range from {
		if options.Runs(registered.name) && (registered.released || !options.ReleasedOnly) {
			enabled = append(enabled, registered)
		}
	}
	return enabled
}
