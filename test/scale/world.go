package main

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

const (
	podsPerNode = 100
	minNodes    = 3
	zones       = 3
	// podsPerNamespace is Kubernetes' own threshold
	// (https://github.com/kubernetes/community/blob/master/sig-scalability/configs-and-limits/thresholds.md).
	podsPerNamespace = 3000
	minNamespaces    = 10
	// firstAddress and maxPods are the range 10.128.0.0/9.
	firstAddress = 10<<24 | 128<<16
	maxPods      = 1 << 23
)

// world says which objects there are. Everything about one follows from its
// number, so that Pods need no memory here however many there are.
//
// The Service after the last, and the Pods after those of the others, are those
// that are rolled out.
type world struct {
	services   int
	pods       int
	namespaces int
	rollout    int
}

func (w world) podCount() int { return w.services*w.pods + w.rollout }

// rolloutSpare is how many Pods the rollouts of all turns make at most.
func (w world) rolloutSpare() int { return maxTurns * w.rollout }

func (w world) serviceCount() int {
	if w.rollout > 0 {
		return w.services + 1
	}
	return w.services
}

// size is the number of Pods of a Service.
func (w world) size(service int) int {
	if service == w.services {
		return w.rollout
	}
	return w.pods
}

// rolloutService is the number of the Service that is rolled out.
func (w world) rolloutService() int { return w.services }

func (w world) serviceOf(pod int) int { return min(pod/w.pods, w.services) }

func (w world) namespaceOf(service int) string { return namespaceName(service % w.namespaces) }

// enoughNamespaces is how many hold the Pods of the Services within the threshold.
func (w world) enoughNamespaces() int {
	servicesPerNamespace := max(1, podsPerNamespace/w.pods)
	return max(minNamespaces, (w.services+servicesPerNamespace-1)/servicesPerNamespace)
}

func (w world) nodeCount() int { return max(minNodes, (w.podCount()+podsPerNode-1)/podsPerNode) }

func (w world) nodeOf(pod int) string { return nodeName(pod % w.nodeCount()) }

func (w world) podName(pod int) string {
	return fmt.Sprintf("%s-%d", serviceName(w.serviceOf(pod)), pod)
}

const servicePrefix = "svc-"

func serviceName(service int) string { return servicePrefix + strconv.Itoa(service) }

// serviceNumber is the inverse of serviceName.
func serviceNumber(name string) (int, bool) {
	digits, found := strings.CutPrefix(name, servicePrefix)
	number, err := strconv.Atoi(digits)
	return number, found && err == nil
}

func namespaceName(number int) string { return fmt.Sprintf("scale-%d", number) }

func nodeName(number int) string { return fmt.Sprintf("node-%d", number) }

func zoneName(node int) string { return fmt.Sprintf("zone-%d", node%zones) }

func podAddress(pod int) string {
	var bytes [4]byte
	binary.BigEndian.PutUint32(bytes[:], uint32(firstAddress+pod))
	return netip.AddrFrom4(bytes).String()
}

// podNumber is the inverse of podAddress.
func podNumber(address string) (int, bool) {
	parsed, err := netip.ParseAddr(address)
	if err != nil || !parsed.Is4() {
		return 0, false
	}
	bytes := parsed.As4()
	number := int(binary.BigEndian.Uint32(bytes[:])) - firstAddress
	return number, number >= 0 && number < maxPods
}
