package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
)

const (
	pollInterval = 5 * time.Millisecond
	syncTimeout  = 2 * time.Minute
	// flipInterval leaves the machine idle between two changes.
	flipInterval = 10 * time.Millisecond
)

func (f *fleet) waitUntilSynced(ctx context.Context, streams int) error {
	return wait.PollUntilContextTimeout(ctx, pollInterval, syncTimeout, true, func(context.Context) (bool, error) {
		return f.synced.Load() == int64(streams), nil
	})
}

// measureFlips flips Pods, and takes the time until each subscriber has the change.
func measureFlips(ctx context.Context, size sizes) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	world := newWorld(size.Size)
	cache, address, _ := serve(ctx, world, "127.0.0.1:0")
	fleet, err := connect(ctx, address.String(), size.Size)
	if err != nil {
		return err
	}
	defer fleet.close()
	if err := fleet.waitUntilSynced(ctx, size.Streams); err != nil {
		return fmt.Errorf("waiting for %d streams: %w", size.Streams, err)
	}
	var latencies []time.Duration
	expected, messages := 0, 0
	for range size.Flips {
		i := rand.IntN(size.Services)
		subscribers := size.SubscribersOf(i)
		expected += subscribers
		begin := time.Now()
		cache.Changed(world.flip(i))
		for range subscribers {
			at := <-fleet.arrived
			latencies = append(latencies, at.Sub(begin))
			messages++
		}
		time.Sleep(flipInterval)
	}
	messages += len(fleet.arrived)
	row("readiness flip → client has it, p50 / p99", "", load.Percentiles(latencies))
	row("messages for one flip", "all subscriptions", fmt.Sprintf("%.2f, with %.2f subscribers",
		float64(messages)/float64(size.Flips), float64(expected)/float64(size.Flips)))
	return nil
}

// measureRestart kills the server under its clients, and takes the time until all are in
// sync again.
func measureRestart(ctx context.Context, size sizes) error {
	const streams = 2000
	size.Streams = streams
	world := newWorld(size.Size)
	first, kill := context.WithCancel(ctx)
	defer kill()
	_, address, ended := serve(first, world, "127.0.0.1:0")
	following, cancel := context.WithCancel(ctx)
	defer cancel()
	fleet, err := connect(following, address.String(), size.Size)
	if err != nil {
		return err
	}
	defer fleet.close()
	if err := fleet.waitUntilSynced(ctx, streams); err != nil {
		return err
	}
	kill()
	if err := <-ended; err != nil {
		return err
	}
	if err := wait.PollUntilContextTimeout(ctx, pollInterval, syncTimeout, true, func(context.Context) (bool, error) {
		return fleet.synced.Load() == 0, nil
	}); err != nil {
		return err
	}
	begin := time.Now()
	serve(following, world, address.String())
	if err := fleet.waitUntilSynced(ctx, streams); err != nil {
		return err
	}
	row(fmt.Sprintf("server killed with %d streams, all in sync after", streams), "–", time.Since(begin).Round(time.Millisecond).String())
	return nil
}
