package controllers

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers/certificateauthority"
	"github.com/meshwork-dev/meshwork/controllers/endpointslice"
	"github.com/meshwork-dev/meshwork/controllers/endpointslicemirroring"
	"github.com/meshwork-dev/meshwork/controllers/loadbalancer"
	"github.com/meshwork-dev/meshwork/controllers/mesh"
	"github.com/meshwork-dev/meshwork/controllers/meshservice"
	"github.com/meshwork-dev/meshwork/controllers/podcertificate"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/features"
)

// Names of the controllers, for --controllers.
const (
	MeshService            = meshservice.Name
	Mesh                   = mesh.Name
	EndpointSlice          = endpointslice.Name
	EndpointSliceMirroring = endpointslicemirroring.Name
	LoadBalancer           = loadbalancer.Name
	CertificateAuthority   = certificateauthority.Name
	PodCertificate         = podcertificate.Name
)

// registration describes a controller to the manager.
type registration struct {
	name string
	// writes is true if `meshwork release` has to release the writes of the controller. The writes
	// of the signer are deleted with the Meshes and the Pods.
	writes bool
	// optIn is true if "*" leaves the controller out: the signer runs apart from the others,
	// because it can read the private keys of authorities.
	optIn bool
	// readsMeshServices is true if the cache has to hold MeshServices.
	readsMeshServices bool
	// readsCertificates is true if the cache has to hold requests for certificates, and the
	// Secrets with authorities.
	readsCertificates bool
	// needsCertificates is true if the controller is off unless the API server has requests for
	// certificates.
	needsCertificates bool
	// indexes are the indexes of the cache that the controller uses.
	indexes []cache.Index
	// metrics are the metrics that only this controller exposes.
	metrics []metrics.Metric
	// create creates the controller from the options of the manager.
	create func(controller.Dependencies, Options) (reconciler, error)
}

type reconciler interface {
	SetupWithManager(context.Context, manager.Manager) error
}

// registry lists the controllers in the order of their setup.
var registry = []registration{
	{
		name: MeshService, writes: true, readsMeshServices: true,
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
		name: Mesh, writes: true, readsMeshServices: true,
		indexes: mesh.Indexes,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			dependencies.ConcurrentSyncs = 1 // Meshes are few, and each sync counts all MeshServices
			return mesh.New(mesh.Options{Dependencies: dependencies, StatusSyncPeriod: options.StatusSyncPeriod})
		},
	},
	{
		name: EndpointSlice, writes: true,
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
		name: EndpointSliceMirroring, writes: true,
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
		name: LoadBalancer, writes: true,
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
		name: CertificateAuthority, optIn: true, readsCertificates: true,
		indexes: certificateauthority.Indexes,
		metrics: certificateauthority.Metrics,
		create: func(dependencies controller.Dependencies, options Options) (reconciler, error) {
			dependencies.ConcurrentSyncs = 1 // Meshes are few, and each sync counts all certificates
			return certificateauthority.New(certificateauthority.Options{
				Dependencies:           dependencies,
				Authorities:            options.authorities,
				TrustPropagationPeriod: options.TrustPropagationPeriod,
				Served:                 options.CertificatesServed,
				StatusSyncPeriod:       options.StatusSyncPeriod,
			})
		},
	},
	{
		name: PodCertificate, optIn: true, readsCertificates: true, needsCertificates: true,
		indexes: podcertificate.Indexes,
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

// Writers returns the names of the controllers that write to the cluster.
func Writers() []string {
	var names []string
	for _, registered := range registry {
		if registered.writes {
			names = append(names, registered.name)
		}
	}
	return names
}

// selected returns the controllers that the options enable.
func selected(from []registration, options Options) []registration {
	var enabled []registration
	for _, registered := range from {
		isPossible := options.CertificatesServed || !registered.needsCertificates
		if options.Runs(registered.name) && isPossible && (registered.writes || !options.WritersOnly) {
			enabled = append(enabled, registered)
		}
	}
	return enabled
}
