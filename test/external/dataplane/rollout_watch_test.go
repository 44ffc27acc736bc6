package dataplane_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// watchedRollout records the changes of the Pods with the label app=web and of the
// EndpointSlices of their Services, as seen by watches.
type watchedRollout struct {
	// becameReady has an element for each Pod that became ready since reset.
	becameReady chan types.UID

	mutex    sync.Mutex
	failed   bool
	pods     map[types.UID]*podTimes
	services map[string]*watchedService
}

// podTimes are the times at which the watch showed that a Pod is ready, terminating, or gone.
// They are zero until then.
type podTimes struct {
	ready, terminating, gone time.Time
	name                     string
}

type watchedService struct {
	published kit.Published
	// ready has the Pods that the slices of both families publish as ready; any, the Pods that
	// at least one family does.
	ready, any sets.Set[kit.Backend]
	// readyAt and notReadyAt are the times at which a Pod was ready in both families, and no
	// longer ready in any.
	readyAt, notReadyAt map[kit.Backend]time.Time
}

func watchRollout(ctx SpecContext, namespace string) *watchedRollout {
	GinkgoHelper()
	w := &watchedRollout{becameReady: make(chan types.UID, 1000), pods: map[types.UID]*podTimes{}, services: map[string]*watchedService{}}
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	DeferCleanup(stop)
	Expect(kit.Follow(following, ground.API, &corev1.PodList{}, w.observePod, client.InNamespace(namespace), client.MatchingLabels{"app": "web"})).To(Succeed())
	Expect(kit.Follow(following, ground.API, &discoveryv1.EndpointSliceList{}, w.observeSlice, client.InNamespace(namespace))).To(Succeed())
	return w
}

// reset forgets all times.
func (w *watchedRollout) reset() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for len(w.becameReady) > 0 {
		<-w.becameReady
	}
	for _, service := range w.services {
		clear(service.readyAt)
		clear(service.notReadyAt)
	}
}

func (w *watchedRollout) observePod(event watch.Event) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	pod, isPod := event.Object.(*corev1.Pod)
	if !isPod {
		w.failed = true
		return
	}
	seen, known := w.pods[pod.UID]
	if !known {
		seen = &podTimes{name: pod.Name}
		w.pods[pod.UID] = seen
	}
	if seen.ready.IsZero() && kit.IsReady(pod) {
		seen.ready = time.Now()
		w.becameReady <- pod.UID
	}
	if seen.terminating.IsZero() && pod.DeletionTimestamp != nil {
		seen.terminating = time.Now()
	}
	if event.Type == watch.Deleted {
		seen.gone = time.Now()
	}
}

func (w *watchedRollout) observeSlice(event watch.Event) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	slice, isSlice := event.Object.(*discoveryv1.EndpointSlice)
	if !isSlice {
		w.failed = true
		return
	}
	name := slice.Labels[discoveryv1.LabelServiceName]
	service, known := w.services[name]
	if !known {
		service = &watchedService{published: kit.Published{}, readyAt: map[kit.Backend]time.Time{}, notReadyAt: map[kit.Backend]time.Time{}}
		w.services[name] = service
	}
	service.published.Apply(event.Type, slice)
	service.update(time.Now())
}

// update records the Pods that became ready in the last family, or not ready in the last one.
func (s *watchedService) update(now time.Time) {
	families := map[discoveryv1.AddressType]sets.Set[kit.Backend]{discoveryv1.AddressTypeIPv4: {}, discoveryv1.AddressTypeIPv6: {}}
	for front, backends := range s.published.Ready() {
		families[front.Family] = families[front.Family].Union(backends)
	}
	first, second := families[discoveryv1.AddressTypeIPv4], families[discoveryv1.AddressTypeIPv6]
	all, some := first.Intersection(second), first.Union(second)
	for pod := range all.Difference(s.ready) {
		s.readyAt[pod] = now
	}
	for pod := range s.any.Difference(some) {
		s.notReadyAt[pod] = now
	}
	s.ready, s.any = all, some
}

// difference returns an error unless the slices of a Service publish exactly the Pods, in
// both families.
func (w *watchedRollout) difference(service string, pods []*corev1.Pod) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.failed {
		return StopTrying("the watch failed, so changes are missing")
	}
	want := sets.New[kit.Backend]()
	for _, pod := range pods {
		want.Insert(kit.Backend(pod.UID))
	}
	seen, known := w.services[service]
	if !known || !seen.ready.Equal(want) || !seen.any.Equal(want) {
		return fmt.Errorf("the Service publishes other Pods than the %d", len(want))
	}
	return nil
}

// existing is the number of Pods that exist.
func (w *watchedRollout) existing() int {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	count := 0
	for _, pod := range w.pods {
		if pod.gone.IsZero() {
			count++
		}
	}
	return count
}

// timeline shows, for each Pod that ended since a time, the times at which it was terminating,
// not ready in the slices of each Service, and gone.
func (w *watchedRollout) timeline(since time.Time) string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	var lines []string
	for uid, pod := range w.pods {
		if pod.terminating.Before(since) {
			continue
		}
		line := fmt.Sprintf("  %s %s is terminating; gone after %s", pod.terminating.Format("15:04:05.000"), pod.name, rounded(pod.gone.Sub(pod.terminating)))
		for _, name := range slices.Sorted(maps.Keys(w.services)) {
			line += fmt.Sprintf("; not ready in %s after %s", name, rounded(w.services[name].notReadyAt[kit.Backend(uid)].Sub(pod.terminating)))
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func rounded(duration time.Duration) time.Duration { return duration.Round(time.Millisecond) }

// latencies are the times from the change of a Pod to the change of a Service's slices.
type latencies []time.Duration

// latencies returns the latencies of the Pods that became ready, or terminating, since a time.
func (w *watchedRollout) latencies(service string, ready bool, since time.Time) latencies {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	var all latencies
	seen := w.services[service]
	for uid, pod := range w.pods {
		from, to := pod.ready, seen.readyAt[kit.Backend(uid)]
		if !ready {
			from, to = pod.terminating, seen.notReadyAt[kit.Backend(uid)]
		}
		if from.After(since) && !to.IsZero() {
			all = append(all, max(0, to.Sub(from)))
		}
	}
	slices.Sort(all)
	return all
}

// max returns the longest one.
func (l latencies) max() time.Duration {
	if len(l) == 0 {
		return 0
	}
	return l[len(l)-1]
}

func (l latencies) String() string {
	if len(l) == 0 {
		return "–"
	}
	at := func(percent int) int64 { return l[(len(l)*percent+99)/100-1].Milliseconds() }
	return fmt.Sprintf("%d, %d, %d ms", at(50), at(99), at(100))
}
