package main

import (
	"testing"

	. "github.com/onsi/gomega"
)

var small = layout{services: 3, pods: 4, namespaces: 2, nodes: 3, rollout: 8}

func TestEveryPodHasItsService(t *testing.T) {
	g := NewWithT(t)
	count := map[int]int{}
	for pod := range small.podCount() {
		count[small.serviceOf(pod)]++
	}
	g.Expect(count).To(HaveLen(small.serviceCount()))
	for service, pods := range count {
		g.Expect(pods).To(Equal(small.size(service)))
	}
	g.Expect(small.serviceOf(small.podCount()+small.rolloutSpare()-1)).To(Equal(small.rolloutService()), "a new Pod of the rollout")

	without := layout{services: 3, pods: 4, namespaces: 2}
	g.Expect(without.serviceCount()).To(Equal(3))
}

func TestNoNamespaceHasMorePodsThanKubernetesIsMadeFor(t *testing.T) {
	g := NewWithT(t)
	g.Expect(layout{services: 500, pods: 20}.enoughNamespaces()).To(Equal(10))
	g.Expect(layout{services: 3001, pods: 10}.enoughNamespaces()).To(Equal(11))
	g.Expect(layout{services: 21, pods: 2000}.enoughNamespaces()).To(Equal(21))
	g.Expect(layout{services: 2, pods: 4000}.enoughNamespaces()).To(Equal(10), "the Pods of a Service are in one")
	g.Expect(layout{services: 10_000, pods: 15}.enoughNamespaces()).To(Equal(50))
}

func TestNamesAndAddressesSayTheNumber(t *testing.T) {
	g := NewWithT(t)
	for _, number := range []int{0, 1, 255, 256, 150_000, maxPods - 1} {
		pod, found := podNumber(podAddress(number))
		g.Expect(found).To(BeTrue())
		g.Expect(pod).To(Equal(number))
		service, found := serviceNumber(serviceName(number))
		g.Expect(found).To(BeTrue())
		g.Expect(service).To(Equal(number))
	}
	g.Expect(podAddress(0)).To(Equal("10.128.0.0"))
	g.Expect(podAddress(maxPods - 1)).To(Equal("10.255.255.255"))
	for _, address := range []string{"", "10.127.255.255", "11.0.0.0", "::1"} {
		_, found := podNumber(address)
		g.Expect(found).To(BeFalse(), address)
	}
	for _, name := range []string{"", "svc-", "kubernetes"} {
		_, found := serviceNumber(name)
		g.Expect(found).To(BeFalse(), name)
	}
}
