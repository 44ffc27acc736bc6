package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/tools/cache"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// sliceTracker tracks which Pods are endpoints of which Service, and which are ready,
// in all EndpointSlices of the cluster.
type sliceTracker struct {
	observer
	layout
	known    map[string]knownSlice
	pods     []podEndpoints
	services []serviceEndpoints
	complete int
}

type knownSlice struct {
	service   int
	endpoints []knownEndpoint
}

type knownEndpoint struct {
	pod   int32
	ready bool
}

// podEndpoints counts the slices in which a Pod is an endpoint: two while it moves from one
// to the other.
type podEndpoints struct{ present, ready uint8 }

// serviceEndpoints counts the Pods that are endpoints of a Service.
type serviceEndpoints struct{ present, ready int }

var _ target = &sliceTracker{}

func newSliceTracker(l layout) *sliceTracker {
	return &sliceTracker{
		layout:   l,
		known:    map[string]knownSlice{},
		pods:     make([]podEndpoints, l.podCount()+l.rolloutSpare()),
		services: make([]serviceEndpoints, l.serviceCount()),
	}
}

func (t *sliceTracker) watch(ctx context.Context, client cache.Getter) {
	source := cache.NewListWatchFromClient(client, "endpointslices", metav1.NamespaceAll, fields.Everything())
	watchAll(ctx, source, &discoveryv1.EndpointSlice{}, t.store())
}

func (t *sliceTracker) store() store[*discoveryv1.EndpointSlice] {
	return store[*discoveryv1.EndpointSlice]{set: t.set, remove: t.remove, keys: t.keys}
}

func (t *sliceTracker) set(slice *discoveryv1.EndpointSlice) {
	service, ours := serviceNumber(slice.Labels[discoveryv1.LabelServiceName])
	if !ours || service >= len(t.services) {
		return
	}
	now := knownSlice{service: service, endpoints: make([]knownEndpoint, 0, len(slice.Endpoints))}
	for i := range slice.Endpoints {
		endpoint := &slice.Endpoints[i]
		for _, address := range endpoint.Addresses {
			if pod, found := podNumber(address); found && pod < len(t.pods) {
				now.endpoints = append(now.endpoints, knownEndpoint{pod: int32(pod), ready: kit.IsReadyEndpoint(endpoint)})
			}
		}
	}
	t.change(func() {
		key := keyOf(slice)
		t.forget(key)
		t.known[key] = now
		t.count(now, 1)
	})
}

func (t *sliceTracker) remove(key string) {
	t.change(func() { t.forget(key) })
}

func (t *sliceTracker) forget(key string) {
	if old, found := t.known[key]; found {
		delete(t.known, key)
		t.count(old, -1)
	}
}

func (t *sliceTracker) keys() []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return slices.Collect(maps.Keys(t.known))
}

// count adds or subtracts the endpoints of a slice.
func (t *sliceTracker) count(slice knownSlice, by int) {
	service := &t.services[slice.service]
	if t.isComplete(slice.service) {
		t.complete--
	}
	for _, endpoint := range slice.endpoints {
		pod := &t.pods[endpoint.pod]
		before := *pod
		pod.present += uint8(by) // adding uint8(-1) subtracts 1
		if endpoint.ready {
			pod.ready += uint8(by)
		}
		service.present += oneIf(pod.present > 0) - oneIf(before.present > 0)
		service.ready += oneIf(pod.ready > 0) - oneIf(before.ready > 0)
	}
	if t.isComplete(slice.service) {
		t.complete++
	}
}

func oneIf(condition bool) int {
	if condition {
		return 1
	}
	return 0
}

func (t *sliceTracker) isComplete(service int) bool {
	size := t.size(service)
	return t.services[service] == serviceEndpoints{present: size, ready: size}
}

func (t *sliceTracker) whenComplete() <-chan time.Time {
	return t.when(func() bool { return t.complete == len(t.services) })
}

func (t *sliceTracker) whenEmpty() <-chan time.Time {
	return t.when(func() bool { return len(t.known) == 0 })
}

func (t *sliceTracker) whenFlipped(pod int, ready bool) <-chan time.Time {
	return t.when(func() bool { return t.pods[pod].ready > 0 == ready })
}

func (t *sliceTracker) whenRolledOut(pods []int) <-chan time.Time {
	return t.when(func() bool {
		return t.isComplete(t.rolloutService()) &&
			!slices.ContainsFunc(pods, func(pod int) bool { return t.pods[pod].ready == 0 })
	})
}

func (t *sliceTracker) summary() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return fmt.Sprintf("%d of %d Services have all endpoints, in %d EndpointSlices", t.complete, len(t.services), len(t.known))
}
