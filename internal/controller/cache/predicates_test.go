package cache

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func TestLosesEndpoint(t *testing.T) {
	web, notReadyToo := kit.Service("shop", "web"), kit.Service("shop", "web", func(s *corev1.Service) { s.Spec.PublishNotReadyAddresses = true })
	pod := func(edits ...func(*corev1.Pod)) *Pod {
		all := append([]func(*corev1.Pod){kit.RunningAt("10.0.0.1"), kit.Readiness(true), func(p *corev1.Pod) { p.UID = "1" }}, edits...)
		return newPodPruner().prune(kit.Pod("shop", "web-0", "web", all...))
	}
	unready, attached := kit.Readiness(false), kit.AttachedTo("fast", "192.0.2.1")
	terminating := func(p *corev1.Pod) { now := metav1.Now(); p.DeletionTimestamp = &now }
	for _, test := range []struct {
		name          string
		service       *corev1.Service
		before, after *Pod
		want          bool
	}{
		{"nothing changes", web, pod(), pod(), false},
		{"it becomes ready", web, pod(unready), pod(), false},
		{"it is no longer ready", web, pod(), pod(unready), true},
		{"it is terminating", web, pod(), pod(terminating), true},
		{"it has failed", web, pod(), pod(func(p *corev1.Pod) { p.Status.Phase = corev1.PodFailed }), true},
		{"it is deleted by force", web, pod(), nil, true},
		{"it is gone after it was terminating", web, pod(terminating), nil, false},
		{"it is replaced", web, pod(), pod(func(p *corev1.Pod) { p.UID = "2" }), true},
		{"it leaves the Service", web, pod(), pod(func(p *corev1.Pod) { p.Labels = nil }), true},
		{"another label changes", web, pod(), pod(func(p *corev1.Pod) { p.Labels["revision"] = "2" }), false},
		{"it loses an address", web, pod(), pod(kit.RunningAt("10.0.0.2")), true},
		{"it leaves the network", web, pod(attached), pod(), true},
		{"it is not ready, and is published all the same", notReadyToo, pod(), pod(unready), false},
		{"it was not ready, and is gone", notReadyToo, pod(unready), nil, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(LosesEndpoint(test.service, test.before, test.after)).To(Equal(test.want))
		})
	}
}
