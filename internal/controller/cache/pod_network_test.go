package cache

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// networkStatuses are an ordinary status as written by Multus, and the largest ones of
// clients that want to keep the controllers busy.
var networkStatuses = map[string]string{
	"ordinary": `[{
    "name": "k8s-pod-network",
    "ips": [
        "10.244.36.71"
    ],
    "default": true,
    "dns": {}
},{
    "name": "shop/fast",
    "interface": "net1",
    "ips": [
        "192.168.30.11",
        "2001:db8:30::11"
    ],
    "mac": "02:42:c0:a8:1e:0b",
    "dns": {}
},{
    "name": "shop/slow",
    "interface": "net2",
    "ips": [
        "192.168.60.11"
    ],
    "mac": "ca:fe:c0:ff:ee:02",
    "dns": {}
}]`,
	"many-networks": largeStatus(func(i int) string {
		return fmt.Sprintf(`{"name":"shop/n%[1]d","interface":"i%[1]d","ips":["10.1.%[2]d.%[3]d"]}`, i, i/256, i%256)
	}),
	"many-addresses": largeStatus(func(i int) string {
		return fmt.Sprintf(`{"name":"n","interface":"i%d","ips":["10.1.1.1"%s]}`, i, strings.Repeat(`,"10.1.1.2"`, 50))
	}),
	"many-fields": largeStatus(func(i int) string { return fmt.Sprintf(`{"mac":%d,"dns":{"search":[[],{},null]}}`, i) }),
}

// largeStatus ends with an attachment to net1.
func largeStatus(entry func(i int) string) string {
	const end = `{"name":"shop/fast","interface":"net1","ips":["192.168.30.11","2001:db8:30::11"]}]`
	status := strings.Builder{}
	status.WriteString("[")
	for i := 0; status.Len() < 60<<10; i++ {
		status.WriteString(entry(i) + ",")
	}
	return status.String() + end
}

func podWithStatus(status string) *corev1.Pod {
	pod := wholePod()
	pod.Annotations[podaddress.NetworkStatusAnnotation] = status
	return pod
}

// A sync reads the addresses of each Pod of a Service more than once.
func TestNetworkStatusIsNotParsedInEachSync(t *testing.T) {
	for name, status := range networkStatuses {
		t.Run(name, func(t *testing.T) {
			cached := expand(newPodPruner().prune(podWithStatus(status)))[0]
			source, memory := CompactSource(podaddress.Network{Name: "net1"}), make([]string, 0, 2)
			allocations := testing.AllocsPerRun(10, func() {
				if got, err := source.AppendAddresses(memory, cached); err != nil || len(got) != 2 {
					t.Errorf("%v, %v", got, err)
				}
			})
			if allocations > 0 {
				t.Errorf("%v allocations", allocations)
			}
		})
	}
}

func TestCachedNetworkStatusIsNotLonger(t *testing.T) {
	for name, status := range networkStatuses {
		cached := newPodPruner().prune(podWithStatus(status)).Annotations[podaddress.NetworkStatusAnnotation]
		if len(cached) > len(status) {
			t.Errorf("%s: %d bytes in place of %d", name, len(cached), len(status))
		}
	}
}

// BenchmarkNetworkOfPod compares reading the addresses of a Pod as its annotation has them
// and as the cache does. "prune" is what each version of a Pod costs once.
func BenchmarkNetworkOfPod(b *testing.B) {
	network := podaddress.Network{Name: "net1"}
	for name, status := range networkStatuses {
		pod, pruner := podWithStatus(status), newPodPruner()
		read := func(source podaddress.Source, pod *corev1.Pod) func(*testing.B) {
			return func(b *testing.B) {
				memory := make([]string, 0, 2)
				b.ReportAllocs()
				for b.Loop() {
					if got, err := source.AppendAddresses(memory, pod); err != nil || len(got) != 2 {
						b.Fatal(got, err)
					}
				}
			}
		}
		b.Run(name+"/whole", read(network, pod))
		b.Run(name+"/cached", read(CompactSource(network), expand(pruner.prune(pod))[0]))
		b.Run(name+"/prune", func(b *testing.B) {
			for b.Loop() {
				pruner.prune(pod)
			}
		})
	}
}
