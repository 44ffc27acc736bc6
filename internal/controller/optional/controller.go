// Package optional runs controllers of kinds that the API server may not serve: kinds of other
// projects, and kinds of newer versions of Kubernetes.
package optional

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

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
	// CheckPeriod is the time between two questions to the API server for the kinds that it serves,
	// DefaultCheckPeriod by default.
	CheckPeriod time.Duration
}

// DefaultCheckPeriod is a third of that of the garbage collector of kube-controller-manager.
const DefaultCheckPeriod = 10 * time.Second

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
	warm    chan struct{} // closed when the cache of the first phase is filled
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
	ctx = log.IntoContext(ctx, log.FromContext(ctx).WithValues("controller", r.Name))
	return ignoreEnd(ctx, wait.PollUntilContextCancel(ctx, r.CheckPeriod, true, func(ctx context.Context) (bool, error) {
		missing, err := missingKinds(ctx, r.api, r.Needs)
		if err == nil {
			err = r.phase(ctx, missing)
		}
		if err != nil {
			log.FromContext(ctx).Error(err, "the controller does not run; will retry", "after", r.CheckPeriod.String())
		}
		return false, nil
	}))
}

var errKindsChanged = errors.New("the API server serves other kinds")

// phase runs the controller until the kinds that the API server serves have changed.
func (r *runner) phase(ctx context.Context, missing []schema.GroupVersionKind) error {
	group, phase := errgroup.WithContext(ctx)
	group.Go(func() error { return r.untilChanged(phase, missing) })
	group.Go(func() error { return ignoreEnd(phase, r.run(phase, missing)) })
	if err := group.Wait(); ctx.Err() == nil && !errors.Is(err, errKindsChanged) {
		return err
	}
	return nil
}

func (r *runner) untilChanged(ctx context.Context, known []schema.GroupVersionKind) error {
	return wait.PollUntilContextCancel(ctx, r.CheckPeriod, false, func(ctx context.Context) (bool, error) {
		missing, err := missingKinds(ctx, r.api, r.Needs)
		if err != nil || slices.Equal(missing, known) {
			return false, nil // an API server that does not answer has not changed
		}
		return false, errKindsChanged
	})
}

func (r *runner) run(ctx context.Context, missing []schema.GroupVersionKind) error {
	if len(missing) == 0 {
		return r.runWith(ctx, r.SetUp, r.Needs, r.Cached)
	}
	log.FromContext(ctx).Info("the controller is off until the API server serves the kinds that it needs", "missing", fmt.Sprint(missing))
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
	collected := prometheus.NewRegistry()
	if err := setUp(ctx, mgr, collected); err != nil {
		return err
	}
	group.Go(func() error { return mgr.cache.Start(ctx) })
	group.Go(func() error {
		if err := mgr.warmUp(ctx); err != nil {
			return err
		}
		r.setWarm()
		// A scrape reads the cache, and would wait for one that is not filled.
		if err := metrics.Register(r.Metrics, collected); err != nil {
			return err
		}
		defer r.Metrics.Unregister(collected)
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
