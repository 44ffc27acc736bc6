package controllers

import (
	"context"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// leeway is what a manager that ends by itself may need beyond its shutdown time.
const leeway = 5 * time.Second

// Start runs the manager until the context ends, and for little longer than its
// shutdown time: a manager whose caches are not filled yet does not end by itself.
func Start(ctx context.Context, mgr manager.Manager, shutdownTime time.Duration) error {
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
		log.FromContext(ctx).Info("left behind what did not end", "shutdownTime", shutdownTime.String())
		return nil
	}
}
