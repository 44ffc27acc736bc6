// Package release takes back what a manager has written, so that it can leave a
// cluster: Services are handed back to Kubernetes' own controllers, addresses are
// freed, and MeshServices go. What users wrote stays: Meshes, and the labels and
// annotations of Services and namespaces.
//
// It runs the manager's own controllers, on a cache in which no Service asks for
// anything. To them that is as if every user had taken the labels off, so there is
// no second way of letting go of a Service.
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
)

// Options say what is released.
type Options struct {
	// Manager and Controllers are the options of the manager that is to leave, its
	// cache's among them (controllers.CacheOptions). When it elects leaders, nothing
	// is released before its Lease is free.
	Manager     manager.Options
	Controllers controllers.Options
	// Deployment is the manager's, which is scaled to zero at first; none when it
	// has no name.
	Deployment types.NamespacedName
	// PolicyBindings are the MutatingAdmissionPolicyBindings that are deleted at
	// first, since their policies would keep Services delegated.
	PolicyBindings []string
	// Timeout bounds all of it.
	Timeout time.Duration
}

// Run returns when nothing is left to be released, or an error that says what is.
func Run(ctx context.Context, config *rest.Config, options Options) error {
	begin := time.Now()
	ctx, cancel := context.WithTimeout(ctx, options.Timeout)
	defer cancel()
	if err := prepare(ctx, config, options); err != nil {
		return err
	}
	options.Manager.Cache = withoutRequests(options.Manager.Cache, options.Controllers)
	// Slices stay until others hold the endpoints, for as long as that may take:
	// Kubernetes' own controller writes 20 a second, and there may be thousands.
	options.Controllers.HandoverTimeout = options.Timeout
	mgr, err := manager.New(config, options.Manager)
	if err != nil {
		return err
	}
	if err := controllers.Setup(ctx, mgr, options.Controllers); err != nil {
		return err
	}
	p := &progress{cached: mgr.GetClient(), live: mgr.GetAPIReader(), options: options.Controllers, done: cancel}
	if err := errors.Join(mgr.Add(noteSync{p}), mgr.Add(p)); err != nil {
		return err
	}
	log.FromContext(ctx).Info("releasing", "timeout", options.Timeout.String())
	err = controllers.Start(ctx, mgr, ptr.Deref(options.Manager.GracefulShutdownTimeout, 0))
	return p.outcome(options, err, time.Since(begin))
}

// progress ends the release when nothing is left. It is a manager.Runnable that
// runs once the Lease is held, beside the controllers.
type progress struct {
	cached, live client.Reader
	options      controllers.Options
	done         func()

	mutex                  sync.Mutex
	synced, leads, nothing bool
	left                   remains
}

// Start implements manager.Runnable.
func (p *progress) Start(ctx context.Context) error {
	p.note(func() { p.leads = true })
	_ = wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		left, err := p.search(ctx)
		if err != nil {
			log.FromContext(ctx).Error(err, "what is left could not be read; it is tried again")
			return false, nil
		}
		p.report(ctx, left)
		return len(left) == 0, nil
	})
	return nil
}

// search asks the API server only when the cache, which may be behind, says that
// nothing is left.
func (p *progress) search(ctx context.Context) (remains, error) {
	left, err := findRemains(ctx, p.cached, p.options)
	if err != nil || len(left) > 0 {
		return left, err
	}
	return findRemains(ctx, p.live, p.options)
}

func (p *progress) report(ctx context.Context, left remains) {
	if len(left) == 0 {
		log.FromContext(ctx).Info("everything is released")
		p.note(func() { p.nothing = true })
		p.done()
		return
	}
	if !reflect.DeepEqual(left.counts(), p.left.counts()) {
		log.FromContext(ctx).Info("still to be released", left.counts()...)
	}
	p.note(func() { p.left = left })
}

func (p *progress) note(change func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	change()
}

// outcome says why there is something left, and what to do.
func (p *progress) outcome(options Options, err error, after time.Duration) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	after = after.Round(time.Second)
	switch {
	case p.nothing:
		return nil
	case !p.synced:
		return errors.Join(err, fmt.Errorf("after %s nothing is released, since not everything could be read: see the errors above", after))
	case !p.leads:
		return errors.Join(err, fmt.Errorf("after %s nothing is released, since another manager holds the Lease %s/%s: end it, or name its Deployment, and release again",
			after, options.Manager.LeaderElectionNamespace, options.Manager.LeaderElectionID))
	default:
		return errors.Join(err, fmt.Errorf("after %s there is still to be released: %s; release again, with more time than %s", after, p.left, options.Timeout))
	}
}

// noteSync is started as soon as the caches are filled.
type noteSync struct{ *progress }

// Start implements manager.Runnable.
func (n noteSync) Start(context.Context) error {
	n.note(func() { n.synced = true })
	return nil
}

// NeedLeaderElection implements manager.LeaderElectionRunnable.
func (noteSync) NeedLeaderElection() bool { return false }
