package main

import (
	"testing"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

func meshServiceOf(service, online, offline int) *v1alpha1.MeshService {
	return &v1alpha1.MeshService{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{v1alpha1.ServiceNameLabel: serviceName(service)}},
		Status: v1alpha1.MeshServiceStatus{Proxies: &v1alpha1.Proxies{
			Online: v1alpha1.ProxyCount(online), Offline: v1alpha1.ProxyCount(offline),
		}},
	}
}

func TestStatusTracker(t *testing.T) {
	g := NewWithT(t)
	tracker := newStatusTracker(small)
	complete := tracker.whenComplete()
	for service := range small.serviceCount() {
		g.Expect(complete).NotTo(Receive())
		tracker.set(meshServiceOf(service, small.size(service), 0))
	}
	g.Expect(complete).To(Receive())

	first, second := tracker.whenFlipped(0, false), tracker.whenFlipped(1, false)
	tracker.set(meshServiceOf(0, 3, 1))
	g.Expect(first).To(Receive())
	g.Expect(second).NotTo(Receive())
	third := tracker.whenFlipped(2, false)
	tracker.set(meshServiceOf(0, 1, 3))
	g.Expect(second).To(Receive(), "one status for both")
	g.Expect(third).To(Receive(), "one status for both")

	back := tracker.whenFlipped(1, true)
	g.Expect(back).NotTo(Receive())
	tracker.set(meshServiceOf(0, 2, 2))
	g.Expect(back).To(Receive())

	tracker.set(meshServiceOf(small.rolloutService(), small.rollout, 1))
	rolledOut := tracker.whenRolledOut(nil)
	g.Expect(rolledOut).NotTo(Receive(), "one is still there")
	tracker.set(meshServiceOf(small.rolloutService(), small.rollout, 0))
	g.Expect(rolledOut).To(Receive())
}
