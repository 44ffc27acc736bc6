package main

import (
	"context"
	"fmt"
	"time"
)

// action is a change of one Pod in a rollout.
type action int

const (
	created    action = iota // a new Pod is created
	started                  // it has started and is ready
	terminated               // an old Pod is asked to end
	removed                  // it has ended
)

// step is an action on a new or old Pod, by its number.
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
		replaced[i] = old[i] + len(old) // their numbers follow the last rollout's
	}
	var changes readinessChanges
	begin := time.Now()
	err = t.progress.stepWith(fmt.Sprintf("Rolling out a Service of %d Pods", len(old)), t.watched.summary, func() error {
		if err := t.replacePods(ctx, old, replaced, &changes); err != nil {
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
	if r.Unready, r.Ready, err = t.latenciesOf(ctx, changes); err != nil {
		return r, err
	}
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

func (t *turn) replacePods(ctx context.Context, old, replaced []int, changes *readinessChanges) error {
	ticker := time.NewTicker(interval(t.rolloutRate))
	defer ticker.Stop()
	for _, burst := range rolloutPlan(len(old)) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		for _, step := range burst {
			if err := t.take(ctx, step, old, replaced, changes); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *turn) take(ctx context.Context, step step, old, replaced []int, changes *readinessChanges) error {
	switch step.action {
	case created:
		return t.createPod(ctx, replaced[step.pod])
	case started:
		return changes.observe(t.slices, replaced[step.pod], true, func(pod int) error { return t.runPod(ctx, pod) })
	case terminated:
		return changes.observe(t.slices, old[step.pod], false, func(pod int) error { return t.terminatePod(ctx, pod) })
	default:
		return t.removePod(ctx, old[step.pod])
	}
}

// readinessChange is a change of a Pod that its endpoint has to follow.
type readinessChange struct {
	ready     bool
	responded time.Time
	seen      <-chan time.Time
}

type readinessChanges []readinessChange

// observe changes the readiness of a Pod, and waits for nothing.
func (c *readinessChanges) observe(slices target, pod int, ready bool, change func(pod int) error) error {
	seen := slices.whenFlipped(pod, ready)
	if err := change(pod); err != nil {
		return err
	}
	*c = append(*c, readinessChange{ready: ready, responded: time.Now(), seen: seen})
	return nil
}

// latenciesOf returns the times until the slices showed the changes.
func (t *turn) latenciesOf(ctx context.Context, changes readinessChanges) (unready, ready quantiles, err error) {
	var took [2]sample
	for _, change := range changes {
		at, err := t.await(ctx, change.seen, t.slices)
		if err != nil {
			return unready, ready, fmt.Errorf("waiting for the readiness of a Pod to be seen: %w", err)
		}
		took[oneIf(change.ready)] = append(took[oneIf(change.ready)], max(0, at.Sub(change.responded)))
	}
	return took[0].quantiles(), took[1].quantiles(), nil
}
