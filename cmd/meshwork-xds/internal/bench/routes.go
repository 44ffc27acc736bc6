package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// routing has a stream for each of the first Services, which subscribes to its route.
type routing struct {
	world   *world
	cache   *xdscache.Cache
	streams streams
	// heap is the heap of everything but the streams, in bytes after a garbage collection.
	heap int
}

func newRouting(size load.Size, routes int) (*routing, error) {
	streams := newStreams(resource.Route, size)
	empty := liveHeap()
	world := newWorld(size)
	for i := range routes {
		world.split(i)
	}
	cache := newCache(world, prometheus.NewRegistry())
	if err := streams.connect(cache); err != nil {
		return nil, err
	}
	return &routing{world, cache, streams, liveHeap() - empty}, nil
}

// measureRoutes measures the memory of a route, and the responses to changes of endpoints and of
// weights, without a network.
func measureRoutes(_ context.Context, size sizes) error {
	size.Streams, size.Names = min(size.routes, size.Services), 1
	without, err := newRouting(size.Size, 0)
	if err != nil {
		return err
	}
	heap := without.heap
	routed, err := newRouting(size.Size, size.Streams)
	if err != nil {
		return err
	}
	row(fmt.Sprintf("heap of a route with two shares, of %d", size.Streams), "", fmt.Sprintf("%.1f KiB", float64(routed.heap-heap)/float64(size.Streams)/(1<<10)))
	flips, cpu, err := routed.responses(size, routed.world.flip)
	if err != nil {
		return err
	}
	row("routes sent for a readiness flip, and CPU", "", fmt.Sprintf("%.2f, %v", flips, cpu))
	changes, cpu, err := routed.responses(size, routed.world.split)
	if err != nil {
		return err
	}
	row("routes sent for a change of a weight, and CPU", "", fmt.Sprintf("%.2f, %v", changes, cpu))
	return nil
}

// responses changes Services with routes at random. It returns the mean of the responses to a
// change, and of its CPU time.
func (r *routing) responses(size sizes, change func(service int) types.NamespacedName) (float64, time.Duration, error) {
	sent, begin := 0, cpuTime()
	for range size.Flips {
		r.cache.Changed(change(rand.IntN(size.Streams)))
		answered, err := r.streams.take(r.cache)
		if err != nil {
			return 0, 0, err
		}
		sent += answered
	}
	return float64(sent) / float64(size.Flips), ((cpuTime() - begin) / time.Duration(size.Flips)).Round(100 * time.Nanosecond), nil
}
