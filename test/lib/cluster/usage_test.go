package cluster

import (
	"testing"

	. "github.com/onsi/gomega"
)

func TestParseCPU(t *testing.T) {
	g := NewWithT(t)
	const stat = "42 (a (strange) name) S 1 42 42 0 -1 4194560 3164 0 0 0 150 25 7 8 20 0 9 0 12345 1268043776 16384 18446744073709551615"
	g.Expect(parseCPU(stat)).To(Equal(1.75))
	for _, malformed := range []string{"", "42 (name", "42 (name) S 1", "42 (name) S 1 42 42 0 -1 4194560 3164 0 0 0 x 25"} {
		_, err := parseCPU(malformed)
		g.Expect(err).To(HaveOccurred(), malformed)
	}
}

func TestParsePeakMemory(t *testing.T) {
	g := NewWithT(t)
	g.Expect(parsePeakMemory("Name:\tmeshwork\nVmPeak:\t 1268044 kB\nVmHWM:\t   61524 kB\nVmRSS:\t   60000 kB\n")).To(Equal(int64(61524 << 10)))
	for _, malformed := range []string{"", "VmHWM:\t kB\n"} {
		_, err := parsePeakMemory(malformed)
		g.Expect(err).To(HaveOccurred(), malformed)
	}
}
