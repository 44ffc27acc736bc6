package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// errStopped ends changes that went well.
var errStopped = errors.New("stopped")

// churn changes random Services at a given rate, except the ones whose changes are measured.
type churn struct {
	written atomic.Int64
	stop    func() error
}

// startChurn starts changes that end with stop, or with the first error.
func (w *world) startChurn(ctx context.Context, perSecond int) *churn {
	ctx, cancel := context.WithCancelCause(ctx)
	c := &churn{}
	due := make(chan struct{})
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for range due {
				if err := w.flipOne(ctx); err != nil {
					cancel(err)
				}
				c.written.Add(1)
			}
		})
	}
	running.Go(func() {
		defer close(due)
		ticker := time.NewTicker(time.Second / time.Duration(perSecond))
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				select {
				case due <- struct{}{}:
				case <-ctx.Done():
				}
			}
		}
	})
	c.stop = func() error {
		cancel(errStopped)
		running.Wait()
		if err := context.Cause(ctx); !errors.Is(err, errStopped) {
			return err
		}
		return nil
	}
	return c
}

// flipOne flips the readiness of the last Pod of a Service.
func (w *world) flipOne(ctx context.Context) error {
	s := w.services[1+rand.IntN(w.options.services-1)]
	s.mutex.Lock()
	ready := s.size
	if int(s.meshService.Status.Proxies.Online) == s.size {
		ready--
	}
	s.mutex.Unlock()
	_, err := w.setReady(ctx, s, ready)
	if ctx.Err() != nil {
		return nil
	}
	return err
}
