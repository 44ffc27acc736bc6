package meshservice

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A Pod that is no endpoint of a Service does not enqueue it.
func TestPodsOfSlice(t *testing.T) {
	slice := &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{Namespace: "shop"}}
	for _, target := range []*corev1.ObjectReference{
		nil,
		{Kind: "Pod", Namespace: "shop", Name: "web-0"},
		{Kind: "Pod", Namespace: "shop", Name: "web-0"},
		{Kind: "Pod", Namespace: "other", Name: "web-1"},
		{Kind: "Pod", Namespace: "shop", Name: "not a name"},
		{Kind: "Node", Name: "web-2"},
	} {
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{TargetRef: target})
	}
	NewWithT(t).Expect(podsOfSlice(slice)).To(Equal([]string{"web-0"}))
}
