// Package release removes the writes of a manager, before it is uninstalled:
// Services are handed back to Kubernetes' own controllers, addresses are released, and
// MeshServices are deleted. The writes of users stay: Meshes, and the labels and
// annotations of Services and namespaces.
//
// It runs the manager's own controllers on a cache in which no Service requests
// anything. To the controllers it looks as if users had removed all labels, so there is
// only one way of releasing a Service.
package release

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/internal/lifecycle"
)

// Options are the settings of a release.
type Options struct {
	// Manager and Controllers are the options of the manager to release, with the
	// controllers.CacheOptions. With leader election, nothing is released before the
	// Lease is free.
	Manager     manager.Options
	Controllers controllers.Options
	// Deployment is the Deployment of the manager. It is scaled to zero first, unless
	// its name is empty.
	Deployment types.NamespacedName
	// PolicyBindings are the MutatingAdmissionPolicyBindings to delete first: their
	// policies would keep Services delegated.
	PolicyBindings []string
	// Timeout bounds the whole release.
	Timeout time.Duration
}

// Run returns when nothing is left to release, or an error that names the rest.
func Run(ctx context.Context, config *rest.Config, options Options) error {
	begin := time.Now()
	ctx, cancel := context.WithTimeout(ctx, options.Timeout)
	defer cancel()
	if err := prepare(ctx, config, options); err != nil {
		return err
	}
	options.Manager.Cache = withoutRequests(options.Manager.Cache, options.Controllers)
	// Slices stay until other controllers publish the endpoints, however long that takes:
	// the default controller writes 20 a second, and there may be thousands.
	options.Controllers.HandoverTimeout = options.Timeout
	options.Controllers.ReleasedOnly = true
	mgr, err := manager.New(config, options.Manager)
	if err != nil {
		return err
	}
	if err := controllers.Setup(ctx, mgr, options.Controllers); err != nil {
		return err
	}
	p := &progress{cached: mgr.GetClient(), live: mgr.GetAPIReader(), options: options.Controllers, done: cancel}
	if err := errors.Join(mgr.Add(syncRecorder{p}), mgr.Add(p)); err != nil {
		return err
	}
	log.FromContext(ctx).Info("releasing", "timeout", options.Timeout.String())
	err = lifecycle.Run(ctx, mgr, ptr.Deref(options.Manager.GracefulShutdownTimeout, 0))
	return p.outcome(options, err, time.Since(begin))
}

// progress ends the release when nothing is left. It is a manager.Runnable that runs
// beside the controllers once the Lease is held.
type progress struct {
	cached, live client.Reader
	options      controllers.Options
	done         func()

	mutex                  sync.Mutex
	synced, leads, nothing bool
	left                   leftovers
}

// Start implements manager.Runnable.
func (p *progress) Start(ctx context.Context) error {
	p.record(func() { p.leads = true })
	_ = wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		left, err := p.search(ctx)
		if err != nil {
			log.FromContext(ctx).Error(err, "could not read what is left to release; will retry")
			return false, nil
		}
		p.report(ctx, left)
		return len(left) == 0, nil
	})
	return nil
}

// search asks the API server only when the cache, which may be out of date, has nothing
// left.
func (p *progress) search(ctx context.Context) (leftovers, error) {
	left, err := findLeftovers(ctx, p.cached, p.options)
	if err != nil || len(left) > 0 {
		return left, err
	}
	return findLeftovers(ctx, p.live, p.options)
}

func (p *progress) report(ctx context.Context, left leftovers) {
	if len(left) == 0 {
		log.FromContext(ctx).Info("released everything")
		p.record(func() { p.nothing = true })
		p.done()
		return
	}
	if !reflect.DeepEqual(left.counts(), p.left.counts()) {
		log.FromContext(ctx).Info("not released yet", left.counts()...)
	}
	p.record(func() { p.left = left })
}

func (p *progress) record(change func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	change()
}

// outcome returns an error with the reason why something is left, and the remedy.
func (p *progress) outcome(options Options, err error, after time.Duration) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	after = after.Round(time.Second)
	switch {
	case p.nothing:
		return nil
	case !p.synced:
		return errors.Join(err, fmt.Errorf("nothing was released after %s because not everything could be read: see the errors above", after))
	case !p.leads:
		return errors.Join(err, fmt.Errorf("nothing was released after %s because another manager holds the Lease %s/%s: stop it, or name its --deployment, and run the release again",
			after, options.Manager.LeaderElectionNamespace, options.Manager.LeaderElectionID))
	default:
		return errors.Join(err, fmt.Errorf("not released after %s: %s; run the release again with a --timeout above %s", after, p.left, options.Timeout))
	}
}

// syncRecorder is started as soon as the caches have synced.
type syncRecorder struct{ *progress }

// Start implements manager.Runnable.
func (s syncRecorder) Start(context.Context) error {
	s.record(func() { s.synced = true })
	return nil
}

// NeedLeaderElection implements manager.LeaderElectionRunnable.
func (syncRecorder) NeedLeaderElection() bool { return false }
