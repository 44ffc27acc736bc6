package main

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// reassurance is the time between two reports of progress in a long step.
	reassurance = 5 * time.Second
	// workers is the number of concurrent requests: more than the API server handles at a
	// time, and fewer than slow it down.
	workers = 32
)

// progress prints the current step.
type progress struct {
	out   io.Writer
	begin time.Time
}

func newProgress(out io.Writer) *progress { return &progress{out: out, begin: time.Now()} }

func (p *progress) say(format string, args ...any) {
	_, _ = fmt.Fprintf(p.out, "[%6.1fs] %s\n", time.Since(p.begin).Seconds(), fmt.Sprintf(format, args...))
}

// step runs a step, and prints its duration.
func (p *progress) step(what string, do func() error) error {
	return p.stepWith(what, nil, do)
}

// stepWith is step for something that can report its progress.
func (p *progress) stepWith(what string, state func() string, do func() error) error {
	p.say("%s …", what)
	begin := time.Now()
	tell := func(how string) {
		line := fmt.Sprintf("  %s %.1fs", how, time.Since(begin).Seconds())
		if state != nil {
			line += ": " + state()
		}
		p.say("%s", line)
	}
	ticker := time.NewTicker(reassurance)
	defer ticker.Stop()
	done := make(chan error, 1)
	go func() { done <- do() }()
	for {
		select {
		case err := <-done:
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			tell("done in")
			return nil
		case <-ticker.C:
			tell("still at it after")
		}
	}
}

// each does something with the numbers below count, many at a time, and prints its
// progress and speed.
func (p *progress) each(ctx context.Context, what string, count int, do func(ctx context.Context, number int) error) error {
	var next, finished atomic.Int64
	begin := time.Now()
	state := func() string {
		done := finished.Load()
		return fmt.Sprintf("%d of %d, %.0f/s", done, count, float64(done)/time.Since(begin).Seconds())
	}
	return p.stepWith(what, state, func() error {
		group, ctx := errgroup.WithContext(ctx)
		for range min(workers, count) {
			group.Go(func() error {
				for number := int(next.Add(1)) - 1; number < count; number = int(next.Add(1)) - 1 {
					if err := do(ctx, number); err != nil {
						return err
					}
					finished.Add(1)
				}
				return nil
			})
		}
		return group.Wait()
	})
}
