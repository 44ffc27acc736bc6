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

// layout describes the Services, Pods, Nodes and namespaces of a benchmark. Everything
// about an object follows from its number, so that even millions of Pods need no memory
// here.
//
// A rollout replaces the Pods of one more Service. Its number and the numbers of its Pods
// follow all others.
type layout struct {
	services   int
	pods       int
	namespaces int
	nodes      int
	rollout    int
}

func (l layout) podCount() int { return l.services*l.pods + l.rollout }

// rolloutSpare is the maximum number of Pods that the rollouts of all turns create.
func (l layout) rolloutSpare() int { return maxTurns * l.rollout }

func (l layout) serviceCount() int {
	if l.rollout > 0 {
		return l.services + 1
	}
	return l.services
}

// size is the number of Pods of a Service.
func (l layout) size(service int) int {
	if service == l.services {
		return l.rollout
	}
	return l.pods
}

// rolloutService is the number of the Service that is rolled out.
func (l layout) rolloutService() int { return l.services }

func (l layout) serviceOf(pod int) int { return min(pod/l.pods, l.services) }

func (l layout) namespaceOf(service int) string { return namespaceName(service % l.namespaces) }

// enoughNamespaces is the number of namespaces that hold the Pods within the threshold.
func (l layout) enoughNamespaces() int {
	servicesPerNamespace := max(1, podsPerNamespace/l.pods)
	return max(minNamespaces, (l.services+servicesPerNamespace-1)/servicesPerNamespace)
}

// enoughNodes is the number of Nodes for the Pods.
func (l layout) enoughNodes() int { return max(minNodes, (l.podCount()+podsPerNode-1)/podsPerNode) }

func (l layout) nodeOf(pod int) string { return nodeName(pod % l.nodes) }

func (l layout) podName(pod int) string {
	return fmt.Sprintf("%s-%d", serviceName(l.serviceOf(pod)), pod)
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
