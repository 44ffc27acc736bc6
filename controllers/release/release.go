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
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/controllers"
)

// Options say what is released.
type Options struct {
	// Manager and Controllers are the options of the manager that is to leave. When
	// it elects leaders, nothing is released before its Lease is free.
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
	ctx, cancel := context.WithTimeout(ctx, options.Timeout)
	defer cancel()
	if err := prepare(ctx, config, options); err != nil {
		return err
	}
	options.Manager.Cache = withoutRequests(controllers.CacheOptions(options.Controllers.Enabled), options.Controllers)
	mgr, err := manager.New(config, options.Manager)
	if err != nil {
		return err
	}
	if err := controllers.Setup(ctx, mgr, options.Controllers); err != nil {
		return err
	}
	watching := &watch{cached: mgr.GetClient(), live: mgr.GetAPIReader(), options: options.Controllers, done: cancel}
	if err := mgr.Add(watching); err != nil {
		return err
	}
	log.FromContext(ctx).Info("releasing", "timeout", options.Timeout.String())
	return errors.Join(mgr.Start(ctx), watching.outcome(options))
}

// watch ends the release when nothing is left.
type watch struct {
	cached, live client.Reader
	options      controllers.Options
	done         func()

	began, released bool
	left            Remains
}

// Start implements manager.Runnable. It runs once the Lease is held, beside the controllers.
func (w *watch) Start(ctx context.Context) error {
	w.began = true
	return ignoreEnd(ctx, wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		left, err := w.count(ctx)
		if err != nil {
			return false, err
		}
		if left != w.left {
			log.FromContext(ctx).Info("still to be released", left.keysAndValues()...)
		}
		w.left = left
		if w.released = left.none(); w.released {
			log.FromContext(ctx).Info("everything is released")
			w.done()
		}
		return w.released, nil
	}))
}

// count asks the API server only when the cache, which may be behind, says that
// nothing is left.
func (w *watch) count(ctx context.Context) (Remains, error) {
	left, err := countRemains(ctx, w.cached, w.options)
	if err != nil || !left.none() {
		return left, err
	}
	return countRemains(ctx, w.live, w.options)
}

func (w *watch) outcome(options Options) error {
	switch {
	case w.released:
		return nil
	case !w.began:
		return fmt.Errorf("after %s nothing is released, since another manager holds the Lease %s/%s: end it, or name its Deployment, and release again",
			options.Timeout, options.Manager.LeaderElectionNamespace, options.Manager.LeaderElectionID)
	default:
		return fmt.Errorf("after %s there are still to be released: %s; the events of the Services say more; release again, with more time", options.Timeout, w.left)
	}
}

// ignoreEnd returns nil for an error that only says that the time is up.
func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
