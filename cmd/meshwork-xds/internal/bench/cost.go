package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"syscall"
	"time"

	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/stream/v3"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// cost is the cost of a cache without a network.
type cost struct {
	// cpu is the CPU time of a change: of the cache's own work, of the answers to
	// subscribers, and of their next requests.
	cpu time.Duration
	// objects is the heap of the API objects, heap the additional heap of the cache while all
	// streams are connected, in bytes after a garbage collection.
	objects, heap int
	// answers is the number of answers to a change.
	answers float64
}

// contender is a cache under measurement.
type contender struct {
	cache cachev3.ConfigWatcher
	// change passes a change of a Service to the cache.
	change func(service int) error
}

// measureCost connects the streams to a cache, and flips Pods at random. The cache is built by
// start, from the world.
func measureCost(size load.Size, start func(*world) (contender, error)) (cost, error) {
	streams := newStreams(resource.Assignment, size)
	empty := liveHeap()
	world := newWorld(size)
	before := liveHeap()
	measured, err := start(world)
	if err != nil {
		return cost{}, err
	}
	if err := streams.connect(measured.cache); err != nil {
		return cost{}, err
	}
	total := cost{objects: before - empty, heap: liveHeap() - before}
	answers := 0
	for range size.Flips {
		service := rand.IntN(size.Services)
		world.flip(service)
		begin := cpuTime()
		if err := measured.change(service); err != nil {
			return cost{}, err
		}
		answered, err := streams.take(measured.cache)
		if err != nil {
			return cost{}, err
		}
		total.cpu += cpuTime() - begin
		if answered < size.SubscribersOf(service) {
			return cost{}, fmt.Errorf("%d answers to a change of %s with %d subscribers", answered, load.NameOf(service), size.SubscribersOf(service))
		}
		answers += answered
	}
	total.cpu = (total.cpu / time.Duration(size.Flips)).Round(100 * time.Nanosecond)
	total.answers = float64(answers) / float64(size.Flips)
	runtime.KeepAlive(measured)
	return total, nil
}

// cpuTime returns the CPU time of this process, so that others on the machine do not count.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// liveHeap returns the bytes in use after a garbage collection.
func liveHeap() int {
	runtime.GC()
	runtime.GC() // the first one only sets pools aside
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

// streams are clients without a network.
type streams []*subscriber

type subscriber struct {
	request      *cachev3.Request
	subscription stream.Subscription
	answers      chan cachev3.Response
}

// newStreams returns streams that each subscribe to a kind of resource of some Services.
func newStreams(kind resource.Kind, size load.Size) streams {
	var all streams
	for i := range size.Streams {
		names := size.NamesOf(i)
		all = append(all, &subscriber{
			request:      &cachev3.Request{TypeUrl: kind.TypeURL(), ResourceNames: names},
			subscription: stream.NewSotwSubscription(names, false),
			answers:      make(chan cachev3.Response, 2),
		})
	}
	return all
}

// connect opens a watch for each stream, and takes the first answers.
func (s streams) connect(cache cachev3.ConfigWatcher) error {
	for _, one := range s {
		if _, err := cache.CreateWatch(one.request, one.subscription, one.answers); err != nil {
			return err
		}
	}
	answered, err := s.take(cache)
	if err == nil && answered != len(s) {
		err = fmt.Errorf("%d first answers to %d streams", answered, len(s))
	}
	return err
}

// take takes the answers that are there, and watches again as a client that accepts them.
func (s streams) take(cache cachev3.ConfigWatcher) (answered int, err error) {
	for _, one := range s {
		for len(one.answers) > 0 {
			answered++
			if err := one.accept(cache, <-one.answers); err != nil {
				return answered, err
			}
		}
	}
	return answered, nil
}

func (s *subscriber) accept(cache cachev3.ConfigWatcher, answer cachev3.Response) error {
	// The server serializes each answer.
	response, err := answer.GetDiscoveryResponse()
	if err != nil {
		return err
	}
	s.subscription.SetReturnedResources(answer.GetReturnedResources())
	s.request.ResponseNonce, s.request.VersionInfo = "1", response.GetVersionInfo()
	_, err = cache.CreateWatch(s.request, s.subscription, s.answers)
	return err
}
