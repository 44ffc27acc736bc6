package endpointslice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// An owner is recognized after its API version has changed.
func TestOwnerOfANewerVersion(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer()
	ofVersion := func(version string) option {
		return func(config *endpointslice.Config) {
			config.AdoptOrphans, config.OwnerKind = false, kindOf("VirtualMachine")
			config.OwnerKind.Version = version
		}
	}
	g.Expect(reconcile(newReconciler(api, ofVersion("v1")), syncOf(all(want("1")), nil))).To(Succeed())
	g.Expect(reconcile(newReconciler(api, ofVersion("v2")), syncOf(all(want("1")), api.list()))).To(Succeed())
	g.Expect(api.calls).To(Equal([]string{"create: 1"}))
}

// Two owners that have slices for one Service do not touch each other's, even if each is given
// all slices of the Service.
func TestTwoOwnersOfOneService(t *testing.T) {
	for name, orphans := range map[string]option{"orphans are replaced": orphansReplaced, "orphans are adopted": func(*endpointslice.Config) {}} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			api := newAPIServer()
			reconciler := newReconciler(api, orphans)
			sync := func(owner, endpoints string) error {
				desired := syncOf(all(want(endpoints)), api.list())
				desired.Owner = &metav1.ObjectMeta{Namespace: "shop", Name: owner, UID: types.UID("uid-of-" + owner)}
				desired.ServiceName = "web"
				return reconcile(reconciler, desired)
			}
			for range 3 {
				g.Expect(sync("first", "1 2")).To(Succeed())
				g.Expect(sync("second", "3")).To(Succeed())
			}
			g.Expect(api.calls).To(Equal([]string{"create: 1 2", "create: 3"}))
			g.Expect(sync("first", "")).To(Succeed())
			g.Expect(api.list()).To(HaveExactElements(And(HaveField("Endpoints", HaveLen(1)), HaveField("Labels", HaveKeyWithValue(discoveryv1.LabelServiceName, "web")))))
		})
	}
}
