package lifecycle

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"

	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// Readiness is a manager that knows whether the caches of its controllers have been filled,
// on a standby as well as on the leader. It requires that controllers warm up. A manager that
// lacks a definition or a right never becomes ready, so that an update of its Deployment
// stops before it replaces one that works.
type Readiness struct {
	manager.Manager
	filling atomic.Int32
}

// NewReadiness returns the Readiness of a manager, to which controllers are then added.
func NewReadiness(mgr manager.Manager) *Readiness { return &Readiness{Manager: mgr} }

// Check implements healthz.Checker. Once the manager is ready, it stays so: a watch that
// fails later is the concern of the controllers.
func (r *Readiness) Check(*http.Request) error {
	if r.filling.Load() > 0 {
		return errors.New("the caches of the controllers are not filled yet")
	}
	return nil
}

// Add adds a runnable to the manager.
func (r *Readiness) Add(runnable manager.Runnable) error {
	if warm, ok := runnable.(warmable); ok {
		r.filling.Add(1)
		runnable = &observed{warm, r}
	}
	return r.Manager.Add(runnable)
}

// warmable is a controller.
type warmable interface {
	manager.Runnable
	manager.LeaderElectionRunnable
	Warmup(ctx context.Context) error
}

type observed struct {
	warmable
	readiness *Readiness
}

// Warmup fills the caches of the controller, and returns when they are filled.
func (o *observed) Warmup(ctx context.Context) error {
	err := o.warmable.Warmup(ctx)
	if err == nil {
		o.readiness.filling.Add(-1)
	}
	return err
}
