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
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/parts"
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

// registration is what the manager has to know about a controller.
type registration struct {
	name string
	// writes is whether the controller writes what `meshwork release` has to release. What
	// the signer writes is deleted with the Meshes and the Pods.
	writes bool
	// optIn is whether "*" leaves the controller out: the signer runs apart from the others,
	// because it can read the private keys of authorities.
	optIn bool
	// needsLeader is whether the controller runs on the leader only.
	needsLeader bool
	// readsMeshServices is whether the cache has to hold MeshServices.
	readsMeshServices bool
	// readsCertificates is whether the cache has to hold requests for certificates, and the
	// Secrets with authorities.
	readsCertificates bool
	// needsCertificates is whether the controller cannot run unless the API server has
	// requests for certificates.
	needsCertificates bool
	// indexes are the indexes of the cache that the controller uses.
	indexes []cache.Index
	// metrics are the metrics that only this controller exposes.
	metrics []metrics.Metric
	// create creates the controller from the options of the manager.
	create func(parts.Shared, Options) (controller, error)
}

type controller interface {
	SetupWithManager(context.Context, manager.Manager) error
}

// registry lists the controllers in the order of their setup.
var registry = []registration{
	{
		name: MeshService, writes: true, needsLeader: true, readsMeshServices: true,
		indexes: meshservice.Indexes,
		metrics: meshservice.Metrics,
		create: func(shared parts.Shared, options Options) (controller, error) {
			return meshservice.New(meshservice.Options{
				Shared:           shared,
				Settings:         options.Settings,
				StatusSyncPeriod: options.StatusSyncPeriod,
			})
		},
	},
	{
		name: Mesh, writes: true, needsLeader: true, readsMeshServices: true,
		indexes: mesh.Indexes,
		create: func(shared parts.Shared, options Options) (controller, error) {
			shared.ConcurrentSyncs = 1 // Meshes are few, and each sync counts all MeshServices
			return mesh.New(mesh.Options{Shared: shared, StatusSyncPeriod: options.StatusSyncPeriod})
		},
	},
	{
		name: EndpointSlice, writes: true, needsLeader: true,
		indexes: endpointslice.Indexes,
		create: func(shared parts.Shared, options Options) (controller, error) {
			return endpointslice.New(endpointslice.Options{
				Shared:               shared,
				ControllerName:       options.EndpointControllerName,
				MaxEndpointsPerSlice: options.MaxEndpointsPerSlice,
				HandoverTimeout:      options.HandoverTimeout,
				BatchPeriod:          options.EndpointUpdatesBatchPeriod,
				TopologyAwareHints:   options.Features.Enabled(features.TopologyAwareHints),
				Compaction:           options.Features.Enabled(features.EndpointSliceCompaction),
			})
		},
	},
	{
		name: EndpointSliceMirroring, writes: true, needsLeader: true,
		indexes: endpointslicemirroring.Indexes,
		create: func(shared parts.Shared, options Options) (controller, error) {
			return endpointslicemirroring.New(endpointslicemirroring.Options{
				Shared:          shared,
				ControllerName:  options.EndpointControllerName,
				HandoverTimeout: options.HandoverTimeout,
			})
		},
	},
	{
		name: LoadBalancer, writes: true, needsLeader: true,
		indexes: loadbalancer.Indexes,
		metrics: loadbalancer.Metrics,
		create: func(shared parts.Shared, options Options) (controller, error) {
			return loadbalancer.New(loadbalancer.Options{
				Shared:            shared,
				Class:             options.Settings.LoadBalancerClass,
				StatusSyncPeriod:  options.StatusSyncPeriod,
				VIPCooldownPeriod: options.VIPCooldownPeriod,
			})
		},
	},
	{
		name: CertificateAuthority, optIn: true, needsLeader: true, readsCertificates: true,
		indexes: certificateauthority.Indexes,
		metrics: certificateauthority.Metrics,
		create: func(shared parts.Shared, options Options) (controller, error) {
			shared.ConcurrentSyncs = 1 // Meshes are few, and each sync counts all certificates
			return certificateauthority.New(certificateauthority.Options{
				Shared:                 shared,
				Authorities:            options.authorities,
				TrustPropagationPeriod: options.TrustPropagationPeriod,
				Served:                 options.CertificatesServed,
				StatusSyncPeriod:       options.StatusSyncPeriod,
			})
		},
	},
	{
		name: PodCertificate, optIn: true, needsLeader: true, readsCertificates: true, needsCertificates: true,
		indexes: podcertificate.Indexes,
		metrics: podcertificate.Metrics,
		create: func(shared parts.Shared, options Options) (controller, error) {
			return podcertificate.New(podcertificate.Options{
				Shared:        shared,
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
