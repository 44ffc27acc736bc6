package endpoints_test

import (
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

func TestPodOf(t *testing.T) {
	for _, test := range []struct {
		name   string
		target *corev1.ObjectReference
		want   endpoints.PodReference
	}{
		{"no reference", nil, endpoints.PodReference{}},
		{"a Pod", &corev1.ObjectReference{Kind: "Pod", Namespace: "ns", Name: "a", UID: "1"}, endpoints.PodReference{Name: "a", UID: "1"}},
		{"a Pod without a namespace", &corev1.ObjectReference{Kind: "Pod", Name: "a"}, endpoints.PodReference{Name: "a"}},
		{"a Pod of another namespace", &corev1.ObjectReference{Kind: "Pod", Namespace: "other", Name: "a"}, endpoints.PodReference{}},
		{"another kind", &corev1.ObjectReference{Kind: "Node", Name: "a"}, endpoints.PodReference{}},
		{"no name", &corev1.ObjectReference{Kind: "Pod", UID: "1"}, endpoints.PodReference{}},
		{"a name that no Pod can have", &corev1.ObjectReference{Kind: "Pod", Name: "a\x1b[2J", UID: "1"}, endpoints.PodReference{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(endpoints.PodOf("ns", &discoveryv1.Endpoint{TargetRef: test.target})).To(Equal(test.want))
		})
	}
}

// FuzzPodOf compares the names with those that the API server accepts for a Pod.
func FuzzPodOf(f *testing.F) {
	for _, name := range []string{"", "a", "-", "a-", "-a", "a-0", "A", "a.b", "a..b", ".", "ä", "a_b", strings.Repeat("a", 253), strings.Repeat("a", 254)} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		pod := endpoints.PodOf("ns", &discoveryv1.Endpoint{TargetRef: &corev1.ObjectReference{Kind: "Pod", Name: name}})
		if valid := len(validation.IsDNS1123Subdomain(name)) == 0; pod.IsPod() != valid {
			t.Errorf("%q: a Pod: %t, a name: %t", name, pod.IsPod(), valid)
		}
	})
}
