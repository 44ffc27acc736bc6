package load

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"syscall"
	"time"

	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/stream/v3"
)

// endpointType is the type of the resources that streams subscribe to.
const endpointType = "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment"

// Cost is what a server costs without a network.
type Cost struct {
	// CPU is the CPU time of a change: of the server's own work, of the answers to
	// subscribers, and of their next requests.
	CPU time.Duration
	// Objects is the heap of the API objects, and Heap what the server adds to them while all
	// streams are connected, in bytes after a garbage collection.
	Objects, Heap int
	// Answers is the number of answers to a change.
	Answers float64
}

// Server is a cache under measurement, and how it learns of the change of a Service.
type Server struct {
	Cache cachev3.ConfigWatcher
	// Prepare changes the API objects of a Service. It does not count.
	Prepare func(service int)
	// Change tells the server of the change.
	Change func(service int) error
}

// Measure connects the streams to a server, and flips a Pod again and again. Function read
// fills the cache of API objects, and start builds the server.
func Measure(size Size, read func(), start func() (Server, error)) (Cost, error) {
	streams := newStreams(size)
	empty := liveHeap()
	read()
	before := liveHeap()
	server, err := start()
	if err != nil {
		return Cost{}, err
	}
	if err := streams.connect(server.Cache); err != nil {
		return Cost{}, err
	}
	cost := Cost{Objects: before - empty, Heap: liveHeap() - before}
	answers := 0
	for range size.Flips {
		service := rand.IntN(size.Services)
		server.Prepare(service)
		begin := cpuTime()
		if err := server.Change(service); err != nil {
			return Cost{}, err
		}
		answered, err := streams.take(server.Cache)
		if err != nil {
			return Cost{}, err
		}
		cost.CPU += cpuTime() - begin
		if answered < size.SubscribersOf(service) {
			return Cost{}, fmt.Errorf("%d answers to a change of %s with %d subscribers", answered, NameOf(service), size.SubscribersOf(service))
		}
		answers += answered
	}
	cost.CPU = (cost.CPU / time.Duration(size.Flips)).Round(100 * time.Nanosecond)
	cost.Answers = float64(answers) / float64(size.Flips)
	runtime.KeepAlive(server)
	return cost, nil
}

// cpuTime is what this process has used, so that others on the machine do not count.
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
	runtime.GC() // the first one only moves what is in pools aside
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

func newStreams(size Size) streams {
	var all streams
	for i := range size.Streams {
		names := size.NamesOf(i)
		all = append(all, &subscriber{
			request:      &cachev3.Request{TypeUrl: endpointType, ResourceNames: names},
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
	// The server serializes what it sends.
	response, err := answer.GetDiscoveryResponse()
	if err != nil {
		return err
	}
	s.subscription.SetReturnedResources(answer.GetReturnedResources())
	s.request.ResponseNonce, s.request.VersionInfo = "1", response.GetVersionInfo()
	_, err = cache.CreateWatch(s.request, s.subscription, s.answers)
	return err
}
