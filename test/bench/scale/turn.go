package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// turn is the period in which one side works.
type turn struct {
	*bench
	side    side
	extent  extent
	process *cluster.Process
	watched target
}

// extent selects the phases of a turn to measure.
type extent int

const (
	allPhases extent = iota
	coldStartOnly
)

// turn runs one side, and measures its phases.
func (b *bench) turn(ctx context.Context, side side, extent extent) (*result, error) {
	kubeconfig, err := b.kubeconfigOf(ctx, side)
	if err != nil {
		return nil, err
	}
	watched, stopWatch, err := b.watchFor(ctx, side)
	if err != nil {
		return nil, err
	}
	defer stopWatch()
	if err := b.prepareServices(ctx, side); err != nil {
		return nil, err
	}
	if err := b.waitForIdle(ctx); err != nil {
		return nil, err
	}
	t := &turn{bench: b, side: side, extent: extent, watched: watched}
	result := &result{Name: side.name, Title: side.title}
	if err := t.measure(ctx, kubeconfig, result); err != nil {
		return nil, err
	}
	return result, nil
}

func (b *bench) watchFor(ctx context.Context, side side) (target, context.CancelFunc, error) {
	if !side.mesh {
		return b.slices, func() {}, nil
	}
	if err := b.createMesh(ctx); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	statuses, err := b.watchStatuses(ctx)
	return statuses, cancel, err
}

// measure runs the controller while it is measured.
func (t *turn) measure(ctx context.Context, kubeconfig string, result *result) (err error) {
	if _, err := t.takeWrites(); err != nil { // drop the writes of earlier turns of this user
		return err
	}
	begin := time.Now()
	if t.process, err = t.startController(t.side, kubeconfig); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		<-t.process.Done()
		cancel(t.process.UnexpectedEnd())
	}()
	if err := t.phases(ctx, begin, result); err != nil {
		if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
			err = errors.Join(err, cause)
		}
		return err
	}
	return t.process.Stop()
}

func (t *turn) phases(ctx context.Context, begin time.Time, result *result) (err error) {
	if result.Cold, err = t.coldStart(ctx, begin); err != nil || t.extent == coldStartOnly {
		return err
	}
	if t.flips > 0 {
		if result.Churn, err = t.churn(ctx); err != nil {
			return err
		}
	}
	if result.Rest, err = t.atRest(ctx); err != nil {
		return err
	}
	if t.rollout > 0 {
		if result.Rollout, err = t.rollOut(ctx); err != nil {
			return err
		}
	}
	result.Total, err = t.usage()
	return err
}

// coldStart measures from the start of the process.
func (t *turn) coldStart(ctx context.Context, begin time.Time) (c coldFigures, err error) {
	err = t.progress.stepWith("Cold start of "+t.side.title, t.watched.summary, func() error {
		complete, err := t.await(ctx, t.watched.whenComplete(), t.watched)
		if err != nil {
			return err
		}
		c.Seconds = complete.Sub(begin).Seconds()
		c.Usage, err = t.usage()
		return err
	})
	if err != nil {
		return c, err
	}
	if err := t.settle(ctx); err != nil {
		return c, err
	}
	c.Writes, err = t.takeWrites()
	return c, err
}

// atRest measures the usage and the writes while nothing changes.
func (t *turn) atRest(ctx context.Context) (r restFigures, err error) {
	before, err := t.usage()
	if err != nil {
		return r, err
	}
	err = t.progress.step(fmt.Sprintf("Changing nothing for %s", t.rest), func() error {
		timer := time.NewTimer(t.rest)
		defer timer.Stop()
		select {
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	if err != nil {
		return r, err
	}
	after, err := t.usage()
	if err != nil {
		return r, err
	}
	r.CPUSeconds = after.CPUSeconds - before.CPUSeconds
	r.Writes, err = t.takeWrites()
	return r, err
}

func (t *turn) usage() (cluster.Usage, error) {
	used, err := cluster.UsageOf(t.process.PID())
	if err != nil {
		return used, fmt.Errorf("asking for the CPU time and memory of %s: %w", t.side.title, err)
	}
	return used, nil
}

func (t *turn) settle(ctx context.Context) error { return t.audit.settle(ctx, username(t.side.user)) }

func (t *turn) takeWrites() (writes, error) { return t.audit.take(username(t.side.user)) }
