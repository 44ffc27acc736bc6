package endpointslice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Changes by other clients are detected by the resource version of a slice. Slices with
// the same version are not read again, so that a sync of many slices is cheap.
func TestReconcilerReadsChangedSlices(t *testing.T) {
	for _, test := range []struct {
		name    string
		changed func(*discoveryv1.EndpointSlice)
		want    []string
	}{
		{"the same version", func(*discoveryv1.EndpointSlice) {}, nil},
		{"another version", func(s *discoveryv1.EndpointSlice) { s.ResourceVersion = "2" }, []string{"update a: 1 2"}},
		{"another slice with the name", func(s *discoveryv1.EndpointSlice) { s.UID = "another" }, []string{"update a: 1 2"}},
		{"no version", func(s *discoveryv1.EndpointSlice) { s.ResourceVersion = "" }, []string{"update a: 1 2"}},
		{"neither version nor UID", func(s *discoveryv1.EndpointSlice) { s.UID, s.ResourceVersion = "", "" }, []string{"update a: 1 2"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			api := newAPIServer(slice("a", "1 2"))
			reconciler := newReconciler(api)
			g.Expect(reconcile(reconciler, syncOf(all(want("1 2")), all(slice("a", "1 2"))))).To(Succeed())
			g.Expect(api.calls).To(BeEmpty())

			tampered := with(slice("a", "1! 2"), test.changed)
			api.replace(tampered)
			g.Expect(reconcile(reconciler, syncOf(all(want("1 2")), all(tampered)))).To(Succeed())

			g.Expect(api.calls).To(BeEquivalentTo(test.want))
		})
	}
}

func TestReconcilerRemembersWhatExists(t *testing.T) {
	g := NewWithT(t)
	reconciler := newReconciler(newAPIServer(slice("a", "1 2"), slice("b", "3")), limit(2))
	g.Expect(reconcile(reconciler, syncOf(all(want("1 2 3")), all(slice("a", "1 2"), slice("b", "3"))))).To(Succeed())
	g.Expect(reconciler.InMemory()).To(Equal(2))

	g.Expect(reconcile(reconciler, syncOf(all(want("1 2")), all(slice("a", "1 2"))))).To(Succeed())
	g.Expect(reconciler.InMemory()).To(Equal(1))

	reconciler.Forget(types.NamespacedName{Namespace: "shop", Name: "web"})
	g.Expect(reconciler.InMemory()).To(BeZero())
}
