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
type streams struct {
	all []*subscriber
	// byRequest finds the stream that an answer is for.
	byRequest map[*cachev3.Request]*subscriber
	answers   chan cachev3.Response
}

type subscriber struct {
	request      *cachev3.Request
	subscription stream.Subscription
}

func newStreams(size Size) *streams {
	s := &streams{byRequest: map[*cachev3.Request]*subscriber{}, answers: make(chan cachev3.Response, 2*size.Streams)}
	for i := range size.Streams {
		names := size.NamesOf(i)
		one := &subscriber{
			request:      &cachev3.Request{TypeUrl: endpointType, ResourceNames: names},
			subscription: stream.NewSotwSubscription(names, false),
		}
		s.all = append(s.all, one)
		s.byRequest[one.request] = one
	}
	return s
}

// connect opens a watch for each stream, and takes the first answers.
func (s *streams) connect(cache cachev3.ConfigWatcher) error {
	for _, one := range s.all {
		if _, err := cache.CreateWatch(one.request, one.subscription, s.answers); err != nil {
			return err
		}
	}
	answered, err := s.take(cache)
	if err == nil && answered != len(s.all) {
		err = fmt.Errorf("%d first answers to %d streams", answered, len(s.all))
	}
	return err
}

// take takes the answers that are there, and watches again as a client that accepts them.
func (s *streams) take(cache cachev3.ConfigWatcher) (answered int, err error) {
	for {
		select {
		case answer := <-s.answers:
			answered++
			if err := s.accept(cache, answer); err != nil {
				return answered, err
			}
		default:
			return answered, nil
		}
	}
}

func (s *streams) accept(cache cachev3.ConfigWatcher, answer cachev3.Response) error {
	// The server serializes what it sends.
	response, err := answer.GetDiscoveryResponse()
	if err != nil {
		return err
	}
	to := s.byRequest[answer.GetRequest()]
	to.subscription.SetReturnedResources(answer.GetReturnedResources())
	to.request.ResponseNonce, to.request.VersionInfo = "1", response.GetVersionInfo()
	_, err = cache.CreateWatch(to.request, to.subscription, s.answers)
	return err
}
