package main

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func sliceOf(name string, service int, readiness map[int]bool) *discoveryv1.EndpointSlice {
	slice := &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{
		Namespace: small.namespaceOf(service),
		Name:      name,
		Labels:    map[string]string{discoveryv1.LabelServiceName: serviceName(service)},
	}}
	for pod, ready := range readiness {
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
			Addresses:  []string{podAddress(pod)},
			Conditions: discoveryv1.EndpointConditions{Ready: &ready},
		})
	}
	return slice
}

// fill gives every Service all of its endpoints.
func fill(t *sliceTracker) {
	for service := range t.serviceCount() {
		readiness := map[int]bool{}
		for pod := range t.podCount() {
			if t.serviceOf(pod) == service {
				readiness[pod] = true
			}
		}
		t.set(sliceOf(fmt.Sprint(service), service, readiness))
	}
}

func TestTrackerSeesWhenAllIsComplete(t *testing.T) {
	g := NewWithT(t)
	tracker := newSliceTracker(small)
	seen := tracker.whenComplete()
	fill(tracker)
	g.Expect(seen).To(Receive())

	tracker.set(sliceOf("0", 0, map[int]bool{0: true, 1: true, 2: true, 3: false}))
	g.Expect(tracker.whenComplete()).NotTo(Receive(), "one is not ready")
	tracker.set(sliceOf("0", 0, map[int]bool{0: true, 1: true, 2: true}))
	g.Expect(tracker.whenComplete()).NotTo(Receive(), "one is missing")
	tracker.set(sliceOf("another", 0, map[int]bool{3: true}))
	g.Expect(tracker.whenComplete()).To(Receive(), "in two slices")

	gone := tracker.whenEmpty()
	for _, key := range tracker.keys() {
		g.Expect(gone).NotTo(Receive())
		tracker.remove(key)
	}
	g.Expect(gone).To(Receive())
	g.Expect(tracker.summary()).To(Equal("0 of 4 Services have all endpoints, in 0 EndpointSlices"))
}

func TestTrackerIsNotConfusedByAMove(t *testing.T) {
	g := NewWithT(t)
	tracker := newSliceTracker(small)
	fill(tracker)
	tracker.set(sliceOf("another", 0, map[int]bool{3: true}))
	g.Expect(tracker.whenComplete()).To(Receive(), "a Pod that is in two slices is one")
	tracker.set(sliceOf("0", 0, map[int]bool{0: true, 1: true, 2: true}))
	g.Expect(tracker.whenComplete()).To(Receive(), "it has moved")
}

func TestTrackerSeesFlips(t *testing.T) {
	g := NewWithT(t)
	tracker := newSliceTracker(small)
	fill(tracker)
	unready := tracker.whenFlipped(1, false)
	g.Expect(unready).NotTo(Receive())
	tracker.set(sliceOf("0", 0, map[int]bool{0: true, 1: false, 2: true, 3: true}))
	g.Expect(unready).To(Receive())

	ready := tracker.whenFlipped(1, true)
	g.Expect(ready).NotTo(Receive())
	fill(tracker)
	g.Expect(ready).To(Receive())
}

func TestTrackerSeesARollout(t *testing.T) {
	g := NewWithT(t)
	tracker := newSliceTracker(small)
	fill(tracker)
	replaced, readiness := []int{}, map[int]bool{}
	for i := range small.rollout {
		pod := small.podCount() + i
		replaced = append(replaced, pod)
		readiness[pod] = true
	}
	service := small.rolloutService()
	seen := tracker.whenRolledOut(replaced)
	g.Expect(seen).NotTo(Receive(), "the old ones are there")

	readiness[small.podCount()-1] = false
	tracker.set(sliceOf(fmt.Sprint(service), service, readiness))
	g.Expect(seen).NotTo(Receive(), "one terminates")
	delete(readiness, small.podCount()-1)
	tracker.set(sliceOf(fmt.Sprint(service), service, readiness))
	g.Expect(seen).To(Receive())
}

func TestStoreForgetsWhatIsNoLongerListed(t *testing.T) {
	g := NewWithT(t)
	tracker := newSliceTracker(small)
	fill(tracker)
	g.Expect(tracker.store().Replace([]any{sliceOf("0", 0, nil)}, "1")).To(Succeed())
	g.Expect(tracker.keys()).To(ConsistOf(small.namespaceOf(0) + "/0"))
}
