package controllers

import (
	"context"
	"fmt"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/optional"
)

// CacheOptions returns the options that Setup requires of the manager's cache.
func CacheOptions(options Options) ctrlcache.Options {
	cached := cache.Options()
	if options.RunsSigner() {
		cached.ByObject[&corev1.Secret{}] = ctrlcache.ByObject{Namespaces: map[string]ctrlcache.Config{options.SignerNamespace: {}}}
	}
	return cached
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
		if err := registered.add(ctx, mgr, options); err != nil {
			return fmt.Errorf("setting up controller %s: %w", registered.name, err)
		}
	}
	return nil
}

// add adds a controller to the manager. One that needs kinds runs while the API server serves them.
func (r registration) add(ctx context.Context, mgr manager.Manager, options Options) error {
	if len(r.needs) == 0 {
		return r.create.setUp(options)(ctx, mgr, options.Metrics)
	}
	return optional.Controller{
		Name:     r.name,
		Needs:    r.needs,
		Cached:   r.cached,
		SetUp:    r.create.setUp(options),
		Fallback: r.fallback.setUp(options),
		Metrics:  options.Metrics,
	}.Add(mgr)
}

// setUp returns the function that creates a controller and adds it to a manager.
func (c create) setUp(options Options) optional.SetUp {
	if c == nil {
		return nil
	}
	return func(ctx context.Context, mgr manager.Manager, metrics prometheus.Registerer) error {
		created, err := c(controller.Dependencies{
			Client:          mgr.GetClient(),
			APIReader:       mgr.GetAPIReader(),
			Clock:           options.clock(),
			Metrics:         metrics,
			ConcurrentSyncs: options.ConcurrentServiceSyncs,
		}, options)
		if err != nil {
			return err
		}
		return created.SetupWithManager(ctx, mgr)
	}
}
