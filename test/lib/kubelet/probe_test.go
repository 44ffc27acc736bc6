package kubelet

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

func TestOutcomesDecideReadiness(t *testing.T) {
	const yes, no = true, false
	for name, test := range map[string]struct {
		successes, failures int32
		probes, ready       []bool
	}{
		"at once":                     {1, 1, []bool{no, yes, no, yes}, []bool{no, yes, no, yes}},
		"a third failure in a row":    {1, 3, []bool{yes, no, no, yes, no, no, no}, []bool{yes, yes, yes, yes, yes, yes, no}},
		"a second success in a row":   {2, 1, []bool{yes, no, yes, yes, no}, []bool{no, no, no, yes, no}},
		"thresholds that are not set": {0, 0, []bool{yes, no}, []bool{yes, no}},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			o := outcomes{successes: test.successes, failures: test.failures}
			for i, probe := range test.probes {
				before := o.ready
				changed := o.add(probe)
				g.Expect(o.ready).To(Equal(test.ready[i]), "after probe %d", i)
				g.Expect(changed).To(Equal(before != o.ready), "after probe %d", i)
			}
		})
	}
}

func TestPortOf(t *testing.T) {
	g := NewWithT(t)
	container := corev1.Container{Ports: []corev1.ContainerPort{{ContainerPort: 1}, {Name: "http", ContainerPort: 80}}}
	g.Expect(portOf(container, intstr.FromString("http"))).To(Equal(int32(80)))
	g.Expect(portOf(container, intstr.FromInt32(81))).To(Equal(int32(81)), "a number is no port without a name")
}

func TestAddress(t *testing.T) {
	g := NewWithT(t)
	g.Expect(address("fd00::1", "", 80)).To(Equal("[fd00::1]:80"))
	g.Expect(address("10.0.0.1", "10.0.0.2", 80)).To(Equal("10.0.0.2:80"), "the probe's own host")
}
