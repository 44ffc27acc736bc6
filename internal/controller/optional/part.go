package optional

import (
	"context"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/internal/controller/cache"
)

// part is a part of a manager that can end before it. It shares the manager's client and cache,
// except for the kinds of its own: the informers of those end with the part.
type part struct {
	manager.Manager
	cache     splitCache
	runnables []manager.Runnable
}

// newPart returns a part that ends with the context. byObject may lack a kind.
func newPart(ctx context.Context, mgr manager.Manager, kinds []schema.GroupVersionKind, byObject map[client.Object]ctrlcache.ByObject) (*part, error) {
	options := cache.Options()
	options.HTTPClient, options.Scheme, options.Mapper = mgr.GetHTTPClient(), mgr.GetScheme(), mgr.GetRESTMapper()
	options.ByObject = byObject
	own, err := ctrlcache.New(mgr.GetConfig(), options)
	if err != nil {
		return nil, err
	}
	return &part{Manager: mgr, cache: splitCache{
		Cache: own, kinds: sets.New(kinds...), shared: mgr.GetCache(), scheme: mgr.GetScheme(), lifetime: ctx,
	}}, nil
}

// GetCache implements cluster.Cluster.
func (p *part) GetCache() ctrlcache.Cache { return p.cache }

// GetClient implements cluster.Cluster.
func (p *part) GetClient() client.Client { return splitClient{p.Manager.GetClient(), p.cache} }

// GetFieldIndexer implements cluster.Cluster.
func (p *part) GetFieldIndexer() client.FieldIndexer { return p.cache }

// GetControllerOptions implements manager.Manager. A controller that starts again has the name of
// its predecessor.
func (p *part) GetControllerOptions() config.Controller {
	options := p.Manager.GetControllerOptions()
	options.SkipNameValidation = ptr.To(true)
	return options
}

// Add implements manager.Manager.
func (p *part) Add(runnable manager.Runnable) error {
	p.runnables = append(p.runnables, runnable)
	return nil
}

// warmUp fills the caches of the controllers. Their watches end with the context.
func (p *part) warmUp(ctx context.Context) error {
	var group errgroup.Group // without a context, which would end when the caches are filled
	for _, runnable := range p.runnables {
		if warmable, ok := runnable.(interface{ Warmup(context.Context) error }); ok {
			group.Go(func() error { return warmable.Warmup(ctx) })
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err() // a warm-up that is interrupted returns no error
}

// start runs the controllers once the manager leads.
func (p *part) start(ctx context.Context) error {
	select {
	case <-p.Elected():
	case <-ctx.Done():
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, runnable := range p.runnables {
		group.Go(func() error { return runnable.Start(ctx) })
	}
	return group.Wait()
}
