// Package lifecycle runs a manager from its start to its end.
package lifecycle

import (
	"context"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// leeway is the time beyond its shutdown time in which a manager may end on its own.
const leeway = 5 * time.Second

// Run runs the manager until the context is done, and then for at most its shutdown
// time and a leeway. A manager whose caches have not synced yet never ends on its own.
func Run(ctx context.Context, mgr manager.Manager, shutdownTime time.Duration) error {
	ended := make(chan error, 1)
	go func() { ended <- mgr.Start(ctx) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(shutdownTime + leeway):
		log.FromContext(ctx).Info("shutdown timed out; exiting", "shutdownTime", shutdownTime.String())
		return nil
	}
}
