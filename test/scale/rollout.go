package main

import (
	"context"
	"fmt"
	"time"
)

// action is what happens to one Pod in a rollout.
type action int

const (
	created    action = iota // a new Pod is created
	started                  // it has started and is ready
	terminated               // an old Pod is asked to end
	removed                  // it has ended
)

// step is an action on the new or old Pod of that number.
type step struct {
	action action
	pod    int
}

// rolloutPlan returns the rollout of a Deployment with the default maxSurge and
// maxUnavailable of 25% each: first as many Pods as these allow, and then one more
// with each Pod that becomes ready. An old Pod takes as long to end as the others
// before it. The steps of one burst follow each other immediately.
func rolloutPlan(pods int) (bursts [][]step) {
	surge, unavailable := (pods+3)/4, pods/4
	atFirst := min(pods, surge+unavailable)
	var first []step
	for pod := range surge {
		first = append(first, step{created, pod})
	}
	for pod := range unavailable {
		first = append(first, step{terminated, pod})
	}
	for pod := surge; pod < atFirst; pod++ {
		first = append(first, step{created, pod})
	}
	bursts = append(bursts, first)

	for pod := range pods {
		burst := []step{{started, pod}}
		if next := unavailable + pod; next < pods {
			burst = append(burst, step{terminated, next})
		}
		if next := atFirst + pod; next < pods {
			burst = append(burst, step{created, next})
		}
		bursts = append(bursts, append(burst, step{removed, pod}))
	}
	return bursts
}

// rollOut replaces all Pods of one Service.
func (t *turn) rollOut(ctx context.Context) (r rolloutFigures, err error) {
	before, err := t.usage()
	if err != nil {
		return r, err
	}
	service := t.rolloutService()
	if err := t.audit.follow(t.namespaceOf(service), serviceName(service)); err != nil {
		return r, err
	}
	old := t.rolledOut
	replaced := make([]int, len(old))
	for i := range old {
		replaced[i] = old[i] + len(old) // their numbers follow those of the last rollout
	}
	begin := time.Now()
	err = t.progress.stepWith(fmt.Sprintf("Rolling out a Service of %d Pods", len(old)), t.watched.summary, func() error {
		if err := t.replacePods(ctx, old, replaced); err != nil {
			return err
		}
		end := time.Now()
		seen, err := t.await(ctx, t.watched.whenRolledOut(replaced), t.watched)
		r.Seconds = end.Sub(begin).Seconds()
		r.AgreedAfterSeconds = max(0, seen.Sub(end).Seconds())
		return err
	})
	if err != nil {
		return r, err
	}
	t.rolledOut = replaced
	after, err := t.usage()
	if err != nil {
		return r, err
	}
	r.CPUSeconds = after.CPUSeconds - before.CPUSeconds
	if err := t.settle(ctx); err != nil {
		return r, err
	}
	if r.Writes, err = t.takeWrites(); err != nil {
		return r, err
	}
	r.StatusWrites, r.ShortestStatusGapSeconds = t.audit.statusPace()
	return r, nil
}

func (t *turn) replacePods(ctx context.Context, old, replaced []int) error {
	ticker := time.NewTicker(interval(t.rolloutRate))
	defer ticker.Stop()
	for _, burst := range rolloutPlan(len(old)) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		for _, step := range burst {
			if err := t.take(ctx, step, old, replaced); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *turn) take(ctx context.Context, step step, old, replaced []int) error {
	switch step.action {
	case created:
		return t.createPod(ctx, replaced[step.pod])
	case started:
		return t.runPod(ctx, replaced[step.pod])
	case terminated:
		return t.terminatePod(ctx, old[step.pod])
	default:
		return t.removePod(ctx, old[step.pod])
	}
}
