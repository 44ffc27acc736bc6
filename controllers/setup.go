package controllers

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

// CacheOptions returns the options that Setup requires of the manager's cache.
func CacheOptions(options Options) ctrlcache.Options {
	reads := func(kind func(registration) bool) bool {
		return slices.ContainsFunc(registry, func(registered registration) bool {
			return kind(registered) && options.Runs(registered.name)
		})
	}
	return cache.Options(cache.Reads{
		MeshServices:    reads(func(registered registration) bool { return registered.readsMeshServices }),
		Signer:          reads(func(registered registration) bool { return registered.readsCertificates }),
		Certificates:    options.CertificatesServed,
		SignerNamespace: options.SignerNamespace,
	})
}

// Setup adds the enabled controllers to a manager whose cache has the CacheOptions.
func Setup(ctx context.Context, mgr manager.Manager, options Options) error {
	if err := ValidateEnabled(options.Enabled); err != nil {
		return err
	}
	if err := metrics.Register(options.Metrics, metrics.NewBuildInfo(options.Version, runtime.Version())); err != nil {
		return err
	}
	enabled := selected(registry, options)
	var indexes []cache.Index
	for _, registered := range enabled {
		indexes = append(indexes, registered.indexes...)
	}
	if err := cache.AddIndexes(ctx, mgr.GetFieldIndexer(), indexes); err != nil {
		return err
	}
	options.authorities = &authority.Store{
		Client: mgr.GetClient(), Namespace: options.SignerNamespace, ClusterDomain: options.Settings.ClusterDomain, Clock: options.clock(),
	}
	for _, registered := range enabled {
		if err := registered.setUp(ctx, mgr, options); err != nil {
			return fmt.Errorf("setting up controller %s: %w", registered.name, err)
		}
	}
	return nil
}

func (r registration) setUp(ctx context.Context, mgr manager.Manager, options Options) error {
	created, err := r.create(controller.Dependencies{
		Client:          mgr.GetClient(),
		APIReader:       mgr.GetAPIReader(),
		Clock:           options.clock(),
		Metrics:         options.Metrics,
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
	}, options)
	if err != nil {
		return err
	}
	return created.SetupWithManager(ctx, mgr)
}
