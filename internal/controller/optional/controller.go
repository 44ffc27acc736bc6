// Package optional runs controllers of kinds that the API server may not serve: kinds of other
// projects, and kinds of newer versions of Kubernetes.
package optional

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/discovery"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

// Controller is a controller that runs while the API server serves the kinds that it needs. It
// starts when they come, and stops when one of them goes; other controllers do not notice.
type Controller struct {
	// Name is the controller's name in the log.
	Name string
	// Needs are the kinds that the controller needs.
	Needs []schema.GroupVersionKind
	// Cached are the options of the cache for these kinds, if any.
	Cached map[client.Object]ctrlcache.ByObject
	// SetUp adds the controller to a manager that ends when one of the kinds goes.
	SetUp SetUp
	// Fallback, if any, adds the controller that runs while one of the kinds is missing.
	Fallback SetUp
	// Metrics registers the metrics of the controller while it runs.
	Metrics prometheus.Registerer
	// CheckPeriod is the time between two checks of the kinds that the API server serves,
	// DefaultCheckPeriod by default.
	CheckPeriod time.Duration
}

// DefaultCheckPeriod is the default of CheckPeriod. A check is one small request for each group.
const DefaultCheckPeriod = 10 * time.Second

// missesToStop is the number of checks in a row that must miss a kind before its controller stops.
// During an upgrade, API servers of two versions answer in turns.
const missesToStop = 3

// SetUp adds a controller to a manager, and registers its metrics.
type SetUp func(context.Context, manager.Manager, prometheus.Registerer) error

// Add adds the controller to a manager.
func (c Controller) Add(mgr manager.Manager) error {
	if c.CheckPeriod == 0 {
		c.CheckPeriod = DefaultCheckPeriod
	}
	api, err := discovery.NewDiscoveryClientForConfigAndClient(mgr.GetConfig(), mgr.GetHTTPClient())
	if err != nil {
		return err
	}
	warm := make(chan struct{})
	return mgr.Add(&runner{Controller: c, mgr: mgr, api: api, warm: warm, setWarm: sync.OnceFunc(func() { close(warm) })})
}

// runner runs a controller in phases, in each of which the API server serves the same kinds.
type runner struct {
	Controller
	mgr     manager.Manager
	api     discovery.ServerResourcesInterfaceWithContext
	warm    chan struct{} // closed when a cache has been filled, or if the controller is off
	setWarm func()
}

// NeedLeaderElection implements manager.LeaderElectionRunnable. The cache of a standby is filled too.
func (r *runner) NeedLeaderElection() bool { return false }

// Warmup returns when the cache of the controller is filled, or if the controller is off.
func (r *runner) Warmup(ctx context.Context) error {
	select {
	case <-r.warm:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Start implements manager.Runnable.
func (r *runner) Start(ctx context.Context) error {
	log := log.FromContext(ctx).WithValues("controller", r.Name)
	ctx = logr.NewContext(ctx, log)
	_ = wait.PollUntilContextCancel(ctx, r.CheckPeriod, true, func(ctx context.Context) (bool, error) {
		missing, err := missingKinds(ctx, r.api, r.Needs)
		if err == nil {
			err = r.runPhase(ctx, missing)
		}
		if err != nil {
			log.Error(err, "the controller failed; will retry", "after", r.CheckPeriod.String())
		}
		return false, nil
	})
	return nil
}

// runPhase runs the controller until the kinds that the API server serves have changed.
func (r *runner) runPhase(ctx context.Context, missing []schema.GroupVersionKind) error {
	group, ctx := errgroup.WithContext(ctx)
	ctx, end := context.WithCancel(ctx)
	defer end()
	group.Go(func() error {
		defer end()
		r.awaitChange(ctx, missing)
		return nil
	})
	group.Go(func() error { return ignoreEnd(ctx, r.run(ctx, missing)) })
	return group.Wait()
}

func (r *runner) awaitChange(ctx context.Context, known []schema.GroupVersionKind) {
	misses := 0
	_ = wait.PollUntilContextCancel(ctx, r.CheckPeriod, false, func(ctx context.Context) (bool, error) {
		missing, err := missingKinds(ctx, r.api, r.Needs)
		switch {
		case err != nil: // an API server that does not answer has not changed
			log.FromContext(ctx).Info("could not check which kinds the API server serves; will retry", "error", err.Error())
		case slices.Equal(missing, known):
			misses = 0
		case len(missing) == 0:
			return true, nil
		default:
			misses++
		}
		return misses == missesToStop, nil
	})
}

func (r *runner) run(ctx context.Context, missing []schema.GroupVersionKind) error {
	log := log.FromContext(ctx)
	if len(missing) == 0 {
		log.Info("the API server serves the kinds that the controller needs; starting it")
		return r.runWith(ctx, r.SetUp, r.Needs, r.Cached)
	}
	log.Info("the controller is off until the API server serves the kinds that it needs", "missing", fmt.Sprint(missing))
	if r.Fallback != nil {
		return r.runWith(ctx, r.Fallback, nil, nil)
	}
	r.setWarm()
	return nil
}

func (r *runner) runWith(ctx context.Context, setUp SetUp, kinds []schema.GroupVersionKind, cached map[client.Object]ctrlcache.ByObject) error {
	group, ctx := errgroup.WithContext(ctx)
	mgr, err := newPart(ctx, r.mgr, kinds, cached)
	if err != nil {
		return err
	}
	var own collectors
	if err := setUp(ctx, mgr, &own); err != nil {
		return err
	}
	group.Go(func() error { return mgr.cache.Start(ctx) })
	group.Go(func() error {
		if err := mgr.warmUp(ctx); err != nil {
			return err
		}
		r.setWarm()
		// A scrape reads the cache, and would wait for one that is not filled.
		defer own.unregister(r.Metrics)
		if err := metrics.Register(r.Metrics, own...); err != nil {
			return err
		}
		return mgr.start(ctx)
	})
	return group.Wait()
}

// ignoreEnd drops the error of a function that ended with its context.
func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
