package podaddress_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

func podWith(addresses ...string) *corev1.Pod {
	pod := &corev1.Pod{Status: corev1.PodStatus{PodIP: "192.0.2.9", HostIP: "192.0.2.10"}}
	for _, address := range addresses {
		pod.Status.PodIPs = append(pod.Status.PodIPs, corev1.PodIP{IP: address})
	}
	return pod
}

func TestStatus(t *testing.T) {
	for _, test := range []struct {
		name         string
		before, want []string
		pod          *corev1.Pod
	}{
		{"none yet", nil, nil, podWith()},
		{"in order", nil, []string{"fd00::1", "10.0.0.1"}, podWith("fd00::1", "10.0.0.1")},
		{"unchanged, even if invalid", nil, []string{"", "nonsense", "010.0.0.1"}, podWith("", "nonsense", "010.0.0.1")},
		{"appended to existing addresses", []string{"x"}, []string{"x", "10.0.0.1"}, podWith("10.0.0.1")},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			pod := test.pod.DeepCopy()

			got, err := podaddress.Status{}.AppendAddresses(test.before, pod)

			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(got).To(Equal(test.want))
			g.Expect(pod).To(Equal(test.pod))
		})
	}
}

// AppendAddresses is called for every Pod in every sync.
func TestStatusDoesNotAllocate(t *testing.T) {
	pod, memory := podWith("10.0.0.1", "fd00::1"), make([]string, 0, 2)
	var source podaddress.Source = podaddress.Status{}
	allocations := testing.AllocsPerRun(100, func() {
		if _, err := source.AppendAddresses(memory[:0], pod); err != nil {
			t.Error(err)
		}
	})
	if allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}
