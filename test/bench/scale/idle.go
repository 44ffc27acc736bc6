package main

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

const (
	// idleShare is the share of a CPU that an idle control plane needs at most.
	idleShare = 0.1
	idleFor   = 2 * time.Second
	// idlePatience bounds the wait for an idle control plane: a large one is never quite idle.
	idlePatience = 2 * time.Minute
)

// waitForIdle waits until the control plane has finished the remaining work of the previous
// turn, such as garbage collection, so that every turn begins with an idle control plane.
func (b *bench) waitForIdle(ctx context.Context) error {
	return b.progress.step("Waiting until the control plane is at rest", func() error {
		before := 0.0
		err := wait.PollUntilContextTimeout(ctx, idleFor, idlePatience, true, func(context.Context) (bool, error) {
			now, err := b.controlPlaneCPU()
			atRest := now-before < idleShare*idleFor.Seconds()
			before = now
			return atRest, err
		})
		if wait.Interrupted(err) && ctx.Err() == nil {
			b.progress.say("  it is not, and the turn begins all the same")
			return nil
		}
		return err
	})
}

// controlPlaneCPU returns the CPU time of all running processes so far, in seconds.
func (b *bench) controlPlaneCPU() (seconds float64, err error) {
	for _, process := range b.cluster.Processes() {
		select {
		case <-process.Done(): // the controller of an earlier turn
			continue
		default:
		}
		used, err := cluster.UsageOf(process.PID())
		if err != nil {
			return 0, fmt.Errorf("asking for the CPU time of %s: %w", process.Name(), err)
		}
		seconds += used.CPUSeconds
	}
	return seconds, nil
}
