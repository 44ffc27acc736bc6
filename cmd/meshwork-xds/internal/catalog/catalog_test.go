package catalog

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// A slice can only refer to Pods in its own namespace.
func TestHasPod(t *testing.T) {
	g := NewWithT(t)
	slice := sliceOf("cart")
	slice.Endpoints = []discoveryv1.Endpoint{
		{},
		{TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: "cart-0"}},
		{TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: "other", Name: "cart-1"}},
	}
	g.Expect(hasPod(slice, "cart-0")).To(BeTrue())
	g.Expect(hasPod(slice, "cart-1")).To(BeFalse())
	g.Expect(hasPod(slice, "")).To(BeFalse())
}
