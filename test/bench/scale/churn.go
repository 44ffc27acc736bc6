package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// isolation is the time without another change of its Service after which a
// change counts as alone: Meshwork writes the status of one object once a second.
const isolation = 2 * time.Second

// flip is one change of a Pod's readiness.
type flip struct {
	requested time.Time
	responded time.Time
	seen      <-chan time.Time
	alone     bool
}

// churn flips the readiness of random Pods one after the other at a given rate. It does not
// wait until a flip is seen.
func (t *turn) churn(ctx context.Context) (c churnFigures, err error) {
	before, err := t.usage()
	if err != nil {
		return c, err
	}
	waves, size := wavesOf(t.flips, t.services*t.pods)
	c.Flips = waves * size
	pods := rand.New(rand.NewPCG(t.seed, 0)).Perm(t.services * t.pods)[:size]
	var took latencies
	begin := time.Now()
	err = t.progress.step(fmt.Sprintf("Flipping the readiness of Pods %d times (seed %d)", c.Flips, t.seed), func() error {
		ticker := time.NewTicker(interval(t.flipRate))
		defer ticker.Stop()
		last := map[int]time.Time{}
		for wave := range waves {
			if err := t.flipAll(ctx, pods, wave%2 == 1, ticker, last, &took); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	c.FlipsPerSecond = float64(c.Flips) / time.Since(begin).Seconds()
	c.Latency, c.LatencyAlone, c.LatencyFromRequest = took.fromResponse.quantiles(), took.alone.quantiles(), took.fromRequest.quantiles()

	after, err := t.usage()
	if err != nil {
		return c, err
	}
	c.CPUSeconds = after.CPUSeconds - before.CPUSeconds
	if err := t.settle(ctx); err != nil {
		return c, err
	}
	c.Writes, err = t.takeWrites()
	return c, err
}

// wavesOf divides flips into an even number of waves, in each of which a Pod is
// flipped at most once: in the first one to unready, in the second one back, and
// so on. In the end everything is as it was.
func wavesOf(flips, pods int) (waves, size int) {
	waves = 2 * ((flips + 2*pods - 1) / (2 * pods))
	return waves, (flips + waves - 1) / waves
}

func interval(rate float64) time.Duration { return time.Duration(float64(time.Second) / rate) }

// latencies are the times until flips were seen.
type latencies struct{ fromResponse, fromRequest, alone sample }

// flipAll flips each of the Pods, and returns when all flips have been seen.
func (t *turn) flipAll(ctx context.Context, pods []int, ready bool, ticker *time.Ticker, last map[int]time.Time, took *latencies) error {
	var flips []flip
	for _, pod := range pods {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		service := t.serviceOf(pod)
		flipped := flip{requested: time.Now(), seen: t.watched.whenFlipped(pod, ready)}
		flipped.alone = flipped.requested.Sub(last[service]) > isolation
		last[service] = flipped.requested
		if err := t.setReady(ctx, pod, ready); err != nil {
			return err
		}
		flipped.responded = time.Now()
		flips = append(flips, flipped)
	}
	for _, flipped := range flips {
		at, err := t.await(ctx, flipped.seen, t.watched)
		if err != nil {
			return fmt.Errorf("waiting for a flip to be seen: %w", err)
		}
		// The flip may be seen before the response arrives.
		fromResponse := max(0, at.Sub(flipped.responded))
		took.fromResponse = append(took.fromResponse, fromResponse)
		took.fromRequest = append(took.fromRequest, at.Sub(flipped.requested))
		if flipped.alone {
			took.alone = append(took.alone, fromResponse)
		}
	}
	return nil
}
