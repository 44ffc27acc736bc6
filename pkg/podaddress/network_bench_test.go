package podaddress_test

import (
	"testing"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

func BenchmarkNetwork(b *testing.B) {
	three := statusOf(calico, macvlan, sriov)
	for _, bench := range []struct{ name, network, status string }{
		{"network", "core/n3-macvlan", three},
		{"interface", "net3", three},
		{"unattached", "core/n9", three},
		{"no-status", "core/n3-macvlan", ""},
	} {
		b.Run(bench.name, func(b *testing.B) {
			source, pod, memory := podaddress.Network{Name: bench.network}, podOn(bench.status), make([]string, 0, 4)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := source.AppendAddresses(memory, pod); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
