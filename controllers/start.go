package controllers

import (
	"context"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// Start runs the manager until the context ends, and for no longer than the grace
// time: a manager whose caches are not filled yet does not end by itself.
func Start(ctx context.Context, mgr manager.Manager, grace time.Duration) error {
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
	case <-time.After(grace):
		log.FromContext(ctx).Info("left behind what did not end", "after", grace.String())
		return nil
	}
}
