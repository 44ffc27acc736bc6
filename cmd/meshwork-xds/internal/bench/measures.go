package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	cachetypes "github.com/envoyproxy/go-control-plane/pkg/cache/types"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/stream/v3"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
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
	world := newWorld(size)
	cache, address, _ := serve(ctx, world, "127.0.0.1:0")
	fleet, err := connect(ctx, address.String(), size.streams, size.names, size.services)
	if err != nil {
		return err
	}
	defer fleet.close()
	if err := fleet.waitUntilSynced(ctx, size.streams); err != nil {
		return fmt.Errorf("waiting for %d streams: %w", size.streams, err)
	}
	var latencies []time.Duration
	expected, messages := 0, 0
	for range size.flips {
		i := rand.IntN(size.services)
		subscribers := subscribersOf(i, size)
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
	slices.Sort(latencies)
	at := func(share float64) time.Duration {
		return latencies[int(share*float64(len(latencies)-1))].Round(10 * time.Microsecond)
	}
	row("readiness flip → client has it, p50 / p99", "", fmt.Sprintf("%v / %v", at(.5), at(.99)))
	row("messages for one flip", "all subscriptions", fmt.Sprintf("%.2f, with %.2f subscribers",
		float64(messages)/float64(size.flips), float64(expected)/float64(size.flips)))
	return nil
}

func subscribersOf(service int, size sizes) int {
	count := 0
	for i := range size.streams {
		if (service-i*size.names%size.services+size.services)%size.services < size.names {
			count++
		}
	}
	return count
}

// measureCost compares what one flip costs in the caches, without a network.
func measureCost(_ context.Context, size sizes) error {
	ours := costOfOurs(size)
	linear, err := costOfLinear(size)
	if err != nil {
		return err
	}
	snapshot, err := costOfSnapshot(size)
	if err != nil {
		return err
	}
	row("CPU of a flip", fmt.Sprintf("LinearCache %v, SnapshotCache %v", linear, snapshot),
		fmt.Sprintf("%v: %.2f and %.5f of it", ours, float64(ours)/float64(linear), float64(ours)/float64(snapshot)))
	return nil
}

// subscriber is a stream without a network.
type subscriber struct {
	request   *cachev3.Request
	responses chan cachev3.Response
	whole     stream.Subscription
}

func subscribersFor(size sizes) []*subscriber {
	var all []*subscriber
	for i := range size.streams {
		var names []string
		for n := range size.names {
			names = append(names, nameOf((i*size.names+n)%size.services))
		}
		all = append(all, &subscriber{
			request:   &cachev3.Request{TypeUrl: resource.Assignment.TypeURL(), ResourceNames: names},
			responses: make(chan cachev3.Response, 4), whole: stream.NewSotwSubscription(names, false),
		})
	}
	return all
}

// take watches again after an answer.
func (s *subscriber) take(cache cachev3.ConfigWatcher) error {
	for {
		select {
		case response := <-s.responses:
			s.whole.SetReturnedResources(response.GetReturnedResources())
			s.request.ResponseNonce, s.request.VersionInfo = "1", response.GetResponseVersion()
		default:
			return nil
		}
		if _, err := cache.CreateWatch(s.request, s.whole, s.responses); err != nil {
			return err
		}
	}
}

func watchAll(cache cachev3.ConfigWatcher, all []*subscriber) error {
	for _, s := range all {
		if _, err := cache.CreateWatch(s.request, s.whole, s.responses); err != nil {
			return err
		}
		if err := s.take(cache); err != nil {
			return err
		}
	}
	return nil
}

// cpuTime is what this process has used, so that others on the machine do not count.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// averageOf returns the CPU time of one change, without the CPU time of the answers to it.
func averageOf(cache cachev3.ConfigWatcher, all []*subscriber, flips int, change func() error) (time.Duration, error) {
	if err := watchAll(cache, all); err != nil {
		return 0, err
	}
	var total time.Duration
	for range flips {
		begin := cpuTime()
		if err := change(); err != nil {
			return 0, err
		}
		total += cpuTime() - begin
		for _, s := range all {
			if err := s.take(cache); err != nil {
				return 0, err
			}
		}
	}
	return (total / time.Duration(flips)).Round(100 * time.Nanosecond), nil
}

func costOfOurs(size sizes) time.Duration {
	world := newWorld(size)
	cache := newCache(world, prometheus.NewRegistry())
	average, _ := averageOf(cache, subscribersFor(size), size.flips, func() error {
		cache.Changed(world.flip(rand.IntN(size.services)))
		return nil
	})
	return average
}

func assignmentOf(w *world, i int) cachetypes.Resource {
	return resource.Build(resource.Assignment, nameOf(i), "cluster.local", w.Service(keyOf(i))).Message(resource.Client{})
}

func costOfLinear(size sizes) (time.Duration, error) {
	world := newWorld(size)
	cache := cachev3.NewLinearCache(resource.Assignment.TypeURL())
	all := map[string]cachetypes.Resource{}
	for i := range size.services {
		all[nameOf(i)] = assignmentOf(world, i)
	}
	cache.SetResources(all)
	return averageOf(cache, subscribersFor(size), size.flips, func() error {
		i := rand.IntN(size.services)
		world.flip(i)
		return cache.UpdateResource(nameOf(i), assignmentOf(world, i))
	})
}

// oneNode makes all streams share one snapshot, which is the least work.
type oneNode struct{}

func (oneNode) ID(*corev3.Node) string { return "node" }

// snapshotFlips are fewer, since each takes long.
const snapshotFlips = 20

func costOfSnapshot(size sizes) (time.Duration, error) {
	world := newWorld(size)
	cache := cachev3.NewSnapshotCache(false, oneNode{}, nil)
	all := make([]cachetypes.Resource, size.services)
	for i := range all {
		all[i] = assignmentOf(world, i)
	}
	version := 0
	set := func() error {
		version++
		snapshot, err := cachev3.NewSnapshot(fmt.Sprint(version), map[string][]cachetypes.Resource{resource.Assignment.TypeURL(): all})
		if err != nil {
			return err
		}
		return cache.SetSnapshot(context.Background(), "node", snapshot)
	}
	if err := set(); err != nil {
		return 0, err
	}
	return averageOf(cache, subscribersFor(size), snapshotFlips, func() error {
		i := rand.IntN(size.services)
		world.flip(i)
		all[i] = assignmentOf(world, i)
		return set()
	})
}

// measureRestart kills the server under its clients, and takes the time until all are in
// sync again.
func measureRestart(ctx context.Context, size sizes) error {
	const streams = 2000
	world := newWorld(size)
	first, kill := context.WithCancel(ctx)
	defer kill()
	_, address, ended := serve(first, world, "127.0.0.1:0")
	following, cancel := context.WithCancel(ctx)
	defer cancel()
	fleet, err := connect(following, address.String(), streams, size.names, size.services)
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
